//! Positions that are told apart.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher, RandomState};

use crate::Scramble;

/// Distinct positions in the order in which they were first met.
///
/// They are found by their hashes: a map of positions would be compiled for every game and size.
pub(crate) struct Distinct<P> {
    pub(crate) list: Vec<P>,
    /// By hash, or the next free number after it: the place in the list.
    places: HashMap<u64, usize, BuildHasherDefault<Scramble>>,
    hashing: RandomState,
}

impl<P> Default for Distinct<P> {
    fn default() -> Self {
        Distinct {
            list: Vec::new(),
            places: HashMap::default(),
            hashing: RandomState::new(),
        }
    }
}

impl<P: Hash + Eq> Distinct<P> {
    /// The place of a position in the list, to which it is appended if it is new.
    pub(crate) fn number(&mut self, position: P) -> usize {
        let mut hasher = self.hashing.build_hasher();
        position.hash(&mut (&mut hasher as &mut dyn Hasher));
        let mut hash = hasher.finish();
        while let Some(place) = self.places.get(&hash) {
            if self.list[*place] == position {
                return *place;
            }
            hash = hash.wrapping_add(1);
        }
        let place = self.list.len();
        self.places.insert(hash, place);
        self.list.push(position);
        place
    }

    /// Notes a position. Whether it has not been met before.
    pub(crate) fn is_new(&mut self, position: P) -> bool {
        let met = self.list.len();
        self.number(position) == met
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All are in one of two buckets.
    #[derive(PartialEq, Eq, Debug)]
    struct Alike(u8);

    impl Hash for Alike {
        fn hash<H: Hasher>(&self, state: &mut H) {
            (self.0 % 2).hash(state);
        }
    }

    #[test]
    fn positions_are_told_apart_even_if_their_hashes_are_equal() {
        let mut distinct = Distinct::default();
        for n in 0..10 {
            assert_eq!(distinct.number(Alike(n)), usize::from(n));
        }
        for n in 0..10 {
            assert_eq!(distinct.number(Alike(n)), usize::from(n));
            assert!(!distinct.is_new(Alike(n)));
        }
        assert!(distinct.is_new(Alike(10)));
        assert_eq!(distinct.list.len(), 11);
    }
}
