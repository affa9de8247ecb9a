//! Checks of a game's listing: the page of rules, the examples, the picture, the demonstration and the lesson.

use std::collections::BTreeSet;

use quintet_games::{AnyPosition, Example, LessonStep, Listing, MoveError, Task};
use quintet_rules::Player;

/// Asserts that the examples include a legal move, a win, and illegal moves for two reasons.
pub fn check_outcomes(listing: &Listing) {
    let outcomes: BTreeSet<_> = listing
        .examples
        .iter()
        .map(|example| outcome(listing, example))
        .collect();
    for wanted in ["legal", "wins"] {
        assert!(outcomes.contains(wanted), "{}: {outcomes:?}", listing.id);
    }
    assert!(outcomes.len() >= 4, "{}: {outcomes:?}", listing.id);
}

/// Returns the outcome of an example: `legal`, `wins`, or the reason why the move is illegal.
fn outcome(listing: &Listing, example: &Example) -> String {
    let position = listing.standard().position(example.position);
    let position = position.unwrap_or_else(|error| panic!("{}: {error}", example.position));
    assert!(
        position.outcome().is_none(),
        "the game is not over: {position:?}"
    );
    match position.play(example.entry) {
        Ok(played) if played.position.outcome().is_some() => "wins".to_owned(),
        Ok(_) => "legal".to_owned(),
        Err(MoveError::Refused { reason, .. }) => reason.to_owned(),
        Err(MoveError::Malformed { sentence }) => {
            panic!(
                "{} in {position:?} is not a move: {sentence}",
                example.entry
            )
        }
    }
}

/// Asserts that every example can be drawn and has a unique caption.
pub fn check_captions(listing: &Listing) {
    let mut captions = BTreeSet::new();
    for example in listing.examples {
        let position = listing.standard().position(example.position);
        let position = position.expect("a position");
        assert_eq!(position.text(), example.position, "in canonical notation");
        let cells = position.marks(example.entry).expect("on the grid");
        assert!(!cells.is_empty(), "{} in {position:?}", example.entry);
        assert!(
            example.caption.ends_with('.') && captions.insert(example.caption),
            "a unique sentence: {:?}",
            example.caption
        );
    }
}

/// Asserts that the picture shows an unfinished game with tokens of both players.
pub fn check_picture(listing: &Listing) {
    let position = listing.standard().position(listing.picture);
    let position = position.unwrap_or_else(|error| panic!("{}: {error}", listing.id));
    assert_eq!(position.outcome(), None, "{position:?}");
    let scene = position.scene();
    for player in Player::BOTH {
        let owns = |owner: Option<_>| owner == Some(player);
        let tokens = scene.cells.iter().filter_map(|cell| cell.token);
        assert!(
            tokens.map(|token| token.owner).any(owns),
            "tokens of both players: {position:?}"
        );
    }
}

/// Asserts that the demonstration is a complete, short game.
pub fn check_demo(listing: &Listing) {
    let mut position = listing.standard().start(Player::One);
    for mv in listing.demo {
        assert_eq!(position.outcome(), None, "{}: {mv}", listing.id);
        let played = position.play(mv);
        position = played
            .unwrap_or_else(|error| panic!("{} {mv}: {error}", listing.id))
            .position;
    }
    assert!(position.outcome().is_some(), "{}", listing.id);
    assert!(listing.demo.len() <= 20, "{}", listing.id);
}

/// Asserts that the lesson is short, has sentences in each step, accepts exactly the intended moves, and ends with a win.
pub fn check_lesson(listing: &Listing) {
    let steps = listing.lesson;
    assert!((5..=8).contains(&steps.len()), "{}", listing.id);
    let last = steps.last().expect("there are steps");
    assert!(matches!(last.task, Task::End(_)), "{}", listing.id);
    for (n, step) in steps.iter().enumerate() {
        let position = listing.standard().position(step.position);
        let position = position.unwrap_or_else(|error| panic!("{}: {error}", step.position));
        assert_eq!(position.text(), step.position, "in canonical notation");
        assert_eq!(position.to_move(), Player::One, "{position:?}");
        assert_eq!(position.outcome(), None, "{position:?}");
        for sentence in [step.idea, step.todo, step.praise] {
            assert!(sentence.ends_with('.'), "a sentence: {sentence:?}");
        }
        check_task(&*position, step);
        if let Task::Win(mv, reply) = step.task {
            let after = after(&*after(&*position, mv), reply);
            assert_eq!(
                after.text(),
                steps[n + 1].position,
                "the next step continues"
            );
        }
    }
}

/// Asserts that the moves of a task are legal, illegal or winning as intended, and that no other moves are.
fn check_task(position: &dyn AnyPosition, step: &LessonStep) {
    let legal = position.moves();
    let legal: Vec<&str> = legal.iter().map(|mv| mv.text.as_str()).collect();
    let is_that = |wanted: &[&str], counts: &dyn Fn(&str) -> bool| {
        for mv in &legal {
            let is_wanted = wanted.contains(mv);
            assert_eq!(is_wanted, counts(mv), "{mv} in {position:?}");
        }
        assert!(!wanted.is_empty() && wanted.iter().all(|mv| legal.contains(mv)));
    };
    let wanted = match &step.task {
        Task::Any => legal.len(),
        Task::Refused(entry) => {
            let refused = position.play(entry);
            assert!(
                matches!(refused, Err(MoveError::Refused { .. })),
                "{entry} is refused in {position:?}"
            );
            legal.len()
        }
        Task::One(moves) => {
            assert!(moves.iter().all(|mv| legal.contains(mv)), "{position:?}");
            moves.len()
        }
        Task::Win(mv, _) => {
            is_that(&[mv], &|mv| loses(&*after(position, mv), 2));
            1
        }
        Task::End(moves) => {
            is_that(moves, &|mv| after(position, mv).outcome().is_some());
            moves.len()
        }
    };
    let is_open = wanted < legal.len();
    assert_eq!(step.otherwise.is_empty(), !is_open, "{position:?}");
}

fn after(position: &dyn AnyPosition, mv: &str) -> Box<dyn AnyPosition> {
    position.play(mv).expect("a legal move").position
}

/// Returns true if the player to move loses within `plies` plies after any move.
fn loses(position: &dyn AnyPosition, plies: u32) -> bool {
    if position.outcome().is_some() {
        return true;
    }
    let saves = |mv: &str| {
        let next = after(position, mv);
        next.outcome().is_some()
            || !next
                .moves()
                .iter()
                .any(|mv| loses(&*after(&*next, &mv.text), plies - 2))
    };
    plies >= 2 && !position.moves().iter().any(|mv| saves(&mv.text))
}

/// Asserts that the page of rules begins with the name, fits a terminal and lists every size.
pub fn check_page(listing: &Listing) {
    let lines: Vec<_> = listing.rules.lines().collect();
    assert_eq!(lines[0], format!("# {}", listing.name));
    assert!(lines.len() <= 72, "{}: {} lines", listing.id, lines.len());
    for line in lines {
        assert!(line.chars().count() <= 78, "{}: {line}", listing.id);
        assert_eq!(line, line.trim_end(), "{}", listing.id);
    }
    let (_, after) = listing.rules.split_once("\n## Sizes\n").expect("a section");
    let (section, _) = after.split_once("\n## ").expect("another section follows");
    let words: Vec<_> = section
        .split(|char: char| !char.is_alphanumeric())
        .collect();
    for variant in listing.sizes {
        let size = variant.size().to_string();
        assert!(words.contains(&&*size), "{}: {size}", listing.id);
    }
}

/// Asserts that the page lists the rulings of the game and then the common ones, each as a sentence.
pub fn check_rulings(listing: &Listing, own: &[&str]) {
    let listed = rulings(listing.rules);
    let names: Vec<_> = listed.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, [own, &COMMON].concat(), "{}", listing.id);
    for (name, words) in listed {
        let is_a_sentence = words.ends_with('.') && words.split(' ').count() > 5;
        assert!(is_a_sentence, "{} {name}: {words}", listing.id);
    }
}

/// The rulings of all games.
const COMMON: [&str; 4] = ["C1", "C2", "C3", "C4"];

/// Returns the name and the text of each ruling under `## Rulings`.
fn rulings(page: &str) -> Vec<(&str, String)> {
    let (_, section) = page
        .split_once("\n## Rulings\n")
        .expect("a section for them");
    let items = section.split("\n- ").skip(1);
    items
        .map(|item| {
            let (name, words) = item.split_once(". ").expect("a name and a sentence");
            let words: Vec<_> = words.split_whitespace().collect();
            (name, words.join(" "))
        })
        .collect()
}
