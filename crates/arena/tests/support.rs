//! Helpers for all tests: games, oracles, positions met in play, and text tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use quintet_arena::{Competitor, Dice, Library, OracleSource, Record, Session, Tables, Who};
use quintet_games::{AnyOracle, AnyPosition, Listing, Variant};
use quintet_rules::{PerPlayer, Player, Random};
use quintet_solver::{Budget, Census, Progress, Value};
use quintet_testkit::CATALOGUE;
use tempfile::TempDir;

/// Every game, including a guest that the crate knows nothing about.
pub(crate) fn games() -> impl Iterator<Item = &'static Listing> {
    CATALOGUE.iter()
}

/// Every size of every game.
pub(crate) fn variants() -> Vec<&'static dyn Variant> {
    games().flat_map(|listing| listing.sizes).copied().collect()
}

/// A game at the rule book's size.
pub(crate) fn standard(id: &str) -> &'static dyn Variant {
    CATALOGUE
        .find(id)
        .expect("a game of the catalogue")
        .standard()
}

/// How many positions have which value.
pub(crate) fn census(oracle: &dyn AnyOracle) -> Option<Census<String>> {
    oracle.enumerable_table()?.census(&Progress::default())
}

/// A game at another size.
pub(crate) fn sized(id: &str, size: &str) -> &'static dyn Variant {
    let listing = CATALOGUE.find(id).expect("a game of the catalogue");
    listing.size(size).expect("a size of the game")
}

/// The oracle of a game at the rule book's size, computed once for all tests.
pub(crate) fn oracle(id: &str) -> Arc<dyn AnyOracle> {
    oracle_of(standard(id))
}

/// The same for any size.
pub(crate) fn oracle_of(variant: &dyn Variant) -> Arc<dyn AnyOracle> {
    static LIBRARY: LazyLock<Library> =
        LazyLock::new(|| Library::new(CATALOGUE, Tables::nowhere()));
    LIBRARY.oracle(variant)
}

/// An oracle that nothing has been asked yet.
pub(crate) fn new_oracle(variant: &dyn Variant) -> Arc<dyn AnyOracle> {
    Library::new(CATALOGUE, Tables::nowhere()).oracle(variant)
}

/// Every game at the rule book's size, where all of them are solved, and its oracle.
pub(crate) fn solved() -> impl Iterator<Item = (&'static dyn Variant, Arc<dyn AnyOracle>)> {
    games().map(|listing| {
        let oracle = oracle(listing.id);
        assert!(oracle.is_solved(), "{} is solved", listing.id);
        (listing.standard(), oracle)
    })
}

/// The exact value of a position of a solved size.
pub(crate) fn value(oracle: &dyn AnyOracle, position: &dyn AnyPosition) -> Value {
    let value = oracle.value(position, Budget::NONE);
    value.expect("the size is solved")
}

/// The position after a legal move.
pub(crate) fn after(position: &dyn AnyPosition, mv: &str) -> Box<dyn AnyPosition> {
    let played = position.play(mv);
    played
        .unwrap_or_else(|error| panic!("{mv} in {position:?}: {error}"))
        .position
}

/// Every legal move as text.
pub(crate) fn texts(position: &dyn AnyPosition) -> Vec<String> {
    position.moves().into_iter().map(|mv| mv.text).collect()
}

/// Unfinished positions from random games, each from a game of its own.
pub(crate) fn random_positions(
    variant: &'static dyn Variant,
    seed: u64,
    count: usize,
) -> Vec<Box<dyn AnyPosition>> {
    let mut dice = Dice::new(seed, 0);
    let mut positions = Vec::new();
    while positions.len() < count {
        let first = Player::BOTH[dice.below(2) as usize];
        let mut position = variant.start(first);
        // Few random games are longer.
        for _ in 0..dice.below(30) {
            let Some(mv) = position.random_move(&mut dice) else {
                break;
            };
            position = after(&*position, &mv);
        }
        if position.outcome().is_none() {
            positions.push(position);
        }
    }
    positions
}

/// One thing for each player.
pub(crate) fn both<T>(one: T, two: T) -> PerPlayer<T> {
    PerPlayer { one, two }
}

/// A source that always returns the same oracle.
pub(crate) fn source(oracle: &Arc<dyn AnyOracle>) -> OracleSource {
    let oracle = Arc::clone(oracle);
    Arc::new(move || Arc::clone(&oracle))
}

/// The players of a game without people.
pub(crate) fn seated(
    who: &PerPlayer<Who>,
    source: &OracleSource,
    seed: u64,
    game: u64,
) -> PerPlayer<Box<dyn Competitor>> {
    PerPlayer::from_fn(|player| {
        let dice = Dice::for_game(seed, game, player);
        who[player].seat(dice, source).expect("not a person")
    })
}

/// A game between players that are not people, to its end or to a number of plies.
pub(crate) fn game_between(
    mut players: PerPlayer<Box<dyn Competitor>>,
    start: Box<dyn AnyPosition>,
    max_plies: usize,
) -> Session {
    let mut session = Session::new(start);
    play_out(&mut session, max_plies, |session| {
        let player = &mut players[session.position().to_move()];
        player.choose_in(session).expect("a built-in player")
    });
    session
}

/// Plays a game to its end, or to a number of plies.
pub(crate) fn play_out(
    session: &mut Session,
    max_plies: usize,
    mut choose: impl FnMut(&Session) -> String,
) {
    while session.outcome().is_none() && session.plies().len() < max_plies {
        let mv = choose(session);
        session.play(&mv).expect("a legal move");
    }
}

/// The moves of a game.
pub(crate) fn moves(session: &Session) -> Vec<&str> {
    session.plies().iter().map(|ply| &*ply.mv).collect()
}

/// The only record in a string.
pub(crate) fn record(text: &str) -> Record {
    let records = Record::read_all(text, CATALOGUE);
    let mut records = records.unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(records.len(), 1, "one record in\n{text}");
    records.remove(0)
}

/// A temporary folder.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    /// The path of a file or folder in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Checks that it has these files and folders, sorted by name, and no others.
    #[track_caller]
    pub(crate) fn holds(&self, names: &[&str]) {
        assert_eq!(names_in(self.0.path()), names);
    }
}

/// The names of all files in a folder, sorted.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a name in UTF-8"))
        .collect();
    names.sort();
    names
}

/// Checks the cases of a table. Each has a name, an input, and after `=>` the output that is expected.
///
/// ```text
/// # Seeds are whole numbers
/// [Game "gridlock"]
/// [Seed "$"]
///
/// *
/// =>
/// line 2: Seed is '$'; expected a whole number
/// $ -1
/// $ 1.5
/// ```
///
/// Lines at the end that begin with `$` make several cases of one: each is put in the place of the other `$`.
pub(crate) fn check_table(table: &str, output: impl Fn(&str) -> String) {
    let mut wrong = Vec::new();
    for case in format!("\n{table}").split("\n# ").skip(1) {
        let (name, rest) = case.split_once('\n').expect("a case has lines");
        let (input, rest) = rest.split_once("=>\n").expect("a case expects something");
        let lines = rest.trim_end().lines();
        let (values, lines): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with('$'));
        let values = values.iter().map(|value| value[1..].trim_start());
        let values: Vec<_> = if values.len() == 0 {
            vec!["$"]
        } else {
            values.collect()
        };
        for value in values {
            let expected = lines.join("\n").replace('$', value);
            let found = output(&input.replace('$', value));
            if found.trim_end() != expected {
                let case = format!("# {name}: {value}\nexpected\n{expected}\nfound\n{found}");
                wrong.push(case);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
