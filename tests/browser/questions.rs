//! Questions of every kind, drawn by lot with a seed.

use quintet_arena::Dice;
use quintet_catalogue::catalogue;
use quintet_games::{AnyPosition, Variant};
use quintet_rules::{Player, Random};
use serde_json::{Value, json};

/// A question by its path.
pub(crate) type Asked = (&'static str, Value);

/// Games that are drawn are broken off after so many moves.
const LONGEST: u32 = 24;

/// A position with so few moves is soon searched at any size.
const FEW_MOVES: usize = 6;

/// Draws questions: the same ones for the same seed.
pub(crate) struct Questions {
    dice: Dice,
    /// Every size.
    all: Vec<&'static dyn Variant>,
    /// Those whose values are known at once.
    known: Vec<&'static dyn Variant>,
}

/// A game as far as it was played.
struct Beginning {
    variant: &'static dyn Variant,
    first: Player,
    moves: Vec<String>,
    /// The one before each move, and the last one.
    positions: Vec<Box<dyn AnyPosition>>,
}

impl Questions {
    pub(crate) fn new(seed: u64) -> Self {
        let sizes = |listing: &'static quintet_games::Listing| listing.sizes.iter().copied();
        // Another size may take long.
        let known = catalogue().map(quintet_games::Listing::standard);
        Questions {
            dice: Dice::new(seed, 0),
            all: catalogue().flat_map(sizes).collect(),
            known: known.collect(),
        }
    }

    fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.dice.below(things.len() as u32) as usize]
    }

    fn beginning(&mut self, variant: &'static dyn Variant) -> Beginning {
        let first = self.dice.player();
        let mut positions = vec![variant.start(first)];
        let mut moves = Vec::new();
        for _ in 0..self.dice.below(LONGEST) {
            let last: &dyn AnyPosition = &**positions.last().expect("there is a start");
            let Some(mv) = last.random_move(&mut self.dice) else {
                break;
            };
            positions.push(last.play(&mv).expect("a legal move").position);
            moves.push(mv);
        }
        Beginning {
            variant,
            first,
            moves,
            positions,
        }
    }

    /// A move, or a text that is none.
    fn entry(&mut self, position: &dyn AnyPosition) -> String {
        let legal = position.random_move(&mut self.dice);
        let others = ["", "1-1", "A1", "A1 B2", "1 2", "é", "Z99 Z99"];
        match legal {
            Some(mv) if self.dice.below(4) > 0 => mv,
            _ => self.one_of(&others).to_owned(),
        }
    }

    /// The next question.
    pub(crate) fn draw(&mut self) -> Asked {
        let all = self.all.clone();
        let known = self.known.clone();
        let [any, whole] = [self.one_of(&all), self.one_of(&known)];
        match self.dice.below(16) {
            0 => self.of_catalogue(any),
            1 => {
                let (variant, position) = self.position(any);
                let (game, size) = (variant.id(), variant.size().to_string());
                let question = json!({ "game": game, "size": size, "position": position.text() });
                ("/positions/{game}/{size}", question)
            }
            2 => {
                let (variant, position) = self.position(any);
                let mut question = of(variant, &*position);
                question["move"] = self.entry(&*position).into();
                ("/play", question)
            }
            3 => {
                let (variant, position) = self.position(any);
                let cells = position.scene().cells.len() as u32;
                let touches = (0..self.dice.below(3)).map(|_| self.dice.below(cells));
                let touches: Vec<_> = touches.collect();
                let mut question = of(variant, &*position);
                question["touched"] = touches.into();
                ("/why", question)
            }
            4 | 5 => self.session(whole),
            6 => ("/replay", told(&self.beginning(any))),
            7 => ("/review", told(&self.beginning(whole))),
            8 | 9 => {
                let (variant, position) = self.position(whole);
                let mut question = of(variant, &*position);
                question["explain"] = (self.dice.below(2) == 0).into();
                ("/analyze", question)
            }
            10 => {
                let (variant, position) = self.position(whole);
                let mut question = of(variant, &*position);
                question["move"] = self.entry(&*position).into();
                ("/judge", question)
            }
            11 => {
                let (variant, position) = self.position(whole);
                let mut question = of(variant, &*position);
                question["player"] = self
                    .one_of(&["easy", "medium", "hard", "perfect", "x"])
                    .into();
                question["seed"] = self.dice.bits().into();
                ("/choose", question)
            }
            12 => {
                let (game, size) = (whole.id(), whole.size().to_string());
                let question = json!({ "game": game, "size": size, "seed": self.dice.bits() });
                ("/puzzles/{game}/{size}", question)
            }
            13 => ("/puzzles", json!({ "day": self.day() })),
            14 => {
                let position = self.late(any);
                let mut question = of(any, &*position);
                question["explain"] = (self.dice.below(2) == 0).into();
                ("/analyze", question)
            }
            _ => {
                let players =
                    [(); 2].map(|()| self.one_of(&["random", "easy", "medium", "perfect"]));
                let question = json!({
                    "game": whole.id(), "players": players, "games": 2, "seed": self.dice.bits(), "max_plies": 30,
                });
                ("/match", question)
            }
        }
    }

    /// Questions about sizes that are not known whole, where much is searched and some of it stays unsolved: for each of
    /// them an analysis and the move of a level.
    pub(crate) fn of_searched_sizes(&mut self) -> Vec<Asked> {
        let all = self.all.clone();
        let searched = all.into_iter().filter(|variant| !variant.is_whole());
        searched
            .flat_map(|variant| {
                let [analyzed, chosen] = [(); 2].map(|()| self.position(variant).1);
                let mut choice = of(variant, &*chosen);
                choice["player"] = "perfect".into();
                choice["seed"] = self.dice.bits().into();
                [("/analyze", of(variant, &*analyzed)), ("/choose", choice)]
            })
            .collect()
    }

    fn position(
        &mut self,
        variant: &'static dyn Variant,
    ) -> (&'static dyn Variant, Box<dyn AnyPosition>) {
        let mut beginning = self.beginning(variant);
        (variant, beginning.positions.pop().expect("there is one"))
    }

    /// A position at any size whose values are soon found: the last one of a game, with few moves.
    fn late(&mut self, variant: &'static dyn Variant) -> Box<dyn AnyPosition> {
        let mut position = variant.start(self.dice.player());
        loop {
            let moves = position.moves();
            let Some(mv) = position
                .random_move(&mut self.dice)
                .filter(|_| moves.len() > FEW_MOVES)
            else {
                return position;
            };
            position = position.play(&mv).expect("a legal move").position;
        }
    }

    fn of_catalogue(&mut self, variant: &'static dyn Variant) -> Asked {
        match self.dice.below(3) {
            0 => ("/catalogue", json!({})),
            1 => ("/catalogue/{game}", json!({ "game": variant.id() })),
            _ => ("/catalogue/{game}/lesson", json!({ "game": variant.id() })),
        }
    }

    /// A game in progress, in which something is done.
    fn session(&mut self, variant: &'static dyn Variant) -> Asked {
        let beginning = self.beginning(variant);
        let last = beginning.positions.last().expect("there is one");
        let players = [(); 2].map(|()| self.one_of(&["human", "human", "easy", "perfect"]));
        let mut question = told(&beginning);
        question["players"] = json!(players);
        question["seed"] = self.dice.bits().into();
        question["reply"] = (self.dice.below(2) == 0).into();
        if self.dice.below(3) > 0 {
            question["act"] = json!({ "play": self.entry(&**last) });
        } else {
            question["at"] = self.dice.below(1 + beginning.moves.len() as u32).into();
            question["act"] = self
                .one_of(&["undo", "redo", "resign", "forget", "next", "x"])
                .into();
        }
        ("/session", question)
    }

    /// A day, or what is none.
    fn day(&mut self) -> String {
        let (month, day) = (1 + self.dice.below(12), 1 + self.dice.below(30));
        format!("{}-{month:02}-{day:02}", 2020 + self.dice.below(20))
    }
}

fn of(variant: &dyn Variant, position: &dyn AnyPosition) -> Value {
    json!({ "game": variant.id(), "size": variant.size().to_string(), "position": position.text() })
}

fn told(beginning: &Beginning) -> Value {
    let variant = beginning.variant;
    json!({
        "game": variant.id(), "size": variant.size().to_string(),
        "first": beginning.first.number(), "moves": beginning.moves,
    })
}
