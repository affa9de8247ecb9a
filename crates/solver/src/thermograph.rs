//! What a region is worth at each temperature.
//!
//! The theory is that of Conway, *On Numbers and Games*, chapter 9. What is at stake in a region is counted in spare moves:
//! those that a player can make there at any time, whatever the opponent does. Let a move cost `t` of them, to both players,
//! until nobody wants to move any more. What the player who begins gets then, the *left wall* of the thermograph at the
//! temperature `t`, falls with `t` by at most as much as `t` rises, and stays at the *mean* from the region's own temperature
//! on.
//!
//! Walls begin at temperature zero here, so this is for games in which moving is never a disadvantage. Then no region
//! is a number of spare moves, and its two walls never cross below zero, where fractions of a spare move would begin.

/// One spare move. Two walls may meet half a unit after their last point, so each move can halve the unit: regions of
/// up to sixteen moves are exact.
pub const MOVE: i32 = 1 << 16;

/// A value by temperature: straight lines between points, from temperature zero on, and level after the last.
#[derive(Clone, Debug, Default)]
pub struct Wall(Vec<(i32, i32)>);

impl Wall {
    /// No region: nothing at all temperatures.
    pub fn level() -> Self {
        Wall(vec![(0, 0)])
    }

    /// The value at a temperature.
    pub fn at(&self, temperature: i32) -> i32 {
        let later = self.0.iter().position(|point| point.0 > temperature);
        let (from, value) = self.0[later.unwrap_or(self.0.len()) - 1];
        // A line between two points is level or has a slope of one.
        let slope = later.map_or(0, |later| (self.0[later].1 - value).signum());
        value + slope * (temperature - from)
    }

    /// From its last point on it is level: the temperature, and the value there.
    pub fn mast(&self) -> (i32, i32) {
        *self.0.last().expect("a wall has a point")
    }

    /// What a move gets that leaves the opponent this wall and gains so many spare moves.
    #[must_use]
    pub fn after(&self, gain: u8) -> Wall {
        let gain = i32::from(gain) * MOVE;
        Wall(self.0.iter().map(|(t, value)| (*t, gain - value)).collect())
    }

    /// The temperatures at which one of two walls has a point.
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

    /// The better of two at each temperature.
    #[must_use]
    pub fn or(&self, other: &Wall) -> Wall {
        let mut best: Vec<(i32, i32)> = Vec::new();
        let mut before: Option<(i32, i32)> = None;
        for t in self.points(other) {
            let (one, two) = (self.at(t), other.at(t));
            if let Some((from, lead)) =
                before.filter(|before| before.1.signum() * (one - two).signum() < 0)
            {
                // Their slopes differ by one, so they meet when the lead is used up.
                let meeting = from + lead.abs();
                best.push((meeting, self.at(meeting)));
            }
            best.push((t, one.max(two)));
            before = Some((t, one - two));
        }
        Wall(best)
    }
}

/// The walls of a region, from what the best moves of the player and of the opponent get: the player's, and the opponent's
/// if they begin.
pub fn walls(mine: &Wall, theirs: &Wall) -> [Wall; 2] {
    // Both pay for their moves, until neither gains by one.
    let gain = |t: i32| mine.at(t) + theirs.at(t) - 2 * t;
    let (mut from, mut temperature) = (0, None);
    for t in mine.points(theirs) {
        if gain(t) <= 0 {
            // Straight from the last point to this one.
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

    /// What a move gets that ends a region with so many spare moves.
    fn alone(cells: i32) -> Wall {
        Wall(vec![(0, cells * MOVE)])
    }

    /// The temperature and the mean of a region in which each player has one move.
    fn mast(mine: i32, theirs: i32) -> (i32, i32) {
        let [wall, passed] = walls(&alone(mine), &alone(theirs));
        let ((temperature, mean), (same, opposite)) = (wall.mast(), passed.mast());
        assert_eq!((temperature, mean), (same, -opposite));
        assert_eq!(wall.at(0), mine * MOVE);
        assert_eq!(wall.at(temperature + MOVE), mean);
        (temperature, mean)
    }

    #[test]
    fn a_region_of_one_move_each_has_the_mean_of_what_both_get() {
        assert_eq!(mast(0, 0), (0, 0));
        assert_eq!(mast(1, 1), (MOVE, 0));
        assert_eq!(mast(1, 0), (MOVE / 2, MOVE / 2));
    }

    #[test]
    fn a_threat_makes_a_wall_that_bends() {
        // A move to a region of a higher temperature: the opponent has to answer it.
        let [_, hot] = walls(&alone(4), &alone(1));
        let [wall, _] = walls(&hot.after(0), &alone(1));
        assert_eq!(hot.mast(), (5 * MOVE / 2, -3 * MOVE / 2));
        assert_eq!(wall.at(0), -MOVE);
        assert_eq!(wall.mast().1, -MOVE);
    }

    #[test]
    fn the_better_of_two_walls_is_the_greater_value_everywhere() {
        let falling = walls(&alone(3), &alone(1))[0].clone();
        let rising = falling.after(2);
        let best = falling.or(&rising);
        for t in (0..5 * MOVE).step_by(MOVE as usize / 8) {
            assert_eq!(best.at(t), falling.at(t).max(rising.at(t)), "{t}");
        }
    }
}
