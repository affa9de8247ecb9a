//! Which key does what. The help bar, the page of keys and the handling of keys come from the same tables.

use crossterm::event::KeyCode;

use crate::context::Context;
use crate::screens::Next;

/// The keys of a command, and what the help says about them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    pub(crate) codes: &'static [KeyCode],
    /// How the help bar calls the first of them. `None` for a direction, which explains itself.
    pub(crate) shown: Option<&'static str>,
    /// What they do, in a word or two.
    pub(crate) what: &'static str,
}

/// A command of a screen and its keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding<C> {
    pub(crate) command: C,
    pub(crate) keys: Keys,
}

/// A binding that the help bar shows.
pub(crate) const fn binding<C: Copy>(
    command: C,
    codes: &'static [KeyCode],
    shown: &'static str,
    what: &'static str,
) -> Binding<C> {
    let shown = Some(shown);
    let keys = Keys { codes, shown, what };
    Binding { command, keys }
}

/// A step in a direction, which at an edge may come to nothing.
pub(crate) const fn direction<C: Copy>(
    command: C,
    codes: &'static [KeyCode],
    what: &'static str,
) -> Binding<C> {
    let shown = None;
    let keys = Keys { codes, shown, what };
    Binding { command, keys }
}

/// The bindings while a line is being typed.
pub(crate) const fn line<C: Copy>(enter: C, cancel: C) -> [Binding<C>; 2] {
    [
        binding(enter, &[KeyCode::Enter], "enter", "done"),
        binding(cancel, &[KeyCode::Esc], "esc", "never mind"),
    ]
}

pub(crate) const UP: &[KeyCode] = &[KeyCode::Up, KeyCode::Char('k')];
pub(crate) const DOWN: &[KeyCode] = &[KeyCode::Down, KeyCode::Char('j')];
pub(crate) const LEFT: &[KeyCode] = &[KeyCode::Left, KeyCode::Char('h')];
pub(crate) const RIGHT: &[KeyCode] = &[KeyCode::Right, KeyCode::Char('l')];
pub(crate) const ACT: &[KeyCode] = &[KeyCode::Enter, KeyCode::Char(' ')];

/// What can be asked for on a screen, and by which keys.
pub(crate) trait Commands {
    /// Everything that can be asked for.
    type Command: Copy + 'static;

    /// The tables of keys that hold now. A key with several commands does the first that is possible.
    fn bindings(&self) -> &'static [&'static [Binding<Self::Command>]];

    fn is_possible(&self, command: Self::Command) -> bool;

    /// Does what a command says, and tells where it leads. Only called if the command is possible.
    fn obey(&mut self, command: Self::Command, context: &mut Context) -> Next;

    /// A key without a command: it is typed into a line, where there is one.
    fn type_key(&mut self, _code: KeyCode) {}
}

/// [`Commands`] without the type of the command.
pub(crate) trait Keyed {
    fn press(&mut self, code: KeyCode, context: &mut Context) -> Next;

    /// The keys that do something now.
    fn offers(&self) -> Vec<Keys>;
}

impl<C: Commands> Keyed for C {
    fn press(&mut self, code: KeyCode, context: &mut Context) -> Next {
        let bindings = self.bindings().iter().copied().flatten();
        let command = bindings
            .filter(|binding| binding.keys.codes.contains(&code))
            .map(|binding| binding.command)
            .find(|command| self.is_possible(*command));
        if let Some(command) = command {
            return self.obey(command, context);
        }
        self.type_key(code);
        Next::Stay
    }

    fn offers(&self) -> Vec<Keys> {
        let mut taken: Vec<KeyCode> = Vec::new();
        let mut offers = Vec::new();
        for Binding { command, keys } in self.bindings().iter().copied().flatten() {
            let is_free = keys.codes.iter().any(|code| !taken.contains(code));
            if is_free && self.is_possible(*command) {
                taken.extend(keys.codes);
                offers.push(*keys);
            }
        }
        offers
    }
}
