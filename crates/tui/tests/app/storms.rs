//! No order of keys, clicks and sizes causes a panic or leads to an illegal position.

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEventKind};
use quintet_arena::{Dice, Record};
use quintet_rules::Random;
use quintet_testkit::CATALOGUE;
use quintet_tui::{Event, Request};

use crate::session::{Session, USUAL, ids, key_of, listing};

const EVENTS: usize = 1000;
const SEEDS: u64 = 2;

const KEYS: &str = "⏎⏎⏎↑↓←→⎋⌫⇱⇲⇞⇟⇥ƒ";
const CHARS: &str = "hjklhjkl  cropduyviwrxgsenptb0$:?q123456789mMbB -ä\u{0}";
const MOUSE: [MouseEventKind; 4] = [
    MouseEventKind::Down(MouseButton::Left),
    MouseEventKind::Moved,
    MouseEventKind::ScrollDown,
    MouseEventKind::Up(MouseButton::Right),
];

fn any_key(dice: &mut Dice) -> KeyCode {
    let keys = if dice.below(2) == 0 { KEYS } else { CHARS };
    let mut chars = keys.chars();
    let which = dice.below(chars.clone().count() as u32);
    key_of(chars.nth(which as usize).expect("one of them"))
}

/// True if the answer is found at once: the board has the standard size.
fn is_quick(request: &Request) -> bool {
    let variant = request.body.variant();
    listing(variant.id()).standard().size() == variant.size()
}

fn do_anything(session: &mut Session, dice: &mut Dice) {
    match dice.below(100) {
        0..3 => {
            let [width, height] = [140, 50].map(|most| dice.below(most) as u16 + 1);
            session.resize(width, height);
        }
        3..6 => {
            session.resize(USUAL.0, USUAL.1);
        }
        6..20 => {
            let place = (dice.below(100) as u16, dice.below(40) as u16);
            session.mouse(MOUSE[dice.below(4) as usize], place);
        }
        20..40 if !session.unanswered.is_empty() => {
            // Answers come in any order, and some never.
            let which = dice.below(session.unanswered.len() as u32) as usize;
            let request = session.unanswered.swap_remove(which);
            if is_quick(&request) {
                session.answer_one(request);
            }
        }
        40 => {
            session.key_with(any_key(dice), KeyModifiers::ALT);
        }
        41 => session.app.update(Event::Tick),
        _ => {
            session.key(any_key(dice));
        }
    }
}

#[test]
fn no_storm_of_keys_mouse_and_sizes_reaches_an_illegal_position() {
    for (game, seed) in ids().flat_map(|id| (0..SEEDS).map(move |seed| (id, seed))) {
        let mut dice = Dice::new(seed, 0);
        let mut session = Session::between(game, "human", "easy", USUAL);
        session.is_slow = true;
        let mut boards = 0;
        for _ in 0..EVENTS {
            do_anything(&mut session, &mut dice);
            if session.app.is_done() {
                // The person has left and comes back.
                session = Session::new(session.app.saved_state(), USUAL);
                session.is_slow = true;
            }
            if let Some(record) = session.app.record() {
                boards += 1;
                let text = record.to_string();
                let read = Record::read_all(&text, CATALOGUE).unwrap_or_else(|error| {
                    panic!("{game}, seed {seed}: {error}\n{text}\n{}", session.text())
                });
                assert_eq!(read[0].to_string(), text, "{game}, seed {seed}");
            }
        }
        assert!(boards > EVENTS / 10, "{game}, seed {seed}: hardly a board");
    }
}
