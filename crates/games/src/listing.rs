//! A game as the catalogue lists it.

use crate::{AnyPosition, Variant};

/// A game in the catalogue.
///
/// ```
/// # use quintet_games::Catalogue;
/// let runner = Catalogue::STANDARD.find("grid-runner").expect("listed");
/// assert_eq!(runner.standard().size().to_string(), "5x5");
/// assert!(runner.size("1x1").is_none());
/// assert!(runner.rules.starts_with("# Grid Runner"));
/// ```
pub struct Listing {
    /// The name in commands, records and addresses.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// The page that `quintet rules` shows.
    pub rules: &'static str,
    /// Small examples of what is legal, what is refused and how the game is won, at the rule book's
    /// size.
    pub examples: &'static [Example],
    /// A position at the rule book's size that shows at a glance which game this is.
    pub picture: &'static str,
    /// The moves of a short game at the rule book's size, from the usual start to its end: a start page
    /// plays it.
    pub demo: &'static [&'static str],
    /// A guided first game at the rule book's size, by which a person who plays Player 1 learns it.
    pub lesson: &'static [LessonStep],
    /// The hue of the colour that the game is known by, in degrees.
    pub hue: u16,
    /// The game at each size; the rule book's comes first.
    pub sizes: &'static [&'static dyn Variant],
}

/// A move in a position, from which the rules can be learnt: played, it shows what it shows.
pub struct Example {
    /// What is to be seen.
    pub caption: &'static str,
    /// Where the move is tried.
    pub position: &'static str,
    /// The move, legal or not.
    pub entry: &'static str,
}

/// One idea of a game, and one thing to do about it.
#[derive(Debug)]
pub struct LessonStep {
    /// The idea.
    pub idea: &'static str,
    /// What to do.
    pub todo: &'static str,
    /// Where it is done. Player 1 is to move.
    pub position: &'static str,
    /// What counts as done.
    pub task: Task,
    /// Said when it is done.
    pub praise: &'static str,
    /// Said to a legal move that is not what is asked for; empty if every legal move is.
    pub otherwise: &'static str,
}

/// What is asked for in a step of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Any legal move.
    Any,
    /// One of these legal moves.
    One(&'static [&'static str]),
    /// This move, which is refused.
    Refused(&'static str),
    /// The only move that wins, whereupon Player 2 makes the other one; the next step goes on from
    /// there.
    Win(&'static str, &'static str),
    /// Any of these moves, which are all that end the game.
    End(&'static [&'static str]),
}

impl LessonStep {
    /// The cells to touch for the move that is refused in its position: up to the first that is wrong. Empty
    /// if no such move is asked for.
    pub fn refused(&self, position: &dyn AnyPosition) -> Vec<usize> {
        let Task::Refused(entry) = self.task else {
            return Vec::new();
        };
        let marks = position.marks(entry).unwrap_or_default();
        let begun = (1..=marks.len()).map(|length| &marks[..length]);
        let mut refused = begun.filter(|cells| position.why_not(cells).is_some());
        refused.next().unwrap_or_default().to_vec()
    }
}

impl Listing {
    /// The game at the rule book's size.
    pub fn standard(&self) -> &'static dyn Variant {
        self.sizes[0]
    }

    /// The game at the size with this name, such as `4x4`.
    pub fn size(&self, name: &str) -> Option<&'static dyn Variant> {
        let named = |variant: &&&dyn Variant| variant.size().to_string() == name;
        self.sizes.iter().find(named).copied()
    }
}
