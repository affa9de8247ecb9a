//! How well a player decides, as a document.

use quintet_arena as arena;
use quintet_games::Variant;
use serde::{Deserialize, Serialize};

/// How well a player decides, measured against the truth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Evaluation {
    /// The id of the game.
    pub game: &'static str,
    /// The board, such as `4x4`.
    pub size: String,
    /// The seed of the positions.
    pub seed: u64,
    /// Positions in which the player was asked.
    pub asked: usize,
    /// Those in which the value could be lost, and it is known by which moves.
    pub decisions: usize,
    /// The share of the answers that were legal moves.
    pub legality: Option<FigureDocument>,
    /// The share of the decisions that kept the value.
    pub accuracy: Option<FigureDocument>,
    /// The accuracy of random moves in the same positions.
    pub chance: Option<FigureDocument>,
    /// `(accuracy - chance) / (1 - chance)`.
    pub skill: Option<FigureDocument>,
    /// What a decision gave away on the average: 1 from win to endless or from endless to loss, 2 for both.
    pub regret: Option<FigureDocument>,
    /// The accuracy by distance, endless positions last.
    pub by_distance: Vec<AccuracyByDistance>,
}

/// A figure and the range in which it lies with a confidence of 95 in a hundred.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct FigureDocument {
    /// What was measured.
    pub value: f64,
    /// The range, from the least to the greatest.
    pub interval95: [f64; 2],
}

/// The accuracy at one distance.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct AccuracyByDistance {
    /// Plies to the end; `null` for endless positions.
    pub distance: Option<u8>,
    /// Decisions at this distance.
    pub decisions: usize,
    /// The share of them that kept the value.
    pub accuracy: FigureDocument,
}

impl Evaluation {
    /// What was measured in positions of a game that a seed chose.
    pub fn of(variant: &dyn Variant, seed: u64, evaluation: &arena::Evaluation) -> Self {
        let figure = |figure: Option<arena::Figure>| figure.map(FigureDocument::from);
        let by_distance = evaluation.by_distance.iter().map(|at| AccuracyByDistance {
            distance: at.distance,
            decisions: at.decisions,
            accuracy: at.accuracy.into(),
        });
        Evaluation {
            game: variant.id(),
            size: variant.size().to_string(),
            seed,
            asked: evaluation.asked,
            decisions: evaluation.decisions,
            legality: figure(evaluation.legality),
            accuracy: figure(evaluation.accuracy),
            chance: figure(evaluation.chance),
            skill: figure(evaluation.skill),
            regret: figure(evaluation.regret),
            by_distance: by_distance.collect(),
        }
    }
}

impl From<arena::Figure> for FigureDocument {
    fn from(figure: arena::Figure) -> Self {
        FigureDocument {
            value: figure.value,
            interval95: [figure.interval.low, figure.interval.high],
        }
    }
}
