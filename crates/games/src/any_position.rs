//! The dynamic layer: positions of any game behind one trait, moves as texts.
//!
//! A front end asks one question at a time and is answered by the typed layer: the dispatch happens
//! once per question, never once per position visited.

use std::any::Any;
use std::fmt;

use quintet_rules::{self as rules, Outcome, PerPlayer, Player, Position, Random};
use quintet_solver::{Budget, lookahead};

#[cfg(feature = "data")]
use crate::actions::{ActionSet, Plane};
use crate::ahead;
use crate::game::{Game, Reason, Refusal};
use crate::scene::Scene;
use crate::text::{Fault, words};
use crate::variant::Variant;

/// A position of some game, which can be asked everything that people and programs want to know.
///
/// ```
/// # use quintet_games::find;
/// # use quintet_rules::Player;
/// let start = find("gridlock").expect("listed").standard().start(Player::One);
/// let corner = &start.moves()[0];
/// assert_eq!((corner.text.as_str(), &corner.touches), ("1 1", &vec![vec![0]]));
/// assert_eq!(start.perft(2), 16 * 15 - 48);
/// assert!(start.outcome().is_none());
/// ```
pub trait AnyPosition: fmt::Debug + Send + Sync {
    /// The game and size that this is a position of.
    fn variant(&self) -> &'static dyn Variant;

    /// A copy.
    fn boxed(&self) -> Box<dyn AnyPosition>;

    /// The player whose turn it is; in a finished position, the player who would have been next.
    fn to_move(&self) -> Player;

    /// Who has won, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The position as text. [`Variant::position`] gives it back.
    fn text(&self) -> String;

    /// Every legal move, always in the same order.
    fn moves(&self) -> Vec<Listed>;

    /// The numbers of the legal moves, for programs that learn. Empty exactly when the game is over.
    #[cfg(feature = "data")]
    fn legal_actions(&self) -> ActionSet;

    /// The number of a move given in any of its spellings, or why it is no legal move.
    #[cfg(feature = "data")]
    fn action(&self, entry: &str) -> Result<usize, MoveError>;

    /// The move with this number, which may be illegal. `None` if it means no cell of the grid.
    #[cfg(feature = "data")]
    fn action_move(&self, action: usize) -> Option<String>;

    /// Writes the planes of what a player sees, a byte for each cell, row by row. There must be room for
    /// [`Variant::planes`] planes.
    #[cfg(feature = "data")]
    fn observe(&self, viewer: Player, bytes: &mut [u8]);

    /// Every move that can be written here, legal or not. The legal ones are among them.
    #[cfg(feature = "data")]
    fn candidates(&self) -> Vec<String>;

    /// Plays a move given in any of its spellings.
    fn play(&self, entry: &str) -> Result<Played, MoveError>;

    /// A legal move, each with the same probability. `None` exactly when the game is over.
    fn random_move(&self, random: &mut dyn Random) -> Option<String>;

    /// The position if the player to move left out a turn, to see what the opponent threatens; the
    /// rules need not allow it. `None` if it has no meaning, or the game is over.
    fn passed(&self) -> Option<Box<dyn AnyPosition>>;

    /// The answer to a legal move, if the opponent of the player to move wins by answering every move
    /// by its opposite.
    fn answer(&self, mv: &str) -> Option<String>;

    /// How many moves each player has left, if neither can take any from the other.
    fn moves_left(&self) -> Option<PerPlayer<u32>>;

    /// The moves that win within so many plies, found by trying all. `None` if that would take too
    /// long.
    fn wins_within(&self, plies: u8) -> Option<Vec<String>>;

    /// Of these legal moves, those that look best as far ahead as the budget goes, at least two plies. No value, and no
    /// truth: it is for positions of which nothing is known. At least one, if there is one.
    fn looking_best(&self, among: &[&str], budget: Budget) -> Vec<String>;

    /// How many sequences of exactly `depth` moves lead on from here.
    fn perft(&self, depth: u32) -> u64;

    /// The grid as the book draws it, without a line break at the end.
    fn drawing(&self) -> String;

    /// The question to the player to move; the entry follows after a space.
    fn prompt(&self) -> String;

    /// What a move must look like here.
    fn how_to_move(&self) -> String;

    /// What to touch for a move here: a sentence for each touch, in order. Some moves may need fewer.
    fn steps(&self) -> &'static [&'static str];

    /// What a player has left to use, such as `3 barriers`, if the game knows such a thing.
    fn left(&self, player: Player) -> Option<String>;

    /// How the game has ended, if it has.
    fn ending(&self) -> Option<String>;

    /// How the game has ended, if it has, as a clause that follows "after 3 3" and speaks to
    /// `reader`.
    fn end_clause(&self, reader: Player) -> Option<String>;

    /// The cells that show what decided the game, such as a winning group, in ascending order.
    /// Empty exactly when the game is not over.
    fn winning(&self) -> Vec<usize>;

    /// The position as data to be drawn.
    fn scene(&self) -> Scene;

    /// The cells that an entry names, be the move legal or not. `None` if it says no move on the
    /// grid.
    fn marks(&self, entry: &str) -> Option<Vec<usize>>;

    /// Why no legal move begins with these cells, touched in this order, in the voice of the rule
    /// book. `None` if nothing can be said about them.
    fn why_not(&self, touched: &[usize]) -> Option<String>;

    /// The cells that are in the way of a move that begins with these cells, in ascending order.
    /// Empty exactly when [`why_not`](AnyPosition::why_not) says nothing.
    fn culprits(&self, touched: &[usize]) -> Vec<usize>;

    /// Itself, for the oracle of its game.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// A legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The move as the rule book spells it.
    pub text: String,
    /// The ways to make it by touching cells, the usual one first; at least one.
    pub touches: Vec<Vec<usize>>,
    /// The cells that it names, which are marked as the last move.
    pub marks: Vec<usize>,
}

/// A move that has been played.
///
/// ```
/// # use quintet_games::find;
/// # use quintet_rules::Player;
/// let start = find("gridlock").expect("listed").standard().start(Player::One);
/// let played = start.play("2-3").expect("a legal move");
/// assert_eq!((played.mv.as_str(), played.marks), ("2 3", vec![6]));
/// assert_eq!(played.confirmation, "You placed an 'X' at position (2,3).");
/// assert_eq!(played.position.to_move(), Player::Two);
/// ```
#[derive(Clone, Debug)]
pub struct Played {
    /// The move as the rule book spells it.
    pub mv: String,
    /// The cells that it names.
    pub marks: Vec<usize>,
    /// The position it led to.
    pub position: Box<dyn AnyPosition>,
    /// What is said to the player who made it; may be empty.
    pub confirmation: String,
    /// What everyone must know if play goes on differently from here.
    pub notice: Option<String>,
}

/// Why an entry has not been played. The position is as it was.
///
/// ```
/// # use quintet_games::find;
/// # use quintet_games::MoveError;
/// let gridlock = find("gridlock").expect("listed").standard();
/// let position = gridlock.position("..../.X../..../.... 2").expect("a position");
/// let refused = position.play("2 3").expect_err("beside the opponent's marker");
/// assert!(matches!(refused, MoveError::Refused { reason: "beside-opponent", .. }));
/// let malformed = position.play("two three").expect_err("no numbers");
/// assert!(matches!(malformed, MoveError::Malformed { .. }));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// The text says no move of this game.
    #[error("{sentence}")]
    Malformed {
        /// What is wrong and what is wanted, in the voice of the rule book.
        sentence: String,
    },
    /// The move is not legal.
    #[error("{sentence}")]
    Refused {
        /// The rule that it breaks, a stable name such as `beside-opponent`.
        reason: &'static str,
        /// What is wrong and what is wanted, in the voice of the rule book.
        sentence: String,
    },
}

/// A position of a known game, in the dynamic layer.
pub(crate) struct Of<G: Game>(pub(crate) G::Position);

impl<G: Game> fmt::Debug for Of<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", G::ID, G::SIZE, G::write_position(&self.0))
    }
}

/// A position in the dynamic layer.
#[cfg(feature = "batch")]
pub(crate) fn boxed<G: Game>(position: G::Position) -> Box<dyn AnyPosition> {
    Box::new(Of::<G>(position))
}

/// Shows every legal move, in the order of the game.
///
/// What is done with a move is called and not compiled into the loop, so that a size has the loop once.
pub(crate) fn each_move<P: Position>(position: &P, show: &mut dyn FnMut(P::Move)) {
    for mv in position.moves() {
        show(mv);
    }
}

/// What is wrong with an entry, in the voice of the rule book.
fn said<G: Game>(position: &G::Position, fault: Fault<Refusal<G>>) -> MoveError {
    match fault {
        Fault::Malformed(fault) => MoveError::Malformed {
            sentence: G::malformed(position, &fault),
        },
        Fault::Refused(refusal) => MoveError::Refused {
            reason: refusal.code(),
            sentence: G::refused(position, &refusal),
        },
    }
}

impl<G: Game> AnyPosition for Of<G> {
    fn variant(&self) -> &'static dyn Variant {
        G::GAME
    }

    fn boxed(&self) -> Box<dyn AnyPosition> {
        Box::new(Of::<G>(self.0))
    }

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn text(&self) -> String {
        G::write_position(&self.0)
    }

    fn moves(&self) -> Vec<Listed> {
        let mut listed = Vec::new();
        each_move(&self.0, &mut |mv| {
            listed.push(Listed {
                text: G::write_move(mv),
                touches: G::touches(mv),
                marks: G::marks(mv),
            });
        });
        listed
    }

    #[cfg(feature = "data")]
    fn legal_actions(&self) -> ActionSet {
        G::legal(&self.0)
    }

    #[cfg(feature = "data")]
    fn action(&self, entry: &str) -> Result<usize, MoveError> {
        let read = G::read_move(&self.0, &words(entry)).and_then(|mv| {
            self.0.check(mv).map_err(Fault::Refused)?;
            Ok(G::number(&self.0, mv))
        });
        read.map_err(|fault| said::<G>(&self.0, fault))
    }

    #[cfg(feature = "data")]
    fn action_move(&self, action: usize) -> Option<String> {
        G::numbered(&self.0, action).map(G::write_move)
    }

    #[cfg(feature = "data")]
    fn observe(&self, viewer: Player, bytes: &mut [u8]) {
        let mut planes = bytes.chunks_exact_mut(G::SIZE.rows * G::SIZE.columns);
        G::observe(&self.0, viewer, |shown| {
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

    #[cfg(feature = "data")]
    fn candidates(&self) -> Vec<String> {
        G::candidates(&self.0).map(G::write_move).collect()
    }

    fn play(&self, entry: &str) -> Result<Played, MoveError> {
        let played = G::read_move(&self.0, &words(entry)).and_then(|mv| {
            let next = self.0.play(mv).map_err(Fault::Refused)?;
            Ok(Played {
                mv: G::write_move(mv),
                marks: G::marks(mv),
                position: Box::new(Of::<G>(next)),
                confirmation: G::confirm(&self.0, mv, &next),
                notice: G::notice(&self.0, &next),
            })
        });
        played.map_err(|fault| said::<G>(&self.0, fault))
    }

    fn random_move(&self, mut random: &mut dyn Random) -> Option<String> {
        self.0.random_move(&mut random).map(G::write_move)
    }

    fn passed(&self) -> Option<Box<dyn AnyPosition>> {
        let passed = G::passed(&self.0).filter(|_| self.0.outcome().is_none())?;
        Some(Box::new(Of::<G>(passed)))
    }

    fn answer(&self, mv: &str) -> Option<String> {
        let mv = G::read_move(&self.0, &words(mv)).ok()?;
        self.0.check(mv).ok()?;
        G::answer(&self.0, mv).map(G::write_move)
    }

    fn moves_left(&self) -> Option<PerPlayer<u32>> {
        G::moves_left(&self.0)
    }

    fn wins_within(&self, plies: u8) -> Option<Vec<String>> {
        /// A few tens of milliseconds.
        const MOST: u64 = 300_000;
        let mut left = MOST;
        let mut wins = Vec::new();
        for mv in self.0.moves() {
            if ahead::wins(&self.0.play_unchecked(mv), plies, &mut left)? {
                wins.push(G::write_move(mv));
            }
        }
        Some(wins)
    }

    fn looking_best(&self, among: &[&str], budget: Budget) -> Vec<String> {
        let mut moves = Vec::new();
        each_move(&self.0, &mut |mv| moves.push(G::write_move(mv)));
        // In the browser everything is known of a size that is known whole, and the module is smaller.
        if !(cfg!(target_family = "wasm") && G::IS_WHOLE) {
            let is_wanted = |at: usize| among.contains(&&*moves[at]);
            let best = lookahead::best(&self.0, &is_wanted, G::estimate, budget);
            let best = best.into_iter().map(|at| std::mem::take(&mut moves[at]));
            return best.collect();
        }
        moves.retain(|mv| among.contains(&&**mv));
        moves
    }

    fn perft(&self, depth: u32) -> u64 {
        rules::perft(&self.0, depth)
    }

    fn drawing(&self) -> String {
        G::draw(&self.0)
    }

    fn prompt(&self) -> String {
        G::prompt(&self.0)
    }

    fn how_to_move(&self) -> String {
        G::how_to_move(&self.0)
    }

    fn steps(&self) -> &'static [&'static str] {
        G::steps(&self.0)
    }

    fn left(&self, player: Player) -> Option<String> {
        G::left(&self.0, player)
    }

    fn ending(&self) -> Option<String> {
        self.0.outcome().map(|_| G::ending(&self.0))
    }

    fn end_clause(&self, reader: Player) -> Option<String> {
        self.0.outcome().map(|_| G::end_clause(&self.0, reader))
    }

    fn winning(&self) -> Vec<usize> {
        match self.0.outcome() {
            Some(_) => G::winning(&self.0),
            None => Vec::new(),
        }
    }

    fn scene(&self) -> Scene {
        G::scene(&self.0)
    }

    fn marks(&self, entry: &str) -> Option<Vec<usize>> {
        let mv = G::read_move(&self.0, &words(entry)).ok()?;
        Some(G::marks(mv))
    }

    fn why_not(&self, touched: &[usize]) -> Option<String> {
        let mv = G::meant(&self.0, touched)?;
        let refusal = self.0.check(mv).err()?;
        Some(G::refused(&self.0, &refusal))
    }

    fn culprits(&self, touched: &[usize]) -> Vec<usize> {
        let refused = G::meant(&self.0, touched).and_then(|mv| Some((mv, self.0.check(mv).err()?)));
        refused.map_or_else(Vec::new, |(mv, refusal)| G::culprits(&self.0, mv, &refusal))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
