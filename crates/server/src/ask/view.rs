//! A position as front ends need it: all that is shown, said and touched.

use quintet_games::{AnyPosition, Listed, Scene};
use quintet_rules::Player;
use serde::Serialize;
use utoipa::ToSchema;

use super::sentence;

/// A position, ready to be shown.
#[derive(Serialize, ToSchema)]
pub(crate) struct View {
    /// The id of the game.
    game: &'static str,
    /// The board, such as `4x4`.
    size: String,
    /// The position as text.
    position: String,
    /// The player to move; in a finished position, the player who would have been next.
    #[schema(minimum = 1, maximum = 2)]
    to_move: u8,
    /// Whether the game is over.
    over: bool,
    /// Who has won, if the game is over.
    #[schema(required, minimum = 1, maximum = 2)]
    winner: Option<u8>,
    /// How the book calls the players, Player 1 first.
    names: [&'static str; 2],
    /// The question to the player to move.
    prompt: String,
    /// What a move looks like here.
    how: String,
    /// What to touch for a move here: a sentence for each touch, in order.
    steps: &'static [&'static str],
    /// What each player has left to use, such as `3 barriers`; `null` if the game knows no such
    /// thing.
    left: [Option<String>; 2],
    /// How the game has ended, if it has.
    #[schema(required)]
    ending: Option<String>,
    /// The whole board in words, for those who do not see it.
    sentence: String,
    /// What is drawn.
    scene: Scene,
    /// The cells that decided the game, by index; empty unless it is over.
    winning: Vec<usize>,
    /// Every legal move; `null` in the middle of a replay.
    #[schema(required)]
    moves: Option<Vec<Way>>,
}

/// A legal move and how it is made by hand.
#[derive(Serialize, ToSchema)]
pub(crate) struct Way {
    /// The move as the rule book spells it.
    #[serde(rename = "move")]
    mv: String,
    /// The cells that a person touches, in order.
    touches: Vec<usize>,
}

impl View {
    /// The view of a position with its moves.
    pub(crate) fn of(position: &dyn AnyPosition) -> Self {
        View {
            moves: Some(ways(position)),
            ..View::without_moves(position)
        }
    }

    /// The view of a position that is only looked at.
    pub(crate) fn without_moves(position: &dyn AnyPosition) -> Self {
        let variant = position.variant();
        let scene = position.scene();
        let winner = position.outcome().map(|outcome| outcome.winner.number());
        View {
            game: variant.id(),
            size: variant.size().to_string(),
            position: position.text(),
            to_move: position.to_move().number(),
            over: winner.is_some(),
            winner,
            names: Player::BOTH.map(|player| variant.name(player)),
            prompt: position.prompt(),
            how: position.how_to_move(),
            steps: position.steps(),
            left: Player::BOTH.map(|player| position.left(player)),
            ending: position.ending(),
            sentence: sentence::of(position, &scene),
            scene,
            winning: position.winning(),
            moves: None,
        }
    }
}

fn ways(position: &dyn AnyPosition) -> Vec<Way> {
    let way = |mut listed: Listed| Way {
        mv: listed.text,
        touches: listed.touches.swap_remove(0),
    };
    position.moves().into_iter().map(way).collect()
}
