//! The studio: a local web page on which puzzles are played, watched, made and solved.
//!
//! [`Studio::bind`] takes a port, [`Studio::serve`] serves the page and an HTTP interface under `/api/v1/` until a
//! [`Handle`] stops it. The page holds no rule of any puzzle: what may happen, what happened and what it is called come
//! from here as data. The server keeps no game: puzzle and moves come with every question. All it keeps are runs, which
//! are searches that tell their events to those who listen.
//!
//! ```
//! use marquetry_studio::{Config, Studio};
//!
//! let studio = Studio::bind(Config { address: ([127, 0, 0, 1], 0).into(), ..Config::default() }).unwrap();
//! println!("the page is at {}", studio.url());
//! studio.handle().stop();
//! studio.serve().unwrap();
//! ```
//!
//! **Invariant:** no file is read but those of the page, where a folder was given for it, and none is written. No other
//! host is asked for anything.
//!
//! **Invariant:** a question takes bounded memory and bounded time, and is dropped when nobody waits for its answer.

mod answer;
mod api;
mod base64;
mod door;
mod guard;
mod page;
mod runs;
mod served;
mod view;
mod wire;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use marquetry_formats::Source;
use tokio::sync::watch;

/// The port that is taken unless another is asked for.
pub const PORT: u16 = 8417;

/// What a studio is to be like.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen. Beyond this machine, whoever comes needs the token that is part of the address.
    pub address: SocketAddr,
    /// Is any free port as good, where this one is taken?
    pub any_port: bool,
    /// The folder of the page, instead of the page that is built in.
    pub page: Option<PathBuf>,
    /// A puzzle to show first.
    pub opened: Option<Source>,
    /// How long a run goes on that nobody listens to.
    pub patience: Duration,
    /// The most connections at a time.
    pub connections: usize,
}

impl Default for Config {
    /// This machine alone, on the usual port or any other, with the page that is built in.
    fn default() -> Config {
        let address = ([127, 0, 0, 1], PORT).into();
        let (patience, connections) = (Duration::from_secs(60), 512);
        Config { address, any_port: true, page: None, opened: None, patience, connections }
    }
}

/// A studio that has its port and waits to be served.
#[derive(Debug)]
pub struct Studio {
    listener: std::net::TcpListener,
    shared: Arc<Shared>,
    stop: watch::Sender<bool>,
    connections: usize,
}

/// Stops a studio from elsewhere.
#[derive(Clone, Debug)]
pub struct Handle {
    stop: watch::Sender<bool>,
    shared: Arc<Shared>,
}

impl Handle {
    /// Ends all runs and the server.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// How many runs have not ended.
    pub fn running(&self) -> usize {
        self.shared.runs.running()
    }
}

/// What all connections have in common.
#[derive(Debug)]
struct Shared {
    guard: guard::Guard,
    page: page::Page,
    opened: Option<Source>,
    desk: answer::Desk,
    runs: runs::Runs,
}

impl Studio {
    /// Takes the port.
    ///
    /// # Errors
    /// The address cannot be had, or the folder of the page has no `index.html`.
    pub fn bind(config: Config) -> io::Result<Studio> {
        let Config { address, any_port, page, opened, patience, connections } = config;
        let page = page::Page::new(page)?;
        let listener = match std::net::TcpListener::bind(address) {
            Err(error) if any_port && error.kind() == io::ErrorKind::AddrInUse => {
                std::net::TcpListener::bind(SocketAddr::new(address.ip(), 0))?
            }
            bound => bound?,
        };
        listener.set_nonblocking(true)?;
        let guard = guard::Guard::new(listener.local_addr()?)?;
        let (desk, runs) = (answer::Desk::default(), runs::Runs::new(patience));
        let shared = Shared { guard, page, opened, desk, runs };
        let (shared, stop) = (Arc::new(shared), watch::Sender::new(false));
        Ok(Studio { listener, shared, stop, connections })
    }

    /// The address of the page, with the token where one is needed. It leads to the puzzle that is to be shown first.
    pub fn url(&self) -> String {
        let first = if self.shared.opened.is_some() { "#table?opened" } else { "" };
        self.shared.guard.url() + first
    }

    /// What stops it.
    pub fn handle(&self) -> Handle {
        Handle { stop: self.stop.clone(), shared: self.shared.clone() }
    }

    /// Serves until it is stopped.
    ///
    /// # Errors
    /// The machine has no sockets or threads to give.
    pub fn serve(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(answer::MOST_THREADS)
            .build()?;
        let shared = self.shared.clone();
        let served = runtime.block_on(door::serve(self));
        shared.runs.close();
        // What still works was told to stop, and nobody waits for it.
        runtime.shutdown_background();
        served
    }
}
