//! How positions looked before.

use super::Look;

/// What a remembered look is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    /// It looks at least so good.
    Least,
    /// It looks at most so good.
    Most,
}

/// How a position looked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    key: u64,
    look: Look,
    /// How far was looked ahead; 0 if the note is empty.
    plies: u8,
    bound: Bound,
    /// Which move looked best, by its place in the list of moves.
    pub(super) best: u16,
}

impl Note {
    const EMPTY: Note = Note {
        key: 0,
        look: 0,
        plies: 0,
        bound: Bound::Exact,
        best: 0,
    };

    pub(super) fn new(key: u64, look: Look, plies: u8, bound: Bound, best: usize) -> Self {
        Note {
            key,
            look,
            plies,
            bound,
            best: best as u16,
        }
    }

    /// The look, or a bound of it, if that is enough for a window and so many plies were looked ahead, or some pairs of
    /// plies more: the player who has moved last looks better.
    pub(super) fn settle(self, plies: u8, alpha: Look, beta: Look) -> Option<Look> {
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Least => self.look >= beta,
            Bound::Most => self.look <= alpha,
        };
        let is_alike = self.plies >= plies && (self.plies - plies).is_multiple_of(2);
        (is_alike && is_enough).then_some(self.look)
    }
}

/// A table of fixed size. It may forget.
pub(super) struct Memory {
    notes: Vec<Note>,
    /// How far a key is shifted to be the number of a note.
    shift: u32,
}

impl Memory {
    /// With room for what is worth remembering of so many positions, at most 16 MB.
    pub(super) fn for_positions(positions: u64) -> Self {
        let bits = (u64::BITS - (positions / 16).leading_zeros()).clamp(6, 20);
        Memory {
            notes: vec![Note::EMPTY; 1 << bits],
            shift: u64::BITS - bits,
        }
    }

    pub(super) fn get(&self, key: u64) -> Option<Note> {
        let note = self.notes[(key >> self.shift) as usize];
        (note.key == key && note.plies > 0).then_some(note)
    }

    pub(super) fn put(&mut self, note: Note) {
        self.notes[(note.key >> self.shift) as usize] = note;
    }
}
