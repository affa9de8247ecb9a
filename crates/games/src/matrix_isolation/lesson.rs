//! A guided first game on the book's grid.

use crate::listing::{LessonStep, Task};

pub(super) const LESSON: &[LessonStep] = &[
    LessonStep {
        idea: "You are P1. Each turn has two parts: move your piece one cell, then block any empty cell.",
        todo: "Move to a cell next to you, then choose a cell to block.",
        position: "1.../..../..../...2 1",
        task: Task::Any,
        praise: "Blocked cells stay closed to both pieces for the rest of the game.",
        otherwise: "",
    },
    LessonStep {
        idea: "A piece moves up, down, left or right, never diagonally.",
        todo: "Try to move diagonally to (2,3), below and to the right of you, to see what happens.",
        position: ".1.X/..../.X../..2. 1",
        task: Task::Refused("2 3 1 2"),
        praise: "You can enter only the cells on your four sides, and only empty ones.",
        otherwise: "",
    },
    LessonStep {
        idea: "You can also block the cell that you have just left.",
        todo: "Move, then block the cell that you came from.",
        position: ".1.X/..../.X../..2. 1",
        task: Task::One(&["2 2 1 2", "1 1 1 2", "1 3 1 2"]),
        praise: "That closes off the way behind you.",
        otherwise: "That is legal, but you blocked another cell. Block the one that you came from.",
    },
    LessonStep {
        idea: "A player whose piece cannot move loses.",
        todo: "P2 has one way out of the corner. Move anywhere, then block it.",
        position: "...X/.1../...X/...2 1",
        task: Task::End(&["1 2 4 3", "2 1 4 3", "2 3 4 3", "3 2 4 3"]),
        praise: "P2 cannot move, so you win.",
        otherwise: "P2 can still move. Block the free cell next to P2.",
    },
    LessonStep {
        idea: "Walls divide the board into rooms. The player with more steps left in their room wins.",
        todo: "Move down, and block the cell that splits P2's room in two.",
        position: "1XXX/.X.2/.X../.XXX 1",
        task: Task::Win("2 1 3 3", "2 3 1 1"),
        praise: "Now each half of P2's room is smaller than yours.",
        otherwise: "That leaves P2 enough steps. Block the cell that divides P2's room.",
    },
    LessonStep {
        idea: "P2 has only one cell left to move to.",
        todo: "Move down, and block that cell.",
        position: "XXXX/1X2./.XX./.XXX 1",
        task: Task::End(&["3 1 2 4"]),
        praise: "You have won your first game of Matrix Isolation.",
        otherwise: "P2 can still move. Block the free cell next to P2.",
    },
];
