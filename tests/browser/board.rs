//! The board and the list of moves next to it.

use std::ops::Range;

use quintet_games::{AnyPosition, SceneCell};

use crate::element::Element;
use crate::page::Page;
use crate::sample_game::{SampleGame, touches};
use crate::waiting::wait;

impl Page {
    /// Touches a cell of the board with the mouse.
    #[track_caller]
    pub(crate) fn touch(&self, cell: &str) -> &Self {
        self.click("gridcell", &format!("{cell}, *"));
        self
    }

    /// Moves the mouse over a cell of the board.
    #[track_caller]
    pub(crate) fn point(&self, cell: &str) {
        let place = self.middle("gridcell", &format!("{cell}, *"));
        self.move_mouse(place);
    }

    /// The moves in the list next to the board.
    pub(crate) fn moves(&self) -> Vec<String> {
        let listed = self.all("button", "Move *: *").into_iter();
        listed
            .filter_map(|button| {
                let (_, mv) = button.name.split_once(": ")?;
                // The meaning of the move's sign may follow.
                mv.split(", ").next().map(str::to_owned)
            })
            .collect()
    }

    /// Waits until these are the moves in the list.
    #[track_caller]
    pub(crate) fn sees_moves(&self, moves: &[String]) -> &Self {
        wait(&format!("the moves are {moves:?}"), || {
            self.moves() == moves
        });
        self
    }

    /// Waits until there are at least `count` moves in the list.
    #[track_caller]
    pub(crate) fn until_moves(&self, count: usize) -> &Self {
        wait(&format!("there are {count} moves"), || {
            self.moves().len() >= count
        });
        self
    }

    /// Touches the cells of a move.
    #[track_caller]
    pub(crate) fn make(&self, position: &dyn AnyPosition, mv: &str) -> &Self {
        for cell in touches(position, mv) {
            self.touch(&cell);
        }
        self
    }

    /// Touches the cells of a move of a sample.
    #[track_caller]
    pub(crate) fn touch_ply(&self, sample: &SampleGame, ply: usize) -> &Self {
        self.make(&*sample.positions[ply], &sample.moves[ply]);
        self
    }

    /// Plays moves of a sample, each as soon as the previous one is in the list.
    #[track_caller]
    pub(crate) fn play(&self, sample: &SampleGame, plies: Range<usize>) -> &Self {
        for ply in plies {
            self.touch_ply(sample, ply);
            self.sees_moves(&sample.moves[..=ply]);
        }
        self
    }

    /// Waits until the position after `ply` moves of a sample is on the board.
    #[track_caller]
    pub(crate) fn sees_position(&self, sample: &SampleGame, ply: usize) -> &Self {
        let scene = sample.positions[ply].scene();
        let wanted: Vec<_> = scene.cells.iter().map(words).collect();
        wait(&format!("the position after {ply} moves is shown"), || {
            let shown = self.all("gridcell", "*");
            // More may follow, such as "last move".
            let is_right = |(shown, wanted): (&Element, &String)| {
                format!("{},", shown.name).starts_with(wanted)
            };
            shown.len() == wanted.len() && shown.iter().zip(&wanted).all(is_right)
        });
        self
    }
}

/// The beginning of the name of a cell.
fn words(cell: &SceneCell) -> String {
    let held = match &cell.token {
        None => "empty",
        Some(token) if token.owner.is_none() => "blocked",
        Some(token) => token.text.trim_matches('\''),
    };
    format!("{}, {held},", cell.name)
}
