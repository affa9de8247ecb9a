//! Position texts: fields with one space between them, the first being the cells.

use quintet_rules::{Cell, Cells, Player};

use crate::text::{count, escape};

/// A text that is not a position of the game: what was found, and what was wanted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a position of this game: found {found}; wanted {wanted}")]
pub struct NotAPosition {
    /// What the text says.
    pub found: String,
    /// What it should say.
    pub wanted: String,
}

impl NotAPosition {
    /// An error that says both.
    pub fn new(found: impl Into<String>, wanted: impl Into<String>) -> Self {
        NotAPosition {
            found: found.into(),
            wanted: wanted.into(),
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
    /// Splits a text into fields with these names.
    pub fn of(text: &'a str, names: [&str; N]) -> Result<Self, NotAPosition> {
        let fields: Vec<_> = text.split_whitespace().collect();
        fields.as_slice().try_into().map(Fields).map_err(|_| {
            let found = match fields.len() {
                1 => "1 field".to_owned(),
                count => format!("{count} fields"),
            };
            NotAPosition::new(found, format!("{N}: {}", names.join(", ")))
        })
    }

    /// The player to move, always the second field.
    pub fn player(&self) -> Result<Player, NotAPosition> {
        Player::from_number(self.0[1]).ok_or_else(|| {
            NotAPosition::new(format!("player to move '{}'", escape(self.0[1])), "1 or 2")
        })
    }
}

/// The cells that hold each of `symbols`. Anything but those and `.` is refused.
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
    let mut sets = [0; N];
    read_sets(field, [R, C], &symbols, &mut sets)?;
    Ok(sets.map(Cells::from_bits))
}

/// Adds each cell of a grid of so many rows and columns to the set of its symbol. The same code for every size.
fn read_sets(
    field: &str,
    [rows, columns]: [usize; 2],
    symbols: &[char],
    sets: &mut [u64],
) -> Result<(), NotAPosition> {
    let texts: Vec<_> = field.split('/').collect();
    if texts.len() != rows {
        let found = count(texts.len(), "row");
        return Err(NotAPosition::new(found, count(rows, "row")));
    }
    for (row, text) in texts.into_iter().enumerate() {
        let length = text.chars().count();
        if length != columns {
            let found = format!("{} in row {}", count(length, "cell"), row + 1);
            return Err(NotAPosition::new(found, columns.to_string()));
        }
        for (column, char) in text.chars().enumerate() {
            if let Some(n) = symbols.iter().position(|symbol| *symbol == char) {
                sets[n] |= 1 << (row * columns + column);
            } else if char != '.' {
                let found = format!("'{}' in row {}", escape(&char.to_string()), row + 1);
                let symbols: Vec<_> = symbols.iter().copied().map(String::from).collect();
                let wanted = format!("{} or .", symbols.join(", "));
                return Err(NotAPosition::new(found, wanted));
            }
        }
    }
    Ok(())
}

/// The cells row by row, `/` between rows.
pub fn write_cells<const R: usize, const C: usize>(symbol: impl Fn(Cell<R, C>) -> char) -> String {
    let symbols: String = Cells::ALL.iter().map(symbol).collect();
    write_rows(&symbols, C)
}

/// The symbols of the cells with `/` between rows of so many columns.
fn write_rows(symbols: &str, columns: usize) -> String {
    let mut text = String::new();
    for (n, symbol) in symbols.chars().enumerate() {
        if n > 0 && n % columns == 0 {
            text.push('/');
        }
        text.push(symbol);
    }
    text
}
