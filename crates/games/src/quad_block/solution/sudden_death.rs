//! Sudden death with one hole: the numbers of positions, and the moves between them.
//!
//! On the full grid the player to move lifts a marker. After that, one side, FEW, has one marker less than half the cells
//! (11 on 5x5), the other side, MANY, has the rest (13), and there is one hole. A move swaps the hole with an own marker, so the
//! same kind of move takes it back: the predecessors of a position are relocations by the opponent of the player to move.
//!
//! Positions are stored up to symmetry of the hole alone: 25 holes are in 6 classes, and the set of FEW among the other 24
//! cells is numbered without gaps. Full canonical forms would save a little more, at the cost of an index:
//!
//! ```text
//!     0 1 2 . .
//!     . 3 4 . .      number = (side to move, class of the hole, number of the subset of FEW)
//!     . . 5 . .      2 * 6 * 2,496,144 = 29,953,728 bytes
//! ```

use std::ops::Range;

use quintet_rules::{Cell, Cells, Symmetries};
use quintet_solver::Subsets;
use quintet_solver::retrograde::{Immediate, Reversible};

use crate::quad_block::groups::{WINNING, holds_four};

/// One of the two sides, by its number of markers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Half {
    /// The side that lifted a marker.
    Few,
    Many,
}

impl Half {
    fn other(self) -> Self {
        match self {
            Half::Few => Half::Many,
            Half::Many => Half::Few,
        }
    }
}

/// A position with its hole on the first cell of its class, packed: set of FEW, class of the hole, side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Node(u32);

const CLASS_SHIFT: u32 = 25;
const SIDE_SHIFT: u32 = 28;

impl Node {
    #[inline]
    fn new<const R: usize, const C: usize>(few: Cells<R, C>, class: usize, to_move: Half) -> Self {
        Node(few.bits() as u32 | (class as u32) << CLASS_SHIFT | (to_move as u32) << SIDE_SHIFT)
    }

    #[inline]
    fn few<const R: usize, const C: usize>(self) -> Cells<R, C> {
        Cells::from_bits(u64::from(self.0 & ((1 << CLASS_SHIFT) - 1)))
    }

    #[inline]
    fn class(self) -> usize {
        (self.0 >> CLASS_SHIFT & 7) as usize
    }

    #[inline]
    pub(super) fn to_move(self) -> Half {
        if self.0 >> SIDE_SHIFT == Half::Few as u32 {
            Half::Few
        } else {
            Half::Many
        }
    }
}

/// A class of holes that are images of each other.
struct Class<const R: usize, const C: usize> {
    /// The hole of a stored position: the first cell of the class.
    hole: Cell<R, C>,
    /// The number of cells in the class.
    cells: usize,
    /// The symmetries, except the identity, that fix the hole.
    stabilisers: Vec<usize>,
}

/// The numbering for a grid of at most 25 cells.
pub(super) struct SuddenDeath<const R: usize, const C: usize> {
    symmetries: Symmetries<R, C>,
    subsets: Subsets,
    classes: Vec<Class<R, C>>,
    /// The class of each cell, and a symmetry that maps the cell to the first of the class.
    home: Vec<(usize, usize)>,
}

impl<const R: usize, const C: usize> SuddenDeath<R, C> {
    /// The markers of the side that lifted.
    const FEW: usize = (R * C) / 2 - 1;

    /// Sorts the cells into classes and prepares the numbering, in about a millisecond.
    pub(super) fn new() -> Self {
        let symmetries = Symmetries::<R, C>::new();
        let mut classes: Vec<Class<R, C>> = Vec::new();
        let mut home = Vec::new();
        for cell in Cells::ALL {
            let (first, symmetry) = (0..symmetries.count())
                .map(|symmetry| (symmetries.cell(symmetry, cell), symmetry))
                .min()
                .expect("the identity is a symmetry");
            if first == cell {
                let stays = |symmetry: &usize| symmetries.cell(*symmetry, cell) == cell;
                classes.push(Class {
                    hole: cell,
                    cells: 0,
                    stabilisers: (1..symmetries.count()).filter(stays).collect(),
                });
            }
            let class = classes
                .iter()
                .position(|class| class.hole == first)
                .expect("the first cell of a class comes first");
            classes[class].cells += 1;
            home.push((class, symmetry));
        }
        SuddenDeath {
            symmetries,
            subsets: Subsets::new((R * C) - 1, Self::FEW),
            classes,
            home,
        }
    }

    pub(super) fn symmetries(&self) -> &Symmetries<R, C> {
        &self.symmetries
    }

    /// Returns the stored image of a position.
    #[inline]
    pub(super) fn node(&self, few: Cells<R, C>, hole: Cell<R, C>, to_move: Half) -> Node {
        let (class, symmetry) = self.home[hole.index()];
        Node::new(self.symmetries.set(symmetry, few), class, to_move)
    }

    /// Returns the stored image of a position, given the markers of the player to move and of the opponent.
    pub(super) fn node_of(&self, own: Cells<R, C>, other: Cells<R, C>) -> Node {
        let hole = (!(own | other)).first().expect("there is one hole");
        if own.len() as usize == Self::FEW {
            self.node(own, hole, Half::Few)
        } else {
            self.node(other, hole, Half::Many)
        }
    }

    /// Returns the stored positions of a [part](Reversible::parts), including images of each other.
    pub(super) fn nodes(&self, part: usize) -> impl Iterator<Item = Node> {
        let (class, sets) = self.sets(part);
        sets.flat_map(move |few| [Half::Few, Half::Many].map(|side| Node::new(few, class, side)))
    }

    /// Returns the number of positions that a stored one stands for: one for each hole of its class.
    pub(super) fn images(&self, node: Node) -> u64 {
        self.classes[node.class()].cells as u64
    }

    /// Returns the markers of a side.
    #[inline]
    pub(super) fn markers(&self, node: Node, side: Half) -> Cells<R, C> {
        match side {
            Half::Few => node.few(),
            Half::Many => !(node.few() | self.hole(node)),
        }
    }

    #[inline]
    fn hole(&self, node: Node) -> Cells<R, C> {
        self.classes[node.class()].hole.alone()
    }

    /// Returns the class of holes and the sets of FEW of a part.
    fn sets(&self, part: usize) -> (usize, impl Iterator<Item = Cells<R, C>>) {
        let (class, block) = (part / Subsets::blocks(), part % Subsets::blocks());
        (class, self.subsets.block(block).map(self.open_gap(class)))
    }

    /// Returns a function from a subset of the cells without the hole to the set of FEW.
    fn open_gap(&self, class: usize) -> impl Fn(u64) -> Cells<R, C> + use<R, C> {
        let below = self.classes[class].hole.alone().bits() - 1;
        move |subset| Cells::from_bits(subset & below | (subset & !below) << 1)
    }

    /// Returns the stored positions with these numbers, which have the same side to move and class of the hole.
    pub(super) fn with_numbers(&self, numbers: Range<usize>) -> impl Iterator<Item = Node> {
        let count = self.subsets.count();
        let (kind, first) = (numbers.start / count, numbers.start % count);
        let class = kind % self.classes.len();
        let to_move = if kind < self.classes.len() {
            Half::Few
        } else {
            Half::Many
        };
        let subsets = self.subsets.with_numbers(first..first + numbers.len());
        let open_gap = self.open_gap(class);
        subsets.map(move |subset| Node::new(open_gap(subset), class, to_move))
    }

    /// Returns the number of positions with the same side to move and class of the hole, which are consecutive.
    pub(super) fn per_kind(&self) -> usize {
        self.subsets.count()
    }

    /// Returns the positions after each relocation by `mover`, with `to_move` to move.
    #[inline]
    fn relocations(&self, node: Node, mover: Half, to_move: Half) -> impl Iterator<Item = Node> {
        let hole = self.hole(node);
        self.markers(node, mover).iter().map(move |marker| {
            let few = match mover {
                Half::Few => node.few() ^ marker.alone() ^ hole,
                Half::Many => node.few(),
            };
            self.node(few, marker, to_move)
        })
    }
}

impl<const R: usize, const C: usize> Reversible for SuddenDeath<R, C> {
    type Node = Node;

    fn size(&self) -> usize {
        2 * self.classes.len() * self.subsets.count()
    }

    #[inline]
    fn number(&self, node: Node) -> usize {
        // Closing the gap at the hole leaves a subset of the other cells.
        let below = self.hole(node).bits() - 1;
        let few = node.few::<R, C>().bits();
        let subset = few & below | few >> 1 & !below;
        let block = self.classes.len() * (node.to_move() as usize) + node.class();
        block * self.subsets.count() + self.subsets.number(subset)
    }

    fn parts(&self) -> usize {
        self.classes.len() * Subsets::blocks()
    }

    fn leaders(&self, part: usize) -> impl Iterator<Item = Node> {
        let (class, sets) = self.sets(part);
        let leads = move |few: &Cells<R, C>| {
            let mut stabilisers = self.classes[class].stabilisers.iter();
            stabilisers.all(|&symmetry| *few <= self.symmetries.set(symmetry, *few))
        };
        sets.filter(leads)
            .flat_map(move |few| [Half::Few, Half::Many].map(|side| Node::new(few, class, side)))
    }

    fn leader(&self, node: Node) -> Node {
        self.twins(node).fold(node, Ord::min)
    }

    fn twins(&self, node: Node) -> impl Iterator<Item = Node> {
        let image = move |&symmetry| {
            let few = self.symmetries.set(symmetry, node.few());
            Node::new(few, node.class(), node.to_move())
        };
        self.classes[node.class()].stabilisers.iter().map(image)
    }

    fn immediate(&self, node: Node) -> Immediate {
        let own = self.markers(node, node.to_move());
        if holds_four(own) {
            return Immediate::Impossible;
        }
        if holds_four(self.markers(node, node.to_move().other())) {
            return Immediate::Over;
        }
        let and_hole = own | self.hole(node);
        // A shortcut: a marker at the hole makes a group of four, and there is a marker outside the group to relocate.
        let completes = own.len() >= WINNING && holds_four(and_hole);
        if completes || own.singles().any(|marker| holds_four(and_hole ^ marker)) {
            Immediate::Won
        } else {
            Immediate::Open
        }
    }

    #[inline]
    fn successors(&self, node: Node) -> impl Iterator<Item = Node> {
        self.relocations(node, node.to_move(), node.to_move().other())
    }

    #[inline]
    fn predecessors(&self, node: Node) -> impl Iterator<Item = Node> {
        let before = node.to_move().other();
        self.relocations(node, before, before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_number_is_used_and_moves_are_reversible<const R: usize, const C: usize>() {
        let game = SuddenDeath::<R, C>::new();
        let mut used = vec![false; game.size()];
        for leader in (0..game.parts()).flat_map(|part| game.leaders(part)) {
            assert_eq!(game.leader(leader), leader);
            used[game.number(leader)] = true;
            for twin in game.twins(leader) {
                assert_eq!(game.leader(twin), leader);
                used[game.number(twin)] = true;
            }
            for next in game.successors(leader) {
                let mut before = game.predecessors(next).map(|before| game.leader(before));
                assert!(before.any(|before| before == leader));
            }
        }
        assert!(used.iter().all(|&used| used));
        let listed = (0..game.parts()).flat_map(|part| game.nodes(part));
        let mut numbers: Vec<_> = listed.map(|node| game.number(node)).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..game.size()));
    }

    #[test]
    fn numbers_and_moves_agree_on_small_grids() {
        every_number_is_used_and_moves_are_reversible::<2, 4>();
        every_number_is_used_and_moves_are_reversible::<3, 3>();
        every_number_is_used_and_moves_are_reversible::<3, 4>();
        every_number_is_used_and_moves_are_reversible::<4, 4>();
    }
}
