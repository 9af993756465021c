//! How much a search may take: the options that several commands have.

use std::sync::LazyLock;
use std::time::Duration;

use super::units::{count, duration, threads};

/// Threads, time and nodes.
#[derive(clap::Args)]
pub struct Effort {
    /// How many threads to use [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Stop after this time, such as 60s
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Stop after this many nodes of the search, such as 10M
    #[arg(long, value_name = "N", value_parser = count)]
    pub nodes: Option<u64>,
}

impl Effort {
    /// As many threads as asked for, or as there are cores.
    pub fn threads(&self) -> usize {
        // To ask the system takes a dozen files.
        static CORES: LazyLock<usize> =
            LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
        self.threads.unwrap_or_else(|| *CORES)
    }
}
