//! A game and the rules of its log: which action fits next, and what it does.

use std::sync::{Arc, OnceLock};

use quintet_arena::{Ending, Ply, Session};
use quintet_ask::{LONGEST_GAME, PlyDocument, View};
use quintet_catalogue::find;
use quintet_games::{MoveError, Played, Variant};
use quintet_rules::{Outcome, PerPlayer, Player};

use crate::store::{Chain, Known, Seat, StoreFault, StoredAction, StoredGame, Update};
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
    chain: Chain,
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
    played: Option<Played>,
}

/// What became of an action that another server has stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TakeOver {
    /// Its number is in the log already.
    Known,
    /// It has been added.
    New,
    /// It does not follow: an action before it is missing, or differs.
    Not,
}

impl Game {
    /// The game as the store knows it. A log that the rules refuse is damaged.
    pub fn load(stored: StoredGame) -> Result<Self, StoreFault> {
        let opening = stored.opening;
        let damaged = |what: String| StoreFault::Damaged(format!("game {}: {what}", opening.id));
        let variant = variant(&opening.game, &opening.size).ok_or_else(|| {
            damaged(format!(
                "no game is called {} {}",
                opening.game, opening.size
            ))
        })?;
        let start = variant
            .position(&opening.start)
            .map_err(|fault| damaged(format!("the start is {fault}")))?;
        let mut game = Game {
            chain: Chain::begin(&opening),
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
    pub fn known(&self) -> Known {
        Known {
            id: self.id,
            plies: self.ply(),
            revision: self.revision,
            chain: Some(self.chain),
        }
    }

    /// Adds what the store knows and the game does not yet: whether there was anything. The game may have gone on
    /// since the store was asked.
    pub fn learn(&mut self, known: Known, update: Update) -> Result<bool, StoreFault> {
        let before = self.known();
        let have = (self.ply() - known.plies.min(self.ply())) as usize;
        for event in update.events.into_iter().skip(have) {
            self.add(event)?;
        }
        if update.revision > self.revision {
            self.seats = update.seats;
            self.rematch = update.rematch;
            self.revision = update.revision;
        }
        Ok(self.known() != before)
    }

    /// Adds an action that another server has stored, if it follows what is known.
    pub fn take_over(&mut self, stored: StoredAction) -> Result<TakeOver, StoreFault> {
        if stored.ply < self.ply() {
            return Ok(TakeOver::Known);
        }
        if stored.ply > self.ply() || stored.chain != self.chain.and(&stored.event) {
            return Ok(TakeOver::Not);
        }
        self.add(stored.event).map(|()| TakeOver::New)
    }

    /// Adds the next action of the log that the store has.
    fn add(&mut self, event: Event) -> Result<(), StoreFault> {
        let fit = self.fit(self.ply(), event.player, &event.action);
        let Ok(Fit::Next(next)) = fit else {
            let (id, ply) = (self.id, self.ply());
            let what = format!("game {id}: action {ply} is against the rules");
            return Err(StoreFault::Damaged(what));
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
                self.session.go_on(Ply {
                    mv: played.mv,
                    position: played.position,
                });
                notice = played.notice;
            }
            Action::Resign => self.session.end(Ending::Resignation(event.player)),
            Action::OfferTakeBack => self.offer = Some(event.player),
            Action::AcceptTakeBack => {
                self.offer = None;
                self.session.take_back(event.player.other());
            }
            Action::DeclineTakeBack => self.offer = None,
        }
        self.chain = self.chain.and(&event);
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

/// The game with this id at this size.
fn variant(game: &str, size: &str) -> Option<&'static dyn Variant> {
    find(game)?.size(size)
}

#[cfg(test)]
mod tests {
    use quintet_catalogue::catalogue;
    use quintet_games::one_word;

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
            revision: 0,
        }
    }

    fn new() -> Game {
        Game::load(stored(
            catalogue().next().expect("there are games").standard(),
            Vec::new(),
        ))
        .expect("an empty log fits")
    }

    /// Does an action that must fit next.
    fn act(game: &mut Game, player: Player, action: &Action) {
        match game.fit(game.ply(), player, action) {
            Ok(Fit::Next(next)) => {
                let event = Event {
                    player,
                    action: next.action.clone(),
                    at: 5,
                };
                game.apply(next, event);
            }
            other => panic!("{action:?} does not fit: {other:?}"),
        }
    }

    /// The first legal move, by the player to move.
    fn move_on(game: &mut Game) {
        let position = game.session().position();
        let (player, mv) = (position.to_move(), position.moves().swap_remove(0).text);
        act(game, player, &Action::Move(one_word(&mv)));
    }

    fn refusal(game: &Game, player: Player, action: &Action) -> ActionError {
        game.fit(game.ply(), player, action)
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
                again.session().position().text(),
                game.session().position().text()
            );
        }
    }

    #[test]
    fn what_others_have_done_is_added_in_order_and_once() {
        let variant = catalogue().next().expect("there are games").standard();
        let beginning = stored(variant, Vec::new());
        let load = || Game::load(beginning.clone()).expect("an empty log fits");
        let (mut done, mut game) = (load(), load());
        for _ in 0..3 {
            move_on(&mut done);
        }
        let action = |ply: u32| {
            let events = done.log()[..=ply as usize].iter();
            let event = |logged: &Logged| logged.event.clone();
            StoredAction {
                game: done.id,
                ply,
                event: event(&done.log()[ply as usize]),
                chain: events.fold(Chain::begin(&beginning.opening), |chain, logged| {
                    chain.and(&event(logged))
                }),
            }
        };
        for (ply, expected) in [
            (1, TakeOver::Not),
            (0, TakeOver::New),
            (2, TakeOver::Not),
            (1, TakeOver::New),
            (0, TakeOver::Known),
        ] {
            assert_eq!(game.take_over(action(ply)), Ok(expected), "action {ply}");
        }
        let other = StoredAction {
            chain: action(1).chain,
            ..action(2)
        };
        assert_eq!(game.take_over(other), Ok(TakeOver::Not), "of another game");
        assert_eq!(game.take_over(action(2)), Ok(TakeOver::New));
        assert_eq!(game.take_over(action(2)), Ok(TakeOver::Known));
        assert_eq!(game.known(), done.known());
        let again = StoredAction {
            ply: 3,
            chain: action(2).chain.and(&action(2).event),
            ..action(2)
        };
        let again = game.take_over(again);
        assert!(matches!(again, Err(StoreFault::Damaged(_))), "{again:?}");
    }

    #[test]
    fn an_action_sent_again_is_known_in_any_spelling_and_another_is_late() {
        let mut game = new();
        move_on(&mut game);
        let Action::Move(mv) = game.log()[0].event.action.clone() else {
            panic!("a move was made");
        };
        for spelling in [
            mv.clone(),
            one_word(&mv),
            format!("  {} ", mv.to_uppercase()),
            format!("0{mv}"),
        ] {
            let fit = game.fit(0, Player::One, &Action::Move(spelling));
            assert!(matches!(fit, Ok(Fit::Done(0))), "{fit:?}");
        }
        let other = game.session().start().moves().swap_remove(1).text;
        for (ply, player, action) in [
            (0, Player::Two, Action::Move(mv)),
            (0, Player::One, Action::Move(other)),
            (0, Player::One, Action::Resign),
            (2, Player::Two, Action::Resign),
        ] {
            let fit = game.fit(ply, player, &action);
            assert!(
                matches!(fit, Err(ActionError::Late)),
                "{action:?} at {ply}: {fit:?}"
            );
        }
    }

    #[test]
    fn only_the_player_to_move_moves_and_only_legally() {
        let game = new();
        let mv = game.session().position().moves().swap_remove(0).text;
        let refused = refusal(&game, Player::Two, &Action::Move(mv));
        assert!(matches!(refused, ActionError::NotYourTurn), "{refused:?}");
        let refused = refusal(&game, Player::One, &Action::Move("no move".to_owned()));
        assert!(matches!(refused, ActionError::Move(_)), "{refused:?}");
    }

    #[test]
    fn a_take_back_that_is_accepted_gives_the_move_back_to_the_player_who_offered() {
        let mut game = new();
        for player in Player::BOTH {
            let refused = refusal(&game, player, &Action::OfferTakeBack);
            assert!(
                matches!(refused, ActionError::NothingToTakeBack),
                "{refused:?}"
            );
        }
        for _ in 0..3 {
            move_on(&mut game);
        }
        // Player 2 has moved before player 1's latest move: both go.
        act(&mut game, Player::Two, &Action::OfferTakeBack);
        assert_eq!(game.offer(), Some(Player::Two));
        for (player, action) in [
            (Player::Two, Action::AcceptTakeBack),
            (Player::Two, Action::DeclineTakeBack),
            (Player::One, Action::OfferTakeBack),
        ] {
            let refused = refusal(&game, player, &action);
            assert!(
                matches!(refused, ActionError::NothingToTakeBack),
                "{refused:?}"
            );
        }
        act(&mut game, Player::One, &Action::AcceptTakeBack);
        assert_eq!(game.session().plies().len(), 1);
        assert_eq!(game.session().position().to_move(), Player::Two);
        assert_eq!((game.offer(), game.ply()), (None, 5), "the log only grows");
    }

    #[test]
    fn what_a_player_can_do_is_what_fits() {
        let check = |game: &Game, one: &[&str], two: &[&str]| {
            assert_eq!(game.can(Player::One), one);
            assert_eq!(game.can(Player::Two), two);
            for (player, action) in Player::BOTH
                .into_iter()
                .flat_map(|player| Action::WORDS.map(|action| (player, action)))
            {
                let fits = game.fit(game.ply(), player, &action).is_ok();
                assert_eq!(
                    fits,
                    game.can(player).contains(&action.name()),
                    "{action:?}"
                );
            }
        };
        let mut game = new();
        check(&game, &["move", "resign"], &["resign"]);
        move_on(&mut game);
        check(&game, &["resign", "offer-take-back"], &["move", "resign"]);
        act(&mut game, Player::One, &Action::OfferTakeBack);
        let asked = ["move", "resign", "accept-take-back", "decline-take-back"];
        check(&game, &["resign"], &asked);
        act(&mut game, Player::Two, &Action::Resign);
        check(&game, &[], &[]);
    }

    #[test]
    fn an_offer_ends_when_it_is_declined_or_when_a_player_moves() {
        let mut game = new();
        move_on(&mut game);
        act(&mut game, Player::One, &Action::OfferTakeBack);
        act(&mut game, Player::Two, &Action::DeclineTakeBack);
        assert_eq!(game.offer(), None);
        act(&mut game, Player::One, &Action::OfferTakeBack);
        move_on(&mut game);
        assert_eq!(game.offer(), None);
        assert_eq!(game.session().plies().len(), 2);
    }

    #[test]
    fn a_move_that_was_taken_back_is_not_played_again_by_its_echo() {
        let mut game = new();
        move_on(&mut game);
        let echo = game.log()[0].event.action.clone();
        act(&mut game, Player::One, &Action::OfferTakeBack);
        act(&mut game, Player::Two, &Action::AcceptTakeBack);
        let fit = game.fit(0, Player::One, &echo);
        assert!(matches!(fit, Ok(Fit::Done(0))), "{fit:?}");
        assert_eq!(game.session().plies().len(), 0);
    }

    #[test]
    fn a_drawing_is_built_for_a_client_that_wants_it_and_kept_until_the_game_changes() {
        let mut game = new();
        let is_built = |game: &Game| game.drawing.get().is_some();
        assert!(!is_built(&game), "no client wants it");
        assert!(Arc::ptr_eq(&game.drawing(), &game.drawing()));
        move_on(&mut game);
        assert!(!is_built(&game), "it would show another position");
        assert_eq!(game.drawing().plies.len(), 1);
        game.forget_drawing();
        assert!(!is_built(&game));
    }

    #[test]
    fn nothing_follows_a_resignation() {
        let mut game = new();
        act(&mut game, Player::Two, &Action::Resign);
        assert_eq!(
            game.outcome().map(|outcome| outcome.winner),
            Some(Player::One)
        );
        for action in Action::WORDS {
            let refused = refusal(&game, Player::One, &action);
            assert!(matches!(refused, ActionError::Over), "{refused:?}");
        }
    }

    #[test]
    fn a_log_that_is_very_long_takes_nothing_but_a_resignation() {
        let mut game = new();
        move_on(&mut game);
        for _ in 0..LONGEST / 2 {
            act(&mut game, Player::One, &Action::OfferTakeBack);
            if game.log().len() < LONGEST {
                act(&mut game, Player::Two, &Action::DeclineTakeBack);
            }
        }
        let refused = refusal(&game, Player::Two, &Action::DeclineTakeBack);
        assert!(matches!(refused, ActionError::TooLong), "{refused:?}");
        act(&mut game, Player::Two, &Action::Resign);
    }

    #[test]
    fn a_log_against_the_rules_is_a_fault_of_the_store() {
        let variant = catalogue().next().expect("there are games").standard();
        let twice = new().session().position().moves().swap_remove(0).text;
        let event = |player| Event {
            player,
            action: Action::Move(twice.clone()),
            at: 0,
        };
        for log in [vec![event(Player::Two)], Player::BOTH.map(event).to_vec()] {
            let loaded = Game::load(stored(variant, log));
            assert!(matches!(loaded, Err(StoreFault::Damaged(_))), "{loaded:?}");
        }
    }
}
