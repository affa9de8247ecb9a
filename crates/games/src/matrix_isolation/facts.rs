//! Facts that explain who wins in Matrix Isolation: the exits of a piece and its room.
//!
//! ```text
//!     P1 .  X        the exits of P1 are the two cells beside it;
//!     .  .  X        its room has three cells
//!     X  X  P2
//! ```

use quintet_rules::{Cells, Player};

use crate::fact::{Exchange, GameFact, Secured, exchanges, secured};
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

    /// Returns the number of cells that a player's piece reaches before the other one.
    fn nearer(&self, player: Player) -> i64 {
        let free = !(self.blocked() | self.mine.alone() | self.theirs.alone());
        let [mut own, mut other] =
            [player, player.other()].map(|player| self.piece(player).alone());
        let mut left = free;
        let mut nearer = 0;
        loop {
            let (next, others) = (own.beside() & left, other.beside() & left);
            if next.is_empty() && others.is_empty() {
                return nearer;
            }
            nearer += i64::from((next - others).len());
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
            Some(exits) if exits.least >= -1 => Some(self.only_exit(exits)),
            Some(_) => self.lead(&exchanges),
        };
        fact.into_iter().collect()
    }

    /// Marks cells of both players, with their number.
    fn marks(&self, kind: MarkKind, cells: impl Fn(Player) -> Cells<R, C>) -> Vec<Mark> {
        let players = [self.to_move, self.to_move.other()].into_iter();
        let cells = players.map(|player| (player, cells(player)));
        let marked = cells.filter(|(_, cells)| !cells.is_empty());
        let marks = marked.map(|(player, cells)| {
            Mark::of(kind, player, indices(cells)).labeled(cells.len().to_string())
        });
        marks.collect()
    }

    /// Every move lets the opponent trap the piece.
    fn trapped(&self) -> GameFact {
        let (loser, winner) = (self.to_move, self.to_move.other());
        let own = self.exits(loser).len();
        GameFact::new(
            "exits",
            MatrixIsolation::<R, C>::name,
            |voice| {
                let exits = match own {
                    1 => "the only exit".to_owned(),
                    own => format!("any of {}", count(own, "exit")),
                };
                format!(
                    "wherever {} through {exits}, {} can close the last way out",
                    voice.does(loser, "go"),
                    voice.name(winner)
                )
            },
            self.marks(MarkKind::Exit, |player| self.exits(player)),
            ("trapped", vec![own.into()]),
        )
    }

    /// Every move has an answer that leaves one exit.
    fn only_exit(&self, exits: Secured) -> GameFact {
        let loser = self.to_move;
        GameFact::new(
            "exits",
            MatrixIsolation::<R, C>::name,
            |voice| {
                let begin = exits.begin(voice, loser);
                format!("{begin} {} only one exit", voice.does(loser, "have"))
            },
            self.marks(MarkKind::Exit, |player| self.exits(player)),
            ("one-exit", vec![-exits.least]),
        )
    }

    /// Every move has an answer after which the opponent has more of something.
    fn lead(&self, exchanges: &[Exchange<Self>]) -> Option<GameFact> {
        type Measure<P> = fn(&P, Player) -> i64;
        let room: Measure<Self> = |position, player| position.room(player).len().into();
        let exits: Measure<Self> = |position, player| position.exits(player).len().into();
        let (loser, winner) = (self.to_move, self.to_move.other());
        let leads = [
            ("room-lead", room, "can reach", "more cell"),
            ("near-lead", Self::nearer, "are nearer to", "more cell"),
            ("exit-lead", exits, "have", "more exit"),
        ];
        leads
            .into_iter()
            .find_map(|(statement, measure, verb, what)| {
                let lead = secured(exchanges, |after| {
                    measure(after, winner) - measure(after, loser)
                });
                let lead = lead.filter(|lead| lead.least > 0)?;
                let (idea, marks) = if statement == "exit-lead" {
                    let exits = self.marks(MarkKind::Exit, |player| self.exits(player));
                    ("exits", exits)
                } else {
                    (
                        "rooms",
                        self.marks(MarkKind::Room, |player| self.room(player)),
                    )
                };
                Some(GameFact::new(
                    idea,
                    MatrixIsolation::<R, C>::name,
                    |voice| {
                        format!(
                            "{} {} at least {} than {}",
                            lead.begin(voice, loser),
                            voice.still(winner, verb),
                            count(lead.least, what),
                            voice.name(loser)
                        )
                    },
                    marks,
                    (statement, vec![lead.least]),
                ))
            })
    }
}
