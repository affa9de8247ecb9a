//! What a person does at a board and reads beside it.

use quintet_games::SceneCell;

use crate::course::Course;
use crate::element::Element;
use crate::page::Page;
use crate::patience::until;

impl Page {
    /// Touches a cell of the board with the mouse.
    #[track_caller]
    pub(crate) fn touch(&self, cell: &str) {
        self.click("gridcell", &format!("{cell}, *"));
    }

    /// Looks at a cell of the board with the mouse.
    #[track_caller]
    pub(crate) fn point(&self, cell: &str) {
        let place = self.middle("gridcell", &format!("{cell}, *"));
        self.move_mouse(place);
    }

    /// The moves in the list beside the board.
    pub(crate) fn moves(&self) -> Vec<String> {
        let listed = self.all("button", "Move *: *").into_iter();
        listed
            .filter_map(|button| {
                let (_, mv) = button.name.split_once(": ")?;
                // What the sign of the move means may follow.
                mv.split(", ").next().map(str::to_owned)
            })
            .collect()
    }

    /// Waits until these are the moves in the list.
    #[track_caller]
    pub(crate) fn sees_moves(&self, moves: &[String]) {
        until(&format!("the moves are {moves:?}"), || {
            (self.moves() == moves).then_some(())
        });
    }

    /// Waits until there are at least so many moves in the list.
    #[track_caller]
    pub(crate) fn until_moves(&self, count: usize) {
        until(&format!("there are {count} moves"), || {
            (self.moves().len() >= count).then_some(())
        });
    }

    /// Plays moves of a course, each as soon as the one before is in the list.
    #[track_caller]
    pub(crate) fn play(&self, course: &Course, plies: std::ops::Range<usize>) {
        for ply in plies {
            for cell in course.touches(ply) {
                self.touch(&cell);
            }
            self.sees_moves(&course.moves[..=ply]);
        }
    }

    /// Waits until the position after so many moves of a course is the one on the board.
    #[track_caller]
    pub(crate) fn sees_position(&self, course: &Course, ply: usize) {
        let scene = course.positions[ply].scene();
        let wanted: Vec<_> = scene.cells.iter().map(words).collect();
        until(&format!("the position after {ply} moves is shown"), || {
            let shown = self.all("gridcell", "*");
            let is_as_wanted = |(shown, wanted): (&Element, &String)| {
                // More may follow, such as that it is the last move.
                format!("{},", shown.name).starts_with(wanted)
            };
            let is_shown = shown.iter().zip(&wanted).all(is_as_wanted);
            (is_shown && shown.len() == wanted.len()).then_some(())
        });
    }
}

/// How the board begins to tell a cell.
fn words(cell: &SceneCell) -> String {
    let held = match &cell.token {
        None => "empty",
        Some(token) if token.owner.is_none() => "blocked",
        Some(token) => token.text.trim_matches('\''),
    };
    format!("{}, {held},", cell.name)
}
