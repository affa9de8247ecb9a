//! A guided first game on the book's grid.

use crate::listing::{LessonStep, Task};

pub(super) const LESSON: &[LessonStep] = &[
    LessonStep {
        idea: "You are P1. A turn has two parts: your piece moves one cell, then you block any empty cell.",
        todo: "Move to a cell beside you, then choose a cell to block.",
        position: "1.../..../..../...2 1",
        task: Task::Any,
        praise: "Blocked cells stay closed to both for good.",
        otherwise: "",
    },
    LessonStep {
        idea: "A piece moves up, down, left or right, never to a corner.",
        todo: "Try to move to the cell right below and right of you, 2 3, to see what happens.",
        position: ".1.X/..../.X../..2. 1",
        task: Task::Refused("2 3 1 2"),
        praise: "Only the cells at your four sides can be entered, and only if nothing stands there.",
        otherwise: "",
    },
    LessonStep {
        idea: "The cell that you have just left can be blocked, too.",
        todo: "Move, then block the cell that you came from.",
        position: ".1.X/..../.X../..2. 1",
        task: Task::One(&["2 2 1 2", "1 1 1 2", "1 3 1 2"]),
        praise: "That closes the way behind you.",
        otherwise: "That is legal, but you blocked another cell. Block the one that you came from.",
    },
    LessonStep {
        idea: "A player whose piece cannot move has lost.",
        todo: "P2 has one way out of the corner. Move anywhere, then block it.",
        position: "...X/.1../...X/...2 1",
        task: Task::End(&["1 2 4 3", "2 1 4 3", "2 3 4 3", "3 2 4 3"]),
        praise: "P2 cannot move, so you win.",
        otherwise: "P2 can still move after that. Block the cell beside P2.",
    },
    LessonStep {
        idea: "Walls make rooms. Whoever has more steps left in their room wins.",
        todo: "Step down, and block the cell that makes the room of P2 smallest.",
        position: "1XXX/.X.2/.X../.XXX 1",
        task: Task::Win("2 1 3 3", "2 3 1 1"),
        praise: "The room of P2 is smaller than yours now.",
        otherwise: "After that P2 has enough steps. Block the cell that cuts the room of P2.",
    },
    LessonStep {
        idea: "P2 has one cell left beside it.",
        todo: "Step down, and block that cell.",
        position: "XXXX/1X2./.XX./.XXX 1",
        task: Task::End(&["3 1 2 4"]),
        praise: "You have won your first game of Matrix Isolation.",
        otherwise: "P2 can still move after that. Block the cell beside P2.",
    },
];
