//! Opponents of limited strength.

/// An opponent of limited strength in one game. Its strength has two parts: `sight` and `guess`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The character of the opponent in one line.
    pub about: &'static str,
    /// The number of plies within which it sees every forced win and loss.
    pub sight: u8,
    /// The way it chooses among moves whose result is out of sight.
    pub guess: Guess,
}

/// A choice by the game's estimate among a few moves drawn at random, the same one possibly more than once.
///
/// The more moves are drawn, the less the choice varies. A single move is a uniformly random choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// The move with the greatest estimate among this many.
    BestOf(u32),
    /// The move with the least estimate among this many.
    WorstOf(u32),
}

impl Level {
    /// The number of levels of each game, weakest first. Perfect play is the step above the last one.
    pub const COUNT: usize = 5;

    /// Returns an opponent with this character, sight and guess.
    pub const fn new(about: &'static str, sight: u8, guess: Guess) -> Self {
        Level {
            about,
            sight,
            guess,
        }
    }

    /// Describes the sight of the opponent in a sentence.
    pub fn sees(&self) -> String {
        // Wins take an odd number of plies, losses an even one.
        let (own, other) = (self.sight.div_ceil(2), self.sight / 2);
        match (own, other) {
            (1, 0) => "Sees its own win in one move.".to_owned(),
            (1, _) => "Sees wins in one move, its own and yours.".to_owned(),
            (own, other) if own == other => {
                format!("Sees wins up to {own} moves ahead, its own and yours.")
            }
            (own, other) => {
                format!("Sees its own wins up to {own} moves ahead, yours up to {other}.")
            }
        }
    }
}
