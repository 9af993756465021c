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
mod served;
mod view;
mod wire;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

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
}

impl Default for Config {
    /// This machine alone, on the usual port or any other, with the page that is built in.
    fn default() -> Config {
        let address = ([127, 0, 0, 1], PORT).into();
        Config { address, any_port: true, page: None, opened: None }
    }
}

/// A studio that has its port and waits to be served.
#[derive(Debug)]
pub struct Studio {
    listener: std::net::TcpListener,
    shared: Arc<Shared>,
    stop: watch::Sender<bool>,
}

/// Stops a studio from elsewhere.
#[derive(Clone, Debug)]
pub struct Handle {
    stop: watch::Sender<bool>,
}

impl Handle {
    /// Ends all runs and the server.
    pub fn stop(&self) {
        self.stop.send_replace(true);
    }
}

/// What all connections have in common.
#[derive(Debug)]
struct Shared {
    guard: guard::Guard,
    page: page::Page,
    opened: Option<Source>,
    desk: answer::Desk,
}

impl Studio {
    /// Takes the port.
    ///
    /// # Errors
    /// The address cannot be had, or the folder of the page has no `index.html`.
    pub fn bind(config: Config) -> io::Result<Studio> {
        let Config { address, any_port, page, opened } = config;
        let page = page::Page::new(page)?;
        let listener = match std::net::TcpListener::bind(address) {
            Err(error) if any_port && error.kind() == io::ErrorKind::AddrInUse => {
                std::net::TcpListener::bind(SocketAddr::new(address.ip(), 0))?
            }
            bound => bound?,
        };
        listener.set_nonblocking(true)?;
        let guard = guard::Guard::new(listener.local_addr()?)?;
        let shared = Shared { guard, page, opened, desk: answer::Desk::default() };
        Ok(Studio { listener, shared: Arc::new(shared), stop: watch::Sender::new(false) })
    }

    /// The address of the page, with the token where one is needed.
    pub fn url(&self) -> String {
        self.shared.guard.url()
    }

    /// What stops it.
    pub fn handle(&self) -> Handle {
        Handle { stop: self.stop.clone() }
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
        let served = runtime.block_on(door::serve(self));
        // What still works was told to stop, and nobody waits for it.
        runtime.shutdown_background();
        served
    }
}
