//! What must never happen on a page: an error in the console, or a request to another host.

use serde_json::Value;

use crate::chrome::Event;

/// Errors that the browser logs when a server is down: requests are cut off, or get no connection.
pub(crate) const OUTAGE: [&str; 4] = [
    "ERR_CONNECTION_",
    "ERR_EMPTY_RESPONSE",
    "ERR_SOCKET_NOT_CONNECTED",
    "WebSocket connection to",
];

/// The record of a page.
#[derive(Default)]
pub(crate) struct Watch {
    /// The beginning of every address that belongs to the server.
    home: String,
    errors: Vec<String>,
    /// Parts of error messages that are accepted.
    pub(crate) borne: Vec<&'static str>,
    /// Every address that was requested.
    pub(crate) requests: Vec<String>,
}

impl Watch {
    /// An empty record of a page of the server whose addresses begin like this.
    pub(crate) fn of(home: &str) -> Self {
        Watch {
            home: home.to_owned(),
            ..Watch::default()
        }
    }

    /// Everything that went wrong.
    pub(crate) fn errors(&self) -> Vec<String> {
        let is_borne = |error: &String| self.borne.iter().any(|text| error.contains(text));
        let errors = self.errors.iter().filter(|error| !is_borne(error));
        errors.cloned().collect()
    }

    /// Takes note of an event.
    pub(crate) fn note(&mut self, event: &Event) {
        let params = &event.params;
        match event.method.as_str() {
            "Runtime.consoleAPICalled" => {
                let kind = text(&params["type"]);
                if ["error", "warning", "assert"].contains(&kind) {
                    self.errors
                        .push(format!("console {kind}: {}", params["args"]));
                }
            }
            "Runtime.exceptionThrown" => {
                self.errors
                    .push(format!("exception: {}", params["exceptionDetails"]));
            }
            "Log.entryAdded" => {
                let [level, said, at] =
                    ["level", "text", "url"].map(|name| text(&params["entry"][name]));
                if ["error", "warning"].contains(&level) {
                    self.errors.push(format!("{level}: {said} {at}"));
                }
            }
            "Network.requestWillBeSent" => self.note_request(text(&params["request"]["url"])),
            "Network.webSocketCreated" => {
                self.note_request(&text(&params["url"]).replacen("ws:", "http:", 1));
            }
            _ => {}
        }
    }

    fn note_request(&mut self, address: &str) {
        // Pictures and downloads that the page has made itself.
        let is_within = address.starts_with("data:") || address.starts_with("blob:");
        if !is_within && !address.starts_with(&self.home) {
            self.errors
                .push(format!("a request to another host: {address}"));
        }
        self.requests.push(address.to_owned());
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
