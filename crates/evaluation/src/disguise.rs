//! Questions in another form with the same values, to show whether a language model remembers the originals.

use quintet_games::{AnyOracle, AnyPosition, Scene, Variant};

use crate::{Exercise, mirrored};

/// A change of questions that preserves their values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disguise {
    /// The board is turned or reflected.
    Mirrored,
    /// The game, its pieces and players have other names. Rulings that mention the rule book are omitted.
    Renamed,
    /// Rows, columns and cells are labeled in reverse order.
    Relabeled,
}

/// Words of the rule books and their replacements, in all cases and in the plural.
const WORDS: [(&str, &str); 7] = [
    ("runner", "courier"),
    ("barrier", "hedge"),
    ("marker", "stone"),
    ("token", "stone"),
    ("piece", "pawn"),
    ("p1", "k1"),
    ("p2", "k2"),
];

/// The replacement of a game's name.
const NAME: &str = "Tessera";

impl Disguise {
    /// Returns the description for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Disguise::Mirrored => "mirrored boards",
            Disguise::Renamed => "renamed games",
            Disguise::Relabeled => "relabeled boards",
        }
    }

    /// Returns the exercise with this number in its new form.
    pub fn exercise(self, exercise: Exercise, number: usize, oracle: &dyn AnyOracle) -> Exercise {
        match self {
            Disguise::Mirrored => {
                let turned = mirrored(&exercise.session, number);
                Exercise::new(turned, exercise.phase, oracle)
            }
            Disguise::Renamed | Disguise::Relabeled => exercise,
        }
    }

    /// Changes a prompt, except the labels.
    pub(crate) fn prompt(self, variant: &dyn Variant, text: String) -> String {
        match self {
            Disguise::Renamed => renamed(&text, variant.listing().name),
            Disguise::Mirrored | Disguise::Relabeled => text,
        }
    }

    /// Changes the rules.
    pub(crate) fn rules(self, rules: String) -> String {
        match self {
            Disguise::Renamed => without_book(&rules),
            Disguise::Mirrored | Disguise::Relabeled => rules,
        }
    }

    /// Changes the labels in a drawing, and explains them.
    pub(crate) fn drawing(self, position: &dyn AnyPosition) -> String {
        let drawing = position.drawing();
        if self != Disguise::Relabeled {
            return drawing;
        }
        let scene = position.scene();
        let [first, last] = [scene.cells.first(), scene.cells.last()];
        let [first, last] =
            [first, last].map(|cell| relabeled(&scene, &cell.expect("a board has cells").name));
        format!(
            "{}\n\nUnlike in the rules, the labels of this board run backwards: the top left cell is {first}, the bottom \
             right cell is {last}.",
            relabeled(&scene, &drawing)
        )
    }

    /// Changes the labels in a move.
    pub(crate) fn mv(self, position: &dyn AnyPosition, mv: &str) -> String {
        match self {
            Disguise::Relabeled => relabeled(&position.scene(), mv),
            Disguise::Mirrored | Disguise::Renamed => mv.to_owned(),
        }
    }

    /// Changes the error of an illegal move.
    pub(crate) fn refusal(self, variant: &dyn Variant, refusal: &str) -> String {
        match self {
            // The error can name cells.
            Disguise::Relabeled => "That is not a legal move.".to_owned(),
            _ => self.prompt(variant, refusal.to_owned()),
        }
    }

    /// Returns the entry with the rule book's names.
    pub(crate) fn original(self, position: &dyn AnyPosition, entry: &str) -> String {
        match self {
            Disguise::Renamed => by_word(entry, |word| {
                let back = WORDS.iter().map(|(old, new)| (*new, *old));
                replaced(word, back)
            }),
            // Reversing the labels twice restores them.
            Disguise::Relabeled | Disguise::Mirrored => self.mv(position, entry),
        }
    }
}

/// Replaces the name of a game, and the names of its pieces and players.
fn renamed(text: &str, name: &str) -> String {
    by_word(&text.replace(name, NAME), |word| {
        if word.chars().all(|letter| matches!(letter, 'X' | 'O')) {
            return word.replace('X', "#").replace('O', "@");
        }
        replaced(word, WORDS.into_iter())
    })
}

/// Replaces a word, in its case and number.
fn replaced<'a>(word: &str, mut words: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let lower = word.to_lowercase();
    let (stem, plural) = match lower.strip_suffix('s') {
        Some(stem) => (stem, "s"),
        None => (&*lower, ""),
    };
    let Some((_, new)) = words.find(|(old, _)| *old == stem) else {
        return word.to_owned();
    };
    let new = format!("{new}{plural}");
    let is_upper = |letter: char| letter.is_ascii_uppercase();
    if !word.contains(|letter: char| letter.is_ascii_lowercase()) {
        new.to_uppercase()
    } else if word.starts_with(is_upper) {
        new[..1].to_uppercase() + &new[1..]
    } else {
        new
    }
}

/// Replaces each run of letters and digits.
fn by_word(text: &str, replace: impl Fn(&str) -> String) -> String {
    let replace = |part: &str| {
        if part.starts_with(char::is_alphanumeric) {
            replace(part)
        } else {
            part.to_owned()
        }
    };
    parts(text).map(replace).collect()
}

/// Omits the list items and the section on sizes, which mention the rule book.
fn without_book(rules: &str) -> String {
    let mut kept = String::new();
    for section in rules.split("\n## ") {
        if section.starts_with("Sizes\n") {
            continue;
        }
        let mut items = section.split("\n- ");
        if !kept.is_empty() {
            kept.push_str("\n## ");
        }
        kept.push_str(items.next().unwrap_or_default());
        for item in items.filter(|item| !item.contains("book")) {
            kept.push_str("\n- ");
            kept.push_str(item);
        }
    }
    kept
}

/// Reverses the order of the labels in a drawing or a move, preserving the alignment of a drawing's columns.
fn relabeled(scene: &Scene, text: &str) -> String {
    let numbers = match (&*scene.row_labels, &*scene.column_labels) {
        ([], []) => scene.cells.len(),
        ([], columns) => columns.len(),
        (rows, _) => rows.len(),
    };
    let letters = scene.column_labels.iter().map(|label| label.as_bytes()[0]);
    let letters: Vec<u8> = letters.filter(u8::is_ascii_alphabetic).collect();
    let number = |digits: &str| {
        let number = digits.parse().ok().filter(|n| (1..=numbers).contains(n));
        number.map(|n: usize| (numbers + 1 - n).to_string())
    };
    let letter = |letter: u8| {
        let at = letters
            .iter()
            .position(|one| one.eq_ignore_ascii_case(&letter));
        at.map(|at| char::from(letters[letters.len() - 1 - at]))
    };
    let label = |word: &str| {
        let first = letter(word.as_bytes()[0]);
        match (first, word.get(1..)) {
            (Some(first), Some("")) => Some(first.to_string()),
            (Some(first), Some(digits)) => Some(format!("{first}{}", number(digits)?)),
            _ => number(word),
        }
    };
    let mut changed = String::new();
    let mut excess = 0;
    for part in parts(text) {
        if part.starts_with(char::is_alphanumeric) {
            let new = label(part).unwrap_or_else(|| part.to_owned());
            // A longer label takes the place of a space before it.
            for _ in part.len()..new.len() {
                if changed.ends_with("  ") {
                    changed.pop();
                } else {
                    excess += 1;
                }
            }
            let missing = part.len().saturating_sub(new.len());
            if text.contains('\n') {
                changed.push_str(&" ".repeat(missing));
            }
            changed.push_str(&new);
        } else {
            let spare = part.len() - part.trim_start_matches(' ').len();
            let skipped = excess.min(spare.saturating_sub(1));
            changed.push_str(&part[skipped..]);
            excess = 0;
        }
    }
    changed
}

/// Splits a string into runs of letters and digits, and the characters between them.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_word = rest.chars().next()?.is_alphanumeric();
        let end = rest.find(|one: char| one.is_alphanumeric() != is_word);
        let (run, later) = rest.split_at(end.unwrap_or(rest.len()));
        rest = later;
        Some(run)
    })
}

#[cfg(test)]
mod tests {
    use quintet_games::Catalogue;
    use quintet_rules::Player;

    use super::*;

    #[test]
    fn every_move_can_be_entered_under_its_new_labels_and_names() {
        for variant in Catalogue::STANDARD
            .iter()
            .flat_map(|game| game.sizes.iter().copied())
        {
            let start = variant.start(Player::One);
            let mut changed = 0;
            for mv in start.moves() {
                let seen = Disguise::Relabeled.mv(&*start, &mv.text);
                changed += usize::from(seen != mv.text);
                assert_eq!(Disguise::Relabeled.original(&*start, &seen), mv.text);
                let seen = Disguise::Renamed.prompt(variant, mv.text.clone());
                assert_eq!(Disguise::Renamed.original(&*start, &seen), mv.text);
            }
            assert!(changed > 0, "{variant:?}");
        }
    }

    #[test]
    fn a_relabeled_drawing_has_the_same_shape() {
        for listing in Catalogue::STANDARD.iter() {
            let variant = listing.standard();
            let position = variant.position(listing.picture).expect("a position");
            let (scene, drawing) = (position.scene(), position.drawing());
            let seen = relabeled(&scene, &drawing);
            // A drawing without labels is only explained.
            let explained = Disguise::Relabeled.drawing(&*position);
            assert!(explained.starts_with(&seen) && explained.contains("run backwards"));
            let blank = |text: &str| {
                let digits = text.replace(|one: char| one.is_ascii_alphanumeric(), "");
                digits.split_whitespace().collect::<String>()
            };
            assert_eq!(blank(&seen), blank(&drawing));
            // Only a row has no space for longer labels.
            if scene.rows > 1 {
                let widths = |text: &str| {
                    text.lines()
                        .map(|line| line.trim_end().chars().count())
                        .collect::<Vec<_>>()
                };
                assert_eq!(widths(&seen), widths(&drawing), "{seen}");
            }
        }
    }

    #[test]
    fn a_renamed_text_has_none_of_the_names() {
        for listing in Catalogue::STANDARD.iter() {
            let rules = Disguise::Renamed.rules(listing.rules.to_owned());
            let text = Disguise::Renamed.prompt(listing.standard(), rules);
            let lower = text.to_lowercase();
            for word in WORDS
                .iter()
                .map(|(old, _)| *old)
                .chain([listing.name, "book", " X "])
            {
                let found = if word == " X " {
                    text.contains(word)
                } else {
                    lower.contains(word)
                };
                assert!(!found, "{word}: {text}");
            }
            assert!(text.contains("## Entering a move") && text.contains("- C1."));
        }
    }
}
