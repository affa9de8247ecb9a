//! Bounds from small regions, which judge their sum without a search.
//!
//! The bounds are on the *least winning lead*: the least lead with which the player to move wins a contest. Let the walls
//! of the regions be as in [`thermograph`](quintet_solver::thermograph), and `t` the second highest temperature among
//! them. At the temperature `t`, all regions but the hottest are worth their means, so the left wall of the whole at `t`
//! is the left wall of the hottest region at `t` plus the other means. The *stop*, the gain of the player to move from the
//! whole without any cost, is at least that much, and at most `t` more. It is a whole number of private cells. If the sum of
//! the stop and the lead is above zero, the player to move wins; if it is below zero, the player loses.
//!
//! Thermographs require that moving is never a disadvantage. Here it never is: take a contested cell of the player to move
//! and a contested cell of the opponent that is the same or adjacent. After placing on the first, the player has at least
//! as many cells, and the opponent at most as many, as after the opponent placed on the second.
//!
//! A larger region is bounded by its cells alone: it is worth at most all of its cells that are open to the player, and at
//! least the loss of all that are open to the opponent.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use quintet_solver::thermograph::{MOVE, Wall, walls};
use quintet_solver::{Budget, IntHasher, Meter};

use super::contest::Contest;

/// The thermograph of a small region for the player to move, and its least winning lead.
struct Region {
    wall: Wall,
    least: i8,
}

/// The small regions that have occurred, each solved once.
pub(super) struct Regions<const R: usize, const C: usize> {
    places: HashMap<u128, usize, BuildHasherDefault<IntHasher>>,
    list: Vec<Region>,
    /// Working memory: the regions of the contest that is judged.
    parts: Vec<Contest<R, C>>,
}

/// Bounds on the least winning lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeadBounds {
    pub(super) low: i8,
    pub(super) high: i8,
}

impl LeadBounds {
    const OPEN: LeadBounds = LeadBounds {
        low: i8::MIN,
        high: i8::MAX,
    };

    /// Returns the bounds that follow from the number of cells. A player with no more open
    /// cells than the other has private cells loses, and a player with at least as many private cells as the other has open
    /// cells wins.
    pub(super) fn by_count<const R: usize, const C: usize>(contest: Contest<R, C>) -> Self {
        LeadBounds {
            low: 1 - contest.my_count(),
            high: contest.their_count().max(1),
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        LeadBounds {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    /// Tests whether a lead wins. `None` if the bounds leave that open.
    pub(super) fn is_won(self, lead: i8) -> Option<bool> {
        if lead >= self.high {
            Some(true)
        } else {
            (lead < self.low).then_some(false)
        }
    }
}

/// The most cells of a small region. Larger regions take more time than they save, measured on 8x8 and on a row of 40.
const SMALL: u32 = 12;

impl<const R: usize, const C: usize> Default for Regions<R, C> {
    fn default() -> Self {
        let none = Region {
            wall: Wall::zero(),
            least: 1,
        };
        Regions {
            places: HashMap::from_iter([(Contest::<R, C>::NONE.key(), 0)]),
            list: vec![none],
            parts: Vec::new(),
        }
    }
}

impl<const R: usize, const C: usize> Regions<R, C> {
    /// Returns bounds on the least winning lead of a contest. `None` if the budget is used up.
    pub(super) fn judge(
        &mut self,
        contest: Contest<R, C>,
        meter: &mut Meter,
        budget: &Budget,
    ) -> Option<LeadBounds> {
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        contest.each_region(|region| parts.push(region));
        let judged = self.judge_sum(&parts, meter, budget);
        self.parts = parts;
        judged
    }

    fn judge_sum(
        &mut self,
        regions: &[Contest<R, C>],
        meter: &mut Meter,
        budget: &Budget,
    ) -> Option<LeadBounds> {
        // Bounds on the worth of the larger regions.
        let (mut low, mut high) = (0, 0);
        // The hottest region with its temperature, and the second highest temperature.
        let (mut hottest, mut hot, mut warm) = (None, -1, 0);
        let mut means = 0;
        for region in regions {
            if region.len() > SMALL {
                low -= i32::from(region.their_count());
                high += i32::from(region.my_count());
                continue;
            }
            let place = self.solve(*region, meter, budget)?;
            if regions.len() == 1 {
                let least = self.list[place].least;
                return Some(LeadBounds {
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
            return Some(LeadBounds::OPEN);
        };
        let wall = &self.list[hottest].wall;
        let least_stop = means - wall.mast().1 + wall.at(warm);
        let most_stop = least_stop + warm;
        let least_stop = -(-least_stop).div_euclid(MOVE) + low;
        let most_stop = most_stop.div_euclid(MOVE) + high;
        Some(LeadBounds {
            low: -most_stop as i8,
            high: (1 - least_stop) as i8,
        })
    }

    /// Solves a small region, and the same with the players exchanged. Returns its place in the list.
    fn solve(
        &mut self,
        region: Contest<R, C>,
        meter: &mut Meter,
        budget: &Budget,
    ) -> Option<usize> {
        if let Some(place) = self.places.get(&region.key()) {
            return Some(*place);
        }
        if !meter.visit(budget) {
            return None;
        }
        let (mine, my_least) = self.best(region, meter, budget)?;
        let (theirs, their_least) = self.best(region.passed(), meter, budget)?;
        let [mine, theirs] = walls(&mine, &theirs);
        let place = self.list.len();
        self.places.insert(region.passed().key(), place + 1);
        self.places.insert(region.key(), place);
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

    /// Returns the worth of the best moves at each temperature, and the least lead with which a move wins.
    fn best(
        &mut self,
        region: Contest<R, C>,
        meter: &mut Meter,
        budget: &Budget,
    ) -> Option<(Wall, i8)> {
        let mut moves = Vec::new();
        region.each_placement(&mut |next, gain| moves.push((next, gain)));
        let mut best: Option<(Wall, i8)> = None;
        for (next, gain) in moves {
            let place = self.solve(next.at_the_corner(), meter, budget)?;
            let next = &self.list[place];
            let (wall, least) = (next.wall.after(gain), before(next.least, gain));
            best = Some(match best {
                None => (wall, least),
                Some((other, other_least)) => (other.max(&wall), other_least.min(least)),
            });
        }
        Some(best.expect("a contest has a cell to place on"))
    }
}

/// Returns the least lead with which a move wins that gains `gain` private cells, given the opponent's least winning lead
/// after it.
pub(super) const fn before(least: i8, gain: u8) -> i8 {
    1 - least - gain.cast_signed()
}
