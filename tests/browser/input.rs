//! Input by mouse, finger and keys.

use std::path::Path;

use serde_json::json;

use crate::element::Element;
use crate::page::Page;

impl Page {
    /// Clicks the visible part of an element.
    #[track_caller]
    pub(crate) fn click(&self, role: &str, name: &str) -> &Self {
        let place = self.middle(role, name);
        self.click_at(place);
        self
    }

    /// Moves the mouse and presses nothing.
    pub(crate) fn move_mouse(&self, place: (f64, f64)) {
        self.mouse("mouseMoved", place, 0);
    }

    /// Clicks at a point.
    pub(crate) fn click_at(&self, place: (f64, f64)) {
        self.mouse("mouseMoved", place, 0);
        self.mouse("mousePressed", place, 1);
        self.mouse("mouseReleased", place, 0);
    }

    /// Drags from one place to another, in steps as a hand would.
    pub(crate) fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        self.mouse("mouseMoved", from, 0);
        self.mouse("mousePressed", from, 1);
        for part in [0.25, 0.5, 0.75, 1.0] {
            let along = |a: f64, b: f64| a + (b - a) * part;
            self.mouse("mouseMoved", (along(from.0, to.0), along(from.1, to.1)), 1);
        }
        self.mouse("mouseReleased", to, 0);
    }

    pub(crate) fn mouse(&self, kind: &str, (x, y): (f64, f64), buttons: u32) {
        let button = if kind == "mouseMoved" { "none" } else { "left" };
        let event = json!({
            "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1,
        });
        self.call("Input.dispatchMouseEvent", event);
    }

    /// Chooses a file in a file input.
    pub(crate) fn give_file(&self, field: &Element, file: &Path) {
        let chosen = json!({ "files": [file], "backendNodeId": field.node });
        self.call("DOM.setFileInputFiles", chosen);
    }

    /// Drops a file from the desktop.
    pub(crate) fn drop_file(&self, (x, y): (f64, f64), file: &Path) {
        for kind in ["dragEnter", "dragOver", "drop"] {
            let data = json!({ "items": [], "files": [file], "dragOperationsMask": 1 });
            let event = json!({ "type": kind, "x": x, "y": y, "data": data });
            self.call("Input.dispatchDragEvent", event);
        }
    }

    /// Touches an element with a finger.
    #[track_caller]
    pub(crate) fn tap(&self, role: &str, name: &str) -> &Self {
        let (x, y) = self.middle(role, name);
        for (kind, points) in [
            ("touchStart", json!([{ "x": x, "y": y }])),
            ("touchEnd", json!([])),
        ] {
            let event = json!({ "type": kind, "touchPoints": points });
            self.call("Input.dispatchTouchEvent", event);
        }
        self
    }

    /// Presses a key by its name, such as `Enter`, `ArrowLeft`, `h` or `Shift+Tab`.
    pub(crate) fn press(&self, keys: &str) -> &Self {
        let (held, name) = keys.rsplit_once('+').unwrap_or(("", keys));
        let modifiers = match held {
            "" => 0,
            "Control" => 2,
            "Shift" => 8,
            other => panic!("no key {other} to hold"),
        };
        let (code, number, text) = key(name);
        let mut event = json!({
            "type": if text.is_empty() || modifiers == 2 { "rawKeyDown" } else { "keyDown" },
            "key": name, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers,
        });
        if modifiers != 2 {
            event["text"] = text.into();
        }
        self.call("Input.dispatchKeyEvent", event.clone());
        event["type"] = "keyUp".into();
        self.call("Input.dispatchKeyEvent", event);
        self
    }

    /// Replaces the text of a field by typing.
    #[track_caller]
    pub(crate) fn fill(&self, role: &str, name: &str, text: &str) -> &Self {
        self.click(role, name);
        self.press("Control+a");
        self.press("Delete");
        self.call("Input.insertText", json!({ "text": text }));
        self
    }

    /// Chooses the option with a number in a list, which is closed and stays so.
    #[track_caller]
    pub(crate) fn choose(&self, list: &str, option: usize) -> &Self {
        let list = self.find("combobox", list);
        self.on(&list, "function () { this.focus(); }");
        self.press("Home");
        for _ in 0..option {
            self.press("ArrowDown");
        }
        self
    }

    /// Presses a key repeatedly until an element has the focus.
    #[track_caller]
    pub(crate) fn walk_to(&self, key: &str, role: &str, name: &str) {
        let mut passed = Vec::new();
        for _ in 0..200 {
            if let Some(here) = self.focused() {
                if here.is_a(role, name) {
                    return;
                }
                passed.push(format!("{} {:?}", here.role, here.name));
            }
            self.press(key);
        }
        panic!("{key} does not lead to the {role} {name:?}, but over {passed:#?}");
    }
}

/// The code of a key, its number and the text that it writes.
fn key(name: &str) -> (String, u32, &str) {
    let named = |number, text| (name.to_owned(), number, text);
    match name {
        "Enter" => named(13, "\r"),
        "Tab" => named(9, ""),
        "Escape" => named(27, ""),
        "Delete" => named(46, ""),
        "ArrowLeft" => named(37, ""),
        "ArrowUp" => named(38, ""),
        "ArrowRight" => named(39, ""),
        "ArrowDown" => named(40, ""),
        "Home" => named(36, ""),
        "End" => named(35, ""),
        " " => ("Space".to_owned(), 32, " "),
        _ => {
            let letter = name.chars().next().expect("a key has a name");
            assert_eq!(name.chars().count(), 1, "no key {name}");
            let upper = letter.to_ascii_uppercase();
            let code = match upper {
                'A'..='Z' => format!("Key{upper}"),
                '0'..='9' => format!("Digit{upper}"),
                _ => String::new(),
            };
            (code, u32::from(upper), name)
        }
    }
}
