//! Positions as text: fields separated by spaces, of which the first has the cells.

use quintet_rules::{Cell, Cells, Player};

use crate::text::{count, escape};

/// Error for a string that is not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a position of this game: found {found}; expected {expected}")]
pub struct NotAPosition {
    /// The invalid part.
    pub found: String,
    /// The expected form.
    pub expected: String,
}

impl NotAPosition {
    /// Creates an error.
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> Self {
        NotAPosition {
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// The fields of a position text.
///
/// ```
/// # use quintet_games::text::Fields;
/// # use quintet_rules::Player;
/// let fields = Fields::of("X../.O. 1", ["cells", "player to move"]).expect("two fields");
/// assert_eq!(fields.0[0], "X../.O.");
/// assert_eq!(fields.player(), Ok(Player::One));
/// ```
pub struct Fields<'a, const N: usize>(pub [&'a str; N]);

impl<'a, const N: usize> Fields<'a, N> {
    /// Splits a position text into fields with these names.
    pub fn of(text: &'a str, names: [&str; N]) -> Result<Self, NotAPosition> {
        let fields: Vec<_> = text.split_whitespace().collect();
        fields.as_slice().try_into().map(Fields).map_err(|_| {
            let expected = format!("{N}: {}", names.join(", "));
            NotAPosition::new(count(fields.len(), "field"), expected)
        })
    }

    /// Parses the player to move, which is always the second field.
    pub fn player(&self) -> Result<Player, NotAPosition> {
        Player::from_number(self.0[1]).ok_or_else(|| {
            NotAPosition::new(format!("player to move '{}'", escape(self.0[1])), "1 or 2")
        })
    }
}

/// Parses the cells that hold each of `symbols`. Accepts only those and `.`.
///
/// ```
/// # use quintet_games::text::{read_cells, write_cells};
/// let [x, o] = read_cells::<2, 3, 2>("X../.O.", ['X', 'O']).expect("two rows of three");
/// assert_eq!((x.len(), o.len()), (1, 1));
/// let text = write_cells(|cell| if x.contains(cell) { 'X' } else { '.' });
/// assert_eq!(text, "X../...");
/// ```
pub fn read_cells<const R: usize, const C: usize, const N: usize>(
    field: &str,
    symbols: [char; N],
) -> Result<[Cells<R, C>; N], NotAPosition> {
    let rows: Vec<_> = field.split('/').collect();
    if rows.len() != R {
        return Err(NotAPosition::new(count(rows.len(), "row"), count(R, "row")));
    }
    let mut sets = [0; N];
    for (row, text) in rows.into_iter().enumerate() {
        let length = text.chars().count();
        if length != C {
            let found = format!("{} in row {}", count(length, "cell"), row + 1);
            return Err(NotAPosition::new(found, C.to_string()));
        }
        for (column, char) in text.chars().enumerate() {
            if let Some(n) = symbols.iter().position(|symbol| *symbol == char) {
                sets[n] |= 1 << (row * C + column);
            } else if char != '.' {
                let found = format!("'{}' in row {}", escape(&char.to_string()), row + 1);
                let expected = format!("{} or .", symbols.map(String::from).join(", "));
                return Err(NotAPosition::new(found, expected));
            }
        }
    }
    Ok(sets.map(Cells::from_bits))
}

/// Writes the cells row by row, with `/` between rows.
pub fn write_cells<const R: usize, const C: usize>(symbol: impl Fn(Cell<R, C>) -> char) -> String {
    let mut text = String::new();
    for cell in Cells::ALL {
        if cell.column() == 0 && cell.row() > 0 {
            text.push('/');
        }
        text.push(symbol(cell));
    }
    text
}

/// Checks the numbers of markers: they are equal, or the player who placed last has one more.
pub(crate) fn check_counts(one: u32, two: u32, to_move: Player) -> Result<(), NotAPosition> {
    let (mine, theirs) = match to_move {
        Player::One => (one, two),
        Player::Two => (two, one),
    };
    if theirs == mine || theirs == mine + 1 {
        return Ok(());
    }
    Err(NotAPosition::new(
        format!("{one} X and {two} O with player {to_move} to move"),
        format!(
            "as many of each, or one more of player {}'s",
            to_move.other()
        ),
    ))
}
