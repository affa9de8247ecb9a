//! Colours and characters: calm, and never the only sign of anything.

use quintet_rules::Player;
use quintet_solver::Value;
use ratatui::style::{Color, Modifier, Style};

/// What the terminal can show. Only the sixteen colours are used, which every theme, light or dark, defines to be
/// readable on its background.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether there are colours.
    pub colour: bool,
    /// Whether only ASCII characters may be used.
    pub ascii: bool,
}

#[expect(
    clippy::unused_self,
    reason = "all styles are asked for in the same way"
)]
impl Look {
    fn coloured(self, colour: Color) -> Style {
        if self.colour {
            Style::new().fg(colour)
        } else {
            Style::new()
        }
    }

    /// Whose a thing is.
    pub(crate) fn player(self, player: Player) -> Style {
        let colour = match player {
            Player::One => Color::Blue,
            Player::Two => Color::Magenta,
        };
        self.coloured(colour).add_modifier(Modifier::BOLD)
    }

    /// An obstacle, or anything that nobody owns.
    pub(crate) fn obstacle(self) -> Style {
        self.coloured(Color::DarkGray).add_modifier(Modifier::BOLD)
    }

    /// What stands back.
    pub(crate) fn quiet(self) -> Style {
        if self.colour {
            Style::new().fg(Color::DarkGray)
        } else {
            Style::new().add_modifier(Modifier::DIM)
        }
    }

    /// Titles.
    pub(crate) fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Where the cursor is, or what is chosen.
    pub(crate) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A key in the help bar.
    pub(crate) fn key(self) -> Style {
        self.coloured(Color::Cyan).add_modifier(Modifier::BOLD)
    }

    /// Something that went wrong, or a mistake.
    pub(crate) fn wrong(self) -> Style {
        self.coloured(Color::Red)
    }

    /// How good a value is.
    pub(crate) fn value(self, value: Option<Value>) -> Style {
        match value {
            Some(Value::Win(_)) => self.coloured(Color::Green),
            Some(Value::Loss(_)) => self.coloured(Color::Red),
            Some(Value::Endless) => self.coloured(Color::Yellow),
            None => self.quiet(),
        }
    }

    /// Lines of boxes: horizontal, vertical, and the crossings from the top left to the bottom right.
    pub(crate) fn lines(self) -> Lines {
        if self.ascii { Lines::ASCII } else { Lines::BOX }
    }

    /// Marks a cell that can be touched next.
    pub(crate) fn dot(self) -> &'static str {
        if self.ascii { "." } else { "·" }
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

impl Lines {
    const BOX: Lines = Lines {
        horizontal: "─",
        vertical: "│",
        crossings: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
    };

    const ASCII: Lines = Lines {
        horizontal: "-",
        vertical: "|",
        crossings: [["+", "+", "+"], ["+", "+", "+"], ["+", "+", "+"]],
    };
}

/// A value in a cell: `+5`, `-4`, `=` or `?`.
pub(crate) fn sign(value: Option<Value>) -> String {
    match value {
        Some(Value::Win(plies)) => format!("+{plies}"),
        Some(Value::Loss(plies)) => format!("-{plies}"),
        Some(Value::Endless) => "=".to_owned(),
        None => "?".to_owned(),
    }
}
