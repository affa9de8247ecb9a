//! Every screen, for every game, at two sizes, as committed text. `SNAPSHOTS=overwrite` writes
//! what is drawn now.

#[expect(dead_code, reason = "the tests in `app` press more keys")]
#[path = "../app/session.rs"]
mod session;

use std::fmt::Write;
use std::path::Path;

use quintet_catalogue::catalogue;
use quintet_games::Listing;
use quintet_testkit::assert_golden;
use quintet_tui::{Kept, Look};

use session::{PLAIN, Session, choices, ids};

/// The games as users see them.
fn games() -> impl Iterator<Item = &'static Listing> {
    catalogue()
}

const SIZES: [(u16, u16); 2] = [(60, 20), (100, 32)];

#[track_caller]
fn compare(name: &str, found: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(format!("{name}.txt"));
    assert_golden(&file, found);
}

/// Screens one after the other, each with a title.
#[derive(Default)]
struct Album(String);

impl Album {
    fn add(&mut self, title: &str, session: &Session) {
        writeln!(self.0, "== {title}\n{}", session.text()).expect("writing to a string");
    }
}

/// A board some moves into a game, which is not over.
fn under_way(game: &str, size: (u16, u16)) -> Session {
    let mut session = Session::board(game, size);
    session.play_randomly(4, 3);
    session
}

fn finished(game: &str, size: (u16, u16)) -> Session {
    let mut session = Session::board(game, size);
    session.play_randomly(400, 11);
    assert!(session.position().outcome().is_some(), "{}", session.text());
    session
}

fn screens(listing: &Listing, size: (u16, u16)) -> String {
    let mut album = Album::default();
    let game = listing.id;
    let mut session = Session::home(game, size);
    album.add("home", &session);
    album.add("rules", session.press("r"));
    album.add("keys of the home screen", session.press("\x1b?"));
    album.add("opening a record", session.press("\x1bo"));
    album.add("lesson", session.press("\x1bg"));

    let mut session = under_way(game, size);
    album.add("board", &session);
    album.add("a step", session.press("←↑\n"));
    album.add("keys of the board", session.press("?"));
    session.press("\x1b\x1b");
    album.add("typing a move", session.press(":1"));
    session.press("\x1b");
    album.add("typing what is no move", session.press(":?\n"));
    album.add("values", session.press("v"));
    album.add("why", session.press("w"));
    album.add("hint", session.press("i"));
    album.add("undone", session.press("uu"));
    album.add("saving", session.press("s"));
    album.add("given up", session.press("\x1bg"));

    let mut session = Session::between(game, "human", "random", size);
    session.is_slow = true;
    session.press("\nx");
    album.add("thinking", &session);
    album.add("stopped", session.press("\x1b"));

    let mut session = finished(game, size);
    album.add("over", &session);
    album.add("review", session.press("e"));
    album.add("the better line", session.press("b→"));
    album.add("keys of the review", session.press("?"));
    album.add("values and reasons in the review", session.press("\x1buvw"));
    album.add("tried again", session.press("vwt"));
    session.play_randomly(2, 1);
    album.add("the line that was tried", session.press("q"));

    let mut session = Session::home(game, size);
    album.add("puzzle of the day", session.press("d"));
    let wanted = session.position();
    let mv = wanted.moves().swap_remove(0).text;
    album.add("a move in it", session.play(&mv));
    album.0
}

fn compare_screens(id: &str) {
    let listing = quintet_catalogue::find(id).expect("it is in the catalogue");
    for size in SIZES {
        let name = format!("{id}-{}x{}", size.0, size.1);
        compare(&name, &screens(listing, size));
    }
}

#[test]
fn every_screen_of_every_game() {
    ids().for_each(compare_screens);
}

#[test]
fn every_board_of_the_catalogue_is_drawn_in_the_smallest_terminal_and_in_a_huge_one() {
    let mut album = Album::default();
    for listing in games() {
        for variant in listing.sizes {
            let mut choices = choices(listing.id, "human", "human");
            choices.insert("size".to_owned(), variant.size().to_string());
            let kept = Kept {
                choices,
                game: None,
                ..Kept::default()
            };
            let mut session = Session::new(kept, PLAIN, SIZES[0]);
            session.press("\n").play_randomly(6, 2);
            let title = format!("{} {}", listing.id, variant.size());
            session.sees_no("Too small");
            album.add(&title, &session);
            session.resize(300, 120).sees_no("Too small");
        }
    }
    compare("every-size-60x20", &album.0);
}

#[test]
fn a_terminal_that_is_too_small_says_so_and_large_ones_do_not() {
    let mut session = Session::board("gridlock", (59, 20));
    session.sees("This terminal has 59 columns and 20 rows; Quintet needs 60 and 20.");
    session.resize(60, 19).sees("Quintet needs 60 and 20");
    session
        .resize(60, 20)
        .sees_no("Quintet needs")
        .sees("to move");
    for size in [(1, 1), (3, 200), (400, 2), (500, 300)] {
        session.resize(size.0, size.1);
    }
    session.sees("to move");
}

#[test]
fn with_ascii_nothing_else_is_drawn() {
    let look = Look {
        colour: true,
        ascii: true,
    };
    let mut album = Album::default();
    for id in ids() {
        for size in SIZES {
            let kept = Kept {
                choices: choices(id, "human", "human"),
                game: None,
                ..Kept::default()
            };
            let mut session = Session::new(kept, look, size);
            for keys in ["", "\n", "\n", "v", "?", "\x1b", "i", "w", "g", "e", "?"] {
                let text = session.press(keys).text();
                assert!(text.is_ascii(), "{id}:\n{text}");
            }
            if size == SIZES[1] {
                session.press("\x1bt").play_randomly(5, 4);
                album.add(id, &session);
            }
        }
    }
    compare("ascii-100x32", &album.0);
}

#[test]
fn without_colours_nothing_is_coloured_and_with_them_the_text_is_the_same() {
    use ratatui::style::Color;
    for id in ids() {
        let texts = [true, false].map(|colour| {
            let look = Look {
                colour,
                ascii: false,
            };
            let kept = Kept {
                choices: choices(id, "human", "human"),
                game: None,
                ..Kept::default()
            };
            let mut session = Session::new(kept, look, SIZES[1]);
            session.press("\n").play_randomly(5, 4).press("v");
            let is_plain =
                |cell: &ratatui::buffer::Cell| cell.fg == Color::Reset && cell.bg == Color::Reset;
            assert_eq!(session.buffer().content().iter().all(is_plain), !colour);
            session.text()
        });
        assert_eq!(texts[0], texts[1]);
    }
}
