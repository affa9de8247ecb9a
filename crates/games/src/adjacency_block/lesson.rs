//! A guided first game on the book's row.

use crate::listing::{LessonStep, Task};

pub(super) const LESSON: &[LessonStep] = &[
    LessonStep {
        idea: "You are X, the opponent is O. In turn, each places one token in the row.",
        todo: "Place an X on any cell.",
        position: ".......... 1",
        task: Task::Any,
        praise: "That cell is yours to the end: tokens never move.",
        otherwise: "",
    },
    LessonStep {
        idea: "A token may never stand right beside one of the opponent's.",
        todo: "Try cell 4, beside the O, to see what happens.",
        position: "..O...X... 1",
        task: Task::Refused("4"),
        praise: "The cells beside an O are closed to you. Those beside an X are closed to O.",
        otherwise: "",
    },
    LessonStep {
        idea: "Beside your own tokens is fine, and it closes more cells to O.",
        todo: "Place an X right beside your own.",
        position: "..O...X... 1",
        task: Task::One(&["6", "8"]),
        praise: "You have made room that only you can use.",
        otherwise: "That is legal, but not beside your X. Try another cell.",
    },
    LessonStep {
        idea: "A player who cannot place a token has lost.",
        todo: "One cell is left to you. Place there, and O has none.",
        position: "O.X..OO.XX 1",
        task: Task::End(&["4"]),
        praise: "Every gap that is left has an X beside it, so you win.",
        otherwise: "",
    },
    LessonStep {
        idea: "So keep cells that only you can use, and close those that O could use.",
        todo: "The gap between the two O is theirs alone unless you break it. Find the one move that wins.",
        position: "..X..O...O 1",
        task: Task::Win("8", "1"),
        praise: "The gap is closed to O now, and you have cells in reserve.",
        otherwise: "After that O wins. Look at the gap between the two O.",
    },
    LessonStep {
        idea: "Cell 4 is beside your X and not beside an O: only you can use it.",
        todo: "Place your last X and win.",
        position: "O.X..O.X.O 1",
        task: Task::End(&["4"]),
        praise: "You have won your first game of Adjacency Block.",
        otherwise: "",
    },
];
