//! Facts that explain who wins in Matrix Isolation: the exits of a piece and its room.
//!
//! ```text
//!     P1 .  X        the exits of P1 are the two cells next to it;
//!     .  .  X        its room has three cells
//!     X  X  P2
//! ```

use quintet_rules::{Cells, Player};

use crate::fact::{AnsweredMove, GameFact, Secured, Voice, exchanges, secured};
use crate::game::{Values, Words};
use crate::mark::{Mark, MarkKind};
use crate::matrix_isolation::{Isolation, MatrixIsolation};
use crate::scene::indices;
use crate::text::count;

impl<const R: usize, const C: usize> Isolation<R, C> {
    /// Returns the cells that a player's piece can enter.
    fn exits(&self, player: Player) -> Cells<R, C> {
        self.piece(player).neighbors() - self.closed(player)
    }

    /// Returns the cells that a player's piece can reach.
    fn room(&self, player: Player) -> Cells<R, C> {
        let piece = self.piece(player).alone();
        piece.spread(!self.closed(player)) - piece
    }

    fn closed(&self, player: Player) -> Cells<R, C> {
        self.blocked() | self.piece(player.other()).alone()
    }

    /// Returns the cells that a player's piece reaches before the other one.
    fn nearer(&self, player: Player) -> Cells<R, C> {
        let free = !(self.blocked() | self.mine.alone() | self.theirs.alone());
        let [mut own, mut other] =
            [player, player.other()].map(|player| self.piece(player).alone());
        let mut left = free;
        let mut nearer = Cells::NONE;
        loop {
            let (next, others) = (own.beside() & left, other.beside() & left);
            if next.is_empty() && others.is_empty() {
                return nearer;
            }
            nearer = nearer | (next - others);
            own = next;
            other = others;
            left = left - (next | others);
        }
    }

    /// Returns the facts that explain why the player to move loses.
    pub(super) fn facts(&self, values: &Values<Self>) -> Vec<GameFact> {
        let Some(exchanges) = exchanges(self, values) else {
            return Vec::new();
        };
        let loser = self.to_move;
        let exits = secured(&exchanges, |after| -i64::from(after.exits(loser).len()));
        let fact = match exits {
            None => Some(self.trapped()),
            Some(exits) if exits.least >= -1 => Some(self.only_exit(&exits)),
            Some(_) => self.lead(&exchanges),
        };
        fact.into_iter().collect()
    }

    /// Marks cells of both players, with their number.
    fn marks(&self, kind: MarkKind, cells: impl Fn(&Self, Player) -> Cells<R, C>) -> Vec<Mark> {
        let [one, two] = Player::BOTH.map(|player| cells(self, player));
        let shared = one & two;
        let marks = [(Player::One, one), (Player::Two, two)].into_iter();
        let marks = marks.map(|(player, cells)| {
            let label = cells.len().to_string();
            Mark::of(kind, player, indices(cells - shared)).labeled(label)
        });
        let shared = Mark::shared(kind, indices(shared));
        let marks = marks.chain([shared]);
        marks.filter(|mark| !mark.cells.is_empty()).collect()
    }

    /// Returns a fact if every move lets the opponent trap the piece.
    fn trapped(&self) -> GameFact {
        let (loser, winner) = (self.to_move, self.to_move.other());
        let own = self.exits(loser).len();
        GameFact::new(
            "exits",
            MatrixIsolation::<R, C>::name,
            |voice| {
                let whose = voice.whose(loser);
                let exits = match own {
                    1 => format!("{whose} only exit is a trap"),
                    _ => format!("each of {whose} {own} exits is a trap"),
                };
                let winner = voice.name(winner);
                format!("{exits}: {winner} can then close the last way out")
            },
            self.marks(MarkKind::Exit, Self::exits),
            ("trapped", vec![own.into()]),
        )
    }

    /// Returns a fact if every move has an answer that leaves one exit.
    fn only_exit(&self, exits: &Secured<Self>) -> GameFact {
        let loser = self.to_move;
        GameFact::new(
            "exits",
            MatrixIsolation::<R, C>::name,
            |voice| {
                let begin = exits.begin(voice, loser, "leave");
                format!("{begin} {} only one exit", voice.name(loser))
            },
            exits.marks(loser, exits.after.marks(MarkKind::Exit, Self::exits)),
            ("one-exit", vec![-exits.least]),
        )
    }

    /// Returns a fact if every move has an answer after which the opponent has more of something.
    fn lead(&self, exchanges: &[AnsweredMove<Self>]) -> Option<GameFact> {
        type CellsOf<P, C> = fn(&P, Player) -> C;
        let exits: CellsOf<Self, Cells<R, C>> = Self::exits;
        let (loser, winner) = (self.to_move, self.to_move.other());
        let leads = [
            (
                "room-lead",
                "rooms",
                MarkKind::Room,
                Self::room as _,
                "can",
                "reach ",
                "more cell",
            ),
            (
                "near-lead",
                "rooms",
                MarkKind::Room,
                Self::nearer as _,
                "are",
                "nearer to ",
                "more cell",
            ),
            (
                "exit-lead",
                "exits",
                MarkKind::Exit,
                exits,
                "get",
                "",
                "more exit",
            ),
        ];
        let find = |must_decide: bool| {
            leads
                .iter()
                .find_map(|&(statement, idea, kind, cells, verb, how, what)| {
                    let lead = secured(exchanges, |after| {
                        let [theirs, own] =
                            [winner, loser].map(|player| cells(after, player).len());
                        i64::from(theirs) - i64::from(own)
                    })?;
                    let clause = |voice: Voice| {
                        let begin = lead.begin(voice, loser, verb);
                        let more = count(lead.least, what);
                        format!("{begin} {how}at least {more} than {}", voice.name(loser))
                    };
                    (lead.least > 0 && (lead.decides || !must_decide)).then(|| {
                        let marks = lead.marks(loser, lead.after.marks(kind, cells));
                        let name = MatrixIsolation::<R, C>::name;
                        GameFact::new(idea, name, clause, marks, (statement, vec![lead.least]))
                    })
                })
        };
        // A lead that decides is a better reason.
        find(true).or_else(|| find(false))
    }
}
