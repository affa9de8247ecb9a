//! What must never happen on a page: an error in the console, or a request to another host.

use serde_json::Value;

use crate::cdp::Event;

/// What has happened on a page.
pub(crate) struct Watch {
    /// The beginning of every address that belongs to the server.
    home: String,
    faults: Vec<String>,
    borne: Vec<&'static str>,
    /// Every address that was asked for.
    pub(crate) requests: Vec<String>,
    /// How many bytes came over the network, with their heads.
    pub(crate) bytes: f64,
}

impl Watch {
    /// Nothing yet, on a page of the server whose addresses begin like this.
    pub(crate) fn of(home: &str) -> Self {
        Watch {
            home: home.to_owned(),
            faults: Vec::new(),
            borne: Vec::new(),
            requests: Vec::new(),
            bytes: 0.0,
        }
    }

    /// Bears faults with this text, where a test provokes them.
    pub(crate) fn bear(&mut self, text: &'static str) {
        self.borne.push(text);
    }

    /// Bears what the browser notes of a server that is away: what was being answered is cut off, and what is asked
    /// then gets no connection.
    pub(crate) fn bear_outage(&mut self) {
        for text in [
            "ERR_CONNECTION_",
            "ERR_EMPTY_RESPONSE",
            "ERR_SOCKET_NOT_CONNECTED",
            "WebSocket connection to",
        ] {
            self.bear(text);
        }
    }

    /// Everything that went wrong.
    pub(crate) fn faults(&self) -> Vec<String> {
        let is_borne = |fault: &&String| self.borne.iter().any(|text| fault.contains(text));
        self.faults
            .iter()
            .filter(|fault| !is_borne(fault))
            .cloned()
            .collect()
    }

    /// Takes note of an event.
    pub(crate) fn note(&mut self, event: &Event) {
        let params = &event.params;
        match event.method.as_str() {
            "Runtime.consoleAPICalled" => {
                let kind = text(&params["type"]);
                if ["error", "warning", "assert"].contains(&kind) {
                    self.faults
                        .push(format!("console {kind}: {}", params["args"]));
                }
            }
            "Runtime.exceptionThrown" => {
                self.faults
                    .push(format!("exception: {}", params["exceptionDetails"]));
            }
            "Log.entryAdded" => {
                let entry = &params["entry"];
                let (level, said, at) = (&entry["level"], &entry["text"], &entry["url"]);
                if ["error", "warning"].contains(&text(level)) {
                    self.faults
                        .push(format!("{}: {} {}", text(level), text(said), text(at)));
                }
            }
            "Network.requestWillBeSent" => self.note_request(text(&params["request"]["url"])),
            "Network.webSocketCreated" => {
                self.note_request(&text(&params["url"]).replacen("ws:", "http:", 1));
            }
            "Network.loadingFinished" => {
                self.bytes += params["encodedDataLength"].as_f64().unwrap_or_default();
            }
            _ => {}
        }
    }

    fn note_request(&mut self, address: &str) {
        // Pictures and downloads that the page has made itself.
        let is_within = address.starts_with("data:") || address.starts_with("blob:");
        if !is_within && !address.starts_with(&self.home) {
            self.faults
                .push(format!("a request to another host: {address}"));
        }
        self.requests.push(address.to_owned());
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
