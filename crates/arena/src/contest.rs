//! A game in progress.

use quintet_games::{AnyPosition, MoveError, Played};
use quintet_rules::{Outcome, Player};

use crate::Ply;

/// A game from its start to where it has come, which can be taken back.
#[derive(Clone, Debug)]
pub struct Contest {
    start: Box<dyn AnyPosition>,
    plies: Vec<Ply>,
    resigned: Option<Player>,
}

impl Contest {
    /// A game from any position.
    pub fn new(start: Box<dyn AnyPosition>) -> Self {
        Contest {
            start,
            plies: Vec::new(),
            resigned: None,
        }
    }

    /// Where the game began.
    pub fn start(&self) -> &dyn AnyPosition {
        &*self.start
    }

    /// Where the game is now.
    pub fn position(&self) -> &dyn AnyPosition {
        self.plies.last().map_or(&*self.start, |ply| &*ply.position)
    }

    /// What has been played.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The player who has given up.
    pub fn resigned(&self) -> Option<Player> {
        self.resigned
    }

    /// Who has won, by the rules or because the other has given up.
    pub fn outcome(&self) -> Option<Outcome> {
        let by_resignation = self.resigned.map(|player| Outcome {
            winner: player.other(),
        });
        by_resignation.or_else(|| self.position().outcome())
    }

    /// Plays a move for the player whose turn it is. After an error the game is as it was.
    pub fn play(&mut self, entry: &str) -> std::result::Result<Played, MoveError> {
        let played = self.position().play(entry)?;
        self.plies.push(Ply {
            mv: played.mv.clone(),
            position: played.position.clone(),
        });
        Ok(played)
    }

    /// Takes back moves until it is again the turn of a player for whom `is_asked` holds and who
    /// has then one move less. Says how many were taken back: none if there is no such move.
    pub fn undo(&mut self, is_asked: impl Fn(Player) -> bool) -> usize {
        let mover = |n: usize| match n.checked_sub(1) {
            Some(before) => self.plies[before].position.to_move(),
            None => self.start.to_move(),
        };
        let Some(back_to) = (0..self.plies.len()).rev().find(|n| is_asked(mover(*n))) else {
            return 0;
        };
        let taken = self.plies.len() - back_to;
        self.plies.truncate(back_to);
        taken
    }

    /// A player gives up.
    pub fn resign(&mut self, player: Player) {
        self.resigned = Some(player);
    }
}

impl From<Contest> for crate::Session {
    fn from(contest: Contest) -> Self {
        let mut session = crate::Session::new(contest.start);
        for ply in contest.plies {
            session.play(&ply.mv).expect("it has been played before");
        }
        if let Some(player) = contest.resigned {
            session.end(crate::Ending::Resignation(player));
        }
        session
    }
}
