//! What is said about a game in progress.

use quintet_games::{AnyPosition, count};

use super::{Ending, Session, Undone};

/// Whose turn it is in a position; `None` if the game is over there.
pub fn to_move(position: &dyn AnyPosition) -> Option<String> {
    let name = position.variant().name(position.to_move());
    let is_open = position.outcome().is_none();
    is_open.then(|| format!("{name} to move."))
}

/// Who makes a move in a position, and which: `Player 1 (X) plays 2 2`.
pub fn plays(position: &dyn AnyPosition, mv: &str) -> String {
    format!("{} plays {mv}", position.variant().name(position.to_move()))
}

impl Session {
    /// Said after moves were played again.
    pub const PLAYED_AGAIN: &str = "Played again.";

    /// How the game has ended, if it has, in the voice of its book.
    pub fn ending(&self) -> Option<String> {
        let variant = self.variant();
        Some(match self.ended()? {
            Ending::Rules(_) => self.position_at(self.plies.len()).ending()?.sentence,
            Ending::Resignation(player) => variant.resigned(player),
            Ending::PlyLimit => {
                let moves = count(self.plies.len(), "move");
                format!("The game stops after {moves}. It is unfinished.")
            }
        })
    }

    /// Whose turn it is in the position that is looked at; `None` if the game is over there.
    pub fn to_move(&self) -> Option<String> {
        to_move(self.position()).filter(|_| self.is_open())
    }

    /// Who made the latest move before the cursor, and which.
    pub fn last_move(&self) -> Option<String> {
        let ply = self.cursor.checked_sub(1)?;
        Some(self.sentence_of(ply))
    }

    /// Who made a move, counted from 0, and which.
    pub fn sentence_of(&self, ply: usize) -> String {
        format!("{}.", plays(self.position_at(ply), &self.plies[ply].mv))
    }

    /// Who begins, and that the players have exchanged their seats for this game if they have.
    pub fn begins(&self) -> String {
        let name = self.variant().name(self.start.to_move());
        if self.before.games() == 0 || self.is_from_usual_start() {
            format!("{name} begins.")
        } else {
            format!("{name} begins. The players have exchanged sides.")
        }
    }

    /// Who plays now, after the seats were exchanged.
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

    /// The score between two games of a match, or at its end.
    pub fn standing(&self, is_last: bool) -> String {
        let score = self.score();
        let won = if is_last {
            self.variant().match_over(score.won)
        } else {
            self.variant().standing(score.won)
        };
        match score.unfinished {
            0 => won,
            count => format!("Games left unfinished: {count}.\n{won}"),
        }
    }
}

impl Undone {
    /// What is said about it.
    pub fn sentence(self) -> String {
        match self {
            Undone::Nothing => "There is no move of yours to take back.".to_owned(),
            Undone::Ending(Ending::Resignation(_)) => "The resignation is taken back.".to_owned(),
            Undone::Ending(_) => "The game goes on.".to_owned(),
            Undone::Moves(taken) => format!("Taken back: {}.", count(taken, "move")),
        }
    }
}
