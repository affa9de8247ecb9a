//! Detects errors in the console and requests to other hosts.

use serde_json::Value;

use crate::chrome::Event;

/// Errors that the browser logs while a server is down.
pub(crate) const OUTAGE: [&str; 4] = [
    "ERR_CONNECTION_",
    "ERR_EMPTY_RESPONSE",
    "ERR_SOCKET_NOT_CONNECTED",
    "WebSocket connection to",
];

/// The browser warns about a page that is left while its socket is still connecting.
const LEFT_EARLY: &str = "WebSocket is closed before the connection is established";

/// The log of a page.
#[derive(Default)]
pub(crate) struct Watch {
    /// The prefix of all addresses of the server.
    home: String,
    errors: Vec<String>,
    /// Parts of error messages that are accepted.
    pub(crate) borne: Vec<&'static str>,
    /// Every address that was requested.
    pub(crate) requests: Vec<String>,
    /// True once a socket has received a message.
    pub(crate) is_connected: bool,
}

impl Watch {
    /// Returns an empty log for a server.
    pub(crate) fn of(home: &str) -> Self {
        Watch {
            home: home.to_owned(),
            ..Watch::default()
        }
    }

    /// Returns all errors.
    pub(crate) fn errors(&self) -> Vec<String> {
        let is_borne = |error: &String| self.borne.iter().any(|text| error.contains(text));
        let is_usual = |error: &String| error.contains(LEFT_EARLY);
        let errors = self.errors.iter();
        let errors = errors.filter(|error| !is_borne(error) && !is_usual(error));
        errors.cloned().collect()
    }

    /// Records an event.
    pub(crate) fn note(&mut self, event: &Event) {
        let params = &event.params;
        let error = match event.method.as_str() {
            "Runtime.consoleAPICalled" => {
                let kind = text(&params["type"]);
                let is_error = ["error", "warning", "assert"].contains(&kind);
                is_error.then(|| format!("console {kind}: {}", params["args"]))
            }
            "Runtime.exceptionThrown" => Some(format!("exception: {}", params["exceptionDetails"])),
            "Log.entryAdded" => {
                let fields = ["level", "text", "url"];
                let [level, said, at] = fields.map(|name| text(&params["entry"][name]));
                let is_error = ["error", "warning"].contains(&level);
                is_error.then(|| format!("{level}: {said} {at}"))
            }
            "Network.requestWillBeSent" => self.note_request(text(&params["request"]["url"])),
            "Network.webSocketCreated" => {
                self.note_request(&text(&params["url"]).replacen("ws:", "http:", 1))
            }
            "Network.webSocketFrameReceived" => {
                self.is_connected = true;
                None
            }
            _ => None,
        };
        self.errors.extend(error);
    }

    fn note_request(&mut self, address: &str) -> Option<String> {
        self.requests.push(address.to_owned());
        // The page creates pictures and downloads itself.
        let mut own = ["data:", "blob:", &self.home].into_iter();
        let is_own = own.any(|start| address.starts_with(start));
        (!is_own).then(|| format!("a request to another host: {address}"))
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
