//! A guided first game on the book's grid.

use crate::listing::{LessonStep, Task};

pub(super) const LESSON: &[LessonStep] = &[
    LessonStep {
        idea: "You are X, and your opponent is O. You take turns placing one marker on an empty cell.",
        todo: "Place an X on any cell.",
        position: "...../...../...../...../..... 1 p",
        task: Task::Any,
        praise: "Your goal is a group of exactly four Xs that are connected by their sides.",
        otherwise: "",
    },
    LessonStep {
        idea: "Markers that touch side by side form a group of any shape. A group of exactly four wins.",
        todo: "You have a group of three. Make it four.",
        position: "...../.XX../.XO../..OO./..... 1 p",
        task: Task::End(&["3", "2", "6", "9", "11", "17"]),
        praise: "A group of exactly four: you win.",
        otherwise: "That marker is not next to your group of three.",
    },
    LessonStep {
        idea: "A group of more than four does not win.",
        todo: "Join the two pairs in the middle row to see what happens.",
        position: "O...O/...../XX.XX/...../O...O 1 p",
        task: Task::One(&["13"]),
        praise: "That makes five, and five is too many, so the game continues.",
        otherwise: "That is legal, but it does not join the pairs. Choose cell 13.",
    },
    LessonStep {
        idea: "Watch your opponent: a group of three Os needs only one more.",
        todo: "O can complete a group of four on only one cell. Take it first.",
        position: "OOX../O..../X..../....X/..... 1 p",
        task: Task::One(&["7"]),
        praise: "Now O cannot complete that group.",
        otherwise: "Then O makes four and wins. Take the free cell next to the three Os.",
    },
    LessonStep {
        idea: "If the grid fills up, sudden death begins: one cell is empty, and each turn moves one of your own markers there.",
        todo: "Move an X to the empty cell so that a group of exactly four is left.",
        position: "XOOO./OXOOX/XXOOX/OOXXX/XXOOO 1 s",
        task: Task::End(&["10 5", "19 5"]),
        praise: "Removing a marker from a larger group can also leave four. You win.",
        otherwise: "That leaves no group of exactly four. Try an X next to the empty corner or in the fourth row.",
    },
    LessonStep {
        idea: "Your opponent cannot stop a group of three that can grow on several cells.",
        todo: "Connect your two Xs to make a row of three.",
        position: "...../...../.X.X./..O../..O.. 1 p",
        task: Task::Win("13", "8"),
        praise: "O can take only one of the cells that you need.",
        otherwise: "Then O can stop you. Place your marker between the two Xs.",
    },
    LessonStep {
        idea: "Any of six cells completes your group.",
        todo: "Make a group of four and win.",
        position: "...../..O../.XXX./..O../..O.. 1 p",
        task: Task::End(&["7", "9", "11", "15", "17", "19"]),
        praise: "You have won your first game of Quad Block.",
        otherwise: "That marker is not next to your row of three.",
    },
];
