//! Moves are cell numbers, counted from 1 row by row: `13` places, or lifts on the full grid; `13 7` relocates from 13 to 7.
//!
//! Positions end in `p` in the placing phase and in `s` in sudden death.

use quintet_rules::{Cell, Cells, Player, Position};

use crate::game::{Markers, Notation};
use crate::quad_block::position::Duty;
use crate::quad_block::{Quads, QuadsMove, QuadsRefusal, groups};
use crate::text::{
    EntryError, Fields, NotAPosition, check_counts, escape, expect_words, number, read_cells,
};

impl<const R: usize, const C: usize> Notation for Quads<R, C> {
    fn write_position(&self) -> String {
        let cells = self.cells_text();
        let phase = if self.in_sudden_death() { 's' } else { 'p' };
        format!("{cells} {} {phase}", self.to_move())
    }

    fn read_position(text: &str) -> Result<Self, NotAPosition> {
        let fields = Fields::of(text, ["cells", "player to move", "phase"])?;
        let [one, two] = read_cells(fields.0[0], ['X', 'O'])?;
        let to_move = fields.player()?;
        let in_sudden_death = match fields.0[2] {
            "p" => false,
            "s" => true,
            other => {
                let found = format!("phase '{}'", escape(other));
                return Err(NotAPosition::new(found, "p (placing) or s (sudden death)"));
            }
        };
        check_winners(one, two, to_move)?;
        let position = Quads::new(one, two, to_move, in_sudden_death);
        if in_sudden_death {
            check_sudden_death(&position)?;
        } else {
            check_placing(&position)?;
        }
        Ok(position)
    }

    fn write_move(action: QuadsMove<R, C>) -> String {
        match action {
            QuadsMove::Place(cell) | QuadsMove::Lift(cell) => cell_number(cell).to_string(),
            QuadsMove::Relocate { from, to } => {
                format!("{} {}", cell_number(from), cell_number(to))
            }
        }
    }

    fn name_move(action: QuadsMove<R, C>) -> String {
        match action {
            QuadsMove::Place(cell) | QuadsMove::Lift(cell) => format!("cell {}", cell_number(cell)),
            QuadsMove::Relocate { from, to } => {
                format!("cell {} to cell {}", cell_number(from), cell_number(to))
            }
        }
    }

    fn read_move(&self, words: &[&str]) -> Result<QuadsMove<R, C>, EntryError<QuadsRefusal>> {
        Ok(match self.duty() {
            Duty::Place => {
                let [on] = expect_words(words)?;
                QuadsMove::Place(read_cell(on)?)
            }
            Duty::Lift => {
                let [from] = expect_words(words)?;
                QuadsMove::Lift(read_cell(from)?)
            }
            Duty::Relocate(_) => {
                let [from, to] = expect_words(words)?;
                QuadsMove::Relocate {
                    from: read_cell(from)?,
                    to: read_cell(to)?,
                }
            }
        })
    }

    fn candidates(&self) -> impl Iterator<Item = QuadsMove<R, C>> {
        let relocations = |from| {
            Cells::ALL
                .iter()
                .map(move |to| QuadsMove::Relocate { from, to })
        };
        let cells = Cells::ALL.iter();
        let actions: Vec<_> = match self.duty() {
            Duty::Place => cells.map(QuadsMove::Place).collect(),
            Duty::Lift => cells.map(QuadsMove::Lift).collect(),
            Duty::Relocate(_) => cells.flat_map(relocations).collect(),
        };
        actions.into_iter()
    }
}

/// Returns the number of a cell, counted from 1.
pub(super) fn cell_number<const R: usize, const C: usize>(cell: Cell<R, C>) -> usize {
    cell.index() + 1
}

fn read_cell<const R: usize, const C: usize>(
    word: &str,
) -> Result<Cell<R, C>, EntryError<QuadsRefusal>> {
    Cell::new(number(word)?).ok_or(EntryError::Refused(QuadsRefusal::OffTheGrid))
}

/// Rejects a group of four of the player to move, or of both players.
fn check_winners<const R: usize, const C: usize>(
    one: Cells<R, C>,
    two: Cells<R, C>,
    to_move: Player,
) -> Result<(), NotAPosition> {
    let has_won = [one, two].map(groups::has_four);
    match (has_won, to_move) {
        ([true, true], _) => Err(NotAPosition::new(
            "a group of four of both players",
            "at most one winner",
        )),
        ([true, false], Player::One) | ([false, true], Player::Two) => Err(NotAPosition::new(
            format!("player {to_move} to move with a group of four"),
            format!("player {} to move after the winning move", to_move.other()),
        )),
        _ => Ok(()),
    }
}

fn check_placing<const R: usize, const C: usize>(
    position: &Quads<R, C>,
) -> Result<(), NotAPosition> {
    let [one, two] = Player::BOTH.map(|player| position.markers(player));
    check_counts(one.len(), two.len(), position.to_move())?;
    let winners = groups::fours(position.markers(position.to_move().other())).count();
    if winners > 1 {
        // A placement changes one group, so the game would have ended earlier.
        let found = format!("{winners} groups of four of one player while placing");
        return Err(NotAPosition::new(found, "at most one"));
    }
    if (one | two) == Cells::ALL && winners == 0 {
        return Err(NotAPosition::new(
            "p on a full grid that nobody has won",
            "s",
        ));
    }
    Ok(())
}

/// Rejects impossible positions of sudden death. It begins on the full grid, where the player to move lifts a marker; from
/// then on one cell is empty, and either player may be to move.
fn check_sudden_death<const R: usize, const C: usize>(
    position: &Quads<R, C>,
) -> Result<(), NotAPosition> {
    let [one, two] = Player::BOTH.map(|player| position.markers(player));
    let total = R * C;
    let empty = total - (one | two).len() as usize;
    // The player who moved first has the odd cell, if any, and the lifter is the player to move on the full grid.
    let (more, fewer) = (total.div_ceil(2) as u32, (total / 2) as u32);
    match empty {
        0 if position.is_over() => Err(NotAPosition::new(
            "s on a full grid that has been won while placing",
            "p",
        )),
        0 => check_counts(one.len(), two.len(), position.to_move()),
        1 if one.len().max(two.len()) == more && one.len().min(two.len()) == fewer - 1 => Ok(()),
        1 => Err(NotAPosition::new(
            format!(
                "{} X and {} O with one cell empty in sudden death",
                one.len(),
                two.len()
            ),
            format!("{more} of one and {} of the other", fewer - 1),
        )),
        _ => Err(NotAPosition::new(
            format!("{empty} empty cells in sudden death"),
            "one, or none before the first marker is lifted",
        )),
    }
}
