//! The rules of a log: which deed fits next, and what it does.

use quintet_arena::Contest;
use quintet_games::{MoveError, Variant, find};
use quintet_rules::{Outcome, PerPlayer, Player};

use crate::live::{Deed, Event, GameId};
use crate::store::{Seat, StoreFault, StoredGame};

/// The longest log: a game that can be looked at whole. Two of the games may go on for ever, and so
/// may offers; memory may not.
const LONGEST: usize = quintet_ask::LONGEST_GAME;

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
    /// The log is as long as logs get.
    TooLong,
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
            let is_same = done.event.player == player && self.is_same_deed(ply as usize, deed);
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
        if self.log.len() >= LONGEST && *deed != Deed::Resign {
            return Err(Refusal::TooLong);
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

    /// Whether what is sent is what was done under this number. A move may be spelled in another
    /// way, so it is read where it was made.
    fn is_same_deed(&self, ply: usize, sent: &Deed) -> bool {
        let done = &self.log[ply].event.deed;
        let Deed::Move(entry) = sent else {
            return done == sent;
        };
        let before = match ply.checked_sub(1) {
            Some(before) => self.variant().position(&self.log[before].position).ok(),
            None => Some(self.contest.start().boxed()),
        };
        let meant = before.and_then(|position| position.play(entry).ok());
        meant.is_some_and(|meant| done.as_move() == Some(meant.mv.as_str()))
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

#[cfg(test)]
mod tests {
    use quintet_games::{catalogue, one_word};

    use super::*;
    use crate::store::NewGame;

    /// A game from the start of a variant, with a log.
    fn stored(variant: &dyn Variant, log: Vec<Event>) -> StoredGame {
        StoredGame {
            opening: NewGame {
                id: GameId::random(),
                game: variant.id().to_owned(),
                size: variant.size().to_string(),
                start: variant.start(Player::One).text(),
                created: 0,
                rematch_of: None,
                seats: PerPlayer::from_fn(|_| None),
            },
            log,
            rematch: None,
        }
    }

    fn new() -> Game {
        Game::load(stored(
            catalogue().next().expect("there are games").standard(),
            Vec::new(),
        ))
        .expect("an empty log fits")
    }

    /// Does a deed that must fit next.
    fn act(game: &mut Game, player: Player, deed: &Deed) {
        match game.fit(game.ply(), player, deed) {
            Ok(Fit::Next(deed)) => game.apply(Event {
                player,
                deed,
                at: 5,
            }),
            other => panic!("{deed:?} does not fit: {other:?}"),
        }
    }

    /// The first legal move, for whoever has it.
    fn move_on(game: &mut Game) {
        let position = game.contest().position();
        let (player, mv) = (position.to_move(), position.moves().swap_remove(0).text);
        act(game, player, &Deed::Move(one_word(&mv)));
    }

    fn refusal(game: &Game, player: Player, deed: &Deed) -> Refusal {
        game.fit(game.ply(), player, deed)
            .expect_err("it does not fit")
    }

    #[test]
    fn a_log_leads_to_the_same_game_again_in_every_variant() {
        for variant in catalogue().flat_map(|listing| listing.sizes) {
            let mut game = Game::load(stored(*variant, Vec::new())).expect("an empty log fits");
            for _ in 0..12 {
                if game.outcome().is_none() {
                    move_on(&mut game);
                }
            }
            let log: Vec<_> = game
                .log()
                .iter()
                .map(|logged| logged.event.clone())
                .collect();
            let again = Game::load(stored(*variant, log)).expect("a log of legal moves");
            assert_eq!(
                again.contest().position().text(),
                game.contest().position().text()
            );
        }
    }

    #[test]
    fn a_deed_sent_again_is_known_in_any_spelling_and_another_is_late() {
        let mut game = new();
        move_on(&mut game);
        let Deed::Move(mv) = game.log()[0].event.deed.clone() else {
            panic!("a move was made");
        };
        for spelling in [
            mv.clone(),
            one_word(&mv),
            format!("  {} ", mv.to_uppercase()),
            format!("0{mv}"),
        ] {
            let fit = game.fit(0, Player::One, &Deed::Move(spelling));
            assert!(matches!(fit, Ok(Fit::Done(0))), "{fit:?}");
        }
        let other = game.contest().start().moves().swap_remove(1).text;
        for (ply, player, deed) in [
            (0, Player::Two, Deed::Move(mv)),
            (0, Player::One, Deed::Move(other)),
            (0, Player::One, Deed::Resign),
            (2, Player::Two, Deed::Resign),
        ] {
            let fit = game.fit(ply, player, &deed);
            assert!(
                matches!(fit, Err(Refusal::Late)),
                "{deed:?} at {ply}: {fit:?}"
            );
        }
    }

    #[test]
    fn only_the_player_to_move_moves_and_only_legally() {
        let game = new();
        let mv = game.contest().position().moves().swap_remove(0).text;
        let refused = refusal(&game, Player::Two, &Deed::Move(mv));
        assert!(matches!(refused, Refusal::NotYourTurn), "{refused:?}");
        let refused = refusal(&game, Player::One, &Deed::Move("no move".to_owned()));
        assert!(matches!(refused, Refusal::Move(_)), "{refused:?}");
    }

    #[test]
    fn a_take_back_that_is_accepted_gives_the_move_back_to_whoever_offered() {
        let mut game = new();
        for player in Player::BOTH {
            let refused = refusal(&game, player, &Deed::OfferTakeBack);
            assert!(matches!(refused, Refusal::NothingToTakeBack), "{refused:?}");
        }
        for _ in 0..3 {
            move_on(&mut game);
        }
        // Player 2 has moved before player 1's latest move: both go.
        act(&mut game, Player::Two, &Deed::OfferTakeBack);
        assert_eq!(game.offer(), Some(Player::Two));
        for (player, deed) in [
            (Player::Two, Deed::AcceptTakeBack),
            (Player::Two, Deed::DeclineTakeBack),
            (Player::One, Deed::OfferTakeBack),
        ] {
            let refused = refusal(&game, player, &deed);
            assert!(matches!(refused, Refusal::NothingToTakeBack), "{refused:?}");
        }
        act(&mut game, Player::One, &Deed::AcceptTakeBack);
        assert_eq!(game.contest().plies().len(), 1);
        assert_eq!(game.contest().position().to_move(), Player::Two);
        assert_eq!((game.offer(), game.ply()), (None, 5), "the log only grows");
    }

    #[test]
    fn an_offer_ends_when_it_is_declined_or_when_somebody_moves() {
        let mut game = new();
        move_on(&mut game);
        act(&mut game, Player::One, &Deed::OfferTakeBack);
        act(&mut game, Player::Two, &Deed::DeclineTakeBack);
        assert_eq!(game.offer(), None);
        act(&mut game, Player::One, &Deed::OfferTakeBack);
        move_on(&mut game);
        assert_eq!(game.offer(), None);
        assert_eq!(game.contest().plies().len(), 2);
    }

    #[test]
    fn a_move_that_was_taken_back_is_not_played_again_by_its_echo() {
        let mut game = new();
        move_on(&mut game);
        let echo = game.log()[0].event.deed.clone();
        act(&mut game, Player::One, &Deed::OfferTakeBack);
        act(&mut game, Player::Two, &Deed::AcceptTakeBack);
        let fit = game.fit(0, Player::One, &echo);
        assert!(matches!(fit, Ok(Fit::Done(0))), "{fit:?}");
        assert_eq!(game.contest().plies().len(), 0);
    }

    #[test]
    fn nothing_follows_a_resignation() {
        let mut game = new();
        act(&mut game, Player::Two, &Deed::Resign);
        assert_eq!(
            game.outcome().map(|outcome| outcome.winner),
            Some(Player::One)
        );
        for deed in Deed::WORDS {
            let refused = refusal(&game, Player::One, &deed);
            assert!(matches!(refused, Refusal::Over), "{refused:?}");
        }
    }

    #[test]
    fn a_log_that_is_very_long_takes_nothing_but_a_resignation() {
        let mut game = new();
        move_on(&mut game);
        for _ in 0..LONGEST / 2 {
            act(&mut game, Player::One, &Deed::OfferTakeBack);
            if game.log().len() < LONGEST {
                act(&mut game, Player::Two, &Deed::DeclineTakeBack);
            }
        }
        let refused = refusal(&game, Player::Two, &Deed::DeclineTakeBack);
        assert!(matches!(refused, Refusal::TooLong), "{refused:?}");
        act(&mut game, Player::Two, &Deed::Resign);
    }

    #[test]
    fn a_log_against_the_rules_is_a_fault_of_the_store() {
        let variant = catalogue().next().expect("there are games").standard();
        let twice = new().contest().position().moves().swap_remove(0).text;
        let event = |player| Event {
            player,
            deed: Deed::Move(twice.clone()),
            at: 0,
        };
        for log in [vec![event(Player::Two)], Player::BOTH.map(event).to_vec()] {
            let loaded = Game::load(stored(variant, log));
            assert!(matches!(loaded, Err(StoreFault::Broken(_))), "{loaded:?}");
        }
    }
}
