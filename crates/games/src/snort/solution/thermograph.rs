//! What a region is worth at each temperature.
//!
//! The theory is that of Conway, *On Numbers and Games*, chapter 9. Let a move cost `t` spare cells, to both players, until
//! nobody wants to move any more. What the player who begins gets then, the *left wall* of the thermograph at the
//! temperature `t`, falls with `t` by at most as much as `t` rises, and stays at the *mean* from the region's own temperature
//! on. Here every region is hot or at least tepid. Take a contested cell of the player to move and one of the opponent, which is the
//! same or beside it: after placing on the first, the player has no fewer cells and the opponent no more than after
//! the opponent placed on the second. So moving is no disadvantage, no region is a number of spare cells, and the
//! two walls of a region never cross below temperature zero, where fractions of a spare cell would begin.

/// One spare cell. Two walls may meet half a unit after their last point, so each placement can halve the unit: regions of
/// up to sixteen cells are exact.
pub(super) const CELL: i32 = 1 << 16;

/// A value by temperature: straight lines between points, from temperature zero on, and level after the last.
#[derive(Clone, Debug, Default)]
pub(super) struct Wall(Vec<(i32, i32)>);

impl Wall {
    /// No region: nothing at all temperatures.
    pub(super) fn level() -> Self {
        Wall(vec![(0, 0)])
    }

    /// The value at a temperature.
    pub(super) fn at(&self, temperature: i32) -> i32 {
        let later = self.0.iter().position(|point| point.0 > temperature);
        let (from, value) = self.0[later.unwrap_or(self.0.len()) - 1];
        // A line between two points is level or has a slope of one.
        let slope = later.map_or(0, |later| (self.0[later].1 - value).signum());
        value + slope * (temperature - from)
    }

    /// From its last point on it is level: the temperature, and the value there.
    pub(super) fn mast(&self) -> (i32, i32) {
        *self.0.last().expect("a wall has a point")
    }

    /// What a move gets that leaves the opponent this wall and gains so many spare cells.
    pub(super) fn after(&self, gain: u8) -> Wall {
        let gain = i32::from(gain) * CELL;
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
    pub(super) fn or(&self, other: &Wall) -> Wall {
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
pub(super) fn walls(mine: &Wall, theirs: &Wall) -> [Wall; 2] {
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

    /// What a move gets that ends a region with so many spare cells.
    fn alone(cells: i32) -> Wall {
        Wall(vec![(0, cells * CELL)])
    }

    /// The temperature and the mean of a region in which each player has one move.
    fn mast(mine: i32, theirs: i32) -> (i32, i32) {
        let [wall, passed] = walls(&alone(mine), &alone(theirs));
        let ((temperature, mean), (same, opposite)) = (wall.mast(), passed.mast());
        assert_eq!((temperature, mean), (same, -opposite));
        assert_eq!(wall.at(0), mine * CELL);
        assert_eq!(wall.at(temperature + CELL), mean);
        (temperature, mean)
    }

    #[test]
    fn a_region_of_one_move_each_has_the_mean_of_what_both_get() {
        // One cell that is open to both; two beside each other; a cell of one beside two of the other.
        assert_eq!(mast(0, 0), (0, 0));
        assert_eq!(mast(1, 1), (CELL, 0));
        assert_eq!(mast(1, 0), (CELL / 2, CELL / 2));
    }

    #[test]
    fn a_threat_makes_a_wall_that_bends() {
        // A move to a region of a higher temperature: the opponent has to answer it.
        let [_, hot] = walls(&alone(4), &alone(1));
        let [wall, _] = walls(&hot.after(0), &alone(1));
        assert_eq!(hot.mast(), (5 * CELL / 2, -3 * CELL / 2));
        assert_eq!(wall.at(0), -CELL);
        assert_eq!(wall.mast().1, -CELL);
    }

    #[test]
    fn the_better_of_two_walls_is_the_greater_value_everywhere() {
        let falling = walls(&alone(3), &alone(1))[0].clone();
        let rising = falling.after(2);
        let best = falling.or(&rising);
        for t in (0..5 * CELL).step_by(CELL as usize / 8) {
            assert_eq!(best.at(t), falling.at(t).max(rising.at(t)), "{t}");
        }
    }
}
