//! A guided first game on the book's grid.

use crate::listing::{LessonStep, Task};

pub(super) const LESSON: &[LessonStep] = &[
    LessonStep {
        idea: "You are P1. Run to E5, the corner where P2 starts. P2 runs to A1.",
        todo: "Move one cell: choose a cell next to your runner.",
        position: "1..../...../...../...../....2 1 3 3",
        task: Task::One(&["MOVE B1", "MOVE A2"]),
        praise: "One step closer. Runners move up, down, left or right.",
        otherwise: "That was a barrier. This time, choose a cell next to your runner.",
    },
    LessonStep {
        idea: "Instead of moving, you can place one of your three barriers. No runner can pass through it.",
        todo: "Place a barrier right next to P2.",
        position: "...../.1.../...../...2./..... 1 3 3",
        task: Task::One(&["BARRIER C4", "BARRIER D3", "BARRIER D5", "BARRIER E4"]),
        praise: "P2 has to go around it. You have two barriers left.",
        otherwise: "That is legal, but it is not a barrier next to P2. Choose a cell that is next to P2 but not next to you.",
    },
    LessonStep {
        idea: "Barriers stop both runners, including your own.",
        todo: "There is a barrier on C2, right next to you. Try to move through it.",
        position: "...../.1X../...../...2./..... 1 2 3",
        task: Task::Refused("MOVE C2"),
        praise: "A cell with a barrier is closed for the rest of the game.",
        otherwise: "",
    },
    LessonStep {
        idea: "A barrier must leave both runners a path to their goals.",
        todo: "Together with B1, a barrier on A2 would close off corner A1. Try it.",
        position: ".X.../...../..1../...2./..... 1 3 2",
        task: Task::Refused("BARRIER A2"),
        praise: "Neither runner can ever be cut off from its goal.",
        otherwise: "",
    },
    LessonStep {
        idea: "A step onto the other runner captures it and wins immediately.",
        todo: "P2 is right next to you. Capture it.",
        position: "...../...X./..12./...../..... 1 2 3",
        task: Task::End(&["MOVE D3"]),
        praise: "A capture wins, so do not end your turn next to P2.",
        otherwise: "That does not capture P2. Step onto P2, at D3.",
    },
    LessonStep {
        idea: "Otherwise, the first runner to reach its goal corner wins.",
        todo: "You are two steps from E5. Find the step after which P2 cannot stop you.",
        position: "..X.X/...../...../XXX1./X.2.. 1 0 0",
        task: Task::Win("MOVE E4", "MOVE B5"),
        praise: "P2 is too far away to stop you.",
        otherwise: "Then P2 can stop you in time. Take the other way to E5.",
    },
    LessonStep {
        idea: "The corner is right below you.",
        todo: "Move into it and win.",
        position: "..X.X/...../...../XXX.1/X2... 1 0 0",
        task: Task::End(&["MOVE E5"]),
        praise: "You have won your first game of Grid Runner.",
        otherwise: "That is not the corner. E5 is right below you.",
    },
];
