//! What small regions are worth, so that a sum of them can be judged without searching it.
//!
//! What is asked of a contest is the *least winning lead*: the least lead with which the player to move wins. Let the
//! walls of the regions be as in [`thermograph`](quintet_solver::thermograph), and `t` the second highest temperature among them. At
//! the temperature `t` all regions but the hottest are worth their means, so the sum of the left wall of the hottest at `t`
//! and of the other means is the left wall of the whole at `t`. What the player to move gets from the whole without any costs,
//! the *stop*, is at least as much, and at most `t` more. It is a whole number of spare cells. If with the
//! lead it is above zero, the player to move wins, and if it is below, they lose.
//!
//! Moving is never a disadvantage, as thermographs want it here. Take a contested cell of the player to move and one of the
//! opponent, which is the same or beside it: after placing on the first, the player has no fewer cells and the opponent no more
//! than after the opponent placed on the second.
//!
//! Of a larger region only this is known: it is worth no more to the player than all of its cells that are open to
//! them, and no less than the loss of all that are open to the opponent.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use quintet_solver::thermograph::{MOVE, Wall, walls};
use quintet_solver::{Budget, IntHasher, Meter};

use super::open::Open;

/// What is known of a small region.
struct Region {
    wall: Wall,
    least: i8,
}

/// The small regions that have been met, each settled once.
pub(super) struct Regions<const R: usize, const C: usize> {
    places: HashMap<u128, usize, BuildHasherDefault<IntHasher>>,
    list: Vec<Region>,
    /// Working memory: the regions of the contest that is judged.
    met: Vec<Open<R, C>>,
}

/// Bounds of the least winning lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Least {
    pub(super) low: i8,
    pub(super) high: i8,
}

impl Least {
    /// Nothing is known.
    const OPEN: Least = Least {
        low: i8::MIN,
        high: i8::MAX,
    };

    /// What the number of cells tells. A player who cannot place more than the other has spare loses, and one who has no less
    /// spare than the other can place wins.
    pub(super) fn by_count<const R: usize, const C: usize>(open: Open<R, C>) -> Self {
        Least {
            low: 1 - open.my_count(),
            high: open.their_count().max(1),
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        Least {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    /// Whether a lead wins, if the bounds tell.
    pub(super) fn is_won(self, lead: i8) -> Option<bool> {
        if lead >= self.high {
            Some(true)
        } else {
            (lead < self.low).then_some(false)
        }
    }
}

/// Larger regions are not settled: they take more time than they spare. Measured on 8x8 and on a row of 40.
const SMALL: u32 = 12;

impl<const R: usize, const C: usize> Default for Regions<R, C> {
    fn default() -> Self {
        let none = Region {
            wall: Wall::zero(),
            least: 1,
        };
        Regions {
            places: HashMap::from_iter([(Open::<R, C>::NONE.key(), 0)]),
            list: vec![none],
            met: Vec::new(),
        }
    }
}

impl<const R: usize, const C: usize> Regions<R, C> {
    /// Bounds of the least lead with which the player to move wins a contest. `None` if the budget is used up.
    pub(super) fn judge(
        &mut self,
        open: Open<R, C>,
        meter: &mut Meter,
        budget: &Budget,
    ) -> Option<Least> {
        let mut met = std::mem::take(&mut self.met);
        met.clear();
        open.each_region(|region| met.push(region));
        let judged = self.judge_sum(&met, meter, budget);
        self.met = met;
        judged
    }

    fn judge_sum(
        &mut self,
        regions: &[Open<R, C>],
        meter: &mut Meter,
        budget: &Budget,
    ) -> Option<Least> {
        // What the larger regions are worth at least, and at most.
        let (mut low, mut high) = (0, 0);
        // The hottest and its temperature, and the second highest temperature.
        let (mut hottest, mut hot, mut warm) = (None, -1, 0);
        let mut means = 0;
        for region in regions {
            if region.len() > SMALL {
                low -= i32::from(region.their_count());
                high += i32::from(region.my_count());
                continue;
            }
            let place = self.settle(*region, meter, budget)?;
            if regions.len() == 1 {
                let least = self.list[place].least;
                return Some(Least {
                    low: least,
                    high: least,
                });
            }
            let (temperature, mean) = self.list[place].wall.mast();
            means += mean;
            if temperature > hot {
                warm = hot.max(0);
                (hottest, hot) = (Some(place), temperature);
            } else {
                warm = warm.max(temperature);
            }
        }
        let Some(hottest) = hottest else {
            return Some(Least::OPEN);
        };
        let wall = &self.list[hottest].wall;
        let least_stop = means - wall.mast().1 + wall.at(warm);
        let most_stop = least_stop + warm;
        let least_stop = -(-least_stop).div_euclid(MOVE) + low;
        let most_stop = most_stop.div_euclid(MOVE) + high;
        Some(Least {
            low: -most_stop as i8,
            high: (1 - least_stop) as i8,
        })
    }

    /// Works out a small contest, and the same with the players exchanged. Its place in the list.
    fn settle(&mut self, open: Open<R, C>, meter: &mut Meter, budget: &Budget) -> Option<usize> {
        if let Some(place) = self.places.get(&open.key()) {
            return Some(*place);
        }
        if !meter.visit(budget) {
            return None;
        }
        let (mine, my_least) = self.best(open, meter, budget)?;
        let (theirs, their_least) = self.best(open.passed(), meter, budget)?;
        let [mine, theirs] = walls(&mine, &theirs);
        let place = self.list.len();
        self.places.insert(open.passed().key(), place + 1);
        self.places.insert(open.key(), place);
        self.list.push(Region {
            wall: mine,
            least: my_least,
        });
        self.list.push(Region {
            wall: theirs,
            least: their_least,
        });
        Some(place)
    }

    /// What the best moves of the player to move get at each temperature, and the least lead with which one wins.
    fn best(&mut self, open: Open<R, C>, meter: &mut Meter, budget: &Budget) -> Option<(Wall, i8)> {
        let mut moves = Vec::new();
        open.each_placement(&mut |next, gain| moves.push((next, gain)));
        let mut best: Option<(Wall, i8)> = None;
        for (next, gain) in moves {
            let place = self.settle(next.at_the_corner(), meter, budget)?;
            let next = &self.list[place];
            let (wall, least) = (next.wall.after(gain), before(next.least, gain));
            best = Some(match best {
                None => (wall, least),
                Some((other, other_least)) => (other.max(&wall), other_least.min(least)),
            });
        }
        Some(best.expect("there is a cell to place on in a contest"))
    }
}

/// The least lead with which a move wins that gains so many spare cells and leaves the opponent this least winning
/// lead.
pub(super) const fn before(least: i8, gain: u8) -> i8 {
    1 - least - gain.cast_signed()
}
