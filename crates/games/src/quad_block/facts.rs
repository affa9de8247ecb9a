//! Facts that explain who wins in Quad Block: threats that must be answered, and forks, which are two threats at once.
//!
//! ```text
//!     .  .  .  .  .
//!     .  X  X  X  .      X threatens to win on both sides, and O can only close one
//!     .  .  .  .  .
//! ```

use quintet_rules::{Cells, Player, Position};
use quintet_solver::Value;

use crate::fact::{AnsweredMove, GameFact, Voice, exchanges, secured};
use crate::game::{Values, Words};
use crate::mark::{Mark, MarkKind};
use crate::quad_block::notation::cell_number;
use crate::quad_block::{QuadBlock, Quads, QuadsMove, groups};
use crate::scene::indices;

/// The most moves of the attacker in a series of threats.
const LONGEST: u32 = 6;

impl<const R: usize, const C: usize> Quads<R, C> {
    /// Returns the cells on which the player to move would win at once while placing.
    fn wins(&self) -> Cells<R, C> {
        groups::completing(self.mine, !(self.mine | self.theirs))
    }

    /// Returns the number of moves in which the player to move wins by threats that the opponent must answer one after the
    /// other, the last of which is a fork. `None` if there is no such series of at most `longest` moves.
    fn series(&self, longest: u32) -> Option<u32> {
        if !self.wins().is_empty() {
            return Some(1);
        }
        if longest < 2 || self.in_sudden_death {
            return None;
        }
        let danger = self.passed().wins();
        let moves = match danger.len() {
            0 => self.choices(),
            1 => danger,
            _ => return None,
        };
        let mut shortest: Option<u32> = None;
        for cell in moves {
            let longest = shortest.map_or(longest, |shortest| shortest - 1);
            let after = self.play_unchecked(QuadsMove::Place(cell));
            if let Some(rest) = after.answered(longest.saturating_sub(1)) {
                shortest = Some(rest + 1);
            }
        }
        shortest
    }

    /// Returns the length of the rest of a series after a threat, with the opponent to answer. `None` if there is no threat
    /// or the opponent has a better answer.
    fn answered(&self, longest: u32) -> Option<u32> {
        if longest == 0 || self.in_sudden_death || !self.wins().is_empty() {
            return None;
        }
        let threats = self.passed().wins();
        match (threats.len(), threats.first()) {
            (0, _) | (_, None) => None,
            (1, Some(block)) => {
                let next = self.play_unchecked(QuadsMove::Place(block));
                next.series(longest)
            }
            _ => Some(1),
        }
    }

    /// Returns the facts that explain why the player to move loses.
    pub(super) fn facts(&self, values: &Values<Self>) -> Vec<GameFact> {
        let fact = self.forced().or_else(|| self.threatened(values));
        fact.into_iter().collect()
    }

    /// Finds that every move can be answered with a threat.
    fn threatened(&self, values: &Values<Self>) -> Option<GameFact> {
        /// Values of positions with more moves take too long to search.
        const MOST_MOVES: u32 = 16;
        if self.choices().len() > MOST_MOVES || !matches!(values(&[*self])[0], Some(Value::Loss(_)))
        {
            return None;
        }
        let exchanges = exchanges(self, values)?;
        let threats = secured(&exchanges, |after| {
            let passed = after.passed();
            let ends = passed
                .moves()
                .filter(|mv| passed.play_unchecked(*mv).is_over);
            ends.count().cast_signed() as i64
        });
        let (loser, winner) = (self.to_move, self.to_move.other());
        let Some(threats) = threats.filter(|threats| threats.least > 0 && threats.decides) else {
            return self.zugzwang(&exchanges);
        };
        Some(GameFact::new(
            "threat",
            QuadBlock::<R, C>::name,
            |voice| {
                let begin = threats.begin(voice, loser, "threaten");
                let what = if threats.ends { "do so" } else { "win at once" };
                format!("{begin} to {what}")
            },
            threats.marks(loser, threats.after.attack(winner)),
            ("threat-lead", vec![threats.least]),
        ))
    }

    /// Finds that the player to move soon runs out of moves that do not lose at once.
    fn zugzwang(&self, exchanges: &[AnsweredMove<Self>]) -> Option<GameFact> {
        /// More moves are no lack of moves.
        const FEW: i64 = 3;
        let can_win = |position: &Self| {
            let mut moves = position.moves();
            moves.any(|mv| position.play_unchecked(mv).is_over)
        };
        let safe = secured(exchanges, |after| {
            let next = after.moves().map(|mv| after.play_unchecked(mv));
            -(next.filter(|next| !can_win(next)).count().cast_signed() as i64)
        });
        let safe = safe.filter(|safe| -safe.least <= FEW && safe.decides)?;
        let (loser, winner) = (self.to_move, self.to_move.other());
        Some(GameFact::new(
            "zugzwang",
            QuadBlock::<R, C>::name,
            |voice| {
                let begin = safe.begin(voice, loser, "leave");
                let loser = voice.name(loser);
                match -safe.least {
                    0 => format!("{begin} {loser} only moves that lose at once"),
                    1 => format!("{begin} {loser} only 1 move that does not lose at once"),
                    left => format!("{begin} {loser} only {left} moves that do not lose at once"),
                }
            },
            safe.marks(loser, safe.after.attack(winner)),
            ("safe-moves", vec![-safe.least]),
        ))
    }

    /// True if the player to move wins by a series of threats, perhaps after one quiet move.
    fn plan(&self) -> bool {
        if self.series(LONGEST).is_some() {
            return true;
        }
        let danger = self.passed().wins();
        let moves = match danger.len() {
            0 => self.choices(),
            1 => danger,
            _ => return false,
        };
        moves.iter().any(|cell| {
            let after = self.play_unchecked(QuadsMove::Place(cell));
            let is_quiet = !after.in_sudden_death && after.wins().is_empty();
            is_quiet
                && after.choices().iter().all(|reply| {
                    let next = after.play_unchecked(QuadsMove::Place(reply));
                    next.series(LONGEST).is_some()
                })
        })
    }

    /// Finds that the opponent wins by threats that must be answered.
    fn forced(&self) -> Option<GameFact> {
        if self.is_over || self.in_sudden_death || !self.wins().is_empty() {
            return None;
        }
        let threats = self.passed().wins();
        let moves = match threats.len() {
            0 => self.choices(),
            1 => threats,
            _ => return None,
        };
        let mut slowest = 0;
        for cell in moves {
            let next = self.play_unchecked(QuadsMove::Place(cell));
            let Some(length) = next.series(LONGEST) else {
                return self.prepared(moves);
            };
            slowest = slowest.max(length);
        }
        let name = QuadBlock::<R, C>::name;
        let (loser, winner) = (self.to_move, self.to_move.other());
        let clause = |voice: Voice| {
            let begin = match threats.first() {
                Some(block) => {
                    let cell = cell_number(block);
                    format!("{} close cell {cell}, and then", voice.does(loser, "must"))
                }
                None => format!("whatever {},", voice.does(loser, "play")),
            };
            let winner = voice.name(winner);
            match slowest {
                ..=1 => format!("{begin} {winner} can win immediately"),
                2 => format!("{begin} {winner} can make two threats at once"),
                _ => format!(
                    "{begin} {winner} can make threats that must be answered one after the other, until two come at the same time"
                ),
            }
        };
        let idea = if slowest <= 2 { "fork" } else { "chain" };
        Some(GameFact::new(
            idea,
            name,
            clause,
            self.attack(winner),
            ("series", vec![slowest.into()]),
        ))
    }

    /// Finds that the opponent can prepare a fork that cannot be prevented, after each of these moves.
    fn prepared(&self, moves: Cells<R, C>) -> Option<GameFact> {
        /// On larger boards the search takes too long.
        const MOST_CELLS: usize = 25;
        if R * C > MOST_CELLS {
            return None;
        }
        let mut after = moves
            .iter()
            .map(|cell| self.play_unchecked(QuadsMove::Place(cell)));
        if !after.all(|next| !next.in_sudden_death && next.plan()) {
            return None;
        }
        let (loser, winner) = (self.to_move, self.to_move.other());
        Some(GameFact::new(
            "fork",
            QuadBlock::<R, C>::name,
            |voice| {
                format!(
                    "whatever {}, {} can prepare threats that end in a fork",
                    voice.does(loser, "play"),
                    voice.name(winner)
                )
            },
            self.attack(winner),
            ("plan", Vec::new()),
        ))
    }

    /// Marks the groups of a player that can still grow, and the cells that now win or would make a fork.
    fn attack(&self, winner: Player) -> Vec<Mark> {
        let passed = self.passed();
        let empty = if self.in_sudden_death {
            Cells::NONE
        } else {
            self.choices()
        };
        let mut marks = Vec::new();
        for group in groups::all(passed.mine) {
            let is_growing = (2..groups::WINNING).contains(&group.len());
            if is_growing && group.beside().meets(empty) {
                let mark = Mark::of(MarkKind::Group, winner, indices(group));
                marks.push(mark.labeled(group.len().to_string()));
            }
        }
        let threats = passed.wins() & empty;
        for cell in threats {
            marks.push(Mark::of(MarkKind::Threat, winner, vec![cell.index()]));
            marks.push(Mark::of(
                MarkKind::Block,
                winner.other(),
                vec![cell.index()],
            ));
        }
        if threats.is_empty() {
            for cell in empty {
                let after = passed.play_unchecked(QuadsMove::Place(cell));
                if after.passed().wins().len() > 1 {
                    marks.push(
                        Mark::of(MarkKind::Threat, winner, vec![cell.index()])
                            .labeled("2".to_owned()),
                    );
                }
            }
        }
        marks
    }
}
