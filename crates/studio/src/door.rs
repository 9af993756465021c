//! Connections: how many, and how long one may keep silent.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep};

use crate::{Studio, api};

/// How long a connection may be open without a question, or take to ask one.
const SILENCE: Duration = Duration::from_secs(60);
/// How long a reader may leave an answer unread.
const UNREAD: Duration = Duration::from_secs(60);

/// How often it is seen whether somebody still listens to the runs.
const SWEEP: Duration = Duration::from_secs(1);

const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-type: application/json\r\n\
    retry-after: 1\r\n\r\n{\"error\":{\"code\":\"busy\",\"message\":\"there are too many connections\"}}";

/// Takes connections until the studio is stopped.
pub async fn serve(studio: Studio) -> io::Result<()> {
    let Studio { listener, shared, stop, connections } = studio;
    let listener = TcpListener::from_std(listener)?;
    let app = api::router(shared.clone());
    let mut sweep = tokio::time::interval(SWEEP.min(shared.runs.patience));
    let room = Arc::new(Semaphore::new(connections));
    let mut stopped = stop.subscribe();
    loop {
        let stream = tokio::select! {
            biased;
            _ = stopped.wait_for(|stop| *stop) => break,
            _ = sweep.tick() => {
                shared.runs.sweep();
                continue;
            }
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(_) => {
                    // There are no more sockets for a while, or the caller is gone already.
                    sleep(Duration::from_millis(10)).await;
                    continue;
                }
            },
        };
        let Ok(place) = room.clone().try_acquire_owned() else {
            tokio::spawn(turn_away(stream));
            continue;
        };
        let service = TowerToHyperService::new(app.clone());
        let mut stopped = stop.subscribe();
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(SILENCE).max_buf_size(64 << 10);
            let connection = http.serve_connection(TokioIo::new(Patient::new(stream)), service);
            tokio::select! {
                _ = connection => {}
                _ = stopped.wait_for(|stop| *stop) => {}
            }
            drop(place);
        });
    }
    Ok(())
}

async fn turn_away(stream: TcpStream) {
    // One who does not listen is not told.
    if let Ok(Ok(())) = tokio::time::timeout(Duration::from_secs(1), stream.writable()).await {
        let _ = stream.try_write(FULL);
    }
}

/// A stream whose reader may not leave what is written unread for long.
struct Patient {
    stream: TcpStream,
    unread: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream) -> Patient {
        // Answers are written whole; waiting to join them would only delay them.
        let _ = stream.set_nodelay(true);
        Patient { stream, unread: None }
    }

    fn patience<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.unread = None;
            return written;
        }
        let deadline = || Box::pin(tokio::time::sleep_until(Instant::now() + UNREAD));
        match self.unread.get_or_insert_with(deadline).as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.patience(cx, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.patience(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
