//! A guided first game on the book's grid.

use crate::listing::{LessonStep, Task};

pub(super) const LESSON: &[LessonStep] = &[
    LessonStep {
        idea: "You are X, the opponent is O. In turn, each places one marker on an empty cell.",
        todo: "Place an X on any cell.",
        position: "...../...../...../...../..... 1 p",
        task: Task::Any,
        praise: "Your aim is a group of exactly four X that touch each other at their sides.",
        otherwise: "",
    },
    LessonStep {
        idea: "Markers side by side are a group, in any shape. A group of exactly four wins.",
        todo: "You have a group of three. Make it four.",
        position: "...../.XX../.XO../..OO./..... 1 p",
        task: Task::End(&["3", "2", "6", "9", "11", "17"]),
        praise: "Four touching at their sides: you win.",
        otherwise: "That does not join your group of three.",
    },
    LessonStep {
        idea: "More than four do not count.",
        todo: "Join the two pairs in the middle row, and see.",
        position: "O...O/...../XX.XX/...../O...O 1 p",
        task: Task::One(&["13"]),
        praise: "Five in one group: play goes on, and this group can never win.",
        otherwise: "That is legal, but it does not join the pairs. Choose cell 13.",
    },
    LessonStep {
        idea: "Watch the opponent, too: a group of three O needs only one more.",
        todo: "O can make four at one cell alone. Take it first.",
        position: "OOX../O..../X..../....X/..... 1 p",
        task: Task::One(&["7"]),
        praise: "That group of O can never grow to four now.",
        otherwise: "After that O makes four and wins. Take the cell beside all three O.",
    },
    LessonStep {
        idea: "If the grid fills up, sudden death begins: one cell is empty, and each turn moves one of your own markers there.",
        todo: "Move an X to the empty cell so that a group of exactly four is left.",
        position: "XOOO./OXOOX/XXOOX/OOXXX/XXOOO 1 s",
        task: Task::End(&["10 5", "19 5"]),
        praise: "Taking a marker away can make four, too. You win.",
        otherwise: "No group has exactly four after that. Try an X beside the empty corner or in the fourth row.",
    },
    LessonStep {
        idea: "A group of three that can grow at several cells cannot be stopped.",
        todo: "Join your two X to a row of three.",
        position: "...../...../.X.X./..O../..O.. 1 p",
        task: Task::Win("13", "8"),
        praise: "O can close one cell, and you have others.",
        otherwise: "After that O can stop you. Join the two X.",
    },
    LessonStep {
        idea: "Any of six cells makes it four.",
        todo: "Make four and win.",
        position: "...../..O../.XXX./..O../..O.. 1 p",
        task: Task::End(&["7", "9", "11", "15", "17", "19"]),
        praise: "You have won your first game of Quad Block.",
        otherwise: "That does not join your row of three.",
    },
];
