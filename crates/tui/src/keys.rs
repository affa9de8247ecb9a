//! Key bindings. The help bar, the help page and the key handling use the same tables.

use crossterm::event::KeyCode;

use crate::context::Context;
use crate::screens::Next;

/// A key binding.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// The keys. The help bar names the first.
    pub keys: &'static [KeyCode],
    /// A short description.
    pub what: &'static str,
    /// True for moving in a direction. The help bar omits these.
    pub is_direction: bool,
}

impl Offer {
    /// The names of the keys.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |key: &KeyCode| match key {
            KeyCode::Char(char) if *char != ' ' => char.to_string(),
            key => key.to_string().to_lowercase(),
        };
        self.keys.iter().map(name).collect()
    }
}

/// A command of a screen and its keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding<C> {
    pub(crate) command: C,
    pub(crate) offer: Offer,
}

/// A binding that the help bar shows.
pub(crate) const fn binding<C: Copy>(
    command: C,
    keys: &'static [KeyCode],
    what: &'static str,
) -> Binding<C> {
    let offer = Offer {
        keys,
        what,
        is_direction: false,
    };
    Binding { command, offer }
}

/// A binding that moves in a direction.
pub(crate) const fn direction<C: Copy>(
    command: C,
    keys: &'static [KeyCode],
    what: &'static str,
) -> Binding<C> {
    let mut binding = binding(command, keys, what);
    binding.offer.is_direction = true;
    binding
}

/// The bindings while a line is being typed.
pub(crate) const fn line<C: Copy>(enter: C, cancel: C) -> [Binding<C>; 2] {
    [
        binding(enter, &[KeyCode::Enter], "done"),
        binding(cancel, &[KeyCode::Esc], "never mind"),
    ]
}

pub(crate) const UP: &[KeyCode] = &[KeyCode::Up, KeyCode::Char('k')];
pub(crate) const DOWN: &[KeyCode] = &[KeyCode::Down, KeyCode::Char('j')];
pub(crate) const LEFT: &[KeyCode] = &[KeyCode::Left, KeyCode::Char('h')];
pub(crate) const RIGHT: &[KeyCode] = &[KeyCode::Right, KeyCode::Char('l')];
pub(crate) const ACT: &[KeyCode] = &[KeyCode::Enter, KeyCode::Char(' ')];

/// The commands of a screen and their keys.
pub(crate) trait Commands {
    /// All commands.
    type Command: Copy + 'static;

    /// The current bindings. A key with several commands runs the first available one.
    fn bindings(&self) -> &'static [Binding<Self::Command>];

    fn is_possible(&self, _command: Self::Command) -> bool {
        true
    }

    /// Runs an available command and returns the next screen.
    fn obey(&mut self, command: Self::Command, context: &mut Context) -> Next;

    /// Handles a key without a command, which is typed into the input line, if any.
    fn type_key(&mut self, _code: KeyCode) {}
}

/// [`Commands`] without the type of the command.
pub(crate) trait Keyed {
    fn press(&mut self, code: KeyCode, context: &mut Context) -> Next;

    /// The bindings available now.
    fn offers(&self) -> Vec<Offer>;
}

/// The bindings of commands that are available now or accepted by `also`.
pub(crate) fn offers_with<C: Commands>(
    screen: &C,
    also: impl Fn(C::Command) -> bool,
) -> Vec<Offer> {
    let mut taken: Vec<KeyCode> = Vec::new();
    let mut offers = Vec::new();
    for Binding { command, offer } in screen.bindings() {
        let is_free = offer.keys.iter().any(|key| !taken.contains(key));
        if is_free && (also(*command) || screen.is_possible(*command)) {
            taken.extend(offer.keys);
            offers.push(*offer);
        }
    }
    offers
}

impl<C: Commands> Keyed for C {
    fn press(&mut self, code: KeyCode, context: &mut Context) -> Next {
        let bindings = self.bindings().iter();
        let command = bindings
            .filter(|binding| binding.offer.keys.contains(&code))
            .map(|binding| binding.command)
            .find(|command| self.is_possible(*command));
        if let Some(command) = command {
            return self.obey(command, context);
        }
        self.type_key(code);
        Next::Stay
    }

    fn offers(&self) -> Vec<Offer> {
        offers_with(self, |_| false)
    }
}
