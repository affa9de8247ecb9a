//! Whatever is pressed, clicked and resized, in any order: no panic, and no position that the rules do not know.

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEventKind};
use quintet_arena::{Dice, Record};
use quintet_rules::Random;
use quintet_tui::{Event, Request};

use crate::session::{Session, answer, ids};

const EVENTS: usize = 1500;
const SEEDS: u64 = 2;

const KEYS: &[KeyCode] = &[
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Esc,
    KeyCode::Backspace,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Tab,
    KeyCode::F(1),
];
const CHARS: &str = "hjklhjkl  cropduyviwrxgsenptb0$:?q123456789mMbB -ä\u{0}";

fn any_key(dice: &mut Dice) -> KeyCode {
    if dice.below(2) == 0 {
        KEYS[dice.below(KEYS.len() as u32) as usize]
    } else {
        let chars: Vec<char> = CHARS.chars().collect();
        KeyCode::Char(chars[dice.below(chars.len() as u32) as usize])
    }
}

/// Whether the answer is found at once: the board is one of the standard size.
fn is_quick(request: &Request) -> bool {
    let variant = request.question.variant();
    let listing = quintet_catalogue::find(variant.id()).expect("it is in the catalogue");
    listing.standard().size() == variant.size()
}

fn storm(game: &str, seed: u64) {
    let mut dice = Dice::new(seed, 0);
    let mut session = Session::between(game, "human", "easy", (80, 24));
    session.is_slow = true;
    let mut boards = 0;
    for _ in 0..EVENTS {
        match dice.below(100) {
            0..3 => {
                let (width, height) = (dice.below(140), dice.below(50));
                session.resize(width as u16 + 1, height as u16 + 1);
            }
            3..6 => {
                session.resize(80, 24);
            }
            6..20 => {
                let place = (dice.below(100) as u16, dice.below(40) as u16);
                let kinds = [
                    MouseEventKind::Down(MouseButton::Left),
                    MouseEventKind::Moved,
                    MouseEventKind::ScrollDown,
                    MouseEventKind::Up(MouseButton::Right),
                ];
                session.mouse(kinds[dice.below(4) as usize], place);
            }
            20..40 if !session.unanswered.is_empty() => {
                // Answers come in any order, and some never.
                let which = dice.below(session.unanswered.len() as u32) as usize;
                let request = session.unanswered.swap_remove(which);
                if is_quick(&request) {
                    let answer = answer(request);
                    session.app.update(Event::Answer(Box::new(answer)));
                }
                session.settle();
            }
            40 => {
                session.key_with(any_key(&mut dice), KeyModifiers::ALT);
            }
            41 => session.app.update(Event::Tick),
            _ => {
                session.key(any_key(&mut dice));
            }
        }
        if session.app.is_done() {
            // The person has left and comes back.
            let kept = session.app.kept();
            session = Session::new(kept, crate::session::PLAIN, (80, 24));
            session.is_slow = true;
        }
        if let Some(record) = session.app.record() {
            boards += 1;
            let text = record.to_string();
            let read = Record::read_all(&text).unwrap_or_else(|fault| {
                panic!("{game}, seed {seed}: {fault}\n{text}\n{}", session.text())
            });
            assert_eq!(read[0].to_string(), text, "{game}, seed {seed}");
        }
    }
    assert!(
        boards > EVENTS / 10,
        "{game}, seed {seed}: the board was hardly seen"
    );
}

#[test]
fn no_storm_of_keys_mouse_and_sizes_reaches_an_illegal_position() {
    for game in ids() {
        for seed in 0..SEEDS {
            storm(game, seed);
        }
    }
}
