//! The examples of a page: a request in a block, and the answer in the block that follows.
//!
//! ````text
//!     ```http                              ```json
//!     POST /api/v1/play                    {"move": "2 2", ...}
//!     Content-Type: application/json       ```
//!                                          which is an answer with the status 200, or
//!     {"game": "gridlock", ...}            ```http
//!     ```                                  HTTP/1.1 422 Unprocessable Entity
//! ````
//!
//! A conversation over a socket is one block of the kind `socket`: the request that opens it, then
//! `> ` before each message of the client and `< ` before each message of the server.

/// An example, and the line of the page on which it begins.
pub(crate) struct Example {
    pub(crate) line: usize,
    pub(crate) request: Message,
    /// None for a socket, whose messages are the body of the request.
    pub(crate) response: Option<Message>,
}

/// A request or a response.
pub(crate) struct Message {
    /// `POST /api/v1/play` or `HTTP/1.1 200 OK`.
    pub(crate) first_line: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

/// Reads all examples of a page, in order. Other blocks of code are ignored.
pub(crate) fn examples(page: &str) -> Vec<Example> {
    let mut blocks = blocks(page).into_iter();
    let mut examples = Vec::new();
    while let Some((line, kind, text)) = blocks.next() {
        let (request, response) = match kind {
            "http" => (text, blocks.next().and_then(response)),
            "socket" => (text.replacen('\n', "\n\n", 1), None),
            _ => continue,
        };
        let is_whole = kind == "socket" || response.is_some();
        assert!(is_whole, "line {line}: a response should follow");
        examples.push(Example {
            line,
            request: Message::read(&request),
            response,
        });
    }
    examples
}

/// The blocks of code, each with its first line, its kind and its text.
fn blocks(page: &str) -> Vec<(usize, &str, String)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((n, line)) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let inside = lines.by_ref().map(|(_, line)| line);
            let text: Vec<_> = inside.take_while(|line| *line != "```").collect();
            blocks.push((n + 2, kind, text.join("\n")));
        }
    }
    blocks
}

/// The response that a block shows.
fn response((_, kind, text): (usize, &str, String)) -> Option<Message> {
    let content_type = match kind {
        "http" => return Some(Message::read(&text)),
        "json" => "application/json",
        "text" => "text/plain; charset=utf-8",
        _ => return None,
    };
    let head = format!("HTTP/1.1 200 OK\nContent-Type: {content_type}");
    Some(Message::read(&format!("{head}\n\n{text}")))
}

impl Message {
    fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
        let mut lines = head.lines().map(str::to_owned);
        let first_line = lines.next().unwrap_or_default();
        let headers = lines.map(|line| {
            let header = line.split_once(": ");
            let (name, value) = header.unwrap_or_else(|| panic!("{line:?} is not a header"));
            (name.to_owned(), value.to_owned())
        });
        Message {
            first_line,
            headers: headers.collect(),
            body: body.to_owned(),
        }
    }
}
