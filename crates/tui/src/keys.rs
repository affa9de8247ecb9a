//! Which key does what. The help bar and the handling of keys come from the same tables.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a person can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Command {
    Up,
    Down,
    Left,
    Right,
    Earlier,
    Later,
    PageUp,
    PageDown,
    Options,
    Act,
    Back,
    Stop,
    GoOn,
    Type,
    Undo,
    Redo,
    Values,
    Hint,
    Why,
    Save,
    Restart,
    Swap,
    Resign,
    Review,
    Home,
    Help,
    Quit,
    Continue,
    Open,
    Rules,
    Puzzle,
    Daily,
    NextMistake,
    PreviousMistake,
    Better,
    First,
    Last,
    PlayFromHere,
    Next,
}

impl Command {
    /// Whether it only goes a step in a direction. Such keys explain themselves.
    pub(crate) fn is_direction(self) -> bool {
        matches!(
            self,
            Command::Up | Command::Down | Command::Left | Command::Right
        )
    }
}

/// A command, its keys, and what the help says.
#[derive(Debug)]
pub(crate) struct Binding {
    pub(crate) command: Command,
    pub(crate) keys: &'static [KeyCode],
    /// How the first of the keys is called.
    pub(crate) shown: &'static str,
    /// What they do, in a word or two.
    pub(crate) what: &'static str,
}

const fn binding(
    command: Command,
    keys: &'static [KeyCode],
    shown: &'static str,
    what: &'static str,
) -> Binding {
    Binding {
        command,
        keys,
        shown,
        what,
    }
}

use Command as C;
use KeyCode::{Char, Esc};

const UP: &[KeyCode] = &[KeyCode::Up, Char('k')];
const DOWN: &[KeyCode] = &[KeyCode::Down, Char('j')];
const LEFT: &[KeyCode] = &[KeyCode::Left, Char('h')];
const RIGHT: &[KeyCode] = &[KeyCode::Right, Char('l')];
const ACT: &[KeyCode] = &[KeyCode::Enter, Char(' ')];

/// On the first screen.
pub(crate) const HOME: &[Binding] = &[
    binding(C::Stop, &[Esc], "esc", "stop looking"),
    binding(C::Act, ACT, "enter", "play"),
    binding(C::Continue, &[Char('c')], "c", "continue"),
    binding(C::Up, UP, "up", "line above"),
    binding(C::Down, DOWN, "down", "line below"),
    binding(C::Left, LEFT, "left", "change"),
    binding(C::Right, RIGHT, "right", "change"),
    binding(C::Options, &[KeyCode::Tab], "tab", "games, options"),
    binding(C::Rules, &[Char('r')], "r", "rules"),
    binding(C::Puzzle, &[Char('p')], "p", "puzzle"),
    binding(C::Daily, &[Char('d')], "d", "daily puzzle"),
    binding(C::Open, &[Char('o')], "o", "open a record"),
    binding(C::Help, &[Char('?')], "?", "help"),
    binding(C::Quit, &[Char('q'), Esc], "q", "quit"),
];

/// At the board.
pub(crate) const BOARD: &[Binding] = &[
    binding(C::Act, ACT, "enter", "choose"),
    binding(C::GoOn, ACT, "enter", "go on"),
    binding(C::Stop, &[Esc], "esc", "stop"),
    binding(C::Back, &[Esc, KeyCode::Backspace], "esc", "step back"),
    binding(C::Up, UP, "up", "up"),
    binding(C::Down, DOWN, "down", "down"),
    binding(C::Left, LEFT, "left", "left"),
    binding(C::Right, RIGHT, "right", "right"),
    binding(C::Review, &[Char('e')], "e", "review"),
    binding(C::Next, &[Char('n')], "n", "next puzzle"),
    binding(C::Undo, &[Char('u')], "u", "undo"),
    binding(C::Redo, &[Char('y')], "y", "redo"),
    binding(C::Hint, &[Char('i')], "i", "hint"),
    binding(C::Values, &[Char('v')], "v", "values"),
    binding(C::Why, &[Char('w')], "w", "why"),
    binding(C::Type, &[Char(':')], ":", "type a move"),
    binding(C::Restart, &[Char('r')], "r", "restart"),
    binding(C::Swap, &[Char('x')], "x", "swap sides"),
    binding(C::Resign, &[Char('g')], "g", "give up"),
    binding(C::Save, &[Char('s')], "s", "save"),
    binding(C::Help, &[Char('?')], "?", "help"),
    binding(C::Home, &[Char('q')], "q", "home"),
];

/// After the game.
pub(crate) const REVIEW: &[Binding] = &[
    binding(
        C::Earlier,
        &[KeyCode::Left, Char('h'), KeyCode::Up, Char('k')],
        "left",
        "back",
    ),
    binding(
        C::Later,
        &[
            KeyCode::Right,
            Char('l'),
            KeyCode::Down,
            Char('j'),
            Char(' '),
        ],
        "right",
        "on",
    ),
    binding(C::NextMistake, &[Char('n')], "n", "next mistake"),
    binding(C::PreviousMistake, &[Char('p')], "p", "previous mistake"),
    binding(C::Better, &[Char('b')], "b", "better line"),
    binding(C::Back, &[Esc, Char('b')], "esc", "leave the line"),
    binding(C::PlayFromHere, &[Char('t')], "t", "try again from here"),
    binding(C::First, &[KeyCode::Home, Char('0')], "0", "start"),
    binding(C::Last, &[KeyCode::End, Char('$')], "$", "end"),
    binding(C::Help, &[Char('?')], "?", "help"),
    binding(C::Home, &[Char('q'), Esc], "q", "home"),
];

/// On a page of text.
pub(crate) const PAGE: &[Binding] = &[
    binding(C::Up, UP, "up", "a line up"),
    binding(C::Down, DOWN, "down", "a line down"),
    binding(C::PageDown, &[KeyCode::PageDown, Char(' ')], "space", "on"),
    binding(
        C::PageUp,
        &[KeyCode::PageUp, KeyCode::Backspace, Char('b')],
        "b",
        "back",
    ),
    binding(
        C::Back,
        &[Esc, Char('q'), KeyCode::Enter, Char('?')],
        "esc",
        "close",
    ),
];

/// While something is being typed.
pub(crate) const ENTRY: &[Binding] = &[
    binding(C::Act, &[KeyCode::Enter], "enter", "done"),
    binding(C::Back, &[Esc], "esc", "never mind"),
];

/// The command of a key among those that are possible now.
pub(crate) fn command(
    table: &'static [Binding],
    key: KeyEvent,
    is_possible: impl Fn(Command) -> bool,
) -> Option<Command> {
    if key
        .modifiers
        .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
    {
        return None;
    }
    table
        .iter()
        .filter(|binding| binding.keys.contains(&key.code))
        .find(|binding| is_possible(binding.command))
        .map(|binding| binding.command)
}
