//! Screenshots in `target/browser-shots`.

use std::fs;
use std::thread;

use serde_json::json;

use crate::chrome::shots;
use crate::page::Page;

impl Page {
    /// Takes a screenshot of the whole page, or of the visible part while a dialog is open.
    pub(crate) fn shot(&self, name: &str) {
        let is_whole = self.eval("document.querySelector('dialog[open]') === null") == true;
        // Pictures of different pages have the same width.
        self.call("Emulation.setScrollbarsHidden", json!({ "hidden": true }));
        let picture = self.picture(is_whole).expect("a page can be drawn");
        self.call("Emulation.setScrollbarsHidden", json!({ "hidden": false }));
        fs::write(shots().join(format!("{name}.png")), picture).expect("a picture can be saved");
    }

    /// Takes a screenshot of the visible part when a test fails, and returns its path.
    pub(crate) fn failed_shot(&self) -> String {
        let thread = thread::current();
        let test = thread.name().unwrap_or("a test").replace("::", "-");
        let place = shots().join("failed").join(format!("{test}.png"));
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

/// Decodes base64 (RFC 4648).
fn from_base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |letter| ALPHABET.iter().position(|one| *one == letter);
    let digits: Vec<_> = text.bytes().map_while(digit).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0, |bits, digit| bits << 6 | *digit as u32);
        let bits = bits << (8 + 6 * (4 - four.len()));
        bits.to_be_bytes().into_iter().take(four.len() - 1)
    });
    bytes.collect()
}
