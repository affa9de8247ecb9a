//! A game's entry in the catalogue.

use quintet_rules::Player;

use crate::{AnyPosition, Level, Variant};

/// A game's entry in the catalogue.
///
/// ```
/// # use quintet_games::Catalogue;
/// let runner = Catalogue::STANDARD.find("grid-runner").expect("listed");
/// assert_eq!(runner.standard().size().to_string(), "5x5");
/// assert!(runner.size("1x1").is_none());
/// assert!(runner.rules.starts_with("# Grid Runner"));
/// ```
pub struct Listing {
    /// The name in commands, records and URLs.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// The page that `quintet rules` shows.
    pub rules: &'static str,
    /// Examples of legal, refused and winning moves at the rule book's size.
    pub examples: &'static [Example],
    /// A characteristic position at the rule book's size.
    pub picture: &'static str,
    /// The moves of a short complete game at the rule book's size, which a start page plays.
    pub demo: &'static [&'static str],
    /// A guided first game at the rule book's size, for a person in the role of Player 1.
    pub lesson: &'static [LessonStep],
    /// The ideas that explain who wins, the most important first.
    pub ideas: &'static [NamedIdea],
    /// The hue of the game's color, in degrees.
    pub hue: u16,
    /// The opponents below perfect play, weakest first. Calibrated at the rule book's size.
    pub levels: [Level; Level::COUNT],
    /// The winner under best play from the rule book's start, in which Player 1 moves first. `None` if it is endless or unsolved.
    pub favored: Option<Player>,
    /// The game at each size; the rule book's comes first.
    pub sizes: &'static [&'static dyn Variant],
}

/// An idea that explains who wins.
#[derive(Debug)]
pub struct NamedIdea {
    /// A stable name of lowercase letters and dashes, such as `mirror`.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// An explanation in plain words, as Markdown.
    pub text: &'static str,
    /// Positions at the rule book's size whose reasons have the idea.
    pub positions: &'static [&'static str],
    /// True if the game has puzzles that are solved by the idea.
    pub has_puzzles: bool,
}

/// A move that demonstrates a rule.
pub struct Example {
    /// The explanation.
    pub caption: &'static str,
    /// The position before the move.
    pub position: &'static str,
    /// The move, legal or not.
    pub entry: &'static str,
}

/// A step of a lesson: one idea and one task.
#[derive(Debug)]
pub struct LessonStep {
    /// The idea.
    pub idea: &'static str,
    /// The task, as a sentence.
    pub todo: &'static str,
    /// The position, with Player 1 to move.
    pub position: &'static str,
    /// The moves that complete the task.
    pub task: Task,
    /// The sentence after the task is completed.
    pub praise: &'static str,
    /// The sentence after any other legal move; empty if every legal move completes the task.
    pub otherwise: &'static str,
}

/// The task of a step of a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Any legal move.
    Any,
    /// One of these legal moves.
    One(&'static [&'static str]),
    /// This move, which is refused.
    Refused(&'static str),
    /// The only winning move, then the reply of Player 2. The next step continues from there.
    Win(&'static str, &'static str),
    /// Any of these moves, which are all moves that end the game.
    End(&'static [&'static str]),
}

impl LessonStep {
    /// Returns the sentence after a legal move that does not complete the task.
    pub fn otherwise(&self) -> &'static str {
        match self.otherwise {
            "" => "That is legal, but try something else this time.",
            otherwise => otherwise,
        }
    }

    /// Tests whether an entry completes the task. Only the task to try an illegal move is completed by one.
    pub fn is_completed_by(&self, position: &dyn AnyPosition, entry: &str) -> bool {
        match (self.task, position.play(entry)) {
            (Task::Any, Ok(_)) => true,
            (Task::One(moves) | Task::End(moves), Ok(played)) => moves.contains(&&*played.mv),
            (Task::Win(only, _), Ok(played)) => only == played.mv,
            (Task::Refused(wanted), Err(_)) => position.marks(entry) == position.marks(wanted),
            _ => false,
        }
    }

    /// Returns the cells to touch for the refused move, up to the first wrong one. Empty for other tasks.
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
    /// Returns the game at the rule book's size.
    pub fn standard(&self) -> &'static dyn Variant {
        self.sizes[0]
    }

    /// Returns the game at the size with this name, such as `4x4`.
    pub fn size(&self, name: &str) -> Option<&'static dyn Variant> {
        let named = |variant: &&&dyn Variant| variant.size().to_string() == name;
        self.sizes.iter().find(named).copied()
    }
}
