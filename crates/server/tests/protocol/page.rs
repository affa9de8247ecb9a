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
//! `> ` before what the client says and `< ` before what the server says.

/// An example, and the line of the page on which it begins.
pub(crate) struct Example {
    pub(crate) line: usize,
    pub(crate) kind: Kind,
}

/// What is shown.
pub(crate) enum Kind {
    /// A request and its answer.
    Request(Message, Message),
    /// A request that opens a socket, and what is said through it.
    Socket(String, Vec<Said>),
}

/// What one side of a socket says.
pub(crate) enum Said {
    Client(String),
    Server(String),
}

/// A request or an answer.
#[derive(Default)]
pub(crate) struct Message {
    /// `POST /api/v1/play` or `HTTP/1.1 200 OK`.
    pub(crate) first_line: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

/// A block of code.
struct Block<'a> {
    line: usize,
    kind: &'a str,
    text: String,
}

/// All examples of a page, in order. Blocks of other kinds are prose.
pub(crate) fn examples(page: &str) -> Vec<Example> {
    let mut blocks = blocks(page).into_iter().peekable();
    let mut examples = Vec::new();
    while let Some(block) = blocks.next() {
        if block.kind == "socket" {
            examples.push(block.conversation());
        }
        if block.kind != "http" {
            continue;
        }
        let request = Message::read(&block.text);
        let answer = blocks.next_if(|next| ["http", "json", "text"].contains(&next.kind));
        let answer = answer.unwrap_or_else(|| panic!("line {}: no answer follows", block.line));
        examples.push(Example {
            line: block.line,
            kind: Kind::Request(request, answer.answer()),
        });
    }
    examples
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((n, line)) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else {
            continue;
        };
        let inside = lines.by_ref().map(|(_, line)| line);
        let text: Vec<_> = inside.take_while(|line| *line != "```").collect();
        blocks.push(Block {
            line: n + 2,
            kind,
            text: text.join("\n"),
        });
    }
    blocks
}

impl Example {
    /// `GET /api/v1/catalogue` or the like.
    pub(crate) fn first_line(&self) -> &str {
        match &self.kind {
            Kind::Request(request, _) => &request.first_line,
            Kind::Socket(first_line, _) => first_line,
        }
    }
}

impl Block<'_> {
    fn conversation(&self) -> Example {
        let mut lines = self.text.lines();
        let first_line = lines.next().unwrap_or_default().to_owned();
        let said = lines.map(|line| match line.split_at_checked(2) {
            Some(("> ", text)) => Said::Client(text.to_owned()),
            Some(("< ", text)) => Said::Server(text.to_owned()),
            _ => panic!("line {}: nobody says {line:?}", self.line),
        });
        Example {
            line: self.line,
            kind: Kind::Socket(first_line, said.collect()),
        }
    }

    fn answer(&self) -> Message {
        match self.kind {
            "http" => Message::read(&self.text),
            kind => {
                let said = if kind == "json" {
                    "application/json"
                } else {
                    "text/plain; charset=utf-8"
                };
                Message {
                    first_line: "HTTP/1.1 200 OK".to_owned(),
                    headers: vec![("content-type".to_owned(), said.to_owned())],
                    body: self.text.clone(),
                }
            }
        }
    }
}

impl Message {
    fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
        let mut lines = head.lines();
        let first_line = lines.next().unwrap_or_default().to_owned();
        let header = |line: &str| {
            let (name, value) = line
                .split_once(": ")
                .unwrap_or_else(|| panic!("{line:?} is no header"));
            (name.to_owned(), value.to_owned())
        };
        Message {
            first_line,
            headers: lines.map(header).collect(),
            body: body.to_owned(),
        }
    }
}

#[test]
fn a_page_is_read_block_by_block() {
    let page = "# Title\n\n```sh\ncurl\n```\n\nAsk:\n\n```http\nPOST /a\nX-Y: z\n\n{\"b\": 1}\n```\n\n\
                ```json\n{\"c\": 2}\n```\n\n```http\nGET /d\n```\n```http\nHTTP/1.1 404 Not Found\n```\n\
                ```socket\nGET /e\n> 1\n< 2\n```\n";
    let examples = examples(page);
    let [first, second, third] = &examples[..] else {
        panic!("three examples")
    };
    let (Kind::Request(request, answer), Kind::Request(_, missing)) = (&first.kind, &second.kind)
    else {
        panic!("two requests")
    };
    assert_eq!(first.line, 10);
    assert_eq!(request.first_line, "POST /a");
    assert_eq!(request.headers, [("X-Y".to_owned(), "z".to_owned())]);
    assert_eq!(request.body, "{\"b\": 1}");
    assert_eq!(answer.body, "{\"c\": 2}");
    assert_eq!(missing.first_line, "HTTP/1.1 404 Not Found");
    let Kind::Socket(first_line, said) = &third.kind else {
        panic!("a conversation")
    };
    assert_eq!(first_line, "GET /e");
    assert!(
        matches!(&said[..], [Said::Client(one), Said::Server(two)] if one == "1" && two == "2")
    );
}
