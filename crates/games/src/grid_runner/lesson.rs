//! A guided first game on the book's grid.

use crate::listing::{LessonStep, Task};

pub(super) const LESSON: &[LessonStep] = &[
    LessonStep {
        idea: "You are P1 and run to E5, the corner where P2 begins. P2 runs to A1.",
        todo: "Run one cell: choose a cell beside your runner.",
        position: "1..../...../...../...../....2 1 3 3",
        task: Task::One(&["MOVE B1", "MOVE A2"]),
        praise: "One step nearer. Runners go up, down, left or right.",
        otherwise: "That was a barrier. This time, choose a cell beside your runner.",
    },
    LessonStep {
        idea: "Instead of running you may place one of your three barriers. No runner goes through it.",
        todo: "Place a barrier right beside P2.",
        position: "...../.1.../...../...2./..... 1 3 3",
        task: Task::One(&["BARRIER C4", "BARRIER D3", "BARRIER D5", "BARRIER E4"]),
        praise: "P2 must go around it. You have two barriers left.",
        otherwise: "That is legal, but not a barrier beside P2. Choose a cell beside P2 that is not beside you.",
    },
    LessonStep {
        idea: "Barriers stop both runners, also your own.",
        todo: "A barrier stands on C2, right beside you. Try to run through it.",
        position: "...../.1X../...../...2./..... 1 2 3",
        task: Task::Refused("MOVE C2"),
        praise: "A cell with a barrier is closed for the rest of the game.",
        otherwise: "",
    },
    LessonStep {
        idea: "A barrier must leave both runners a way to their goal.",
        todo: "With B1, a barrier at A2 would close the corner A1. Try it.",
        position: ".X.../...../..1../...2./..... 1 3 2",
        task: Task::Refused("BARRIER A2"),
        praise: "Nobody can be walled in completely.",
        otherwise: "",
    },
    LessonStep {
        idea: "A step onto the other runner captures it, and that wins at once.",
        todo: "P2 is right beside you. Capture it.",
        position: "...../...X./..12./...../..... 1 2 3",
        task: Task::End(&["MOVE D3"]),
        praise: "A capture wins. So beware of standing beside P2 when P2 is to move.",
        otherwise: "That does not capture P2. Step onto P2, at D3.",
    },
    LessonStep {
        idea: "Otherwise the first in the goal corner wins.",
        todo: "You are two steps from E5. Take the one step that P2 cannot answer.",
        position: "..X.X/...../...../XXX1./X.2.. 1 0 0",
        task: Task::Win("MOVE E4", "MOVE B5"),
        praise: "P2 is too far away to stop you.",
        otherwise: "After that P2 is in time to stop you. Take the other way to E5.",
    },
    LessonStep {
        idea: "The corner is right below you.",
        todo: "Run into it and win.",
        position: "..X.X/...../...../XXX.1/X2... 1 0 0",
        task: Task::End(&["MOVE E5"]),
        praise: "You have won your first game of Grid Runner.",
        otherwise: "That is not the corner. E5 is right below you.",
    },
];
