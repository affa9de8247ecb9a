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

/// A request and its answer.
pub(crate) struct Example {
    /// Where the request begins on the page.
    pub(crate) line: usize,
    pub(crate) request: Message,
    pub(crate) answer: Message,
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
        if block.kind != "http" {
            continue;
        }
        let request = Message::read(&block.text);
        let answer = blocks.next_if(|next| ["http", "json", "text"].contains(&next.kind));
        let answer = answer.unwrap_or_else(|| panic!("line {}: no answer follows", block.line));
        examples.push(Example {
            line: block.line,
            request,
            answer: answer.answer(),
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

impl Block<'_> {
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
                ```json\n{\"c\": 2}\n```\n\n```http\nGET /d\n```\n```http\nHTTP/1.1 404 Not Found\n```\n";
    let examples = examples(page);
    let [first, second] = &examples[..] else {
        panic!("two examples")
    };
    assert_eq!(first.line, 10);
    assert_eq!(first.request.first_line, "POST /a");
    assert_eq!(first.request.headers, [("X-Y".to_owned(), "z".to_owned())]);
    assert_eq!(first.request.body, "{\"b\": 1}");
    assert_eq!(first.answer.body, "{\"c\": 2}");
    assert_eq!(second.answer.first_line, "HTTP/1.1 404 Not Found");
}
