//! The dynamic layer: positions of any game behind one trait, with moves as text.
//!
//! Each call is dispatched once and does its work in the typed layer, so nothing is dispatched per visited position.

use std::any::Any;
use std::fmt;

use quintet_rules::{self as rules, Outcome, PerPlayer, Player, Position, Random};
use quintet_solver::{Budget, Value, lookahead};

use crate::actions::{ActionSet, Actions, Plane};
use crate::any_oracle::numbers;
use crate::fact::GameFact;
use crate::game::{Board, Game, Notation, Reason, Refusal};
use crate::scene::Scene;
use crate::text::{EntryError, words};
use crate::variant::Variant;

/// A position of any game.
///
/// ```
/// # use quintet_games::Catalogue;
/// # use quintet_rules::Player;
/// let start = Catalogue::STANDARD.find("gridlock").expect("listed").standard().start(Player::One);
/// let corner = &start.moves()[0];
/// assert_eq!((corner.text.as_str(), &corner.touches), ("1 1", &vec![vec![0]]));
/// assert_eq!(start.analysis().perft(2), 16 * 15 - 48);
/// assert!(start.outcome().is_none());
/// ```
pub trait AnyPosition: Any + fmt::Debug + Send + Sync {
    /// Returns the game and size.
    fn variant(&self) -> &'static dyn Variant;

    /// Copies the position.
    fn boxed(&self) -> Box<dyn AnyPosition>;

    /// Returns the player whose turn it is; in a finished position, the player who would have been next.
    fn to_move(&self) -> Player;

    /// Returns the winner, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the position as text. [`Variant::position`] is the inverse.
    fn text(&self) -> String;

    /// Returns every legal move, always in the same order.
    fn moves(&self) -> Vec<LegalMove>;

    /// Plays a move given in any of its spellings.
    fn play(&self, entry: &str) -> Result<PlayedMove, MoveError>;

    /// Returns the grid as drawn in the rule book, without a final line break.
    fn drawing(&self) -> String;

    /// Returns the position as drawing data.
    fn scene(&self) -> Scene;

    /// Names a legal move in a sentence, with its cells as the rule book writes them: `(2,3)`, `cell 13`, `barrier C3`.
    /// Returns any other entry unchanged.
    fn name_move(&self, mv: &str) -> String;

    /// Returns the cells that an entry names, whether the move is legal or not. `None` if the entry is not a move on the
    /// grid.
    fn marks(&self, entry: &str) -> Option<Vec<usize>>;

    /// Explains why no legal move begins with these cells, touched in this order. `None` if a move does, or if no move
    /// could be intended.
    fn why_not(&self, touched: &[usize]) -> Option<Objection>;

    /// Returns the instructions for the player to move.
    fn instructions(&self) -> Instructions;

    /// Describes the end of the game, if it is over.
    fn ending(&self) -> Option<GameEnd>;

    /// Returns the position as the subject of an analysis by the rules alone.
    fn analysis(&self) -> &dyn PositionAnalysis;

    /// Returns the position as training data.
    fn data(&self) -> &dyn PositionData;
}

impl dyn AnyPosition + '_ {
    /// Returns a uniformly random legal move. `None` exactly when the game is over.
    pub fn random_move(&self, random: &mut dyn Random) -> Option<String> {
        self.data().random_move(random)
    }
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// Instructions for the player to move, in the voice of the rule book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instructions {
    /// The prompt, which the entry follows after a space.
    pub prompt: String,
    /// The form of a move here, with an example.
    pub how_to_move: String,
    /// A sentence for each touch of a move, in order. Some moves need fewer touches.
    pub steps: &'static [&'static str],
    /// The supply of each player, such as `3 barriers`, if the game has supplies.
    pub left: PerPlayer<Option<String>>,
}

/// The result of a finished game and the cells that decided it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The result, in the voice of the rule book.
    pub sentence: String,
    /// The reason as a clause that follows "after 3 3", addressed to each player.
    pub clauses: PerPlayer<String>,
    /// The cells that decided the game, such as a winning group, in ascending order. Never empty.
    pub cells: Vec<usize>,
}

/// The reason why touched cells lead to no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objection {
    /// The reason, in the voice of the rule book.
    pub sentence: String,
    /// The cells that prevent the move, in ascending order. Never empty.
    pub cells: Vec<usize>,
}

/// The analysis of a position by the rules and the heuristics of its game, without its value.
pub trait PositionAnalysis {
    /// Counts the sequences of exactly `depth` moves.
    fn perft(&self, depth: u32) -> u64;

    /// Returns the position after a null move, which shows the opponent's threats; the rules need not allow it. `None`
    /// if the game is over or a null move makes no sense in it.
    fn passed(&self) -> Option<Box<dyn AnyPosition>>;

    /// Returns the answer to a legal move, if the opponent wins by answering every move with its mirror image.
    fn answer(&self, mv: &str) -> Option<String>;

    /// Returns the number of moves that each player has left, if neither can take any from the other.
    fn moves_left(&self) -> Option<PerPlayer<u32>>;

    /// Returns the fact that shows the effect of a winning move, if the game has one.
    fn effect(&self, mv: &str) -> Option<GameFact>;

    /// Returns the value of each legal move that ends the game within `plies` under best play, in the order of the game, by
    /// trying all lines. `None` for other moves. Stops at the nearest win, or when the budget is exhausted, before greater
    /// distances.
    fn values_within(&self, plies: u8, budget: Budget) -> Vec<Option<Value>>;

    /// Returns the game's estimate of each legal move for the player to move, in the order of the game. Greater is better. A
    /// move that ends the game has the greatest.
    fn estimates(&self) -> Vec<i64>;

    /// Returns the best of these legal moves by a heuristic search as deep as the budget allows, at least two plies. Not
    /// exact: meant for unsolved positions. Empty only if `among` is.
    fn best_by_estimate(&self, among: &[&str], budget: Budget) -> Vec<String>;
}

/// A position as training data: moves as numbers, cells as planes.
pub trait PositionData {
    /// Returns a uniformly random legal move. `None` exactly when the game is over.
    fn random_move(&self, random: &mut dyn Random) -> Option<String>;

    /// Returns the number of a uniformly random legal move, the same as [`random_move`](PositionData::random_move).
    fn random_action(&self, random: &mut dyn Random) -> Option<usize>;

    /// Returns the numbers of the legal moves in the order of the game, which need not be ascending.
    fn actions(&self) -> Vec<usize>;

    /// Returns the position after the legal move with this number.
    fn after(&self, action: usize) -> Box<dyn AnyPosition>;

    /// Returns the numbers of the legal moves. Empty exactly when the game is over.
    fn legal_actions(&self) -> ActionSet;

    /// Returns the number of a legal move in any of its spellings.
    fn action(&self, entry: &str) -> Result<usize, MoveError>;

    /// Returns the move with this number, which may be illegal. `None` if it leads off the grid.
    fn action_move(&self, action: usize) -> Option<String>;

    /// Writes the planes that a player observes, one byte per cell, row by row. `bytes` must have room for all
    /// [`Variant::planes`].
    fn observe(&self, viewer: Player, bytes: &mut [u8]);

    /// Returns every move that can be written here, legal or not.
    fn candidates(&self) -> Vec<String>;
}

/// A legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// The move as the rule book spells it.
    pub text: String,
    /// The ways to make it by touching cells, the usual one first. Never empty.
    pub touches: Vec<Vec<usize>>,
    /// The cells that it names, to be marked as the last move.
    pub marks: Vec<usize>,
}

/// A played move and its result.
///
/// ```
/// # use quintet_games::Catalogue;
/// # use quintet_rules::Player;
/// let start = Catalogue::STANDARD.find("gridlock").expect("listed").standard().start(Player::One);
/// let played = start.play("2-3").expect("a legal move");
/// assert_eq!((played.mv.as_str(), played.marks), ("2 3", vec![6]));
/// assert_eq!(played.confirmation, "You placed an 'X' at position (2,3).");
/// assert_eq!(played.position.to_move(), Player::Two);
/// ```
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The move as the rule book spells it.
    pub mv: String,
    /// The cells that it names.
    pub marks: Vec<usize>,
    /// The position after it.
    pub position: Box<dyn AnyPosition>,
    /// The confirmation for the player who made it; may be empty.
    pub confirmation: String,
    /// An announcement to both players, if a new phase of the game begins.
    pub notice: Option<String>,
}

/// Error for an entry that was not played. The position is unchanged.
///
/// ```
/// # use quintet_games::Catalogue;
/// # use quintet_games::MoveError;
/// let gridlock = Catalogue::STANDARD.find("gridlock").expect("listed").standard();
/// let position = gridlock.position("..../.X../..../.... 2").expect("a position");
/// let refused = position.play("2 3").expect_err("adjacent to the opponent's marker");
/// assert!(matches!(refused, MoveError::Refused { reason: "beside-opponent", .. }));
/// let malformed = position.play("two three").expect_err("no numbers");
/// assert!(matches!(malformed, MoveError::Malformed { .. }));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text is not a move of this game.
    #[error("{sentence}")]
    Malformed {
        /// The problem and the expected form, in the voice of the rule book.
        sentence: String,
    },
    /// The move is not legal.
    #[error("{sentence}")]
    Refused {
        /// The rule that it breaks, as a stable name such as `beside-opponent`.
        reason: &'static str,
        /// The problem and the rule, in the voice of the rule book.
        sentence: String,
    },
}

/// A typed position in the dynamic layer.
pub(crate) struct ErasedPosition<G: Game>(pub(crate) G::Position);

impl<G: Game> fmt::Debug for ErasedPosition<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", G::ID, G::SIZE, self.0.write_position())
    }
}

/// Words an error in the voice of the rule book.
fn move_error<G: Game>(position: &G::Position, error: EntryError<Refusal<G>>) -> MoveError {
    match error {
        EntryError::Malformed(malformed) => MoveError::Malformed {
            sentence: G::malformed(position, &malformed),
        },
        EntryError::Refused(refusal) => MoveError::Refused {
            reason: refusal.code(),
            sentence: G::refused(position, &refusal),
        },
    }
}

impl<G: Game> AnyPosition for ErasedPosition<G> {
    fn variant(&self) -> &'static dyn Variant {
        G::GAME
    }

    fn boxed(&self) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition::<G>(self.0))
    }

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn text(&self) -> String {
        self.0.write_position()
    }

    fn moves(&self) -> Vec<LegalMove> {
        let listed = self.0.moves().map(|mv| LegalMove {
            text: G::Position::write_move(mv),
            touches: G::Position::touches(mv),
            marks: G::Position::marks(mv),
        });
        listed.collect()
    }

    fn play(&self, entry: &str) -> Result<PlayedMove, MoveError> {
        let played = self.0.read_move(&words(entry)).and_then(|mv| {
            let next = self.0.play(mv).map_err(EntryError::Refused)?;
            Ok(PlayedMove {
                mv: G::Position::write_move(mv),
                marks: G::Position::marks(mv),
                position: Box::new(ErasedPosition::<G>(next)),
                confirmation: G::confirm(&self.0, mv, &next),
                notice: G::notice(&self.0, &next),
            })
        });
        played.map_err(|error| move_error::<G>(&self.0, error))
    }

    fn drawing(&self) -> String {
        G::draw(&self.0)
    }

    fn scene(&self) -> Scene {
        self.0.scene()
    }

    fn name_move(&self, mv: &str) -> String {
        match self.0.read_move(&words(mv)) {
            Ok(mv) => G::Position::name_move(mv),
            Err(_) => mv.to_owned(),
        }
    }

    fn marks(&self, entry: &str) -> Option<Vec<usize>> {
        let mv = self.0.read_move(&words(entry)).ok()?;
        Some(G::Position::marks(mv))
    }

    fn why_not(&self, touched: &[usize]) -> Option<Objection> {
        let mv = self.0.intended_move(touched)?;
        let refusal = self.0.check(mv).err()?;
        Some(Objection {
            sentence: G::refused(&self.0, &refusal),
            cells: self.0.blocking_cells(mv, &refusal),
        })
    }

    fn instructions(&self) -> Instructions {
        Instructions {
            prompt: G::prompt(&self.0),
            how_to_move: G::how_to_move(&self.0),
            steps: G::steps(&self.0),
            left: PerPlayer::from_fn(|player| G::left(&self.0, player)),
        }
    }

    fn ending(&self) -> Option<GameEnd> {
        self.0.is_over().then(|| GameEnd {
            sentence: G::ending(&self.0),
            clauses: PerPlayer::from_fn(|reader| G::end_clause(&self.0, reader)),
            cells: self.0.winning(),
        })
    }

    fn analysis(&self) -> &dyn PositionAnalysis {
        self
    }

    fn data(&self) -> &dyn PositionData {
        self
    }
}

impl<G: Game> PositionAnalysis for ErasedPosition<G> {
    fn perft(&self, depth: u32) -> u64 {
        rules::perft(&self.0, depth)
    }

    fn passed(&self) -> Option<Box<dyn AnyPosition>> {
        let passed = G::passed(&self.0).filter(|_| !self.0.is_over())?;
        Some(Box::new(ErasedPosition::<G>(passed)))
    }

    fn answer(&self, mv: &str) -> Option<String> {
        let mv = self.0.read_move(&words(mv)).ok()?;
        self.0.check(mv).ok()?;
        G::answer(&self.0, mv).map(G::Position::write_move)
    }

    fn moves_left(&self) -> Option<PerPlayer<u32>> {
        G::moves_left(&self.0)
    }

    fn values_within(&self, plies: u8, budget: Budget) -> Vec<Option<Value>> {
        lookahead::values_within(&self.0, plies, budget)
    }

    fn estimates(&self) -> Vec<i64> {
        let estimate = |mv| {
            let next = self.0.play_unchecked(mv);
            match next.outcome() {
                Some(_) => i64::MAX,
                None => -G::estimate(&next),
            }
        };
        self.0.moves().map(estimate).collect()
    }

    fn best_by_estimate(&self, among: &[&str], budget: Budget) -> Vec<String> {
        let moves: Vec<_> = self.0.moves().map(G::Position::write_move).collect();
        let is_candidate = |at: usize| among.contains(&&*moves[at]);
        let best = lookahead::best(&self.0, &is_candidate, G::estimate, budget);
        best.into_iter().map(|at| moves[at].clone()).collect()
    }

    fn effect(&self, mv: &str) -> Option<GameFact> {
        let mv = self.0.read_move(&words(mv)).ok()?;
        self.0.check(mv).ok()?;
        G::effect(&self.0, mv)
    }
}

impl<G: Game> PositionData for ErasedPosition<G> {
    fn random_move(&self, mut random: &mut dyn Random) -> Option<String> {
        self.0.random_move(&mut random).map(G::Position::write_move)
    }

    fn random_action(&self, mut random: &mut dyn Random) -> Option<usize> {
        let mv = self.0.random_move(&mut random)?;
        Some(self.0.number(mv))
    }

    fn actions(&self) -> Vec<usize> {
        numbers(&self.0)
    }

    fn after(&self, action: usize) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition::<G>(self.0.take(action)))
    }

    fn legal_actions(&self) -> ActionSet {
        self.0.legal_actions()
    }

    fn action(&self, entry: &str) -> Result<usize, MoveError> {
        let read = self.0.read_move(&words(entry)).and_then(|mv| {
            self.0.check(mv).map_err(EntryError::Refused)?;
            Ok(self.0.number(mv))
        });
        read.map_err(|error| move_error::<G>(&self.0, error))
    }

    fn action_move(&self, action: usize) -> Option<String> {
        self.0.action_move(action).map(G::Position::write_move)
    }

    fn observe(&self, viewer: Player, bytes: &mut [u8]) {
        let mut planes = bytes.chunks_exact_mut(G::SIZE.rows * G::SIZE.columns);
        self.0.observe(viewer, |shown| {
            let plane = planes.next().expect("there is room for every plane");
            for (cell, byte) in plane.iter_mut().enumerate() {
                *byte = match shown {
                    Plane::Cells(cells) => (cells >> cell & 1) as u8,
                    Plane::Cell(one) => u8::from(cell == one),
                    Plane::All(byte) => byte,
                };
            }
        });
    }

    fn candidates(&self) -> Vec<String> {
        self.0.candidates().map(G::Position::write_move).collect()
    }
}
