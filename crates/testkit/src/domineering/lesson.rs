//! A guided first game on the standard board.

use quintet_games::{LessonStep, Task};

pub(super) const LESSON: &[LessonStep] = &[
    LessonStep {
        idea: "You are Vertical and place dominoes upright; Horizontal places them flat.",
        todo: "Choose two empty cells, one above the other.",
        position: "..../..../..../.... 1",
        task: Task::Any,
        praise: "A domino stays where it is.",
        otherwise: "",
    },
    LessonStep {
        idea: "Your dominoes are never flat.",
        todo: "Try B2 and C2, to see what happens.",
        position: "V.HH/V.../..../.... 1",
        task: Task::Refused("B2 C2"),
        praise: "Only a cell right above or below will do.",
        otherwise: "",
    },
    LessonStep {
        idea: "A covered cell stays covered.",
        todo: "Try C1, to see what happens.",
        position: "V.HH/V.../..../.... 1",
        task: Task::Refused("C1 C2"),
        praise: "Both cells must be empty.",
        otherwise: "",
    },
    LessonStep {
        idea: "A column that is only one cell wide is yours alone.",
        todo: "Cover B1 and B2.",
        position: "V.HH/V.../..../.... 1",
        task: Task::One(&["B1 B2"]),
        praise: "Horizontal cannot use those cells any more.",
        otherwise: "That is legal. This time, cover B1 and B2.",
    },
    LessonStep {
        idea: "A player without room for a domino has lost.",
        todo: "Leave no two empty cells side by side.",
        position: "V.V./V.V./HH../HH.. 1",
        task: Task::End(&["C3 C4", "D3 D4"]),
        praise: "Horizontal has no room, so you win.",
        otherwise: "Horizontal still has room after that.",
    },
];
