//! External players: chosen like a level, and able to fail.

use std::sync::Arc;

use quintet_arena::{ChoiceError, Competitor, Dice, Record, Session as Game, Who};
use quintet_games::Variant;
use quintet_testkit::CATALOGUE;
use quintet_tui::{App, Worker};

use crate::session::{DATE, PLAIN, Session, USUAL, library, stored};

/// An external player with a long address.
pub(crate) fn engine() -> Who {
    Who::Outside("engine:an-engine-with-a-long-name".into())
}

/// Plays the first legal move, and fails in its second turn.
struct Failing;

impl Competitor for Failing {
    fn choose_in(&mut self, session: &Game) -> Result<String, ChoiceError> {
        if session.played().len() == 3 {
            return Err(ChoiceError::Loses("has ended (exit status: 3)".to_owned()));
        }
        Ok(session.position().moves().remove(0).text)
    }
}

/// On the first screen of an app to which the player was named; questions stay unanswered.
fn with_player() -> Session {
    let mut session = Session::home("gridlock", USUAL);
    session.restart(|app| app.with_players(&[engine()])).is_slow = true;
    session
}

/// Lets the player answer the questions that were left.
fn answer(session: &mut Session) {
    let seat = |_: &'static dyn Variant, who: &Who, _: Dice| -> Box<dyn Competitor> {
        assert_eq!(*who, engine());
        Box::new(Failing)
    };
    let worker = Worker::new(library()).with_external(Arc::new(seat));
    let requests = std::mem::take(&mut session.unanswered);
    session.answer(requests, &worker);
}

#[test]
fn an_external_player_is_chosen_plays_and_its_failure_is_reported() {
    let mut session = with_player();
    // The name is shown as far as there is room.
    session.sees("player 2 engine:an-en…");
    session.shows("\n", "engine:an-e…");
    session.play("2 2").sees("thinks");
    answer(&mut session);
    assert_eq!(session.moves(), ["2 2", "1 1"]);
    session.play("4 4").sees("thinks");
    answer(&mut session);
    session.sees(
        "engine:an-engine-with-a-long-name has ended (exit status: 3). Press enter to try again.",
    );
    assert_eq!(session.moves().len(), 3);
    // The person retries, or takes the move back.
    session.shows("\n", "thinks");
    answer(&mut session);
    session.sees("Press enter to try again.").press("u");
    assert_eq!(session.position().text(), "O.../.X../..../.... 1");
}

#[test]
fn an_unfinished_game_continues_with_an_external_player_only_if_it_is_named_again() {
    let mut session = with_player();
    session.press("\n").play("2 2");
    answer(&mut session);
    session.press("q");
    // As it comes back from its file; a record starts no program.
    let mut saved = session.app.saved_state();
    let record = session.latest_game().to_string();
    saved.games = stored(Record::read_all(&record, CATALOGUE).expect("a record"));
    for (players, shown) in [(&[engine()][..], "engine:an-e…"), (&[], "human")] {
        session.app =
            App::new(PLAIN, library(), saved.clone(), 1, DATE.to_owned()).with_players(players);
        session.shows("c", &format!("Player 2 (O) {shown}"));
    }
}
