//! The moves of the positions that are being searched.

use crate::bounds::NO_MOVE;

/// Moves, each with its number and the position after it. A game appends those of one position.
pub struct Moves<Node> {
    list: Vec<(Node, u16)>,
    /// Working memory of a sort: a number that is less the greater the weight of a move, and the place of the move.
    order: Vec<(u64, u32)>,
}

impl<Node> Default for Moves<Node> {
    fn default() -> Self {
        Moves {
            list: Vec::new(),
            order: Vec::new(),
        }
    }
}

impl<Node: Copy> Moves<Node> {
    /// Appends a move. Its number is less than [`NO_MOVE`] and no other move of the position has
    /// it; the search prefers moves whose numbers have done well elsewhere.
    #[inline]
    pub fn push(&mut self, node: Node, number: u16) {
        debug_assert!(number < NO_MOVE, "move number {number}");
        self.list.push((node, number));
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> (Node, u16) {
        self.list[at]
    }

    /// Drops all but the first `len`.
    #[inline]
    pub(super) fn keep(&mut self, len: usize) {
        self.list.truncate(len);
    }

    /// Sorts the moves from `first` on, greatest weight first; the game's order decides between
    /// equals.
    #[inline]
    pub(super) fn sort_by_weight(&mut self, first: usize, weights: &[u64]) {
        let weight = |number: u16| weights.get(usize::from(number)).copied().unwrap_or(0);
        let places = self.list[first..].iter().zip(0..);
        self.order.clear();
        self.order
            .extend(places.map(|(&(_, number), place)| (!weight(number), place)));
        if self.order.is_sorted() {
            return;
        }
        self.order.sort_unstable();
        // The sorted moves are appended, and then take the place of the others.
        let len = self.list.len();
        for (_, place) in &self.order {
            self.list.push(self.list[first + *place as usize]);
        }
        self.list.copy_within(len.., first);
        self.list.truncate(len);
    }

    #[inline]
    pub(super) fn bring_to_front(&mut self, first: usize, number: u16) {
        let moves = &mut self.list[first..];
        if let Some(at) = moves.iter().position(|&(_, n)| n == number) {
            let best = moves[at];
            moves.copy_within(..at, 1);
            moves[0] = best;
        }
    }
}
