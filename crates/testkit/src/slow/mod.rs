//! A second, slow implementation of a game, by which tests judge the fast one.
//!
//! It is written from the rules alone, on arrays of characters, and shares nothing with the library
//! but its vocabulary. It has to be obvious before anything else.

mod board;
mod in_step;

use quintet_games::Size;
use quintet_rules::Player;

pub use board::{Place, SlowBoard};
pub use in_step::{LONGEST, Step, Taste, assert_agree, play_in_step};

/// A position of one of the games.
pub trait SlowGame {
    /// The position in which `first` begins.
    fn start(size: Size, first: Player) -> Self
    where
        Self: Sized;

    /// The position that a text says, which must be a right one: nothing is checked.
    fn read(text: &str) -> Self
    where
        Self: Sized;

    /// The position as text.
    fn text(&self) -> String;

    /// The player whose turn it is.
    fn to_move(&self) -> Player;

    /// The winner, if the game is over. By default, a player without a move loses.
    fn winner(&self) -> Option<Player> {
        self.moves().is_empty().then_some(self.to_move().other())
    }

    /// Every legal move as the book spells it, by cell number. Empty exactly when the game is over.
    fn moves(&self) -> Vec<String>;

    /// The position after one of the [`moves`](SlowGame::moves).
    fn play(&self, mv: &str) -> Box<dyn SlowGame>;
}

/// How many sequences of exactly `depth` moves lead on from `position`.
pub fn perft(position: &dyn SlowGame, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|mv| perft(&*position.play(mv), depth - 1))
        .sum()
}

/// The board and the player to move, with which every position begins.
pub fn board_and_mover(text: &str) -> (SlowBoard, Player) {
    let mut fields = text.split(' ');
    let mut next = || fields.next().expect("a board and a player");
    (SlowBoard::read(next()), player(next()))
}

/// The player that a field of a position names.
pub fn player(field: &str) -> Player {
    match field {
        "1" => Player::One,
        "2" => Player::Two,
        _ => panic!("no player {field}"),
    }
}
