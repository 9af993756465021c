//! A server of our own for each test, and just enough of a client.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use marquetry_formats::builtin::builtin;
use marquetry_formats::json;
use marquetry_studio::{Config, Handle, Studio};
use serde_json::Value;

/// Longer than anything takes: what hangs fails.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server that ends with its test.
pub struct Server {
    pub handle: Handle,
    pub port: u16,
    pub url: String,
    serving: Option<JoinHandle<()>>,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let named = |line: &&str| line.to_ascii_lowercase().starts_with(&format!("{name}:"));
        self.head.lines().find(named).and_then(|line| line.split_once(": ")).map(|(_, value)| value)
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// The code of an error that is told as it should be.
    pub fn code(&self) -> String {
        let json = self.json();
        let words = json["error"]["message"].as_str().expect("an error has words");
        assert!(!words.is_empty());
        json["error"]["code"].as_str().expect("an error has a code").to_owned()
    }
}

impl Server {
    pub fn start() -> Server {
        Server::with(Config::default())
    }

    pub fn with(config: Config) -> Server {
        let address = SocketAddr::new(config.address.ip(), 0);
        let studio = Studio::bind(Config { address, ..config }).expect("there is a free port");
        let (handle, url) = (studio.handle(), studio.url());
        let port = url.split(':').nth(2).expect("a port");
        let port = port.split('/').next().and_then(|port| port.parse().ok()).expect("a port");
        let serving = std::thread::spawn(move || studio.serve().expect("it serves"));
        Server { handle, port, url, serving: Some(serving) }
    }

    /// Ends it, and waits for that.
    pub fn stop(&mut self) {
        self.handle.stop();
        if let Some(serving) = self.serving.take() {
            serving.join().expect("the server ends well");
        }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time can be set");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time can be set");
        stream
    }

    /// Sends a request as it stands, on a connection of its own.
    pub fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect();
        // A server that refuses early may close its ear before all was said.
        match stream.write_all(request) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                assert_eq!(error.kind(), ErrorKind::ConnectionReset);
            }
            _ => {}
        }
        reply(&mut stream)
    }

    /// Asks with some headers, and a body where there is one.
    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Reply {
        self.raw(&self.request(method, path, headers, body))
    }

    /// A request, with the usual headers where no others are given.
    pub fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
        let host = match headers.to_ascii_lowercase().contains("host:") {
            true => String::new(),
            false => format!("Host: 127.0.0.1:{}\r\n", self.port),
        };
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        [head.as_bytes(), body].concat()
    }

    pub fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "", b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        let body = body.to_string();
        self.ask("POST", path, "Content-Type: application/json\r\n", body.as_bytes())
    }

    /// The JSON of an answer that is one.
    pub fn told(&self, path: &str, body: &Value) -> Value {
        let reply = self.post(&format!("/api/v1/{path}"), body);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    /// Starts a run.
    pub fn run(&self, body: &Value) -> String {
        let reply = self.post("/api/v1/runs", body);
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()["run"].as_str().expect("a run has a name").to_owned()
    }

    /// Listens to a run.
    pub fn listen(&self, run: &str, headers: &str, query: &str) -> Events {
        let path = format!("/api/v1/runs/{run}/events{query}");
        let mut stream = self.connect();
        stream.write_all(&self.request("GET", &path, headers, b"")).expect("it is asked");
        let mut reader = BufReader::new(stream);
        let head = head(&mut reader);
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(head.contains("text/event-stream"), "{head}");
        Events { reader, left: String::new() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.handle.stop();
        if let Some(serving) = self.serving.take() {
            let _ = serving.join();
        }
    }
}

fn head(reader: &mut impl BufRead) -> String {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        // One who is turned away may not have been heard.
        match reader.read_line(&mut head) {
            Ok(1..) => {}
            Ok(0) => break,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}");
                break;
            }
        }
    }
    head
}

/// What the server answers before it closes the connection.
pub fn reply(stream: &mut TcpStream) -> Reply {
    let mut reader = BufReader::new(stream);
    let head = head(&mut reader);
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let length = head.to_ascii_lowercase();
    let length = length.lines().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = Vec::new();
    match length.and_then(|length| length.parse().ok()) {
        Some(length) => {
            body.resize(length, 0);
            reader.read_exact(&mut body).expect("the body is whole");
        }
        None => drop(reader.read_to_end(&mut body)),
    }
    Reply { status, head, body }
}

/// A stream of events.
pub struct Events {
    reader: BufReader<TcpStream>,
    left: String,
}

/// One event.
#[derive(Debug)]
pub struct Event {
    pub id: u64,
    pub name: String,
    pub data: Value,
}

impl Events {
    /// The next event; `None` when the stream is over.
    pub fn next(&mut self) -> Option<Event> {
        loop {
            while let Some(end) = self.left.find("\n\n") {
                let block: String = self.left.drain(..end + 2).collect();
                let field = |name: &str| {
                    let values = block.lines().filter_map(|line| line.strip_prefix(name));
                    values.collect::<Vec<_>>().join("\n")
                };
                if block.contains("event: ") {
                    let data = serde_json::from_str(&field("data: ")).expect("data is JSON");
                    let id = field("id: ").parse().expect("an event has a number");
                    return Some(Event { id, name: field("event: "), data });
                }
            }
            let mut size = String::new();
            self.reader.read_line(&mut size).expect("the stream goes on or ends");
            let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
            if size == 0 {
                return None;
            }
            let mut chunk = vec![0; size + 2];
            self.reader.read_exact(&mut chunk).expect("a chunk is whole");
            self.left += std::str::from_utf8(&chunk[..size]).expect("events are text");
        }
    }

    /// All that is left.
    pub fn all(mut self) -> Vec<Event> {
        std::iter::from_fn(|| self.next()).collect()
    }
}

/// The JSON of a built-in puzzle.
pub fn puzzle(name: &str) -> Value {
    let puzzle = builtin(name).and_then(|known| known.puzzle()).expect("it is built in");
    serde_json::from_str(&json::write(&puzzle)).expect("it is JSON")
}
