//! Players from outside: chosen like a level, and able to fail.

use std::sync::Arc;

use quintet_arena::{Competitor, Dice, GivesUp, Record, Session as Game, Tables, Who};
use quintet_games::Variant;
use quintet_tui::{App, Event, Thinker};

use crate::session::{DATE, PLAIN, Session};

const SIZE: (u16, u16) = (80, 24);

const WHO: Who = Who::Outside("engine:an-engine-with-a-long-name");

/// Plays the first legal move, and fails in its second turn.
struct Failing;

impl Competitor for Failing {
    fn choose_in(&mut self, session: &Game) -> Result<String, GivesUp> {
        if session.played().len() == 3 {
            return Err(GivesUp::Loses("has ended (exit status: 3)".to_owned()));
        }
        Ok(session.position().moves().remove(0).text)
    }
}

/// Answers the questions that were left.
fn answer(session: &mut Session) {
    let seat = |_: &'static dyn Variant, who: Who, _: Dice| -> Box<dyn Competitor> {
        assert_eq!(who, WHO);
        Box::new(Failing)
    };
    let thinker = Thinker::new(Tables::nowhere()).with_outside(Arc::new(seat));
    for request in std::mem::take(&mut session.unanswered) {
        let answer = thinker.begin(request).answer().expect("it is awaited");
        session.app.update(Event::Answer(Box::new(answer)));
    }
    session.settle();
}

#[test]
fn a_player_from_outside_is_chosen_plays_and_its_failure_is_said() {
    let mut session = Session::home("gridlock", SIZE);
    session.app = App::new(PLAIN, session.app.kept(), 1, DATE.to_owned()).with_players(&[WHO]);
    session.settle();
    session.is_slow = true;
    // It is chosen, and shown as far as there is room.
    session.sees("player 2 engine:an-en…");
    session.press("\n").sees("engine:an-e…");
    session.play("2 2").sees("thinks");
    answer(&mut session);
    assert_eq!(session.record().plies()[1].mv, "1 1");
    session.play("4 4").sees("thinks");
    answer(&mut session);
    session.sees("engine:an-engine-with-a-long-name has ended (exit status: 3). Enter asks again.");
    assert_eq!(session.record().plies().len(), 3);
    // The app goes on: it is asked again, or the move is taken back.
    session.press("\n").sees("thinks");
    answer(&mut session);
    session.sees("Enter asks again.").press("u");
    assert_eq!(session.position().text(), "O.../.X../..../.... 1");
}

#[test]
fn a_game_that_was_left_is_continued_with_a_player_from_outside_only_if_it_is_named_again() {
    let app = |kept| App::new(PLAIN, kept, 1, DATE.to_owned());
    let mut session = Session::home("gridlock", SIZE);
    session.app = app(session.app.kept()).with_players(&[WHO]);
    session.is_slow = true;
    session.press("\n").play("2 2");
    answer(&mut session);
    session.press("q");
    // As it comes back from its file.
    let kept = || {
        let mut kept = session.app.kept();
        kept.game = kept.game.map(|game| {
            let mut games = Record::read_stream(game.to_string().as_bytes()).expect("a record");
            games.remove(0)
        });
        kept
    };
    let (named, unnamed) = (app(kept()).with_players(&[WHO]), app(kept()));
    session.app = named;
    session.press("c").sees("Player 2 (O) engine:an-e…");
    session.app = unnamed;
    // A record starts no program.
    session.press("c").sees("Player 2 (O) human");
}

#[test]
fn players_from_outside_follow_the_levels_in_the_choice() {
    let mut session = Session::home("gridlock", SIZE);
    session.app = App::new(PLAIN, session.app.kept(), 1, DATE.to_owned()).with_players(&[WHO]);
    session.settle();
    // From the games to the options, and down to Player 1.
    session.press("\t↓").sees("player 1 < human >");
    session.press("←").sees("player 1 < engine:an-en… >");
    session.press("←").sees("player 1 < perfect >");
    session.press("→→").sees("player 1 < human >");
}
