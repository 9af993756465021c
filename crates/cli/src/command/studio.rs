use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use marquetry_studio::{Config, PORT, Studio as Server};

use super::Exit;
use super::input::read_source;
use super::output::{Complaint, note, print};

/// Play, watch, make and solve puzzles on a page in the browser.
///
/// Serves the page on this machine alone, prints its address and opens it. Ctrl-C ends it.
#[derive(clap::Args)]
pub struct Studio {
    /// A puzzle to show first: a file, a built-in puzzle's name, or a link
    puzzle: Option<String>,
    /// The port to listen on; 0 takes any that is free [default: 8417, or any that is free]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Serve the page from this folder, for those who work on it
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// Listen on this address, such as 0.0.0.0: beyond this machine a token is asked for, which is part of the address
    /// that is printed
    #[arg(long, value_name = "ADDR")]
    listen: Option<IpAddr>,
}

impl Studio {
    pub fn run(&self) -> Result<Exit, Complaint> {
        let ip = self.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let address = SocketAddr::new(ip, self.port.unwrap_or(PORT));
        let config = Config {
            address,
            any_port: self.port.is_none(),
            page: self.page.clone(),
            opened: self.puzzle.as_deref().map(read_source).transpose()?,
            ..Config::default()
        };
        let failed = |error: std::io::Error| match error.kind() {
            // It says itself which file is missing.
            ErrorKind::NotFound => Complaint::Words(error.to_string()),
            _ => Complaint::Words(format!("{address}: {error}")),
        };
        let server = Server::bind(config).map_err(failed)?;
        let handle = server.handle();
        // Without a handler the signal ends the program as it always did.
        let _ = ctrlc::set_handler(move || handle.stop());
        let url = server.url();
        print(&format!("{url}\n"))?;
        if ip.is_unspecified() {
            note("elsewhere, write this machine's name or address in place of the one above");
        }
        if !self.no_open && open::that_detached(&url).is_err() {
            note("the browser could not be opened: open the address above");
        }
        server.serve().map_err(failed)?;
        Ok(Exit::Yes)
    }
}
