//! A game and the rules of its log: which action fits next, and what it does.

#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use quintet_api::{LONGEST_GAME, PlyDocument, View};
use quintet_arena::{Ending, Session};
use quintet_games::{Catalogue, MoveError, PlayedMove, Variant};
use quintet_rules::{Outcome, PerPlayer, Player};

use crate::store::{GameVersion, LogHash, Seat, StoreError, StoredAction, StoredGame, Update};
use crate::{Action, Event, GameId};

/// The longest log. Some games may go on for ever, and so may offers; memory may not.
const LONGEST: usize = LONGEST_GAME;

/// A game between two people: its log, and what follows from it. Everything in it is in the store.
#[derive(Debug)]
pub struct Game {
    /// Its address.
    pub id: GameId,
    /// When it was opened, in seconds since 1970.
    pub created: u64,
    /// Who has which seat.
    pub seats: PerPlayer<Option<Seat>>,
    /// The finished game that it follows.
    pub rematch_of: Option<GameId>,
    /// The game that follows it.
    pub rematch: Option<GameId>,
    /// That of the seats and the rematch, as they were read: see [`StoredGame::revision`].
    revision: u32,
    session: Session,
    log: Vec<Logged>,
    /// The hash of the log.
    hash: LogHash,
    offer: Option<Player>,
    /// Built when a client first wants it, and then shared by all clients of the game.
    drawing: OnceLock<Arc<Drawing>>,
}

/// What a client needs to draw a game.
#[derive(Debug)]
pub struct Drawing {
    /// The position, ready to be shown and to take a move.
    pub view: View,
    /// The moves that stand.
    pub plies: Vec<PlyDocument>,
}

/// An action of the log, and where it led.
#[derive(Clone, Debug)]
pub struct Logged {
    /// What was done.
    pub event: Event,
    /// The position after it.
    pub position: String,
    /// What everyone must know if play goes on differently from there.
    pub notice: Option<String>,
}

/// Why an action is refused.
#[derive(Debug)]
pub enum ActionError {
    /// Another action has the number, or the number is not reached yet.
    Late,
    /// It is the other player's turn.
    NotYourTurn,
    /// The game is over.
    Over,
    /// The log has as many actions as it may have.
    TooLong,
    /// There is no offer to answer, or the player has nothing to take back.
    NothingToTakeBack,
    /// The text is not a move, or the move is against the rules.
    Move(MoveError),
}

/// What becomes of an action.
#[derive(Debug)]
pub enum Fit {
    /// It is in the log already, with this number.
    Done(u32),
    /// It can be done next.
    Next(Next),
}

/// An action that can be done next.
#[derive(Debug)]
pub struct Next {
    /// The action; a move is spelled as in the rule book.
    pub action: Action,
    /// Where it leads, if it is a move.
    played: Option<PlayedMove>,
}

/// What became of an action that another server has stored.
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
    /// The game as the store knows it. A log that the rules refuse is damaged, and so is a game that is not in the
    /// catalogue.
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
            .map_err(|fault| damaged(format!("the start is {fault}")))?;
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

    /// How much is known of the game.
    pub fn version(&self) -> GameVersion {
        GameVersion {
            id: self.id,
            plies: self.ply(),
            revision: self.revision,
            hash: Some(self.hash),
        }
    }

    /// Adds what the store knows and the game does not yet: whether there was anything. The game may have gone on
    /// since the store was asked.
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

    /// Adds an action that another server has stored, if it follows what is known.
    pub fn apply_stored(&mut self, stored: StoredAction) -> Result<Applied, StoreError> {
        if stored.ply < self.ply() {
            return Ok(Applied::Duplicate);
        }
        if stored.ply > self.ply() || stored.hash != self.hash.and(&stored.event) {
            return Ok(Applied::OutOfOrder);
        }
        self.add(stored.event).map(|()| Applied::Added)
    }

    /// Adds the next action of the log that the store has.
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

    /// The moves that stand, and how the game ended.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The game and the board that are played.
    pub fn variant(&self) -> &'static dyn Variant {
        self.session.variant()
    }

    /// What has been done, in order.
    pub fn log(&self) -> &[Logged] {
        &self.log
    }

    /// The number of the next action.
    pub fn ply(&self) -> u32 {
        self.log.len() as u32
    }

    /// Who has offered to take back, and waits for the answer.
    pub fn offer(&self) -> Option<Player> {
        self.offer
    }

    /// Who has won, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }

    /// Whether a player can do this as the action with this number.
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

    /// The names of the actions that a player can do next.
    pub fn can(&self, player: Player) -> Vec<&'static str> {
        let a_move = Action::Move(String::new());
        let actions = [&a_move].into_iter().chain(&Action::WORDS);
        let possible = actions.filter(|action| self.check(player, action).is_ok());
        possible.map(Action::name).collect()
    }

    /// Whether a player can do this next, or for a move, whether they can make one.
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

    /// Whether what is sent is what was done under this number. A move may be spelled in another
    /// way, so it is read where it was made.
    fn is_same_action(&self, ply: usize, sent: &Action) -> bool {
        let done = &self.log[ply].event.action;
        let Action::Move(entry) = sent else {
            return done == sent;
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

    /// Adds an action that is stored, and that was found to fit when the log had its present length.
    pub fn apply(&mut self, next: Next, event: Event) {
        let mut notice = None;
        match &event.action {
            Action::Move(_) => {
                self.offer = None;
                let played = next.played.expect("where a move leads is known");
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

    /// What a client needs to draw the game.
    pub fn drawing(&self) -> Arc<Drawing> {
        let drawing = self.drawing.get_or_init(|| {
            Arc::new(Drawing {
                view: View::of(self.session.position()),
                plies: PlyDocument::all(&self.session),
            })
        });
        Arc::clone(drawing)
    }

    /// Frees the memory of the drawing. It is built again when a client wants it.
    pub fn forget_drawing(&mut self) {
        self.drawing.take();
    }
}
