//! A guided first game, by which a person learns how a game is played.

use quintet_games::{self as games, Catalogue, Listing, Task};
use serde::{Deserialize, Serialize};

use crate::{Prepared, Request, RequestError, View, named};

/// How a game is learnt.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnGame {
    /// The id of a game.
    pub game: String,
}

/// A guided first game. The person plays Player 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lesson {
    /// The id of the game.
    pub game: &'static str,
    /// The board, such as `4x4`.
    pub size: String,
    /// What is learnt, one idea after the other.
    pub steps: Vec<LessonStepDocument>,
}

/// One idea, and one thing to do about it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = LessonStep))]
pub struct LessonStepDocument {
    /// The idea.
    pub idea: &'static str,
    /// What to do.
    pub todo: &'static str,
    /// Where it is done.
    pub view: View,
    /// What is asked for.
    pub task: TaskName,
    /// The moves that are asked for; empty if any legal move is, or one that is refused.
    pub wanted: Vec<String>,
    /// The cells to touch for the move that is refused, by index; empty if none is asked for.
    pub refused: Vec<usize>,
    /// What Player 2 replies; the next step goes on from there. `null` if that begins anew.
    #[cfg_attr(feature = "schema", schema(required))]
    pub reply: Option<&'static str>,
    /// Said when it is done.
    pub praise: &'static str,
    /// Said to a legal move that is not asked for; empty if every legal move is.
    pub otherwise: &'static str,
}

/// What is asked for in a step of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum TaskName {
    /// Any legal move.
    Any,
    /// One of several legal moves.
    One,
    /// A move that is refused, to see why.
    Refused,
    /// The only move that wins.
    Win,
    /// A move that ends the game.
    End,
}

impl Request for LearnGame {
    type Response = Lesson;

    fn read(self, catalogue: Catalogue) -> Result<Prepared<Lesson>, RequestError> {
        let listing = named::listing(catalogue, &self.game)?;
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
        let (task, wanted, reply) = match step.task {
            Task::Any => (TaskName::Any, Vec::new(), None),
            Task::One(moves) => (TaskName::One, owned(moves), None),
            Task::Refused(_) => (TaskName::Refused, Vec::new(), None),
            Task::Win(mv, reply) => (TaskName::Win, owned(&[mv]), Some(reply)),
            Task::End(moves) => (TaskName::End, owned(moves), None),
        };
        LessonStepDocument {
            idea: step.idea,
            todo: step.todo,
            view: View::of(&*position),
            task,
            wanted,
            refused: step.refused(&*position),
            reply,
            praise: step.praise,
            otherwise: step.otherwise,
        }
    }
}
