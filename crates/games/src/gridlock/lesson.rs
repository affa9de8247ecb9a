//! A guided first game on the book's grid.

use crate::listing::{LessonStep, Task};

pub(super) const LESSON: &[LessonStep] = &[
    LessonStep {
        idea: "You are X, your opponent is O. You take turns placing one marker.",
        todo: "Place an X on any cell.",
        position: "..../..../..../.... 1",
        task: Task::Any,
        praise: "That marker stays there: markers never move.",
        otherwise: "",
    },
    LessonStep {
        idea: "You may not place a marker right next to one of your opponent's.",
        todo: "Try the cell above the O to see what happens.",
        position: ".X../..../..O./.... 1",
        task: Task::Refused("2 3"),
        praise: "The four cells at the sides of an O are closed to you, and those of an X are closed to O.",
        otherwise: "",
    },
    LessonStep {
        idea: "Only the sides of a cell count. You may place at a corner of an O.",
        todo: "Place an X that touches the O at a corner.",
        position: "X.../..../..O./.... 1",
        task: Task::One(&["2 2", "2 4", "4 2", "4 4"]),
        praise: "Right: corner to corner is allowed.",
        otherwise: "That is legal, but it does not touch the O at a corner. Try another cell.",
    },
    LessonStep {
        idea: "You may place next to your own markers, and that closes more cells to O.",
        todo: "Place an X right next to your own.",
        position: "X.../..../..O./.... 1",
        task: Task::One(&["1 2", "2 1"]),
        praise: "The cells around your two markers now belong to you alone: O can never use them.",
        otherwise: "That is legal, but not next to your X. Try another cell.",
    },
    LessonStep {
        idea: "If you cannot place a marker, you lose.",
        todo: "You have one cell left. Place there, and O has none.",
        position: "X.OO/X.../X..X/.OO. 1",
        task: Task::End(&["2 2"]),
        praise: "O cannot place anywhere, so you win.",
        otherwise: "",
    },
    LessonStep {
        idea: "So save the cells that only you can use, and close those that both of you can use.",
        todo: "O needs the bottom row. Find the only winning move.",
        position: "..X./.O../X..O/.... 1",
        task: Task::Win("4 3", "1 1"),
        praise: "O has only a few cells left, and none of them in the bottom row.",
        otherwise: "After that move O wins. Close the bottom row to O.",
    },
    LessonStep {
        idea: "O has one cell left, (2,4). Only you can use the corner above it.",
        todo: "Close the last cell of O and win.",
        position: "O.X./.O../X..O/..X. 1",
        task: Task::End(&["1 4"]),
        praise: "You have won your first game of Gridlock.",
        otherwise: "O can still place after that. Take the corner (1,4).",
    },
];
