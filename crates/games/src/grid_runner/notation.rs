//! Moves are an action and a cell, column letter first: `MOVE B2`, `BARRIER C3`. A cell alone is a move of the runner.
//!
//! Positions show the runners as `1` and `2` and barriers as `X`, without a captured runner. The numbers of barriers that
//! Player 1 and Player 2 have left follow the player to move.

use quintet_rules::{Cell, Cells, Player, Position};

use crate::game::Notation;
use crate::grid_runner::position::{BARRIERS, goal};
use crate::grid_runner::{Runners, RunnersMove, RunnersRefusal};
use crate::text::{
    EntryError, Fields, Malformed, NotAPosition, cell_name, count, escape, expect_words,
    parse_cell_name, read_cells, write_cells,
};

impl<const R: usize, const C: usize> Notation for Runners<R, C> {
    fn write_position(&self) -> String {
        let cells = write_cells(|cell| match self.runner_on(cell) {
            Some(Player::One) => '1',
            Some(Player::Two) => '2',
            None if self.barriers().contains(cell) => 'X',
            None => '.',
        });
        let [one, two] = Player::BOTH.map(|player| self.barriers_left(player));
        format!("{cells} {} {one} {two}", self.to_move())
    }

    fn read_position(text: &str) -> Result<Self, NotAPosition> {
        let names = [
            "cells",
            "player to move",
            "barriers left of 1",
            "barriers left of 2",
        ];
        let fields = Fields::of(text, names)?;
        let [one, two, barriers] = read_cells(fields.0[0], ['1', '2', 'X'])?;
        let to_move = fields.player()?;
        let left = [barriers_left(fields.0[2])?, barriers_left(fields.0[3])?];
        let used = 2 * BARRIERS - left[0] - left[1];
        if barriers.len() != u32::from(used) {
            return Err(NotAPosition::new(
                format!(
                    "{} on the grid with {} and {} left",
                    count(barriers.len() as usize, "barrier"),
                    left[0],
                    left[1]
                ),
                format!("{} in all, so {used} on the grid", 2 * BARRIERS),
            ));
        }
        let position = Runners::new(runners(one, two, to_move)?, barriers, left, to_move);
        check_possible(&position)?;
        Ok(position)
    }

    fn write_move(action: RunnersMove<R, C>) -> String {
        match action {
            RunnersMove::Move(to) => format!("MOVE {}", cell_name(to)),
            RunnersMove::Barrier(on) => format!("BARRIER {}", cell_name(on)),
        }
    }

    fn name_move(action: RunnersMove<R, C>) -> String {
        match action {
            RunnersMove::Move(to) => format!("the step to {}", cell_name(to)),
            RunnersMove::Barrier(on) => format!("barrier {}", cell_name(on)),
        }
    }

    fn read_move(&self, words: &[&str]) -> Result<RunnersMove<R, C>, EntryError<RunnersRefusal>> {
        if let [place] = words
            && let Ok(to) = parse_cell_name(place)
        {
            return to
                .map(RunnersMove::Move)
                .ok_or(EntryError::Refused(RunnersRefusal::OffTheGrid));
        }
        let [action, place] = expect_words(words)?;
        let action = if action.eq_ignore_ascii_case("move") {
            RunnersMove::Move
        } else if action.eq_ignore_ascii_case("barrier") {
            RunnersMove::Barrier
        } else {
            return Err(Malformed::NotAnAction {
                found: escape(action),
            }
            .into());
        };
        parse_cell_name(place)?
            .map(action)
            .ok_or(EntryError::Refused(RunnersRefusal::OffTheGrid))
    }

    fn candidates(&self) -> impl Iterator<Item = RunnersMove<R, C>> {
        let moves = Cells::ALL.iter().map(RunnersMove::Move);
        moves.chain(Cells::ALL.iter().map(RunnersMove::Barrier))
    }
}

fn barriers_left(field: &str) -> Result<u8, NotAPosition> {
    field
        .parse()
        .ok()
        .filter(|left| *left <= BARRIERS && field.len() == 1)
        .ok_or_else(|| {
            NotAPosition::new(
                format!("'{}' barriers left", escape(field)),
                format!("a number from 0 to {BARRIERS}"),
            )
        })
}

/// Returns the cells of both runners. A captured runner shares the cell of the other.
fn runners<const R: usize, const C: usize>(
    one: Cells<R, C>,
    two: Cells<R, C>,
    to_move: Player,
) -> Result<[Cell<R, C>; 2], NotAPosition> {
    match (one.len(), two.len(), one.first(), two.first()) {
        (1, 1, Some(one), Some(two)) => Ok([one, two]),
        (1, 0, Some(one), _) if to_move == Player::Two => Ok([one, one]),
        (0, 1, _, Some(two)) if to_move == Player::One => Ok([two, two]),
        (ones, twos, ..) => Err(NotAPosition::new(
            format!("{ones} of runner 1 and {twos} of runner 2 with player {to_move} to move"),
            "one of each, or only the runner that has just captured the other".to_owned(),
        )),
    }
}

/// Rejects impossible positions: a runner without a path to its goal, or a move after the end of the game.
fn check_possible<const R: usize, const C: usize>(
    position: &Runners<R, C>,
) -> Result<(), NotAPosition> {
    let mover = position.to_move();
    if position.runner(mover) == goal(mover) {
        let found = if position.is_captured() {
            format!("runner {mover} captured on its goal, where it had won")
        } else {
            format!("runner {mover} on its goal with player {mover} to move")
        };
        let wanted = format!("player {} to move, or the game still open", mover.other());
        return Err(NotAPosition::new(found, wanted));
    }
    if let Some(player) = position.cut_off_by(position.barriers()) {
        return Err(NotAPosition::new(
            format!(
                "runner {player} without a path to {}",
                cell_name::<R, C>(goal(player))
            ),
            "barriers that leave both runners a path to their goals".to_owned(),
        ));
    }
    Ok(())
}
