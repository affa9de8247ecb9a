//! The rules of a log: which deed fits next, and what it does.

use quintet_arena::Contest;
use quintet_games::{MoveError, Variant, find};
use quintet_rules::{Outcome, PerPlayer, Player};

use crate::live::{Deed, Event, GameId};
use crate::store::{Seat, StoreFault, StoredGame};

/// A game as it stands. Everything in it follows from the store.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) id: GameId,
    pub(crate) created: u64,
    pub(crate) seats: PerPlayer<Option<Seat>>,
    pub(crate) rematch: Option<GameId>,
    contest: Contest,
    log: Vec<Logged>,
    offer: Option<Player>,
}

/// A deed that has been done, and where it led.
#[derive(Clone, Debug)]
pub(crate) struct Logged {
    pub(crate) event: Event,
    /// The position after it.
    pub(crate) position: String,
}

/// Why a deed is not done.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// Another deed has the number, or the number is not reached yet.
    Late,
    /// It is the other player's turn.
    NotYourTurn,
    /// The game is over.
    Over,
    /// Nobody has offered anything, or the player has nothing to take back.
    NothingToTakeBack,
    /// The move is none, or against the rules.
    Move(MoveError),
}

/// What a deed comes to.
#[derive(Debug)]
pub(crate) enum Fit {
    /// It has been done before: this is what came of it.
    Done(u32),
    /// It can be done next; a move is now spelled as the book does.
    Next(Deed),
}

impl Game {
    /// The game as the store knows it. A log that the rules refuse is a fault of the store.
    pub(crate) fn load(stored: StoredGame) -> Result<Self, StoreFault> {
        let opening = stored.opening;
        let broken = |what: String| StoreFault::Broken(format!("game {}: {what}", opening.id));
        let variant = variant(&opening.game, &opening.size).ok_or_else(|| {
            broken(format!(
                "no game is called {} {}",
                opening.game, opening.size
            ))
        })?;
        let start = variant
            .position(&opening.start)
            .map_err(|fault| broken(format!("the start is {fault}")))?;
        let mut game = Game {
            id: opening.id,
            created: opening.created,
            seats: opening.seats,
            rematch: stored.rematch,
            contest: Contest::new(start),
            log: Vec::new(),
            offer: None,
        };
        for (ply, event) in stored.log.into_iter().enumerate() {
            match game.fit(ply as u32, event.player, &event.deed) {
                Ok(Fit::Next(_)) => game.apply(event),
                _ => return Err(broken(format!("deed {ply} is against the rules"))),
            }
        }
        Ok(game)
    }

    pub(crate) fn contest(&self) -> &Contest {
        &self.contest
    }

    pub(crate) fn variant(&self) -> &'static dyn Variant {
        self.contest.start().variant()
    }

    pub(crate) fn log(&self) -> &[Logged] {
        &self.log
    }

    /// The number of the next deed.
    pub(crate) fn ply(&self) -> u32 {
        self.log.len() as u32
    }

    /// Who has offered to take back, and waits for the answer.
    pub(crate) fn offer(&self) -> Option<Player> {
        self.offer
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.contest.outcome()
    }

    /// Whether a player can do this as the deed with this number.
    pub(crate) fn fit(&self, ply: u32, player: Player, deed: &Deed) -> Result<Fit, Refusal> {
        if let Some(done) = self.log.get(ply as usize) {
            let is_same = done.event.player == player && is_same_deed(&done.event.deed, deed);
            return if is_same {
                Ok(Fit::Done(ply))
            } else {
                Err(Refusal::Late)
            };
        }
        if ply != self.ply() {
            return Err(Refusal::Late);
        }
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        self.next(player, deed).map(Fit::Next)
    }

    /// The deed as it would be logged next.
    fn next(&self, player: Player, deed: &Deed) -> Result<Deed, Refusal> {
        let fits = match deed {
            Deed::Move(entry) => {
                let position = self.contest.position();
                if position.to_move() != player {
                    return Err(Refusal::NotYourTurn);
                }
                let next = position.play(entry).map_err(Refusal::Move)?;
                return Ok(Deed::Move(next.mv));
            }
            Deed::Resign => true,
            Deed::OfferTakeBack => self.offer.is_none() && self.has_moved(player),
            Deed::AcceptTakeBack | Deed::DeclineTakeBack => self.offer == Some(player.other()),
        };
        if fits {
            Ok(deed.clone())
        } else {
            Err(Refusal::NothingToTakeBack)
        }
    }

    fn has_moved(&self, player: Player) -> bool {
        // Players alternate, so whoever began has moved first.
        let plies = self.contest.plies().len();
        let began = self.contest.start().to_move();
        plies >= if began == player { 1 } else { 2 }
    }

    /// Does what fits and is kept.
    pub(crate) fn apply(&mut self, event: Event) {
        match &event.deed {
            Deed::Move(mv) => {
                self.offer = None;
                self.contest.play(mv).expect("the move has been checked");
            }
            Deed::Resign => self.contest.resign(event.player),
            Deed::OfferTakeBack => self.offer = Some(event.player),
            Deed::AcceptTakeBack => {
                self.offer = None;
                self.contest.undo(|player| player != event.player);
            }
            Deed::DeclineTakeBack => self.offer = None,
        }
        let position = self.contest.position().text();
        self.log.push(Logged { event, position });
    }
}

/// The game with this id at this size.
pub(crate) fn variant(game: &str, size: &str) -> Option<&'static dyn Variant> {
    find(game)?.size(size)
}

/// Whether what is sent again is what was done. A move may be spelled in another way.
fn is_same_deed(done: &Deed, sent: &Deed) -> bool {
    match (done, sent) {
        (Deed::Move(done), Deed::Move(sent)) => {
            let words = |mv: &str| -> Vec<String> {
                let words = mv.split(|c: char| c.is_whitespace() || c == '-');
                words
                    .filter(|word| !word.is_empty())
                    .map(str::to_lowercase)
                    .collect()
            };
            words(done) == words(sent)
        }
        _ => done == sent,
    }
}
