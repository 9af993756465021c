//! The server, asked over real sockets.

mod client;
mod games;
mod load;
mod runs;
mod safety;
mod wire;
