//! Pictures of screens, left in `target/browser-shots`.

use std::fs;
use std::path::PathBuf;
use std::thread;

use serde_json::json;

use crate::chrome::target;
use crate::page::Page;

impl Page {
    /// Leaves a picture of the whole page, with what is to be scrolled to. A dialog covers what is
    /// in view, and no more is drawn.
    pub(crate) fn shot(&self, name: &str) {
        let is_whole = self.eval("document.querySelector('dialog[open]') === null") == true;
        // Pictures of different pages are as wide as each other.
        self.call("Emulation.setScrollbarsHidden", json!({ "hidden": true }));
        let picture = self.picture(is_whole).expect("a page can be drawn");
        self.call("Emulation.setScrollbarsHidden", json!({ "hidden": false }));
        fs::write(folder("").join(format!("{name}.png")), picture).expect("a picture can be kept");
    }

    /// Leaves a picture of what is in view when a test fails, and says where.
    pub(crate) fn failed_shot(&self) -> String {
        let thread = thread::current();
        let test = thread.name().unwrap_or("a test").replace("::", "-");
        let place = folder(FAILED).join(format!("{test}.png"));
        match self
            .picture(false)
            .map(|picture| fs::write(&place, picture))
        {
            Some(Ok(())) => place.display().to_string(),
            _ => "none could be made".to_owned(),
        }
    }

    fn picture(&self, is_whole: bool) -> Option<Vec<u8>> {
        let mut wish = json!({
            "format": "png", "optimizeForSpeed": true, "captureBeyondViewport": is_whole,
        });
        if is_whole {
            let metrics = self.try_call("Page.getLayoutMetrics", json!({})).ok()?;
            wish["clip"] = metrics["cssContentSize"].clone();
            wish["clip"]["scale"] = 1.into();
        }
        let shot = self.try_call("Page.captureScreenshot", wish).ok()?;
        Some(from_base64(shot["data"].as_str()?))
    }
}

const FAILED: &str = "failed";

/// Forgets the pictures of tests that failed another time.
pub(crate) fn forget_failures() {
    fs::remove_dir_all(folder(FAILED)).expect("old pictures can be removed");
}

fn folder(name: &str) -> PathBuf {
    let folder = target().join("browser-shots").join(name);
    fs::create_dir_all(&folder).expect("a folder for pictures");
    folder
}

/// The bytes of a text in the alphabet of RFC 4648, which the browser writes without line breaks.
pub(crate) fn from_base64(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => break,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
