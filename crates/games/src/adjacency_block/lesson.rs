//! A guided first game on the book's row.

use crate::listing::{LessonStep, Task};

pub(super) const LESSON: &[LessonStep] = &[
    LessonStep {
        idea: "You are X, your opponent is O. You take turns placing one token in the row.",
        todo: "Place an X on any cell.",
        position: ".......... 1",
        task: Task::Any,
        praise: "That token stays there: tokens never move.",
        otherwise: "",
    },
    LessonStep {
        idea: "You may not place a token right next to one of your opponent's.",
        todo: "Try cell 4, next to the O, to see what happens.",
        position: "..O...X... 1",
        task: Task::Refused("4"),
        praise: "The cells next to an O are closed to you, and those next to an X are closed to O.",
        otherwise: "",
    },
    LessonStep {
        idea: "You may place next to your own tokens, and that closes more cells to O.",
        todo: "Place an X right next to your own.",
        position: "..O...X... 1",
        task: Task::One(&["6", "8"]),
        praise: "Now you have space that only you can use.",
        otherwise: "That is legal, but not next to your X. Try another cell.",
    },
    LessonStep {
        idea: "If you cannot place a token, you lose.",
        todo: "You have one cell left. Place there, and O has none.",
        position: "O.X..OO.XX 1",
        task: Task::End(&["4"]),
        praise: "Every empty cell is next to an X, so O cannot place and you win.",
        otherwise: "",
    },
    LessonStep {
        idea: "So save the cells that only you can use, and close those that O can use.",
        todo: "Close the gap between the two Os. Find the only winning move.",
        position: "..X..O...O 1",
        task: Task::Win("8", "1"),
        praise: "The gap is closed to O now, and you have cells in reserve.",
        otherwise: "After that move O wins. Look at the gap between the two Os.",
    },
    LessonStep {
        idea: "Cell 4 is next to your X and not next to an O: only you can use it.",
        todo: "Place your last X and win.",
        position: "O.X..O.X.O 1",
        task: Task::End(&["4"]),
        praise: "You have won your first game of Adjacency Block.",
        otherwise: "",
    },
];
