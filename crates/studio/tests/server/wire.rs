//! What goes over the wire, as files for the page's own tests: `UPDATE_WIRE=1 cargo test -p marquetry-studio` writes them.

use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Server, puzzle};

/// What differs from run to run and from machine to machine is left out of the files.
fn settled(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, value) in members.iter_mut() {
                match name.as_str() {
                    "seconds" => *value = json!(0.5),
                    "nodes" | "nodes_per_second" | "threads" if value.is_number() => {
                        *value = json!(1)
                    }
                    "run" | "events" if value.is_string() => *value = json!("a-run"),
                    "version" => *value = json!("0.0.0"),
                    _ => settled(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(settled),
        _ => {}
    }
}

fn examples(server: &Server) -> Vec<(&'static str, Value)> {
    let tetravex = puzzle("tetravex-2x2");
    let tray = server.told(
        "read",
        &json!({"text": "marquetry sliding\ntray\n  A..\n  BB.\ngoal\n  ..A\n  ...\n"}),
    );
    let tray = tray["puzzle"].clone();
    let flat = server.told(
        "read",
        &json!({"text": "marquetry tiling\nboard\n  ###\n  ###\npiece L copies 2\n  ##\n  #.\n"}),
    );
    let flat = flat["puzzle"].clone();
    let tile = |tile: usize, cell: usize| json!({"tile": {"place": {"tile": tile, "cell": cell, "turn": 0}}});
    let piece = json!({"piece": {"place": {"piece": 0, "orientation": 0, "at": [0, 0, 0]}}});
    let push = json!({"block": {"block": 0, "path": "RR"}});
    let game = |puzzle: &Value, next: Value| {
        server.told("game", &json!({"puzzle": puzzle, "moves": [], "move": next, "setup": true, "draw": "w", "mode": "free"}))
    };
    let told = |path: &str, body: Value| server.told(path, &body);
    let listened = |body: Value| {
        let run = server.run(&body);
        let events = server.listen(&run, "", "").all();
        // How many of a kind there are depends on the machine: the first is enough.
        let mut known = vec!["progress".to_owned()];
        let mut first = |name: &String| {
            let new = !known.contains(name);
            known.extend(new.then(|| name.clone()));
            new
        };
        let events = events.into_iter().filter(|event| first(&event.name));
        let events: Vec<Value> =
            events.map(|event| json!({"name": event.name, "data": event.data})).collect();
        (run, json!(events))
    };
    let (run, solved) =
        listened(json!({"kind": "solve", "puzzle": flat, "find": "all", "threads": 1}));
    let (watch, watched) = listened(json!({"kind": "watch", "puzzle": flat}));
    let (_, rated) = listened(json!({"kind": "rate", "puzzle": flat}));
    let (_, made) = listened(
        json!({"kind": "generate", "generate": {"kind": "tetravex", "width": 2, "height": 2}}),
    );
    let (_, rest) = listened(json!({"kind": "rest", "puzzle": tray, "moves": []}));
    let at = |run: &str, path: &str| server.get(&format!("/api/v1/runs/{run}{path}")).json();
    let mut rated = rated;
    // How long it took is part of its words.
    rated[0]["data"]["lines"] = json!([{"name": "difficulty", "words": "a child does it"}]);
    vec![
        ("shelf", server.get("/api/v1/shelf").json()),
        ("read", told("read", json!({"text": "marquetry tiling\nboard\n  ##\npiece I\n  ##\n"}))),
        ("unread", told("read", json!({"text": "marquetry tiling\nboard\n  ##\npeice I\n  ##\n"}))),
        ("doubtful", told("read", json!({"text": "2 2\n1 2 3 4\n2 3 4 1\n3 4 1 2\n4 1 2 3\n"}))),
        ("written", told("write", json!({"puzzle": tetravex, "to": "tetravex"}))),
        ("unwritable", told("write", json!({"puzzle": tetravex, "to": "robins"}))),
        ("formats", server.get("/api/v1/formats").json()),
        ("engines", server.get("/api/v1/engines?family=tiling").json()),
        ("game-matching", game(&tetravex, tile(0, 0))),
        ("game-tiling", game(&flat, piece.clone())),
        ("game-sliding", game(&tray, push)),
        ("game-solid", game(&puzzle("soma"), piece)),
        ("game-refused", game(&tetravex, tile(9, 0))),
        (
            "game-faults",
            told(
                "game",
                json!({"puzzle": tetravex, "mode": "free", "moves": [tile(0, 3), tile(3, 0), tile(1, 1)]}),
            ),
        ),
        ("ways-matching", told("ways", json!({"puzzle": tetravex, "moves": [], "thing": 0}))),
        ("ways-tiling", told("ways", json!({"puzzle": flat, "moves": [], "thing": 0}))),
        ("ways-sliding", told("ways", json!({"puzzle": tray, "moves": [], "thing": 0}))),
        ("fitting", told("fitting", json!({"puzzle": flat, "moves": [], "cell": [0, 0, 0]}))),
        ("hint", told("hint", json!({"puzzle": tetravex, "moves": []}))),
        ("no-hint", told("hint", json!({"puzzle": tetravex, "moves": [tile(3, 0)]}))),
        ("solvable", told("solvable", json!({"puzzle": tetravex, "moves": [tile(3, 0)]}))),
        ("rest", told("rest", json!({"puzzle": tray, "moves": []}))),
        ("facts", told("facts", json!({"puzzle": flat}))),
        ("error", server.post("/api/v1/game", &json!({"puzzle": 7})).json()),
        ("events-solve", solved),
        ("events-watch", watched),
        ("events-rate", rated),
        ("events-rest", rest),
        ("events-generate", made),
        ("run", at(&run, "")),
        ("solutions", at(&run, "/solutions")),
        ("solution", at(&run, "/solutions/1")),
        ("steps", at(&watch, "/steps?count=4")),
    ]
}

#[test]
fn the_examples_of_the_wire_are_what_the_server_says() {
    let server = Server::start();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("dev/test/wire");
    let update = std::env::var_os("UPDATE_WIRE").is_some();
    let mut old = Vec::new();
    for (name, mut value) in examples(&server) {
        settled(&mut value);
        let text = serde_json::to_string_pretty(&value).expect("it is JSON") + "\n";
        let path = folder.join(format!("{name}.json"));
        if update {
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            std::fs::write(&path, &text).expect("the file can be written");
        } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            old.push(name);
        }
    }
    assert!(old.is_empty(), "out of date: {old:?}; UPDATE_WIRE=1 writes them anew");
}
