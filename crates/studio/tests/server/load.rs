//! Many at once, slow ones, and those who are gone.

use std::io::Write;
use std::time::Duration;

use marquetry_studio::Config;
use serde_json::{Value, json};

use crate::client::{Server, puzzle, reply};

/// Waits until the server has done what it is to do by itself.
fn until(done: impl Fn() -> bool) {
    while !done() {
        std::thread::yield_now();
    }
}

/// A run that does not end by itself.
fn endless() -> Value {
    json!({"kind": "best", "puzzle": puzzle("eternity2"), "threads": 1})
}

#[test]
fn two_hundred_connections_are_answered() {
    let server = Server::start();
    let mut all: Vec<_> = (0..200).map(|_| server.connect()).collect();
    for stream in &mut all {
        let request = server.request("GET", "/api/v1/shelf/klotski", "", b"");
        stream.write_all(&request).expect("it is asked");
    }
    assert_eq!(server.get("/api/v1/shelf").status, 200, "and one more beside them");
    for mut stream in all {
        assert_eq!(reply(&mut stream).status, 200);
    }
}

#[test]
fn who_comes_when_all_places_are_taken_is_told_so_and_is_let_in_when_one_is_free() {
    let server = Server::with(Config { connections: 20, ..Config::default() });
    let all: Vec<_> = (0..20).map(|_| server.connect()).collect();
    let full = reply(&mut server.connect());
    assert_eq!((full.status, full.code().as_str()), (503, "busy"));
    drop(all);
    // The server sees that they are gone one after the other.
    until(|| {
        let mut stream = server.connect();
        let asked = stream.write_all(&server.request("GET", "/api/v1/shelf", "", b""));
        asked.is_ok() && reply(&mut stream).status == 200
    });
}

#[test]
fn of_a_hundred_runs_asked_for_at_once_a_few_are_started() {
    let mut server = Server::start();
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let ask = || server.post("/api/v1/runs", &endless());
        let asking: Vec<_> = (0..100).map(|_| scope.spawn(ask)).collect();
        let replies = asking.into_iter().map(|asking| asking.join().expect("it is answered"));
        replies
            .map(|reply| {
                if reply.status != 201 {
                    assert_eq!(reply.code(), "too-many-runs");
                }
                reply.status
            })
            .collect()
    });
    let started = statuses.iter().filter(|status| **status == 201).count();
    assert!((1..=8).contains(&started), "{started} were started");
    assert!(statuses.iter().all(|status| [201, 429].contains(status)));
    assert_eq!(server.handle.running(), started);
    server.stop();
    assert_eq!(server.handle.running(), 0, "the end of the server is the end of its runs");
}

#[test]
fn memory_is_shared_out_among_runs() {
    let server = Server::start();
    let large = json!({"kind": "best", "puzzle": puzzle("eternity2"), "threads": 1, "limits": {"memory": 1_u64 << 60}});
    server.run(&large);
    let second = server.post("/api/v1/runs", &endless());
    assert_eq!(
        (second.status, second.code().as_str()),
        (429, "too-many-runs"),
        "nothing is left for it"
    );
}

#[test]
fn a_slow_reader_of_events_hears_the_end_and_holds_nobody_up() {
    let server = Server::start();
    let run =
        server.run(&json!({"kind": "solve", "puzzle": puzzle("pentominoes-5x12"), "find": "all"}));
    let slow = server.listen(&run, "", "");
    // Another hears it to its end meanwhile.
    server.listen(&run, "", "").all();
    assert_eq!(server.get(&format!("/api/v1/runs/{run}")).json()["state"], "ended");
    let last = slow.all().pop().expect("there are events");
    assert_eq!((last.name.as_str(), &last.data["solutions"]), ("end", &json!(4040)));
}

#[test]
fn a_run_whose_listener_vanishes_is_stopped() {
    let patience = Duration::from_millis(50);
    let server = Server::with(Config { patience, ..Config::default() });
    let run = server.run(&endless());
    let mut events = server.listen(&run, "", "");
    assert_eq!(events.next().expect("it begins").name, "begin");
    drop(events);
    until(|| server.handle.running() == 0);
    let events = server.listen(&run, "", "?after=1").all();
    let end = events.last().expect("what it told is still there");
    assert_eq!((end.name.as_str(), &end.data["ending"]), ("end", &json!("cancelled")));
}

#[test]
fn a_run_goes_on_while_somebody_listens() {
    let server = Server::with(Config { patience: Duration::from_secs(2), ..Config::default() });
    let run = server.run(&endless());
    let mut events = server.listen(&run, "", "");
    // Progress comes at most ten times a second, boards four times: this is longer than it would go on alone.
    for _ in 0..45 {
        assert_ne!(events.next().expect("it goes on").name, "end");
    }
    assert_eq!(server.handle.running(), 1);
}

#[test]
fn questions_of_those_who_are_gone_do_not_keep_others_waiting() {
    let server = Server::start();
    let body = json!({"puzzle": puzzle("eternity2"), "moves": []}).to_string();
    let headers = "Content-Type: application/json\r\n";
    let gone: Vec<_> = (0..64)
        .map(|_| {
            let mut stream = server.connect();
            let request = server.request("POST", "/api/v1/rest", headers, body.as_bytes());
            stream.write_all(&request).expect("it is asked");
            stream
        })
        .collect();
    drop(gone);
    // Each of them would search for twenty seconds.
    let game = server.told("game", &json!({"puzzle": puzzle("klotski"), "moves": []}));
    assert_eq!(game["accepted"], true);
}

#[test]
fn the_server_ends_while_somebody_listens_and_somebody_asks() {
    let mut server = Server::start();
    let run = server.run(&endless());
    let mut events = server.listen(&run, "", "");
    events.next().expect("it begins");
    let mut asking = server.connect();
    let body = json!({"puzzle": puzzle("eternity2"), "moves": []}).to_string();
    let headers = "Content-Type: application/json\r\n";
    asking
        .write_all(&server.request("POST", "/api/v1/hint", headers, body.as_bytes()))
        .expect("it is asked");
    server.stop();
    assert_eq!(server.handle.running(), 0);
}
