//! A local HTTP server with scripted responses, including malformed and endless ones.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// The maximum length of a request body.
const LONGEST: usize = 16 * 1024 * 1024;

/// Number of bytes of an endless body.
const DRIBBLES: usize = 10_000;

/// A received request.
#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    /// The request line and the headers.
    pub head: String,
    /// The body.
    pub body: String,
}

impl ReceivedRequest {
    /// Parses the body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("a JSON document")
    }
}

/// A scripted response.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A status, additional headers (each with `\r\n`) and a body.
    Says(u16, &'static str, String),
    /// Arbitrary bytes, after which the connection is closed.
    Raw(Vec<u8>),
    /// No response until the client disconnects.
    Nothing,
    /// A body that arrives byte by byte and does not end.
    Dribble,
}

impl Answer {
    /// Returns the response of a language model, with 10 input and 5 output tokens.
    pub fn chat(content: &str) -> Self {
        let document = json!({
            "choices": [{ "message": { "role": "assistant", "content": content } }],
            "usage": { "prompt_tokens": 10, "completion_tokens": 5 },
        });
        Answer::Says(200, "", document.to_string())
    }
}

/// A running server, which stops when the value is dropped.
pub struct Endpoint {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<ReceivedRequest>>>,
    is_over: Arc<AtomicBool>,
}

impl Endpoint {
    /// Returns a server that responds to each POST request by calling a function with its number, from 0. Rejects other
    /// requests.
    pub fn new(answer: impl Fn(usize, &ReceivedRequest) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let endpoint = Endpoint {
            address: listener.local_addr().expect("it has an address"),
            requests: Arc::default(),
            is_over: Arc::default(),
        };
        let (requests, is_over) = (
            Arc::clone(&endpoint.requests),
            Arc::clone(&endpoint.is_over),
        );
        let answer = Arc::new(answer);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                let (requests, answer) = (Arc::clone(&requests), Arc::clone(&answer));
                // Some tests disconnect the client.
                let serve = move |stream| serve(stream, &requests, &*answer);
                thread::spawn(move || stream.and_then(serve));
            }
        });
        endpoint
    }

    /// Returns a server with the same response to every POST request.
    pub fn always(answer: Answer) -> Self {
        Endpoint::new(move |_, _| answer.clone())
    }

    /// Returns the URL of a path: `http://127.0.0.1:PORT` and the path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the POST requests received until now.
    pub fn requests(&self) -> Vec<ReceivedRequest> {
        lock(&self.requests).clone()
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // Wake the accept loop.
        let _ = TcpStream::connect(self.address);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(
    mut stream: TcpStream,
    requests: &Mutex<Vec<ReceivedRequest>>,
    answer: &dyn Fn(usize, &ReceivedRequest) -> Answer,
) -> io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head)? == 0 {
            return Ok(());
        }
    }
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_length = name.eq_ignore_ascii_case("content-length");
        is_length.then(|| value.trim().parse().ok())?
    });
    let mut body = vec![0; length.unwrap_or(0).min(LONGEST)];
    reader.read_exact(&mut body)?;
    if !head.starts_with("POST ") {
        return say(&mut stream, 405, "", "");
    }
    let request = ReceivedRequest {
        head,
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    let number = {
        let mut requests = lock(requests);
        requests.push(request.clone());
        requests.len() - 1
    };
    match answer(number, &request) {
        Answer::Says(status, headers, body) => say(&mut stream, status, headers, &body),
        Answer::Raw(bytes) => stream.write_all(&bytes),
        Answer::Nothing => reader.read(&mut [0]).map(drop),
        Answer::Dribble => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n")?;
            for _ in 0..DRIBBLES {
                stream.write_all(b" ")?;
                thread::sleep(Duration::from_millis(5));
            }
            Ok(())
        }
    }
}

fn say(stream: &mut TcpStream, status: u16, headers: &str, body: &str) -> io::Result<()> {
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status} Status\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n{body}"
    )
}
