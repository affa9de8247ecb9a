//! The HTTP client of all tests. Requests are bytes, so that tests can also send malformed ones.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Time limit of any operation before a test fails. No test result depends on it.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// Builder of a request.
#[derive(Clone)]
pub struct HttpRequest {
    line: String,
    host: Option<String>,
    headers: String,
    body: Vec<u8>,
}

/// Returns a GET request.
pub fn get(path: &str) -> HttpRequest {
    HttpRequest::new("GET", path)
}

/// Returns a POST request with a JSON body.
pub fn post(path: &str, body: &Value) -> HttpRequest {
    HttpRequest::new("POST", path)
        .header("Content-Type", "application/json")
        .body(body.to_string())
}

impl HttpRequest {
    /// Returns a request with any method.
    pub fn new(method: &str, path: &str) -> Self {
        HttpRequest {
            line: format!("{method} {path} HTTP/1.1"),
            host: None,
            headers: String::new(),
            body: Vec::new(),
        }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        write!(self.headers, "{name}: {value}\r\n").expect("a string can be written");
        self
    }

    /// Replaces the path.
    #[must_use]
    pub fn path(mut self, path: &str) -> Self {
        let method = self.line.split(' ').next().unwrap_or_default();
        self.line = format!("{method} {path} HTTP/1.1");
        self
    }

    /// Replaces the `Host` header.
    #[must_use]
    pub fn host(mut self, host: &str) -> Self {
        self.host = Some(host.to_owned());
        self
    }

    /// Adds the token of a seat.
    #[must_use]
    pub fn bearer(self, token: &str) -> Self {
        self.header("Authorization", &format!("Bearer {token}"))
    }

    /// Adds a body and its length.
    #[must_use]
    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    /// Returns the bytes of the request.
    pub fn to_bytes(&self, address: SocketAddr) -> Vec<u8> {
        let host = self.host.clone().unwrap_or_else(|| address.to_string());
        let length = match self.body.len() {
            0 => String::new(),
            length => format!("Content-Length: {length}\r\n"),
        };
        let (line, headers) = (&self.line, &self.headers);
        let head = format!("{line}\r\nHost: {host}\r\n{headers}{length}\r\n");
        [head.as_bytes(), &self.body].concat()
    }

    /// Sends the request on a new connection and returns the response.
    #[track_caller]
    pub fn ask(&self, address: SocketAddr) -> Response {
        let answer = Connection::open(address).and_then(|mut connection| connection.ask(self));
        answer.unwrap_or_else(|fault| panic!("{}: {fault}", self.line))
    }
}

/// A persistent connection.
pub struct Connection {
    address: SocketAddr,
    stream: TcpStream,
    /// Bytes after the last response.
    received: Vec<u8>,
}

impl Connection {
    /// Connects.
    pub fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(Connection {
            address,
            stream,
            received: Vec::new(),
        })
    }

    /// Sends a request and returns the response.
    pub fn ask(&mut self, request: &HttpRequest) -> io::Result<Response> {
        self.send(&request.to_bytes(self.address))?;
        self.answer()
    }

    /// Sends raw bytes.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Reads the next response.
    pub fn answer(&mut self) -> io::Result<Response> {
        let mut bytes = [0; 16 * 1024];
        loop {
            if let Some(answer) = Response::take(&mut self.received)? {
                return Ok(answer);
            }
            match self.stream.read(&mut bytes)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => self.received.extend_from_slice(&bytes[..read]),
            }
        }
    }

    /// Sets the read timeout in milliseconds.
    pub fn set_patience(&mut self, milliseconds: u64) {
        let wait = Duration::from_millis(milliseconds);
        let set = self.stream.set_read_timeout(Some(wait));
        set.expect("the timeout is not zero");
    }

    /// True once the other side has sent everything and closed the connection.
    pub fn is_closed(&mut self) -> bool {
        let mut rest = Vec::new();
        match self.stream.read_to_end(&mut rest) {
            Ok(_) => true,
            Err(fault) => fault.kind() == io::ErrorKind::ConnectionReset,
        }
    }

    /// Returns the stream.
    pub fn into_stream(self) -> TcpStream {
        self.stream
    }
}

/// Returns a metric of the server.
#[track_caller]
pub fn metric(address: SocketAddr, name: &str) -> usize {
    let text = get("/metrics").ask(address).text();
    let value = text.lines().find_map(|line| {
        let value = line.strip_prefix("quintet_")?.strip_prefix(name)?;
        value.trim().parse().ok()
    });
    value.unwrap_or_else(|| panic!("no {name} in {text}"))
}

/// A response.
#[derive(Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The status line and the headers.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// Removes the first response from received bytes; `None` until all of it has arrived.
    pub(crate) fn take(received: &mut Vec<u8>) -> io::Result<Option<Self>> {
        let Some(end) = received.windows(4).position(|four| four == b"\r\n\r\n") else {
            return Ok(None);
        };
        let (head, rest) = received.split_at(end + 4);
        let head = String::from_utf8_lossy(head).into_owned();
        let status = head.get(9..12).and_then(|code| code.parse().ok());
        let mut answer = Response {
            status: status.ok_or(io::ErrorKind::InvalidData)?,
            head,
            body: Vec::new(),
        };
        let used = if answer.header("transfer-encoding") == Some("chunked") {
            let Some((body, used)) = chunks(rest)? else {
                return Ok(None);
            };
            answer.body = body;
            used
        } else {
            let length = answer.header("content-length").map_or(Ok(0), str::parse);
            let Some(body) = rest.get(..length.expect("a number")) else {
                return Ok(None);
            };
            answer.body = body.to_vec();
            body.len()
        };
        received.drain(..end + 4 + used);
        Ok(Some(answer))
    }

    /// Returns the value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// Returns the body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Asserts the status and returns the JSON body.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Asserts that the response is a problem document of this kind, and returns it.
    #[track_caller]
    pub fn problem(&self, status: u16, kind: &str) -> Value {
        let problem = self.expect(status);
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json")
        );
        assert_eq!(problem["type"], format!("/problems/{kind}"), "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        problem
    }
}

/// Returns the body in the chunks of a response, and their length with all framing; `None` until all have arrived.
fn chunks(bytes: &[u8]) -> io::Result<Option<(Vec<u8>, usize)>> {
    let (mut body, mut used) = (Vec::new(), 0);
    loop {
        let line = bytes[used..].windows(2).position(|two| two == b"\r\n");
        let Some(begin) = line.map(|line| used + line + 2) else {
            return Ok(None);
        };
        let length = str::from_utf8(&bytes[used..begin]).unwrap_or_default();
        let length = usize::from_str_radix(length.trim(), 16);
        let length = length.map_err(|_| io::ErrorKind::InvalidData)?;
        let Some(chunk) = bytes.get(begin..begin + length + 2) else {
            return Ok(None);
        };
        body.extend_from_slice(&chunk[..length]);
        used = begin + length + 2;
        if length == 0 {
            return Ok(Some((body, used)));
        }
    }
}
