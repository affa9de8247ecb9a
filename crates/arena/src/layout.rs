//! Text for people, in color and wrapped where a terminal shows it.

use std::fmt::{Display, Formatter};

use anstyle::{AnsiColor, Style};
use quintet_games::{AnyPosition, Token};
use quintet_rules::Player;
use quintet_solver::Value;
use textwrap::core::display_width;

/// The layout that a formatter asks for: `{:#}` adds colors, and a width wraps lines, as in `{:#80}`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    /// True for colors.
    pub is_colored: bool,
    /// Maximum length of a line.
    pub width: Option<usize>,
}

/// Minimum room for the text after an indentation.
const LEAST_ROOM: usize = 20;

impl Layout {
    /// Returns the layout that a formatter asks for.
    pub fn of(formatter: &Formatter<'_>) -> Self {
        Layout {
            is_colored: formatter.alternate(),
            width: formatter.width(),
        }
    }

    /// Returns text in a style.
    pub fn paint(self, style: Style, text: impl Display) -> String {
        if self.is_colored && style != Style::new() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_string()
        }
    }

    /// Appends words to the start of a line. Further lines are indented by its length.
    ///
    /// ```
    /// # use quintet_arena::Layout;
    /// let layout = Layout { width: Some(28), ..Layout::default() };
    /// let line = layout.fill("  wins  ", ["1 1,", "1 2,", "2 2,", "3 1,", "4 1"]);
    /// assert_eq!(line, "  wins  1 1, 1 2, 2 2, 3 1,\n        4 1");
    /// ```
    pub fn fill<T: AsRef<str>>(self, start: &str, words: impl IntoIterator<Item = T>) -> String {
        let width = self.width.unwrap_or(usize::MAX);
        let mut indent = display_width(start);
        if indent + LEAST_ROOM > width {
            indent = indent.min(2);
        }
        let (mut text, mut used) = (start.to_owned(), display_width(start));
        let mut is_first = true;
        for word in words {
            let (word, space) = (word.as_ref(), usize::from(!is_first));
            let length = display_width(word);
            if !is_first && used + space + length > width {
                text.push('\n');
                text.extend(std::iter::repeat_n(' ', indent));
                used = indent;
            } else if !is_first {
                text.push(' ');
                used += 1;
            }
            text.push_str(word);
            used += length;
            is_first = false;
        }
        text
    }

    /// Wraps sentences.
    pub fn wrap(self, text: &str) -> String {
        self.fill("", text.split(' '))
    }

    /// Returns the drawing of a position in the rule book. Only the tokens are painted, those of the last move in bold type.
    pub fn drawing(self, position: &dyn AnyPosition, last_move: &[usize]) -> String {
        let drawing = position.drawing();
        let scene = position.scene();
        let mut painted = String::new();
        let mut rest = &*drawing;
        // The rule books draw the cells in the order of the scene.
        for (index, cell) in scene.cells.iter().enumerate() {
            let Some(token) = cell.token else { continue };
            let Some((before, after)) = rest.split_once(token.text) else {
                return drawing;
            };
            let mut style = token_style(token);
            if last_move.contains(&index) {
                style = style.bold().underline();
            }
            painted.extend([before, &self.paint(style, token.text)]);
            rest = after;
        }
        painted + rest
    }
}

/// Returns the style of a player's tokens and name.
pub(crate) const fn owner_style(player: Player) -> Style {
    let color = match player {
        Player::One => AnsiColor::Cyan,
        Player::Two => AnsiColor::Yellow,
    };
    color.on_default()
}

/// Returns the style of a token: that of its owner, or dim for an obstacle.
pub fn token_style(token: Token) -> Style {
    token.owner.map_or(Style::new().dimmed(), owner_style)
}

/// Returns the style of a value for the player to move.
pub const fn value_style(value: Option<Value>) -> Style {
    match value {
        Some(Value::Win(_)) => AnsiColor::Green.on_default(),
        Some(Value::Loss(_)) => AnsiColor::Red.on_default(),
        Some(Value::Endless) => AnsiColor::Blue.on_default(),
        None => Style::new().dimmed(),
    }
}
