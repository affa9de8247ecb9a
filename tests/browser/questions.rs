//! Random requests of all kinds, from a seed.

use quintet_arena::Dice;
use quintet_games::{AnyPosition, Catalogue, Listing, Variant};
use quintet_rules::{Player, Random};
use serde_json::{Value, json};

/// The path and the body of a request.
pub(crate) type Question = (&'static str, Value);

/// The position or game of a request.
enum About {
    /// A random opening at any size.
    Any,
    /// A random opening at the rule book's size, which is solved.
    Solved,
    /// A position at any size with few moves, so that a search solves it quickly.
    Late,
}

/// The kinds of requests, drawn equally often: the path, and the names of the fields.
const KINDS: [(&str, About, &str); 18] = [
    ("/catalogue", About::Any, ""),
    ("/catalogue/{game}", About::Any, "game"),
    ("/catalogue/{game}/lesson", About::Any, "game"),
    ("/positions/{game}/{size}", About::Any, "game size position"),
    ("/play", About::Any, "game size position move"),
    ("/why", About::Any, "game size position touched"),
    ("/replay", About::Any, "game size first moves"),
    ("/review", About::Solved, "game size first moves"),
    (
        "/session",
        About::Solved,
        "game size first moves players seed reply act",
    ),
    (
        "/session",
        About::Solved,
        "game size first moves players seed reply at act",
    ),
    ("/analyze", About::Solved, "game size position explain"),
    ("/analyze", About::Solved, "game size position explain"),
    ("/analyze", About::Late, "game size position explain"),
    ("/judge", About::Solved, "game size position move"),
    ("/choose", About::Solved, "game size position player seed"),
    ("/puzzles/{game}/{size}", About::Solved, "game size seed"),
    ("/puzzles", About::Solved, "day"),
    ("/match", About::Solved, "game players games seed max_plies"),
];

/// The maximum length of a game.
const LONGEST: u32 = 24;

/// A late position has at most this many moves.
const FEW_MOVES: usize = 6;

/// Generates requests, the same ones for the same seed.
pub(crate) struct Questions {
    dice: Dice,
}

impl Questions {
    pub(crate) fn new(seed: u64) -> Self {
        Questions {
            dice: Dice::new(seed, 0),
        }
    }

    fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.dice.below(things.len() as u32) as usize]
    }

    /// Returns the next request.
    pub(crate) fn draw(&mut self) -> Question {
        let kind = self.dice.below(KINDS.len() as u32) as usize;
        let (path, about, fields) = &KINDS[kind];
        let variants: Vec<_> = match about {
            About::Any | About::Late => sizes().collect(),
            About::Solved => Catalogue::STANDARD.iter().map(Listing::standard).collect(),
        };
        let variant = self.one_of(&variants);
        let most = self.dice.below(LONGEST);
        let game = self.game(variant, |n, position| match about {
            About::Late => position.moves().len() > FEW_MOVES,
            _ => n < most as usize,
        });
        (*path, self.question(fields, path, &game))
    }

    /// For each size that is not fully solved, where some values stay unsolved: an analysis and the move of a level.
    pub(crate) fn of_searched_sizes(&mut self) -> Vec<Question> {
        let mut asked = Vec::new();
        for variant in sizes().filter(|variant| !variant.is_solved()) {
            for (path, fields) in [("/analyze", ""), ("/choose", " seed")] {
                let most = self.dice.below(LONGEST);
                let game = self.game(variant, |n, _| n < most as usize);
                let fields = format!("game size position{fields}");
                let mut question = self.question(&fields, path, &game);
                if path == "/choose" {
                    question["player"] = "perfect".into();
                }
                asked.push((path, question));
            }
        }
        asked
    }

    /// Plays a random game while a condition holds.
    fn game(
        &mut self,
        variant: &'static dyn Variant,
        goes_on: impl Fn(usize, &dyn AnyPosition) -> bool,
    ) -> Game {
        let first = self.dice.player();
        let mut game = Game {
            variant,
            first,
            moves: Vec::new(),
            last: variant.start(first),
        };
        while goes_on(game.moves.len(), &*game.last)
            && let Some(mv) = game.last.random_move(&mut self.dice)
        {
            game.last = game.last.play(&mv).expect("a legal move").position;
            game.moves.push(mv);
        }
        game
    }

    /// Returns a request with these fields about a game.
    fn question(&mut self, fields: &str, path: &str, game: &Game) -> Value {
        let cells = game.last.scene().cells.len() as u32;
        let touched: Vec<_> = (0..self.dice.below(3))
            .map(|_| self.dice.below(cells))
            .collect();
        let seats = match path {
            "/match" => ["random", "easy", "medium", "perfect"],
            _ => ["human", "human", "easy", "perfect"],
        };
        let acts = ["undo", "redo", "resign", "forget", "next", "x"];
        let act = if fields.contains(" at ") {
            json!(self.one_of(&acts))
        } else {
            json!({ "play": self.entry(game) })
        };
        let players = [(); 2].map(|()| self.one_of(&seats));
        let all = json!({
            "game": game.variant.id(), "size": game.variant.size().to_string(),
            "position": game.last.text(), "first": game.first.number(), "moves": game.moves,
            "move": self.entry(game), "touched": touched, "act": act,
            "at": self.dice.below(1 + game.moves.len() as u32),
            "players": players,
            "player": self.one_of(&["easy", "medium", "hard", "perfect", "x"]),
            "seed": self.dice.bits(), "day": self.day(), "games": 2, "max_plies": 30,
            "explain": self.dice.below(2) == 0, "reply": self.dice.below(2) == 0,
        });
        let fields = fields.split_whitespace();
        fields
            .map(|field| (field.to_owned(), all[field].clone()))
            .collect()
    }

    /// A move, or a string that is not one.
    fn entry(&mut self, game: &Game) -> String {
        match game.last.random_move(&mut self.dice) {
            Some(mv) if self.dice.below(4) > 0 => mv,
            _ => {
                let others = ["", "1-1", "A1", "A1 B2", "1 2", "é", "Z99 Z99"];
                self.one_of(&others).to_owned()
            }
        }
    }

    /// A day, which may not exist.
    fn day(&mut self) -> String {
        let [year, month, day] = [20, 12, 30].map(|most| self.dice.below(most));
        format!("{}-{:02}-{:02}", 2020 + year, 1 + month, 1 + day)
    }
}

/// A game that may be unfinished.
struct Game {
    variant: &'static dyn Variant,
    first: Player,
    moves: Vec<String>,
    last: Box<dyn AnyPosition>,
}

/// Every size of every game.
fn sizes() -> impl Iterator<Item = &'static dyn Variant> {
    Catalogue::STANDARD
        .iter()
        .flat_map(|listing| listing.sizes.iter().copied())
}
