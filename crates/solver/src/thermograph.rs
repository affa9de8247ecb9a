//! Thermographs: the value of a region by temperature (Conway, *On Numbers and Games*, chapter 9).
//!
//! Values are counted in spare moves, which a player can make at any time whatever the opponent does. At temperature `t`
//! each move costs its player `t` spare moves, and the players stop when no move is worth its cost. The result for the
//! first player is the *left wall* of the thermograph at `t`. It decreases with a slope of at most one, and is
//! constant, the *mean*, above the region's temperature.
//!
//! Here walls begin at temperature zero. This is correct for games in which moving is never a disadvantage: then no
//! region is a number, so the two walls of a region do not meet below zero.

/// One spare move. Walls may meet half a unit after their last point, so each move can halve the unit: regions of up to
/// sixteen moves are exact.
pub const MOVE: i32 = 1 << 16;

/// One side of a thermograph: straight lines between points of temperature and value, constant after the last point.
#[derive(Clone, Debug, Default)]
pub struct Wall(Vec<(i32, i32)>);

impl Wall {
    /// Returns the wall of an empty region: zero at every temperature.
    pub fn zero() -> Self {
        Wall(vec![(0, 0)])
    }

    /// Returns the value at a temperature.
    pub fn at(&self, temperature: i32) -> i32 {
        let later = self.0.iter().position(|point| point.0 > temperature);
        let (from, value) = self.0[later.unwrap_or(self.0.len()) - 1];
        // A line between two points is constant or has a slope of one.
        let slope = later.map_or(0, |later| (self.0[later].1 - value).signum());
        value + slope * (temperature - from)
    }

    /// Returns the last point: the temperature from which the wall is constant, and the mean.
    pub fn mast(&self) -> (i32, i32) {
        *self.0.last().expect("a wall has a point")
    }

    /// Returns the wall of a move that gains spare moves and leaves this wall to the opponent.
    #[must_use]
    pub fn after(&self, gain: u8) -> Wall {
        let gain = i32::from(gain) * MOVE;
        Wall(self.0.iter().map(|(t, value)| (*t, gain - value)).collect())
    }

    /// Returns the temperatures of the points of both walls.
    fn points<'a>(&'a self, other: &'a Wall) -> impl Iterator<Item = i32> {
        let (mut one, mut two) = (0, 0);
        std::iter::from_fn(move || {
            let [a, b] =
                [self.0.get(one), other.0.get(two)].map(|point| point.map(|point| point.0));
            let next = a.into_iter().chain(b).min()?;
            one += usize::from(a == Some(next));
            two += usize::from(b == Some(next));
            Some(next)
        })
    }

    /// Returns the maximum of two walls.
    #[must_use]
    pub fn max(&self, other: &Wall) -> Wall {
        let mut best: Vec<(i32, i32)> = Vec::new();
        let mut before: Option<(i32, i32)> = None;
        for t in self.points(other) {
            let (one, two) = (self.at(t), other.at(t));
            if let Some((from, lead)) =
                before.filter(|before| before.1.signum() * (one - two).signum() < 0)
            {
                // The slopes differ by one, so the walls meet once the difference is used up.
                let meeting = from + lead.abs();
                best.push((meeting, self.at(meeting)));
            }
            best.push((t, one.max(two)));
            before = Some((t, one - two));
        }
        Wall(best)
    }
}

/// Returns the two walls of a region, for the player and for the opponent to begin, from the walls of their best moves.
pub fn walls(mine: &Wall, theirs: &Wall) -> [Wall; 2] {
    // Both pay for their moves until neither gains by moving.
    let gain = |t: i32| mine.at(t) + theirs.at(t) - 2 * t;
    let (mut from, mut temperature) = (0, None);
    for t in mine.points(theirs) {
        if gain(t) <= 0 {
            // Interpolate between the last point and this one.
            let (high, low) = (i64::from(gain(from)), i64::from(gain(t)));
            let rest = if high == low {
                0
            } else {
                i64::from(t - from) * high / (high - low)
            };
            temperature = Some(from + rest as i32);
            break;
        }
        from = t;
    }
    let temperature = temperature.unwrap_or_else(|| from + gain(from) / 2);
    [mine, theirs].map(|wall| {
        let below = wall.0.iter().filter(|point| point.0 < temperature);
        let taxed = |t: i32| (t, wall.at(t) - t);
        Wall(
            below
                .map(|point| taxed(point.0))
                .chain([taxed(temperature)])
                .collect(),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the wall of a move that ends a region and gains spare moves.
    fn gain(moves: i32) -> Wall {
        Wall(vec![(0, moves * MOVE)])
    }

    /// Returns the temperature and the mean of a region in which each player has one move.
    fn mast(mine: i32, theirs: i32) -> (i32, i32) {
        let [wall, passed] = walls(&gain(mine), &gain(theirs));
        let ((temperature, mean), (same, opposite)) = (wall.mast(), passed.mast());
        assert_eq!((temperature, mean), (same, -opposite));
        assert_eq!(wall.at(0), mine * MOVE);
        assert_eq!(wall.at(temperature + MOVE), mean);
        (temperature, mean)
    }

    #[test]
    fn one_move_each_gives_the_mean_of_both_gains() {
        assert_eq!(mast(0, 0), (0, 0));
        assert_eq!(mast(1, 1), (MOVE, 0));
        assert_eq!(mast(1, 0), (MOVE / 2, MOVE / 2));
    }

    #[test]
    fn a_threat_bends_a_wall() {
        // A move to a hotter region, which the opponent has to answer.
        let [_, hot] = walls(&gain(4), &gain(1));
        let [wall, _] = walls(&hot.after(0), &gain(1));
        assert_eq!(hot.mast(), (5 * MOVE / 2, -3 * MOVE / 2));
        assert_eq!(wall.at(0), -MOVE);
        assert_eq!(wall.mast().1, -MOVE);
    }

    #[test]
    fn the_maximum_of_two_walls_is_their_pointwise_maximum() {
        let falling = walls(&gain(3), &gain(1))[0].clone();
        let rising = falling.after(2);
        let best = falling.max(&rising);
        for t in (0..5 * MOVE).step_by(MOVE as usize / 8) {
            assert_eq!(best.at(t), falling.at(t).max(rising.at(t)), "{t}");
        }
    }
}
