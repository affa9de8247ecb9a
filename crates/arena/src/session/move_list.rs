//! Lists of moves as text.

use quintet_games::{AnyPosition, MoveError, escape, hyphenated};

use crate::Layout;

/// Splits a list of moves: words separated by spaces, or moves in either notation separated by commas.
///
/// ```
/// # use quintet_arena::listed_moves;
/// assert!(listed_moves(" 2-2  3-3 ").eq(["2-2", "3-3"]));
/// assert!(listed_moves("2 2, 3 3").eq(["2 2", "3 3"]));
/// ```
pub fn listed_moves(list: &str) -> impl Iterator<Item = &str> {
    // With commas, a move may contain spaces; without, every word is a move.
    let has_commas = list.contains(',');
    let is_gap = move |char: char| {
        if has_commas {
            char == ','
        } else {
            char.is_whitespace()
        }
    };
    list.split(is_gap)
        .map(str::trim)
        .filter(|word| !word.is_empty())
}

/// Error in a list of moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ListError {
    /// A move cannot be played.
    #[error("move {ply}, '{}', is invalid: {error}{}", escape(.found), .example.as_deref().unwrap_or_default())]
    Invalid {
        /// The number of the move, counted from 1.
        ply: usize,
        /// The move.
        found: String,
        /// The reason.
        error: MoveError,
        /// How to write a list of moves, if the text is malformed.
        example: Option<String>,
    },
    /// The list can be divided into moves in several ways.
    #[error("'{}' has several meanings.{example}", escape(.found))]
    Ambiguous {
        /// The list.
        found: String,
        /// How to write it.
        example: String,
    },
}

/// Plays a list of moves: [`listed_moves`], or moves as people type them, whose words are separated in any way. Such a list
/// must have only one meaning.
///
/// ```
/// # use quintet_arena::play_list;
/// # use quintet_games::Catalogue;
/// # use quintet_rules::Player;
/// let start = Catalogue::STANDARD.find("gridlock").expect("listed").standard().start(Player::One);
/// for list in ["2-2 3-3", "2 2, 3 3", "2 2 3 3", "(2,2) (3,3)", "2,2,3,3"] {
///     let position = play_list(&*start, list).expect("two moves");
///     assert_eq!(position.text(), "..../.X../..O./.... 1", "{list}");
/// }
/// assert!(play_list(&*start, "2 2 3").is_err());
/// ```
pub fn play_list(start: &dyn AnyPosition, list: &str) -> Result<Box<dyn AnyPosition>, ListError> {
    let mut at = Reached::new(start.boxed());
    let mut moves = listed_moves(list);
    if moves.all(|mv| at.advance(mv)) {
        return Ok(at.position);
    }
    let mut readings = Readings {
        words: words_of(list),
        list,
        found: Vec::new(),
        farthest: Reached { ply: 0, ..at },
    };
    readings.search(start.boxed());
    let example = || {
        let mut position = start.boxed();
        let mut moves = Vec::new();
        while let Some(mv) = position
            .moves()
            .into_iter()
            .next()
            .filter(|_| moves.len() < 2)
        {
            position = position.play(&mv.text).expect("a legal move").position;
            moves.push(hyphenated(&mv.text));
        }
        format!(
            " Write each move as one word, as in \"{}\".",
            moves.join(" ")
        )
    };
    match readings.found.len() {
        0 => {
            let Reached { ply, failed, .. } = readings.farthest;
            let (found, error) = failed.expect("no reading is complete");
            let is_malformed = matches!(error, MoveError::Malformed { .. });
            Err(ListError::Invalid {
                ply,
                found,
                error,
                example: is_malformed.then(example),
            })
        }
        1 => Ok(readings.found.swap_remove(0)),
        _ => Err(ListError::Ambiguous {
            found: list.to_owned(),
            example: example(),
        }),
    }
}

/// A position after some moves of a list, and the move after them if it cannot be played.
struct Reached {
    position: Box<dyn AnyPosition>,
    /// The number of the next move, counted from 1.
    ply: usize,
    failed: Option<(String, MoveError)>,
}

impl Reached {
    fn new(position: Box<dyn AnyPosition>) -> Self {
        Reached {
            position,
            ply: 1,
            failed: None,
        }
    }

    /// Plays a move; false if it cannot be played.
    fn advance(&mut self, mv: &str) -> bool {
        match self.position.play(mv) {
            Ok(played) => {
                self.position = played.position;
                self.ply += 1;
            }
            Err(error) => self.failed = Some((mv.to_owned(), error)),
        }
        self.failed.is_none()
    }

    /// Illegal moves tell more than malformed ones.
    fn rank(&self) -> (usize, bool) {
        let is_illegal = |(_, error): &(_, MoveError)| matches!(error, MoveError::Refused { .. });
        (self.ply, self.failed.as_ref().is_some_and(is_illegal))
    }
}

/// The ways in which a list can be divided into moves.
struct Readings<'a> {
    list: &'a str,
    /// Start and end of each word, with its parentheses.
    words: Vec<(usize, usize)>,
    /// The positions after all moves; at most two.
    found: Vec<Box<dyn AnyPosition>>,
    farthest: Reached,
}

/// Maximum number of words in a move.
const LONGEST_MOVE: usize = 4;

impl Readings<'_> {
    /// Finds up to two readings.
    fn search(&mut self, start: Box<dyn AnyPosition>) {
        let mut open = vec![(Reached::new(start), 0)];
        while let Some((at, first)) = open.pop() {
            if first == self.words.len() {
                self.found.push(at.position);
                if self.found.len() == 2 {
                    return;
                }
                continue;
            }
            for last in (first..self.words.len()).take(LONGEST_MOVE) {
                let mv = &self.list[self.words[first].0..self.words[last].1];
                let mut next = Reached {
                    ply: at.ply,
                    ..Reached::new(at.position.boxed())
                };
                if next.advance(mv) {
                    open.push((next, last + 1));
                } else if next.rank() > self.farthest.rank() {
                    if let Some((found, MoveError::Malformed { .. })) = &mut next.failed {
                        // Its end is unknown.
                        self.list[self.words[first].0..].clone_into(found);
                    }
                    self.farthest = next;
                }
            }
        }
    }
}

/// Returns where each word of a list begins and ends, with its parentheses.
fn words_of(list: &str) -> Vec<(usize, usize)> {
    let is_gap = |char: char| char.is_whitespace() || char == ',';
    let mut words = Vec::new();
    let mut begin = None;
    for (at, char) in list.char_indices().chain([(list.len(), ',')]) {
        match (begin, is_gap(char)) {
            (None, false) => begin = Some(at),
            (Some(from), true) => {
                words.push((from, at));
                begin = None;
            }
            _ => {}
        }
    }
    words
}

/// Returns the number of legal moves and a list of them, wrapped for a terminal.
pub fn legal_moves(position: &dyn AnyPosition, layout: Layout) -> String {
    /// Maximum length of a line.
    const WIDTH: usize = 73;
    let moves = position.moves();
    let last = moves.len().saturating_sub(1);
    let words = moves.iter().enumerate();
    let words = words.map(|(n, mv)| format!("{}{}", mv.text, if n < last { "," } else { "" }));
    let layout = Layout {
        width: Some(layout.width.unwrap_or(WIDTH).min(WIDTH)),
        ..layout
    };
    format!("Legal moves: {}\n{}", moves.len(), layout.fill("  ", words))
}

/// Writes each move as one word.
pub fn one_words(moves: &[String]) -> String {
    let words: Vec<_> = moves.iter().map(|mv| hyphenated(mv)).collect();
    words.join(" ")
}
