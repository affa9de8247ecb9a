//! A guided first game on the book's grid.

use crate::listing::{LessonStep, Task};

pub(super) const LESSON: &[LessonStep] = &[
    LessonStep {
        idea: "You are X, the opponent is O. In turn, each places one marker.",
        todo: "Place an X on any cell.",
        position: "..../..../..../.... 1",
        task: Task::Any,
        praise: "That cell is yours to the end: markers never move.",
        otherwise: "",
    },
    LessonStep {
        idea: "A marker may never stand right beside one of the opponent's.",
        todo: "Try the cell above the O, to see what happens.",
        position: ".X../..../..O./.... 1",
        task: Task::Refused("2 3"),
        praise: "The four cells at the sides of an O are closed to you. Yours are closed to O.",
        otherwise: "",
    },
    LessonStep {
        idea: "Only sides count. A marker at a corner does no harm.",
        todo: "Place an X that touches the O at a corner.",
        position: "X.../..../..O./.... 1",
        task: Task::One(&["2 2", "2 4", "4 2", "4 4"]),
        praise: "Right: corner to corner is allowed.",
        otherwise: "That is legal, but it does not touch the O at a corner. Try another cell.",
    },
    LessonStep {
        idea: "Beside your own markers is fine, and it closes more cells to O.",
        todo: "Place an X right beside your own.",
        position: "X.../..../..O./.... 1",
        task: Task::One(&["1 2", "2 1"]),
        praise: "The cells around your two markers are yours alone now: O can never use them.",
        otherwise: "That is legal, but not beside your X. Try another cell.",
    },
    LessonStep {
        idea: "A player who cannot place a marker has lost.",
        todo: "One cell is left to you. Place there, and O has none.",
        position: "X.OO/X.../X..X/.OO. 1",
        task: Task::End(&["2 2"]),
        praise: "O has nowhere to go, so you win.",
        otherwise: "",
    },
    LessonStep {
        idea: "So keep cells that only you can use, and close those that both could.",
        todo: "O needs the bottom row. Take the one cell that wins.",
        position: "..X./.O../X..O/.... 1",
        task: Task::Win("4 3", "1 1"),
        praise: "O has only a few cells left, and none of them in the bottom row.",
        otherwise: "After that O wins. Close the bottom row to O.",
    },
    LessonStep {
        idea: "O has one cell left, 2 4. The corner beside it is open to you alone.",
        todo: "Close the last cell of O and win.",
        position: "O.X./.O../X..O/..X. 1",
        task: Task::End(&["1 4"]),
        praise: "You have won your first game of Gridlock.",
        otherwise: "O can still place after that. Take the corner 1 4.",
    },
];
