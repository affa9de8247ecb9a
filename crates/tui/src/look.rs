//! Colors and characters. Color is never the only sign.

use quintet_games::MarkKind;
use quintet_rules::Player;
use quintet_solver::Value;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

/// A set of colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// For a dark background, with 256 colors.
    Dark,
    /// For a light background, with 256 colors.
    Light,
    /// Black, white and saturated colors.
    HighContrast,
    /// The terminal's own sixteen colors.
    Sixteen,
    /// No colors.
    None,
}

impl Theme {
    /// All themes with their names in the settings.
    pub const ALL: [(Theme, &'static str); 5] = [
        (Theme::Dark, "dark"),
        (Theme::Light, "light"),
        (Theme::HighContrast, "high-contrast"),
        (Theme::Sixteen, "16"),
        (Theme::None, "none"),
    ];

    const fn palette(self) -> &'static Palette {
        match self {
            Theme::Dark => &DARK,
            Theme::Light => &LIGHT,
            Theme::HighContrast => &HIGH_CONTRAST,
            Theme::Sixteen => &SIXTEEN,
            Theme::None => &NONE,
        }
    }
}

/// The colors of a theme. `Reset` is the terminal's default.
#[derive(Debug)]
struct Palette {
    players: [Color; 2],
    cursor: Color,
    key: Color,
    wrong: Color,
    right: Color,
    /// Secondary text; dimmed if it is `Reset`.
    quiet: Color,
    /// The lines of a grid; dimmed if it is `Reset`.
    line: Color,
    /// Text and background of a value, from weak to strong.
    win: [(Color, Color); 3],
    loss: [(Color, Color); 3],
    endless: (Color, Color),
    /// The background of an area of each player.
    areas: [Color; 2],
}

const fn indexed(text: u8, back: u8) -> (Color, Color) {
    (Color::Indexed(text), Color::Indexed(back))
}

const DARK: Palette = Palette {
    players: [Color::Indexed(80), Color::Indexed(176)],
    cursor: Color::Indexed(221),
    key: Color::Indexed(111),
    wrong: Color::Indexed(210),
    right: Color::Indexed(114),
    quiet: Color::Indexed(246),
    line: Color::Indexed(241),
    win: [indexed(255, 22), indexed(255, 28), indexed(16, 71)],
    loss: [indexed(252, 236), indexed(252, 238), indexed(255, 95)],
    endless: indexed(255, 24),
    areas: [Color::Indexed(23), Color::Indexed(53)],
};

const LIGHT: Palette = Palette {
    players: [Color::Indexed(24), Color::Indexed(90)],
    cursor: Color::Indexed(130),
    key: Color::Indexed(25),
    wrong: Color::Indexed(124),
    right: Color::Indexed(28),
    quiet: Color::Indexed(242),
    line: Color::Indexed(248),
    win: [indexed(16, 194), indexed(16, 151), indexed(16, 114)],
    loss: [indexed(16, 255), indexed(16, 253), indexed(16, 181)],
    endless: indexed(16, 153),
    areas: [Color::Indexed(195), Color::Indexed(225)],
};

const HIGH_CONTRAST: Palette = Palette {
    players: [Color::Indexed(51), Color::Indexed(213)],
    cursor: Color::Indexed(226),
    key: Color::Indexed(231),
    wrong: Color::Indexed(203),
    right: Color::Indexed(46),
    quiet: Color::Indexed(252),
    line: Color::Indexed(250),
    win: [indexed(16, 40), indexed(16, 40), indexed(16, 46)],
    loss: [indexed(231, 52), indexed(231, 52), indexed(231, 88)],
    endless: indexed(16, 45),
    areas: [Color::Indexed(24), Color::Indexed(90)],
};

const SIXTEEN: Palette = Palette {
    players: [Color::Cyan, Color::Magenta],
    cursor: Color::Yellow,
    key: Color::Blue,
    wrong: Color::Red,
    right: Color::Green,
    quiet: Color::Reset,
    line: Color::Reset,
    win: [
        (Color::Black, Color::Green),
        (Color::Black, Color::Green),
        (Color::Black, Color::LightGreen),
    ],
    loss: [(Color::Black, Color::Gray); 3],
    endless: (Color::Black, Color::LightBlue),
    areas: [Color::Reset; 2],
};

const NONE: Palette = Palette {
    players: [Color::Reset; 2],
    cursor: Color::Reset,
    key: Color::Reset,
    wrong: Color::Reset,
    right: Color::Reset,
    quiet: Color::Reset,
    line: Color::Reset,
    win: [(Color::Reset, Color::Reset); 3],
    loss: [(Color::Reset, Color::Reset); 3],
    endless: (Color::Reset, Color::Reset),
    areas: [Color::Reset; 2],
};

/// Colors and characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The colors.
    pub theme: Theme,
    /// True if only ASCII characters are allowed.
    pub ascii: bool,
}

impl Look {
    fn color(self, pick: impl Fn(&Palette) -> Color) -> Style {
        match pick(self.theme.palette()) {
            Color::Reset => Style::new(),
            color => Style::new().fg(color),
        }
    }

    /// Returns the color of a player.
    pub(crate) fn player(self, player: Player) -> Style {
        let index = usize::from(player.number()) - 1;
        self.color(|palette| palette.players[index])
            .add_modifier(Modifier::BOLD)
    }

    /// Things without an owner.
    pub(crate) fn owner(self, owner: Option<Player>) -> Style {
        owner.map_or(self.quiet(), |player| self.player(player))
    }

    /// Returns the style of a color, or dim text without one.
    fn dim(self, pick: impl Fn(&Palette) -> Color) -> Style {
        match self.color(pick) {
            style if style == Style::new() => style.add_modifier(Modifier::DIM),
            style => style,
        }
    }

    /// Returns the style of secondary text.
    pub(crate) fn quiet(self) -> Style {
        self.dim(|palette| palette.quiet)
    }

    /// Returns the style of the lines of a grid.
    pub(crate) fn line(self) -> Style {
        self.dim(|palette| palette.line)
    }

    /// Titles.
    #[expect(clippy::unused_self, reason = "all styles are methods")]
    pub(crate) fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Headings in text.
    pub(crate) fn heading(self) -> Style {
        self.right().patch(self.title())
    }

    /// Returns the style of the selected item of a list.
    #[expect(clippy::unused_self, reason = "all styles are methods")]
    pub(crate) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Returns the style of the cursor on a board and the picked cells.
    pub(crate) fn cursor(self) -> Style {
        self.color(|palette| palette.cursor)
            .add_modifier(Modifier::BOLD)
    }

    /// Returns the style of a key in the help bar.
    pub(crate) fn key(self) -> Style {
        self.color(|palette| palette.key)
            .add_modifier(Modifier::BOLD)
    }

    /// Returns the style of an error or a mistake.
    pub(crate) fn wrong(self) -> Style {
        self.color(|palette| palette.wrong)
    }

    /// Returns the style of a success message.
    pub(crate) fn right(self) -> Style {
        self.color(|palette| palette.right)
    }

    /// Returns the style of a value in text.
    pub(crate) fn value(self, value: Option<Value>) -> Style {
        match value {
            Some(Value::Win(_)) => self.right(),
            Some(Value::Loss(_)) => self.wrong(),
            Some(Value::Endless) => self.key(),
            None => self.quiet(),
        }
    }

    /// Returns the style of a cell with a value. The strength, from 0 to 2, is greater the sooner the game ends.
    pub(crate) fn cell_value(self, value: Option<Value>, strength: usize) -> Style {
        let palette = self.theme.palette();
        let (text, back) = match value {
            Some(Value::Win(_)) => palette.win[strength],
            Some(Value::Loss(_)) => palette.loss[strength],
            Some(Value::Endless) => palette.endless,
            None => return self.quiet(),
        };
        let plain = Modifier::BOLD | Modifier::DIM;
        let style = Style::new().remove_modifier(plain);
        match back {
            Color::Reset => style,
            back => style.fg(text).bg(back),
        }
    }

    /// Highlights a cell that belongs to an area of a player.
    pub(crate) fn draw_area(self, player: Player, cell: Rect, buffer: &mut Buffer) {
        let palette = self.theme.palette();
        let index = usize::from(player.number()) - 1;
        match palette.areas[index] {
            Color::Reset => {
                let [one, two] = if self.ascii {
                    [".", ":"]
                } else {
                    ["░", "▒"]
                };
                let with = if index == 0 { one } else { two };
                let line = with.repeat(usize::from(cell.width));
                for row in cell.rows() {
                    buffer.set_string(
                        row.x,
                        row.y,
                        &line,
                        self.player(player).add_modifier(Modifier::DIM),
                    );
                }
            }
            color => buffer.set_style(cell, Style::new().bg(color)),
        }
    }

    /// Returns the sign of a claim on a cell.
    pub(crate) fn sign_of(self, kind: MarkKind) -> &'static str {
        let [unicode, ascii] = match kind {
            MarkKind::Move => ["●", "@"],
            MarkKind::Answer => ["◆", "&"],
            MarkKind::Threat => ["⊕", "!"],
            MarkKind::Block => ["■", "#"],
            MarkKind::Exit => ["○", "o"],
            MarkKind::Path => ["•", "*"],
            MarkKind::Private | MarkKind::Open | MarkKind::Room | MarkKind::Group => ["", ""],
        };
        if self.ascii { ascii } else { unicode }
    }

    /// Returns the signs of reasons with their meanings.
    pub(crate) fn signs_of_reasons(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let meanings = [
            (MarkKind::Move, "a move"),
            (MarkKind::Answer, "the answer to a move"),
            (MarkKind::Threat, "a threat"),
            (MarkKind::Block, "a move that prevents a threat"),
            (MarkKind::Exit, "a cell that a piece can enter"),
        ];
        let arrow = (self.arrow(0, 1), "a path");
        let signs = meanings.map(|(kind, meaning)| (self.sign_of(kind), meaning));
        signs.into_iter().chain([arrow])
    }

    /// Marks an item of a list.
    pub(crate) fn bullet(self) -> &'static str {
        if self.ascii { "-" } else { "•" }
    }

    /// Returns the sign of a path that continues by rows and columns.
    pub(crate) fn arrow(self, rows: isize, columns: isize) -> &'static str {
        let [unicode, ascii] = match (rows.signum(), columns.signum()) {
            (-1, _) => ["↑", "^"],
            (1, _) => ["↓", "v"],
            (_, -1) => ["←", "<"],
            (_, 1) => ["→", ">"],
            _ => ["•", "*"],
        };
        if self.ascii { ascii } else { unicode }
    }

    /// Marks the best move.
    pub(crate) fn star(self) -> &'static str {
        if self.ascii { "*" } else { "★" }
    }

    /// Returns the lines of a grid.
    pub(crate) fn lines(self) -> &'static Lines {
        if self.ascii { &ASCII } else { &BOX }
    }

    /// Returns the lines around the cursor.
    pub(crate) fn cursor_lines(self) -> border::Set<'static> {
        if self.ascii {
            ASCII_CURSOR
        } else {
            border::THICK
        }
    }

    /// Returns the lines around a token: each player has a shape besides the color and the text.
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
        if self.ascii { "#" } else { "▒" }
    }

    /// Returns a bar of a graph.
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

const BOX: Lines = Lines {
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
