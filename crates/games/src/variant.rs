//! The dynamic layer: a game at one size behind one trait, and the sentences that all games share.

use std::cmp::Ordering;
use std::fmt;

#[cfg(feature = "batch")]
use quintet_rules::Tally;
use quintet_rules::{PerPlayer, Player};
use quintet_solver::Solution;

use crate::actions::Actions;
use crate::any_oracle::{AnyOracle, ErasedOracle};
use crate::any_position::{AnyPosition, ErasedPosition};
#[cfg(feature = "batch")]
use crate::batch::{AnyBatch, Batch, Settings};
use crate::game::{Game, Notation, Size};
#[cfg(not(test))]
use crate::listing::Listing;
use crate::listing::NamedIdea;
use crate::symmetry::{Symmetry, symmetries};
use crate::text::NotAPosition;

/// One game at one size.
///
/// ```
/// # use quintet_games::Catalogue;
/// # use quintet_rules::Player;
/// let row = Catalogue::STANDARD.find("adjacency-block").and_then(|game| game.size("6")).expect("listed");
/// assert_eq!(row.start(Player::Two).text(), "...... 2");
/// assert_eq!(row.position("X..... 2").expect("a position").to_move(), Player::Two);
/// let error = row.position("X..... 3").expect_err("not a player");
/// assert_eq!(error.found, "player to move '3'");
/// ```
pub trait Variant: Send + Sync {
    /// Returns the id of the game.
    fn id(&self) -> &'static str;

    /// Returns the game in the catalogue, with all its sizes.
    #[cfg(not(test))]
    fn listing(&self) -> &'static Listing;

    /// Returns the board.
    fn size(&self) -> Size;

    /// Returns the named ideas of the game.
    fn ideas(&self) -> &'static [NamedIdea];

    /// Returns the starting position with `first` to move.
    fn start(&self, first: Player) -> Box<dyn AnyPosition>;

    /// Parses a position.
    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotAPosition>;

    /// Returns the name of a player in the rule book.
    fn name(&self, player: Player) -> &'static str;

    /// Returns the number of action numbers.
    fn actions(&self) -> usize;

    /// Returns the meaning of each plane of an observation, in order.
    fn planes(&self) -> &'static [&'static str];

    /// Returns the maximum length of a game in plies; `None` if some games never end.
    fn longest(&self) -> Option<u32>;

    /// Returns the rotations and reflections under which the rules are the same, the identity first.
    fn symmetries(&self) -> Vec<Symmetry>;

    /// Returns the positions that the oracle's census counts.
    fn census_scope(&self) -> &'static str;

    /// True if every position is solved.
    fn is_solved(&self) -> bool;

    /// Returns the way to make the oracle.
    fn solution(&self) -> Solution<dyn AnyOracle>;

    /// Creates a batch of games, for training.
    #[cfg(feature = "batch")]
    fn batch(&self, settings: &Settings) -> Box<dyn AnyBatch>;

    /// Plays about `steps` moves of uniformly random games that Player 1 begins, to measure the speed of the rules.
    #[cfg(feature = "batch")]
    fn random_games(&self, steps: u64, seed: u64) -> Tally;
}

/// Sentences that all games share.
impl dyn Variant + '_ {
    /// Announces that a player resigns.
    pub fn resigned(&self, player: Player) -> String {
        let (loser, winner) = (self.name(player), self.name(player.other()));
        format!("{loser} resigns. {winner} wins the game!")
    }

    /// Announces the score between two games of a match.
    pub fn standing(&self, won: PerPlayer<u32>) -> String {
        let [one, two] = Player::BOTH.map(|player| (self.name(player), won[player]));
        format!(
            "Games won by {}: {}, by {}: {}.",
            one.0, one.1, two.0, two.1
        )
    }

    /// Announces the end of a match.
    pub fn match_over(&self, won: PerPlayer<u32>) -> String {
        let (winner, more, fewer) = match won.one.cmp(&won.two) {
            Ordering::Greater => (Player::One, won.one, won.two),
            Ordering::Less => (Player::Two, won.two, won.one),
            Ordering::Equal => {
                return format!(
                    "The match is over, and it is level: {} to {}.",
                    won.one, won.two
                );
            }
        };
        format!(
            "The match is over. {} wins the match, {more} to {fewer}!",
            self.name(winner)
        )
    }
}

impl fmt::Debug for dyn Variant + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.id(), self.size())
    }
}

impl<G: Game> Variant for G {
    fn id(&self) -> &'static str {
        G::ID
    }

    #[cfg(not(test))]
    fn listing(&self) -> &'static Listing {
        G::LISTING
    }

    fn size(&self) -> Size {
        G::SIZE
    }

    fn ideas(&self) -> &'static [NamedIdea] {
        G::LISTING.ideas
    }

    fn start(&self, first: Player) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition::<G>(G::start(first)))
    }

    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, NotAPosition> {
        Ok(Box::new(ErasedPosition::<G>(G::Position::read_position(
            text,
        )?)))
    }

    fn name(&self, player: Player) -> &'static str {
        G::name(player)
    }

    fn actions(&self) -> usize {
        G::Position::ACTIONS
    }

    fn planes(&self) -> &'static [&'static str] {
        G::Position::PLANES
    }

    fn longest(&self) -> Option<u32> {
        G::Position::LONGEST
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        symmetries::<G>()
    }

    fn census_scope(&self) -> &'static str {
        G::CENSUS_SCOPE
    }

    fn is_solved(&self) -> bool {
        G::IS_SOLVED
    }

    fn solution(&self) -> Solution<dyn AnyOracle> {
        G::solution().map(|oracle| Box::new(ErasedOracle::<G>(oracle)))
    }

    #[cfg(feature = "batch")]
    fn batch(&self, settings: &Settings) -> Box<dyn AnyBatch> {
        Box::new(Batch::<G>::new(settings))
    }

    #[cfg(feature = "batch")]
    fn random_games(&self, steps: u64, seed: u64) -> Tally {
        quintet_rules::random_games(&G::start(Player::One), steps, seed)
    }
}
