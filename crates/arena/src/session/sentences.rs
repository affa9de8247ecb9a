//! Sentences about a game in progress.

use quintet_games::{AnyPosition, count};

use super::{Ending, Session, Undone};

/// Names the player to move: `Player 1 (X) to move.` `None` if the game is over.
pub fn to_move(position: &dyn AnyPosition) -> Option<String> {
    let name = position.variant().name(position.to_move());
    let is_open = position.outcome().is_none();
    is_open.then(|| format!("{name} to move."))
}

/// Names the player to move and a move: `Player 1 (X) plays (2,2)`.
pub fn plays(position: &dyn AnyPosition, mv: &str) -> String {
    let name = position.variant().name(position.to_move());
    format!("{name} plays {}", position.name_move(mv))
}

impl Session {
    /// Shown after redoing moves.
    pub const PLAYED_AGAIN: &str = "Redone.";

    /// Returns the rule book's sentence for the end of the game, if it has ended.
    pub fn ending(&self) -> Option<String> {
        let variant = self.variant();
        Some(match self.ended()? {
            Ending::Rules(_) => self.position_at(self.plies.len()).ending()?.sentence,
            Ending::Resignation(player) => variant.resigned(player),
            Ending::PlyLimit => {
                let moves = count(self.plies.len(), "move");
                format!("The game was stopped after {moves} and is unfinished.")
            }
        })
    }

    /// Names the player to move in the current position; `None` if the game is over there.
    pub fn to_move(&self) -> Option<String> {
        to_move(self.position()).filter(|_| self.is_open())
    }

    /// Describes the last move before the cursor.
    pub fn last_move(&self) -> Option<String> {
        let ply = self.cursor.checked_sub(1)?;
        Some(self.sentence_of(ply))
    }

    /// Describes a move, counted from 0.
    pub fn sentence_of(&self, ply: usize) -> String {
        format!("{}.", plays(self.position_at(ply), &self.plies[ply].mv))
    }

    /// Names the first player, and mentions if the players have switched sides.
    pub fn begins(&self) -> String {
        let name = self.variant().name(self.start.to_move());
        if self.before.games() == 0 || self.is_from_usual_start() {
            format!("{name} begins.")
        } else {
            format!("{name} begins. The players have switched sides.")
        }
    }

    /// Names the players after they have switched sides.
    pub fn swapped(&self) -> String {
        let now = |player| {
            format!(
                "{} is now {}",
                self.variant().name(player),
                self.players[player]
            )
        };
        let [one, two] = quintet_rules::Player::BOTH.map(now);
        format!("{one}, {two}.")
    }

    /// Returns the score between two games of a match or at its end.
    pub fn standing(&self, is_last: bool) -> String {
        let score = self.score();
        let won = if is_last {
            self.variant().match_over(score.won)
        } else {
            self.variant().standing(score.won)
        };
        match score.unfinished {
            0 => won,
            count => format!("Unfinished games: {count}.\n{won}"),
        }
    }
}

impl Undone {
    /// Describes the undone moves or ending.
    pub fn sentence(self) -> String {
        match self {
            Undone::Nothing => "You have no move to take back.".to_owned(),
            Undone::Ending(Ending::Resignation(_)) => "The resignation was taken back.".to_owned(),
            Undone::Ending(_) => "The game continues.".to_owned(),
            Undone::Moves(taken) => format!("Taken back: {}.", count(taken, "move")),
        }
    }
}
