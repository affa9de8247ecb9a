//! Whole games, looked at afterwards.

use quintet_arena::{self as arena, MoveSign, Record};
use quintet_games::Catalogue;
use quintet_rules::Player;
use quintet_solver::Progress;
use serde::{Deserialize, Serialize};

use crate::{InWords, Needs, Question, Reading, Refusal, Told, ValueDocument, Worded};

/// A game to be looked at: where did the result change hands?
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct ReviewGame(pub Told);

/// A game, move by move, against the truth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Review {
    /// The id of the game.
    pub game: &'static str,
    /// The board, such as `4x4`.
    pub size: String,
    /// `1-0`, `0-1` or `*`.
    pub result: String,
    /// Every move that was played.
    pub moves: Vec<ReviewedMove>,
    /// How well each player decided, Player 1 first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub accuracy: [Accuracy; 2],
}

/// Several reviewed games, in the order of their record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reviews {
    /// The games.
    pub games: Vec<Review>,
}

/// A move and what it did to the value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a field of its own in the document"
)]
pub struct ReviewedMove {
    /// Its number, counted from 1.
    pub ply: usize,
    /// Who made it.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub player: u8,
    /// Whether a person made it, not a level: a mistake of one's own can be tried again.
    pub by_person: bool,
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The usual sign behind the move: `??` for a win that became a loss, `?` for another mistake, `!` for
    /// the only good move; `null` for all others.
    #[cfg_attr(feature = "schema", schema(required))]
    pub sign: Option<&'static str>,
    /// What the position was worth to the player.
    pub before: ValueDocument,
    /// What the move left of it, counted from before the move.
    pub after: ValueDocument,
    /// Whether it is known if the move was a mistake.
    pub judged: bool,
    /// Whether some legal move is known to give the value away.
    pub could_err: bool,
    /// Whether this one did.
    pub mistake: bool,
    /// What the move did to the value, in words.
    pub words: String,
    /// For a mistake: the best move instead.
    #[cfg_attr(feature = "schema", schema(required))]
    pub better: Option<String>,
    /// For a mistake: best play that begins with the better move, to the end if it is known.
    pub line: Vec<String>,
}

/// How many decisions a player got right, of those that could go wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Accuracy {
    /// Who.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub player: u8,
    /// Decisions that kept the value.
    pub kept: usize,
    /// Decisions in which a mistake was possible.
    pub decisions: usize,
    /// Moves of which it is not known whether they were mistakes.
    pub not_judged: usize,
    /// The share of the decisions that kept the value, in a hundred; `null` if they were fewer than five.
    #[cfg_attr(feature = "schema", schema(required))]
    pub percent: Option<usize>,
    /// All of it in sentences.
    pub words: String,
}

impl Question for ReviewGame {
    type Answer = Review;

    fn is_long(&self) -> bool {
        self.0.is_long()
    }

    fn read(self, catalogue: Catalogue) -> Result<Reading<Review>, Refusal> {
        Ok(InWords(self).read(catalogue)?.map(|worded| worded.document))
    }
}

impl Question for InWords<ReviewGame> {
    type Answer = Worded<Review>;

    fn is_long(&self) -> bool {
        self.0.is_long()
    }

    fn read(self, catalogue: Catalogue) -> Result<Reading<Worded<Review>>, Refusal> {
        let ReviewGame(told) = self.0;
        let record = told.read_game(catalogue)?;
        Ok(Reading::new(
            Needs::Oracle(record.variant()),
            move |context| {
                let oracle = context.oracle(record.variant());
                let budget = context.budget();
                let review = arena::Review::of(&record, &*oracle, budget, &Progress::default());
                Ok(Worded {
                    text: review.report(&record),
                    document: Review::of(&record, &review),
                })
            },
        ))
    }
}

impl Review {
    /// The document of a reviewed game.
    pub fn of(record: &Record, review: &arena::Review) -> Self {
        let variant = record.variant();
        let accuracy = review.accuracy();
        let moves = review.moves.iter().enumerate();
        Review {
            game: variant.id(),
            size: variant.size().to_string(),
            result: record.result().to_string(),
            moves: moves.map(|(n, mv)| ReviewedMove::of(n + 1, mv)).collect(),
            accuracy: Player::BOTH.map(|player| Accuracy {
                player: player.number(),
                kept: accuracy[player].kept,
                decisions: accuracy[player].decisions,
                not_judged: accuracy[player].not_judged,
                percent: accuracy[player].percent(),
                words: accuracy[player].sentence(variant.name(player)),
            }),
        }
    }
}

impl ReviewedMove {
    fn of(ply: usize, mv: &arena::ReviewedMove) -> Self {
        ReviewedMove {
            ply,
            player: mv.player.number(),
            by_person: mv.is_by_person,
            mv: mv.mv.clone(),
            sign: mv.sign.map(MoveSign::text),
            before: mv.before.into(),
            after: mv.after.into(),
            judged: mv.is_judged,
            could_err: mv.could_err,
            mistake: mv.is_mistake(),
            words: mv.words(),
            better: mv.better.clone(),
            line: mv.better_line.clone(),
        }
    }
}
