//! The moves of the positions on the current line of play.

use crate::bounds::NO_MOVE;

/// A list of moves, each with its number and the position after it. A game appends the moves of one position.
pub struct Moves<Node> {
    list: Vec<(Node, u16)>,
    /// Scratch memory of the sort: the complement of each move's weight, and its index.
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
    /// Appends a move. Its number must be less than [`NO_MOVE`] and unique among the moves of the position. The search
    /// prefers numbers that have caused cutoffs in other positions.
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
    pub(super) fn get(&self, index: usize) -> (Node, u16) {
        self.list[index]
    }

    #[inline]
    pub(super) fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }

    /// Sorts the moves from index `first` by descending weight. The sort is stable.
    #[inline]
    pub(super) fn sort_by_weight(&mut self, first: usize, weights: &[u64]) {
        let weight = |number: u16| weights.get(usize::from(number)).copied().unwrap_or(0);
        let moves = self.list[first..].iter().zip(0..);
        self.order.clear();
        self.order
            .extend(moves.map(|(&(_, number), index)| (!weight(number), index)));
        if self.order.is_sorted() {
            return;
        }
        self.order.sort_unstable();
        // Append the moves in their new order, then move them to the front.
        let len = self.list.len();
        for (_, index) in &self.order {
            self.list.push(self.list[first + *index as usize]);
        }
        self.list.copy_within(len.., first);
        self.list.truncate(len);
    }

    #[inline]
    pub(super) fn move_to_front(&mut self, first: usize, number: u16) {
        let moves = &mut self.list[first..];
        if let Some(index) = moves.iter().position(|&(_, n)| n == number) {
            let best = moves[index];
            moves.copy_within(..index, 1);
            moves[0] = best;
        }
    }
}
