//! Colors and characters. Color is never the only sign.

use quintet_rules::Player;
use quintet_solver::Value;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

/// The capabilities of the terminal. Only the sixteen standard colors are used, which light and dark themes define to be
/// readable; secondary text is dimmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// True if colors are enabled.
    pub colour: bool,
    /// True if only ASCII characters are allowed.
    pub ascii: bool,
}

#[expect(clippy::unused_self, reason = "all styles are methods")]
impl Look {
    fn coloured(self, colour: Color) -> Style {
        if self.colour {
            Style::new().fg(colour)
        } else {
            Style::new()
        }
    }

    /// The color of a player.
    pub(crate) fn player(self, player: Player) -> Style {
        let colour = match player {
            Player::One => Color::Cyan,
            Player::Two => Color::Magenta,
        };
        self.coloured(colour).add_modifier(Modifier::BOLD)
    }

    /// Things without an owner.
    pub(crate) fn owner(self, owner: Option<Player>) -> Style {
        owner.map_or(self.quiet(), |player| self.player(player))
    }

    /// Secondary text.
    pub(crate) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Titles.
    pub(crate) fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The selected item of a list.
    pub(crate) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The cursor on a board and the picked cells.
    pub(crate) fn cursor(self) -> Style {
        self.coloured(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// A key in the help bar.
    pub(crate) fn key(self) -> Style {
        self.coloured(Color::Blue).add_modifier(Modifier::BOLD)
    }

    /// Something that went wrong, or a mistake.
    pub(crate) fn wrong(self) -> Style {
        self.coloured(Color::Red)
    }

    /// A success message.
    pub(crate) fn right(self) -> Style {
        self.coloured(Color::Green)
    }

    /// The style of a value.
    pub(crate) fn value(self, value: Option<Value>) -> Style {
        match value {
            Some(Value::Win(_)) => self.coloured(Color::Green),
            Some(Value::Loss(_)) => self.coloured(Color::Red),
            Some(Value::Endless) => self.coloured(Color::Yellow),
            None => self.quiet(),
        }
    }

    /// A cell with a value, colored by it, with the best ones highlighted.
    pub(crate) fn cell_value(self, value: Option<Value>, is_best: bool) -> Style {
        let colour = match self.value(value).fg {
            None if is_best => return self.chosen(),
            None => return self.value(value),
            Some(Color::Green) if is_best => Color::LightGreen,
            Some(Color::Red) if is_best => Color::LightRed,
            Some(Color::Yellow) if is_best => Color::LightYellow,
            Some(colour) => colour,
        };
        // Black is readable on each of these colors in any theme.
        let plain = Modifier::BOLD | Modifier::DIM;
        Style::new()
            .fg(Color::Black)
            .bg(colour)
            .remove_modifier(plain)
    }

    /// The lines of a grid.
    pub(crate) fn lines(self) -> &'static Lines {
        if self.ascii { &ASCII } else { &LIGHT }
    }

    /// The lines around the cursor.
    pub(crate) fn cursor_lines(self) -> border::Set<'static> {
        if self.ascii {
            ASCII_CURSOR
        } else {
            border::THICK
        }
    }

    /// The lines around a token: each player has a shape besides the colour and the text.
    pub(crate) fn token_lines(self, player: Player) -> border::Set<'static> {
        match (player, self.ascii) {
            (Player::One, false) => border::DOUBLE,
            (Player::Two, false) => border::ROUNDED,
            (Player::One, true) => ASCII_SQUARE,
            (Player::Two, true) => ASCII_ROUND,
        }
    }

    /// Marks a cell that can be touched next.
    pub(crate) fn dot(self) -> &'static str {
        if self.ascii { "." } else { "·" }
    }

    /// Fills an obstacle.
    pub(crate) fn shade(self) -> &'static str {
        if self.ascii { "#" } else { "░" }
    }

    /// A bar of a graph.
    pub(crate) fn bar(self) -> &'static str {
        if self.ascii { "#" } else { "█" }
    }

    /// Marks truncated text.
    pub(crate) fn ellipsis(self) -> &'static str {
        if self.ascii { "..." } else { "…" }
    }
}

/// Characters for the lines of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lines {
    pub(crate) horizontal: &'static str,
    pub(crate) vertical: &'static str,
    /// By row (top, middle, bottom) and column (left, middle, right).
    pub(crate) crossings: [[&'static str; 3]; 3],
}

const LIGHT: Lines = Lines {
    horizontal: "─",
    vertical: "│",
    crossings: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
};
const ASCII: Lines = Lines {
    horizontal: "-",
    vertical: "|",
    crossings: [["+", "+", "+"]; 3],
};

const ASCII_CURSOR: border::Set = frame(["#"; 4], "=", "#");
const ASCII_SQUARE: border::Set = frame(["+"; 4], "-", "|");
const ASCII_ROUND: border::Set = frame(["/", "\\", "\\", "/"], "-", "|");

/// Lines around something; the corners are the left and right one at the top, then those at the bottom.
const fn frame(
    [top_left, top_right, bottom_left, bottom_right]: [&'static str; 4],
    horizontal: &'static str,
    vertical: &'static str,
) -> border::Set<'static> {
    border::Set {
        top_left,
        top_right,
        bottom_left,
        bottom_right,
        vertical_left: vertical,
        vertical_right: vertical,
        horizontal_top: horizontal,
        horizontal_bottom: horizontal,
    }
}
