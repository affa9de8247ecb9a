//! Key bindings. The help bar, the help page and the key handling use the same tables.

use std::collections::BTreeMap;

use crossterm::event::KeyCode::{
    self, BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, F, Home, Insert, Left, PageDown,
    PageUp, Right, Tab, Up,
};

use crate::context::Context;
use crate::screens::Next;

/// An action with configurable keys. Several screens can share an action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Action {
    Up,
    Down,
    Left,
    Right,
    First,
    Last,
    PageUp,
    PageDown,
    Choose,
    Back,
    Help,
    Quit,
    Hint,
    Values,
    Why,
    Undo,
    Redo,
    Type,
    Restart,
    Swap,
    Resign,
    Save,
    Review,
    Next,
    Previous,
    NextGame,
    PreviousGame,
    Better,
    Tried,
    Retry,
    PlayOn,
    Continue,
    Switch,
    Learn,
    Rules,
    Puzzle,
    Daily,
    Rush,
    Games,
    Remove,
    Open,
    Search,
    /// Finishes an input line. Not configurable, as every character can be typed.
    Accept,
    /// Cancels an input line. Not configurable.
    Cancel,
}

const CTRL_D: KeyCode = Char('\u{4}');
const CTRL_U: KeyCode = Char('\u{15}');
const CTRL_R: KeyCode = Char('\u{12}');

/// The default keys of each configurable action with its name in the settings.
pub(crate) const ACTIONS: &[(Action, &str, &[KeyCode])] = &[
    (Action::Up, "up", &[Up, Char('k')]),
    (Action::Down, "down", &[Down, Char('j')]),
    (Action::Left, "left", &[Left, Char('h')]),
    (Action::Right, "right", &[Right, Char('l')]),
    (Action::First, "first", &[Home, Char('g')]),
    (Action::Last, "last", &[End, Char('G')]),
    (Action::PageUp, "page-up", &[PageUp, CTRL_U]),
    (Action::PageDown, "page-down", &[PageDown, CTRL_D]),
    (Action::Choose, "choose", &[Enter, Char(' ')]),
    (Action::Back, "back", &[Esc, Backspace]),
    (Action::Help, "help", &[Char('?'), F(1)]),
    (Action::Quit, "quit", &[Char('q')]),
    (Action::Hint, "hint", &[Char('i')]),
    (Action::Values, "values", &[Char('v')]),
    (Action::Why, "why", &[Char('w')]),
    (Action::Undo, "undo", &[Char('u')]),
    (Action::Redo, "redo", &[Char('y'), CTRL_R]),
    (Action::Type, "type", &[Char(':')]),
    (Action::Restart, "restart", &[Char('r')]),
    (Action::Swap, "swap", &[Char('x')]),
    (Action::Resign, "resign", &[Char('R')]),
    (Action::Save, "save", &[Char('s')]),
    (Action::Review, "review", &[Char('e')]),
    (Action::Next, "next", &[Char('n')]),
    (Action::Previous, "previous", &[Char('p')]),
    (Action::NextGame, "next-game", &[Char('N')]),
    (Action::PreviousGame, "previous-game", &[Char('P')]),
    (Action::Better, "better", &[Char('b')]),
    (Action::Tried, "tried", &[Char('T')]),
    (Action::Retry, "retry", &[Char('m')]),
    (Action::PlayOn, "play-on", &[Char('t')]),
    (Action::Continue, "continue", &[Char('c')]),
    (Action::Switch, "switch", &[Tab]),
    (Action::Learn, "learn", &[Char('g')]),
    (Action::Rules, "rules", &[Char('r')]),
    (Action::Puzzle, "puzzle", &[Char('p')]),
    (Action::Daily, "daily", &[Char('d')]),
    (Action::Rush, "rush", &[Char('r')]),
    (Action::Games, "games", &[Char('a')]),
    (Action::Remove, "remove", &[Char('D'), Delete]),
    (Action::Open, "open", &[Char('o')]),
    (Action::Search, "search", &[Char('/')]),
];

/// The keys of each action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Keymap {
    keys: BTreeMap<Action, Vec<KeyCode>>,
}

impl Default for Keymap {
    fn default() -> Self {
        let configurable = ACTIONS.iter().map(|(action, _, keys)| (*action, *keys));
        let fixed = [(Action::Accept, &[Enter][..]), (Action::Cancel, &[Esc][..])];
        let keys = configurable.chain(fixed);
        Keymap {
            keys: keys.map(|(action, keys)| (action, keys.to_vec())).collect(),
        }
    }
}

impl Keymap {
    /// Returns the keys of an action. The help bar shows the first.
    pub(crate) fn keys(&self, action: Action) -> &[KeyCode] {
        self.keys.get(&action).map_or(&[], Vec::as_slice)
    }

    /// Returns the name of the first key of an action.
    pub(crate) fn name(&self, action: Action) -> String {
        self.keys(action)
            .first()
            .copied()
            .map_or_else(String::new, name_of_key)
    }

    pub(crate) fn set(&mut self, action: Action, keys: Vec<KeyCode>) {
        self.keys.insert(action, keys);
    }
}

const NAMED_KEYS: &[(&str, KeyCode)] = &[
    ("up", Up),
    ("down", Down),
    ("left", Left),
    ("right", Right),
    ("enter", Enter),
    ("esc", Esc),
    ("space", Char(' ')),
    ("tab", Tab),
    ("shift-tab", BackTab),
    ("backspace", Backspace),
    ("delete", Delete),
    ("insert", Insert),
    ("home", Home),
    ("end", End),
    ("page-up", PageUp),
    ("page-down", PageDown),
];

/// Formats a key as in the settings and the help bar.
pub(crate) fn name_of_key(key: KeyCode) -> String {
    let named = NAMED_KEYS.iter().find(|(_, named)| *named == key);
    match (named, key) {
        (Some((name, _)), _) => (*name).to_owned(),
        (None, Char(char @ '\u{1}'..='\u{1a}')) => {
            format!("ctrl-{}", char::from(char as u8 | 0x60))
        }
        (None, Char(char)) => char.to_string(),
        (None, key) => key.to_string().to_lowercase(),
    }
}

/// Parses a key: a character, a name such as `page-up` or `f5`, or `ctrl-` with a letter.
pub(crate) fn parse_key(text: &str) -> Option<KeyCode> {
    let mut chars = text.chars();
    if let (Some(char), None) = (chars.next(), chars.next()) {
        return (!char.is_control()).then_some(Char(char));
    }
    let text = text.to_ascii_lowercase();
    let named = NAMED_KEYS.iter().find(|(name, _)| *name == text);
    if let Some((_, key)) = named {
        return Some(*key);
    }
    if let Some(number) = text.strip_prefix('f') {
        let number = number.parse().ok();
        return number.filter(|number| (1..=12).contains(number)).map(F);
    }
    // The app itself handles ctrl-c and ctrl-z. Terminals send the same for ctrl-i and tab, ctrl-m and enter.
    let letter = text.strip_prefix("ctrl-")?.parse().ok()?;
    let is_free = char::is_ascii_lowercase(&letter) && !"cimz".contains(letter);
    is_free.then(|| Char(char::from(letter as u8 & 0x1f)))
}

/// An available command as the help bar shows it.
#[derive(Clone, Debug)]
pub struct Shortcut {
    /// The keys. The help bar shows the first.
    pub keys: Vec<KeyCode>,
    /// A short description.
    pub label: &'static str,
    /// True for moving in a direction. The help bar omits these.
    pub is_direction: bool,
}

impl Shortcut {
    /// Returns the names of the keys.
    pub(crate) fn names(&self) -> Vec<String> {
        self.keys.iter().copied().map(name_of_key).collect()
    }
}

/// A command of a screen and the actions that run it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding<C> {
    pub(crate) command: C,
    pub(crate) actions: &'static [Action],
    label: &'static str,
    is_direction: bool,
}

impl<C> Binding<C> {
    pub(crate) fn shortcut(&self, keymap: &Keymap) -> Shortcut {
        let keys = self.actions.iter().flat_map(|action| keymap.keys(*action));
        Shortcut {
            keys: keys.copied().collect(),
            label: self.label,
            is_direction: self.is_direction,
        }
    }
}

/// Returns the actions of bindings.
pub(crate) fn actions<C>(bindings: &[Binding<C>]) -> Vec<Action> {
    let actions = bindings.iter().flat_map(|binding| binding.actions);
    actions.copied().collect()
}

/// Returns a binding that the help bar shows.
pub(crate) const fn binding<C: Copy>(
    command: C,
    actions: &'static [Action],
    label: &'static str,
) -> Binding<C> {
    Binding {
        command,
        actions,
        label,
        is_direction: false,
    }
}

/// Returns a binding that moves in a direction.
pub(crate) const fn direction<C: Copy>(
    command: C,
    actions: &'static [Action],
    label: &'static str,
) -> Binding<C> {
    let mut binding = binding(command, actions, label);
    binding.is_direction = true;
    binding
}

/// Returns the bindings while a line is being typed.
pub(crate) const fn line<C: Copy>(accept: C, cancel: C) -> [Binding<C>; 2] {
    [
        binding(accept, &[Action::Accept], "done"),
        binding(cancel, &[Action::Cancel], "cancel"),
    ]
}

/// The commands of a screen and their keys.
pub(crate) trait Commands {
    /// All commands.
    type Command: Copy + 'static;

    /// Returns the current bindings. A key with several commands runs the first available one.
    fn bindings(&self) -> &'static [Binding<Self::Command>];

    fn is_available(&self, _command: Self::Command) -> bool {
        true
    }

    /// Runs an available command and returns the next screen.
    fn run(&mut self, command: Self::Command, context: &mut Context) -> Next;

    /// Handles a key without a command, which is typed into the input line, if any.
    fn type_key(&mut self, _code: KeyCode) {}
}

/// [`Commands`] without the type of the command.
pub(crate) trait Keyed {
    fn press(&mut self, code: KeyCode, context: &mut Context) -> Next;

    /// Returns the commands available now.
    fn shortcuts(&self, keymap: &Keymap) -> Vec<Shortcut>;
}

/// Returns the shortcuts of commands that are available now or accepted by `also`.
pub(crate) fn shortcuts_with<C: Commands>(
    screen: &C,
    keymap: &Keymap,
    also: impl Fn(C::Command) -> bool,
) -> Vec<Shortcut> {
    let mut taken: Vec<KeyCode> = Vec::new();
    let mut shortcuts = Vec::new();
    for binding in screen.bindings() {
        let mut shortcut = binding.shortcut(keymap);
        shortcut.keys.retain(|key| !taken.contains(key));
        let is_available = also(binding.command) || screen.is_available(binding.command);
        if is_available && !shortcut.keys.is_empty() {
            taken.extend(&shortcut.keys);
            shortcuts.push(shortcut);
        }
    }
    shortcuts
}

impl<C: Commands> Keyed for C {
    fn press(&mut self, code: KeyCode, context: &mut Context) -> Next {
        let keymap = &context.keymap;
        let bindings = self.bindings().iter();
        let command = bindings
            .filter(|binding| binding.shortcut(keymap).keys.contains(&code))
            .map(|binding| binding.command)
            .find(|command| self.is_available(*command));
        if let Some(command) = command {
            return self.run(command, context);
        }
        self.type_key(code);
        Next::Stay
    }

    fn shortcuts(&self, keymap: &Keymap) -> Vec<Shortcut> {
        shortcuts_with(self, keymap, |_| false)
    }
}
