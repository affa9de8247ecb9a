//! Guided first games.

use quintet_arena::plays;
use quintet_games::{self as games, Catalogue, Listing, Task};
use serde::{Deserialize, Serialize};

use crate::{Prepared, Request, RequestError, View, names};

/// A request for the lesson of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnGame {
    /// The id of a game.
    pub game: String,
}

/// A guided first game. The person is Player 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lesson {
    /// The id of the game.
    pub game: &'static str,
    /// Board size, such as `4x4`.
    pub size: String,
    /// The steps, one idea each.
    pub steps: Vec<LessonStepDocument>,
}

/// An idea and a task.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = LessonStep))]
pub struct LessonStepDocument {
    /// One idea of the game, explained in a sentence or two.
    pub idea: &'static str,
    /// The task in words.
    pub todo: &'static str,
    /// The position of the task.
    pub view: View,
    /// The kind of task.
    pub task: TaskName,
    /// The moves that complete the task; empty if any legal move does, or an illegal one.
    pub accepted: Vec<String>,
    /// The cells to touch for the illegal move, by index; empty for other tasks.
    pub refused: Vec<usize>,
    /// Player 2's reply as a sentence, after which the next step continues. `null` if the next step has a new position.
    #[cfg_attr(feature = "schema", schema(required))]
    pub reply: Option<String>,
    /// Message when the task is complete.
    pub praise: &'static str,
    /// Message for any other legal move; empty if every legal move completes the task.
    pub otherwise: &'static str,
}

/// A kind of task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum TaskName {
    /// Any legal move.
    Any,
    /// One of several legal moves.
    One,
    /// An illegal move, to see why it is refused.
    Refused,
    /// The only move that wins.
    Win,
    /// A move that ends the game.
    End,
}

impl Request for LearnGame {
    type Response = Lesson;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Lesson>, RequestError> {
        let listing = names::listing(catalogue, &self.game)?;
        let step = |step: &games::LessonStep| LessonStepDocument::of(listing, step);
        Ok(Prepared::at_once(Lesson {
            game: listing.id,
            size: listing.standard().size().to_string(),
            steps: listing.lesson.iter().map(step).collect(),
        }))
    }
}

impl LessonStepDocument {
    fn of(listing: &Listing, step: &games::LessonStep) -> Self {
        let position = listing.standard().position(step.position);
        let position = position.expect("the positions of the catalogue are tested");
        let owned = |moves: &[&str]| moves.iter().copied().map(str::to_owned).collect();
        let (task, accepted, reply) = match step.task {
            Task::Any => (TaskName::Any, Vec::new(), None),
            Task::One(moves) => (TaskName::One, owned(moves), None),
            Task::Refused(_) => (TaskName::Refused, Vec::new(), None),
            Task::Win(mv, reply) => (TaskName::Win, owned(&[mv]), Some((mv, reply))),
            Task::End(moves) => (TaskName::End, owned(moves), None),
        };
        LessonStepDocument {
            idea: step.idea,
            todo: step.todo,
            view: View::of(&*position),
            task,
            accepted,
            refused: step.refused(&*position),
            reply: reply.map(|(mv, reply)| {
                let next = position.play(mv).expect("lessons are tested").position;
                format!("{}.", plays(&*next, reply))
            }),
            praise: step.praise,
            otherwise: step.otherwise,
        }
    }
}
