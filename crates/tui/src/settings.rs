//! The settings file: the theme, the characters and the keys.
//!
//! ```toml
//! theme = "light"
//! ascii = false
//!
//! [keys]
//! hint = ["i", "f2"]
//! ```

use crossterm::event::KeyCode;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::keys::{ACTIONS, Action, Keymap, parse_key};
use crate::look::Theme;
use crate::screens;

/// The user's settings. Missing entries have their defaults.
#[derive(Clone, Default, Debug)]
pub struct Settings {
    /// The colors; `None` to choose them by the terminal.
    pub theme: Option<Theme>,
    /// True for ASCII characters only; `None` to choose them by the locale.
    pub ascii: Option<bool>,
    pub(crate) keymap: Keymap,
}

const ENTRIES: &str = "theme, ascii and [keys]";

const KEYS: &str = "a character, ctrl- with a letter other than c, i, m and z, f1 to f12, up, down, left, right, enter, esc, \
                    space, tab, shift-tab, backspace, delete, insert, home, end, page-up or page-down";

impl Settings {
    /// Reads settings. Also returns a sentence about each error; an entry with an error has its default.
    pub fn read(text: &str) -> (Self, Vec<String>) {
        let mut reader = Reader {
            text,
            settings: Settings::default(),
            errors: Vec::new(),
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let at = error.span().map_or(0, |span| span.start);
            reader.report(at, error.message().trim_end_matches('.'));
        }
        reader.read(table.get_ref());
        reader.errors.sort();
        let errors = reader.errors.into_iter();
        let errors = errors.map(|(line, error)| format!("line {line}: {error}."));
        (reader.settings, errors.collect())
    }
}

struct Reader<'a> {
    text: &'a str,
    settings: Settings,
    /// Each with its line.
    errors: Vec<(usize, String)>,
}

impl Reader<'_> {
    /// Reports an error at a byte offset.
    fn report(&mut self, at: usize, error: impl Into<String>) {
        let before = self.text.as_bytes().iter().take(at);
        let line = before.filter(|byte| **byte == b'\n').count() + 1;
        self.errors.push((line, error.into()));
    }

    fn read(&mut self, table: &DeTable) {
        for (key, value) in table {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("theme", DeValue::String(name)) => {
                    let theme = Theme::ALL.iter().find(|(_, known)| known == name);
                    self.settings.theme = theme.map(|(theme, _)| *theme);
                    if theme.is_none() && name != "auto" {
                        self.report_theme(value);
                    }
                }
                ("theme", _) => self.report_theme(value),
                ("ascii", DeValue::Boolean(ascii)) => self.settings.ascii = Some(*ascii),
                ("ascii", _) => self.report(value.span().start, "ascii must be true or false"),
                ("keys", DeValue::Table(keys)) => self.read_keys(keys),
                ("keys", _) => self.report(value.span().start, "keys must be a table, [keys]"),
                (name, _) => {
                    let error = format!("unknown entry {name}; the entries are {ENTRIES}");
                    self.report(key.span().start, error);
                }
            }
        }
    }

    fn report_theme(&mut self, value: &Spanned<DeValue>) {
        let themes = Theme::ALL.map(|(_, name)| format!("\"{name}\"")).join(", ");
        let error = format!("theme must be \"auto\", {themes}");
        self.report(value.span().start, error);
    }

    fn read_keys(&mut self, table: &DeTable) {
        let mut changed = Vec::new();
        for (name, value) in table {
            let known = ACTIONS
                .iter()
                .find(|(_, known, _)| *known == name.get_ref());
            let Some((action, _, _)) = known else {
                let names: Vec<&str> = ACTIONS.iter().map(|(_, name, _)| *name).collect();
                let error = format!(
                    "unknown action {}; the actions are {}",
                    name.get_ref(),
                    names.join(", ")
                );
                self.report(name.span().start, error);
                continue;
            };
            if let Some(keys) = self.keys(value) {
                self.settings.keymap.set(*action, keys);
                changed.push((*action, value.span().start));
            }
        }
        for (action, at) in changed {
            if let Some((key, other)) = screens::conflict(&self.settings.keymap, action) {
                let error = format!("{key} is already used by the action {}", name_of(other));
                self.report(at, error);
                let (_, _, keys) = ACTIONS[action as usize];
                self.settings.keymap.set(action, keys.to_vec());
            }
        }
    }

    /// Reads a key or a list of at least one.
    fn keys(&mut self, value: &Spanned<DeValue>) -> Option<Vec<KeyCode>> {
        let keys = match value.get_ref() {
            DeValue::Array(keys) if !keys.is_empty() => keys.iter().collect(),
            _ => vec![value],
        };
        let parse = |key: &&Spanned<DeValue>| key.get_ref().as_str().and_then(parse_key);
        if let Some(wrong) = keys.iter().find(|key| parse(key).is_none()) {
            self.report(wrong.span().start, format!("a key must be {KEYS}"));
            return None;
        }
        Some(keys.iter().filter_map(parse).collect())
    }
}

fn name_of(action: Action) -> &'static str {
    ACTIONS[action as usize].1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::name_of_key;

    fn errors(text: &str) -> Vec<String> {
        Settings::read(text).1
    }

    #[test]
    fn the_table_of_actions_is_in_the_order_of_the_actions() {
        for (n, (action, _, _)) in ACTIONS.iter().enumerate() {
            assert_eq!(*action as usize, n);
        }
    }

    #[test]
    fn settings_are_read() {
        let text =
            "theme = \"16\"\nascii = true\n[keys]\nhint = [\"f2\", \"ctrl-e\"]\nquit = \"Q\"\n";
        let (settings, errors) = Settings::read(text);
        assert_eq!(errors, [""; 0]);
        assert_eq!(
            (settings.theme, settings.ascii),
            (Some(Theme::Sixteen), Some(true))
        );
        let keys =
            [Action::Hint, Action::Quit, Action::Up].map(|action| settings.keymap.keys(action));
        assert_eq!(
            keys,
            [
                &[KeyCode::F(2), KeyCode::Char('\u{5}')][..],
                &[KeyCode::Char('Q')],
                &[KeyCode::Up, KeyCode::Char('k')],
            ]
        );
        assert_eq!(errors_of_theme("auto"), [""; 0]);
    }

    fn errors_of_theme(theme: &str) -> Vec<String> {
        errors(&format!("theme = \"{theme}\""))
    }

    #[test]
    fn errors_name_the_line_and_what_is_allowed() {
        let text = "theme = 16\nasci = 1\nascii = \"yes\"\n[keys]\nhnt = \"i\"\nhint = \"ctrl-c\"\nundo = [\"v\"]\n";
        let (settings, errors) = Settings::read(text);
        let expected = [
            "line 1: theme must be \"auto\", \"dark\", ",
            "line 2: unknown entry asci; the entries are theme, ascii and [keys].",
            "line 3: ascii must be true or false.",
            "line 5: unknown action hnt; the actions are up, down, ",
            "line 6: a key must be a character, ctrl- with a letter ",
            "line 7: v is already used by the action values.",
        ];
        assert_eq!(errors.len(), expected.len(), "{errors:?}");
        for (error, expected) in errors.iter().zip(expected) {
            assert!(error.starts_with(expected), "{error}");
        }
        assert_eq!(settings.keymap, Keymap::default());
        assert_eq!(errors_of_theme("blue").len(), 1);
    }

    #[test]
    fn text_that_is_not_toml_is_reported_with_its_line_and_the_rest_is_read() {
        let (settings, errors) = Settings::read("ascii = true\ntheme =\n");
        assert!(errors[0].starts_with("line 2: "), "{errors:?}");
        assert_eq!(settings.ascii, Some(true));
    }

    #[test]
    fn the_guide_lists_every_action_with_its_keys() {
        let guide = include_str!("../../../docs/app.md");
        for (_, name, keys) in ACTIONS {
            let keys: Vec<String> = keys
                .iter()
                .map(|key| format!("`{}`", name_of_key(*key)))
                .collect();
            let row = format!("| `{name}` | {} |", keys.join(", "));
            assert!(guide.contains(&row), "docs/app.md: {row}");
        }
        for (_, theme) in Theme::ALL {
            assert!(guide.contains(theme), "docs/app.md: {theme}");
        }
    }
}
