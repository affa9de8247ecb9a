//! A game and the rules of its log: the legal next actions and their effects.

use std::sync::{Arc, OnceLock};

use quintet_api::{LONGEST_GAME, PlyDocument, View};
use quintet_arena::{Ending, Session};
use quintet_games::{Catalogue, MoveError, PlayedMove, Variant};
use quintet_rules::{Outcome, PerPlayer, Player};

use crate::store::{GameVersion, LogHash, Seat, StoreError, StoredAction, StoredGame, Update};
use crate::{Action, Event, GameId};

/// The length limit of a log, because games and offers could continue indefinitely.
const LONGEST: usize = LONGEST_GAME;

/// A game between two people: its log, and the state that results from it. All of it is in the store.
#[derive(Debug)]
pub struct Game {
    /// Its id.
    pub id: GameId,
    /// The time of its opening, in seconds since 1970.
    pub created: u64,
    /// The holders of the seats.
    pub seats: PerPlayer<Option<Seat>>,
    /// The finished game that it follows.
    pub rematch_of: Option<GameId>,
    /// The game that follows it.
    pub rematch: Option<GameId>,
    /// The revision of seats and rematch: see [`StoredGame::revision`].
    revision: u32,
    session: Session,
    log: Vec<Logged>,
    /// The hash of the log.
    hash: LogHash,
    offer: Option<Player>,
    /// Built on demand, and shared by all clients of the game.
    drawing: OnceLock<Arc<Drawing>>,
}

/// The data with which a client draws a game.
#[derive(Debug)]
pub struct Drawing {
    /// The position, with everything needed to show it and to enter a move.
    pub view: View,
    /// The moves that were not taken back.
    pub plies: Vec<PlyDocument>,
}

/// An action of the log, and the position after it.
#[derive(Clone, Debug)]
pub struct Logged {
    /// The action.
    pub event: Event,
    /// The position after it.
    pub position: String,
    /// A message to all players if the move changes how play continues.
    pub notice: Option<String>,
}

/// Reason why an action is illegal.
#[derive(Debug)]
pub enum ActionError {
    /// The number belongs to another action, or is too high.
    Late,
    /// It is the other player's turn.
    NotYourTurn,
    /// The game is over.
    Over,
    /// The log has reached its length limit.
    TooLong,
    /// Without an offer to answer, or without a move to take back.
    NothingToTakeBack,
    /// The string is not a legal move.
    Move(MoveError),
}

/// Relation of an action to a log.
#[derive(Debug)]
pub enum Fit {
    /// The log already has it, with this number.
    Done(u32),
    /// It can be added.
    Next(Next),
}

/// A legal next action.
#[derive(Debug)]
pub struct Next {
    /// The action; a move is in the spelling of the rule book.
    pub action: Action,
    /// The result of a move.
    played: Option<PlayedMove>,
}

/// The result of applying an action that another server has stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Applied {
    /// The log already contains it.
    Duplicate,
    /// It was added.
    Added,
    /// It does not follow the log: an earlier action is missing or different.
    OutOfOrder,
}

impl Game {
    /// Replays a stored game. An illegal log, or a game that is not in the catalogue, counts as damaged.
    pub fn load(stored: StoredGame, catalogue: Catalogue) -> Result<Self, StoreError> {
        let opening = stored.opening;
        let damaged = |what: String| StoreError::Damaged(format!("game {}: {what}", opening.id));
        let listing = catalogue.find(&opening.game);
        let variant = listing.and_then(|listing| listing.size(&opening.size));
        let variant = variant.ok_or_else(|| {
            damaged(format!(
                "no game is called {} {}",
                opening.game, opening.size
            ))
        })?;
        let start = variant
            .position(&opening.start)
            .map_err(|error| damaged(format!("the start is {error}")))?;
        let mut game = Game {
            hash: LogHash::begin(&opening),
            id: opening.id,
            created: opening.created,
            seats: opening.seats,
            rematch_of: opening.rematch_of,
            rematch: stored.rematch,
            revision: stored.revision,
            session: Session::new(start),
            log: Vec::new(),
            offer: None,
            drawing: OnceLock::new(),
        };
        for event in stored.log {
            game.add(event)?;
        }
        Ok(game)
    }

    /// Returns the version of the game.
    pub fn version(&self) -> GameVersion {
        GameVersion {
            id: self.id,
            plies: self.ply(),
            revision: self.revision,
            hash: Some(self.hash),
        }
    }

    /// Applies changes since a version, and returns true if there were any. Actions that the game received in the meantime
    /// are skipped.
    pub fn update(&mut self, known: GameVersion, update: Update) -> Result<bool, StoreError> {
        let before = self.version();
        let have = (self.ply() - known.plies.min(self.ply())) as usize;
        for event in update.events.into_iter().skip(have) {
            self.add(event)?;
        }
        if update.revision > self.revision {
            self.seats = update.seats;
            self.rematch = update.rematch;
            self.revision = update.revision;
        }
        Ok(self.version() != before)
    }

    /// Adds an action that another server has stored, if it is the next one.
    pub fn apply_stored(&mut self, stored: StoredAction) -> Result<Applied, StoreError> {
        if stored.ply < self.ply() {
            return Ok(Applied::Duplicate);
        }
        if stored.ply > self.ply() || stored.hash != self.hash.and(&stored.event) {
            return Ok(Applied::OutOfOrder);
        }
        self.add(stored.event).map(|()| Applied::Added)
    }

    /// Adds the next stored action.
    fn add(&mut self, event: Event) -> Result<(), StoreError> {
        let fit = self.fit(self.ply(), event.player, &event.action);
        let Ok(Fit::Next(next)) = fit else {
            let (id, ply) = (self.id, self.ply());
            let what = format!("game {id}: action {ply} is against the rules");
            return Err(StoreError::Damaged(what));
        };
        self.apply(next, event);
        Ok(())
    }

    /// Returns the moves that were not taken back, and the ending.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the game and its board size.
    pub fn variant(&self) -> &'static dyn Variant {
        self.session.variant()
    }

    /// Returns all actions in order.
    pub fn log(&self) -> &[Logged] {
        &self.log
    }

    /// Returns the number of the next action.
    pub fn ply(&self) -> u32 {
        self.log.len() as u32
    }

    /// Returns the player whose offer to take back a move is pending.
    pub fn offer(&self) -> Option<Player> {
        self.offer
    }

    /// Returns the outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }

    /// Returns where an action with this number fits into the log.
    pub fn fit(&self, ply: u32, player: Player, action: &Action) -> Result<Fit, ActionError> {
        if let Some(done) = self.log.get(ply as usize) {
            let is_same = done.event.player == player && self.is_same_action(ply as usize, action);
            return if is_same {
                Ok(Fit::Done(ply))
            } else {
                Err(ActionError::Late)
            };
        }
        if ply != self.ply() {
            return Err(ActionError::Late);
        }
        self.check(player, action)?;
        let next = match action {
            Action::Move(entry) => {
                let next = self.session.position().play(entry);
                let next = next.map_err(ActionError::Move)?;
                Next {
                    action: Action::Move(next.mv.clone()),
                    played: Some(next),
                }
            }
            word => Next {
                action: word.clone(),
                played: None,
            },
        };
        Ok(Fit::Next(next))
    }

    /// Returns the names of a player's legal next actions.
    pub fn can(&self, player: Player) -> Vec<&'static str> {
        let a_move = Action::Move(String::new());
        let actions = [&a_move].into_iter().chain(&Action::WORDS);
        let possible = actions.filter(|action| self.check(player, action).is_ok());
        possible.map(Action::name).collect()
    }

    /// Checks a next action, except for the rules of a move.
    fn check(&self, player: Player, action: &Action) -> Result<(), ActionError> {
        if self.outcome().is_some() {
            return Err(ActionError::Over);
        }
        if self.log.len() >= LONGEST && *action != Action::Resign {
            return Err(ActionError::TooLong);
        }
        let fits = match action {
            Action::Move(_) => {
                let is_turn = self.session.position().to_move() == player;
                return is_turn.then_some(()).ok_or(ActionError::NotYourTurn);
            }
            Action::Resign => true,
            Action::OfferTakeBack => self.offer.is_none() && self.has_moved(player),
            Action::AcceptTakeBack | Action::DeclineTakeBack => self.offer == Some(player.other()),
        };
        fits.then_some(()).ok_or(ActionError::NothingToTakeBack)
    }

    /// Compares an action with the one that has this number. A move may be spelled differently, so it is read in the
    /// position in which it was made.
    fn is_same_action(&self, ply: usize, action: &Action) -> bool {
        let done = &self.log[ply].event.action;
        let Action::Move(entry) = action else {
            return done == action;
        };
        let before = match ply.checked_sub(1) {
            Some(before) => self.variant().position(&self.log[before].position).ok(),
            None => Some(self.session.start().boxed()),
        };
        let meant = before.and_then(|position| position.play(entry).ok());
        meant.is_some_and(|meant| done.as_move() == Some(meant.mv.as_str()))
    }

    fn has_moved(&self, player: Player) -> bool {
        let mut plies = 0..self.session.plies().len();
        plies.any(|ply| self.session.mover_of(ply) == player)
    }

    /// Adds a stored action, which was checked when the log had its current length.
    pub fn apply(&mut self, next: Next, event: Event) {
        let mut notice = None;
        match &event.action {
            Action::Move(_) => {
                self.offer = None;
                let played = next.played.expect("a checked move has a result");
                notice.clone_from(&self.session.add(played).notice);
            }
            Action::Resign => self.session.end(Ending::Resignation(event.player)),
            Action::OfferTakeBack => self.offer = Some(event.player),
            Action::AcceptTakeBack => {
                self.offer = None;
                self.session.take_back(event.player.other());
            }
            Action::DeclineTakeBack => self.offer = None,
        }
        self.hash = self.hash.and(&event);
        let position = self.session.position().text();
        self.log.push(Logged {
            event,
            position,
            notice,
        });
        self.forget_drawing();
    }

    /// Returns the data with which a client draws the game.
    pub fn drawing(&self) -> Arc<Drawing> {
        let drawing = self.drawing.get_or_init(|| {
            Arc::new(Drawing {
                view: View::of(self.session.position()),
                plies: PlyDocument::all(&self.session),
            })
        });
        Arc::clone(drawing)
    }

    /// Frees the memory of the drawing, which is built again on demand.
    pub fn forget_drawing(&mut self) {
        self.drawing.take();
    }
}

#[cfg(test)]
#[path = "../tests/unit/game.rs"]
mod tests;
