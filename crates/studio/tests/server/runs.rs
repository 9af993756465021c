//! Runs over the wire.

use serde_json::{Value, json};

use crate::client::{Event, Server, puzzle};

fn last(events: Vec<Event>) -> Event {
    events.into_iter().last().expect("a run tells something")
}

#[test]
fn a_count_is_followed_to_its_end_and_says_what_the_command_says() {
    let server = Server::start();
    let run = server
        .run(&json!({"kind": "solve", "puzzle": puzzle("pentominoes-4x15"), "find": "count"}));
    let events = server.listen(&run, "", "").all();
    assert_eq!(events[0].name, "begin");
    assert!(events.iter().zip(1..).all(|(event, id)| event.id == id), "they are numbered");
    let end = last(events);
    assert_eq!((&end.data["v"], &end.data["ending"]), (&json!(1), &json!("exhausted")));
    assert_eq!(
        (&end.data["total"], &end.data["words"]),
        (&json!("1472"), &json!("1,472 solutions, and no more"))
    );
    let standing = server.get(&format!("/api/v1/runs/{run}")).json();
    assert_eq!((&standing["state"], &standing["solutions"]), (&json!("ended"), &json!(1472)));
}

#[test]
fn who_comes_back_takes_up_where_it_left() {
    let server = Server::start();
    let run =
        server.run(&json!({"kind": "solve", "puzzle": puzzle("pentominoes-5x12"), "find": "all"}));
    let mut first = server.listen(&run, "", "");
    let begun = first.next().expect("it begins");
    drop(first);
    let rest = server.listen(&run, &format!("Last-Event-ID: {}\r\n", begun.id), "").all();
    assert!(rest.iter().zip(begun.id + 1..).all(|(event, id)| event.id == id), "without a gap");
    let end = last(rest);
    let again = server.listen(&run, "", &format!("?after={}", end.id - 1)).all();
    assert_eq!((again.len(), again[0].id), (1, end.id));
    for over in [format!("Last-Event-ID: {}\r\n", end.id), "Last-Event-ID: 99999\r\n".into()] {
        let reply = server.ask("GET", &format!("/api/v1/runs/{run}/events"), &over, b"");
        assert_eq!(reply.status, 204, "there is nothing more to come");
    }
}

#[test]
fn solutions_are_kept_and_looked_at_in_parts() {
    let server = Server::start();
    let run =
        server.run(&json!({"kind": "solve", "puzzle": puzzle("pentominoes-5x12"), "find": "all"}));
    assert_eq!(last(server.listen(&run, "", "").all()).data["kept"], 4040);
    let at = |path: &str| server.get(&format!("/api/v1/runs/{run}/{path}"));
    let part = at("solutions?from=4000&count=100").json();
    let solutions = part["solutions"].as_array().expect("solutions");
    assert_eq!((solutions.len(), &part["total"], &part["kept"]), (40, &json!(4040), &json!(4040)));
    assert_eq!(solutions[0]["number"], 4001);
    let one = at("solutions/4001").json();
    assert_eq!(one["solution"], solutions[0]["solution"]);
    let game =
        server.told("game", &json!({"puzzle": puzzle("pentominoes-5x12"), "moves": one["moves"]}));
    assert_eq!((&game["accepted"], &game["view"]["solved"]), (&json!(true), &json!(true)));
    let picture = at("solutions/4040.svg");
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/svg+xml")));
    for none in ["solutions/4041", "solutions/0", "solutions/0.svg", "solutions/x", "solutions/-1"]
    {
        assert_eq!(at(none).status, 404, "{none}");
    }
    assert_eq!(at("solutions?from=18446744073709551615").json()["solutions"], json!([]));
}

#[test]
fn a_run_is_stopped_by_the_page() {
    let server = Server::start();
    let run = server.run(&json!({"kind": "best", "puzzle": puzzle("eternity2"), "threads": 1}));
    let mut events = server.listen(&run, "", "");
    while events.next().expect("it goes on").name != "improved" {}
    assert_eq!(server.ask("DELETE", &format!("/api/v1/runs/{run}"), "", b"").status, 204);
    let end = last(events.all());
    assert_eq!((end.name.as_str(), &end.data["ending"]), ("end", &json!("cancelled")));
    assert!(end.data["words"].as_str().is_some_and(|words| words.starts_with("the best board: ")));
    let curve = server.get(&format!("/api/v1/runs/{run}")).json()["curve"].clone();
    let matched: Vec<u64> = curve
        .as_array()
        .expect("a curve")
        .iter()
        .map(|point| point["matched"].as_u64().expect("a score"))
        .collect();
    assert!(!matched.is_empty() && matched.is_sorted());
}

#[test]
fn the_rest_of_a_game_is_searched_for_as_a_run() {
    let server = Server::start();
    let rest = |body: &Value| {
        let end = last(server.listen(&server.run(body), "", "").all());
        assert_eq!(end.name, "rest");
        end.data
    };
    let (klotski, first) = (puzzle("klotski"), json!([{"block": {"block": 9, "path": "L"}}]));
    let way = rest(&json!({"kind": "rest", "puzzle": klotski, "moves": first}));
    assert_eq!((&way["shortest"], &way["length"]["moves"]), (&json!(true), &json!(80)));
    let mut moves = first.as_array().expect("moves").clone();
    moves.extend(way["moves"].as_array().expect("moves").iter().cloned());
    let game = server.told("game", &json!({"puzzle": klotski, "moves": moves}));
    assert_eq!((&game["played"], &game["view"]["solved"]), (&json!(81), &json!(true)));

    let tetravex = puzzle("tetravex-2x2");
    let wrong = json!([{"tile": {"place": {"tile": 3, "cell": 0, "turn": 0}}}]);
    let none = rest(&json!({"kind": "rest", "puzzle": tetravex, "moves": wrong}));
    assert!(none["none"].as_str().is_some_and(|words| words.contains("no solution")), "{none}");
    let limited =
        json!({"kind": "rest", "puzzle": puzzle("eternity2"), "limits": {"nodes": 1_000}});
    assert!(rest(&limited)["none"].is_string(), "a limit is told, and not as a proof");
    let never =
        json!({"kind": "rest", "puzzle": klotski, "moves": [{"block": {"block": 1, "path": "U"}}]});
    let refused = server.post("/api/v1/runs", &never);
    assert_eq!((refused.status, refused.code().as_str()), (422, "refused"));
}

#[test]
fn the_search_for_the_rest_tells_how_far_it_is_and_is_stopped() {
    let server = Server::start();
    let run = server.run(&json!({"kind": "rest", "puzzle": puzzle("eternity2"), "moves": []}));
    let mut events = server.listen(&run, "", "");
    let progress = events.next().expect("it goes on");
    assert_eq!(progress.name, "progress");
    assert!(progress.data["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    assert_eq!(server.ask("DELETE", &format!("/api/v1/runs/{run}"), "", b"").status, 204);
    let end = last(events.all());
    assert_eq!(end.name, "rest");
    assert!(end.data["none"].is_string(), "nobody knows");
}

#[test]
fn a_watched_search_is_looked_at_step_by_step() {
    let server = Server::start();
    let run = server.run(&json!({"kind": "watch", "puzzle": puzzle("tetravex-3x3")}));
    assert_eq!(last(server.listen(&run, "", "").all()).data["solutions"], 1);
    let at = |from: usize| {
        server.get(&format!("/api/v1/runs/{run}/steps?from={from}&count=5000")).json()
    };
    let all = at(0);
    assert_eq!(
        (&all["begins"], &all["ended"], &all["stack"]),
        (&json!(0), &json!(true), &json!([]))
    );
    let steps = all["steps"].as_array().expect("steps");
    assert_eq!(all["total"], steps.len());
    let mut stack: Vec<Value> = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        if i % 7 == 0 {
            assert_eq!(at(i)["stack"], json!(stack), "what lies before step {i}");
        }
        let change = &step["changes"][0];
        assert_eq!(change["piece"], step["piece"]);
        match step["act"].as_str() {
            Some("laid") => {
                let [x, y] = [0, 1].map(|i| step["cell"][i].as_i64().expect("a place"));
                assert_eq!(change["group"]["data-cell"], format!("{x},{y}"));
                stack.push(step.clone());
            }
            _ => {
                assert_eq!(change["group"]["display"], "none");
                stack.pop();
            }
        }
        assert_eq!(step["depth"], stack.len());
    }
}

#[test]
fn a_tray_is_watched_push_by_push_to_a_shortest_solution() {
    let server = Server::start();
    let text = "marquetry sliding\ntray\n  AB.\n  C..\ngoal\n  ..A\n  ...\n";
    let document = server.told("read", &json!({"text": text}))["puzzle"].clone();
    let run = server.run(&json!({"kind": "watch", "puzzle": document}));
    let end = last(server.listen(&run, "", "").all());
    assert_eq!((&end.data["answer"], &end.data["shortest"]), (&json!("found"), &json!(true)));
    let all = server.get(&format!("/api/v1/runs/{run}/steps?count=5000")).json();
    let last = all["steps"].as_array().and_then(|steps| steps.last()).expect("steps");
    assert_eq!((&last["solved"], &last["cell"]), (&json!(true), &json!([2, 0, 0])));
    let rest = server.told("rest", &json!({"puzzle": document, "moves": []}));
    assert_eq!(last["depth"], rest["moves"].as_array().map_or(0, Vec::len));
    let one = server.get(&format!("/api/v1/runs/{run}/solutions/1")).json();
    let played = server.told("game", &json!({"puzzle": document, "moves": one["moves"]}));
    assert_eq!(played["view"]["solved"], true);
    // Painted one after the other, the changes lead to where the solution leads.
    let mut lying = std::collections::BTreeMap::new();
    for step in all["steps"].as_array().expect("steps") {
        let change = &step["changes"][0];
        lying.insert(change["index"].as_u64(), change["group"]["data-cell"].clone());
    }
    for thing in played["view"]["things"].as_array().expect("things") {
        let place = format!("{},{}", thing["cell"][0], thing["cell"][1]);
        let painted = lying.get(&thing["index"].as_u64());
        assert!(painted.is_none_or(|at| *at == place), "{thing}");
    }
}

#[test]
fn equal_pieces_of_a_watched_search_are_different_groups_of_the_drawing() {
    let server = Server::start();
    let text = "marquetry tiling\nboard\n  ####\n  ####\npiece A\n  ##\npiece B\n  ##\npiece C copies 2\n  ##\n";
    let document = server.told("read", &json!({"text": text}))["puzzle"].clone();
    let run = server.run(&json!({"kind": "watch", "puzzle": document}));
    last(server.listen(&run, "", "").all());
    let all = server.get(&format!("/api/v1/runs/{run}/steps?count=5000")).json();
    let drawn =
        server.told("game", &json!({"puzzle": document, "moves": [], "draw": "w"}))["svg"].clone();
    let drawn = drawn.as_str().expect("a drawing");
    let mut lying: Vec<(Value, Value)> = Vec::new();
    for step in all["steps"].as_array().expect("steps") {
        let change = &step["changes"][0];
        let group = (change["piece"].clone(), change["copy"].clone());
        let name = change["piece"].as_str().expect("a name");
        let copy =
            if name == "C" { format!(" data-copy=\"{}\"", change["copy"]) } else { String::new() };
        assert!(drawn.contains(&format!("<g data-piece=\"{name}\"{copy}")), "{change}");
        match step["act"] == "laid" {
            true => {
                assert!(!lying.contains(&group), "{group:?} lies there already");
                lying.push(group);
            }
            false => assert_eq!(lying.pop(), Some(group)),
        }
    }
}

#[test]
fn puzzles_are_rated_and_made() {
    let server = Server::start();
    let run = server.run(&json!({"kind": "rate", "puzzle": puzzle("tetravex-2x2")}));
    let rated = last(server.listen(&run, "", "").all());
    assert_eq!(
        (rated.name.as_str(), &rated.data["difficulty"]),
        ("rated", &json!("a child does it"))
    );
    let order = json!({"kind": "arrows", "width": 3, "height": 3, "unique": true, "seed": 1});
    let run = server.run(&json!({"kind": "generate", "generate": order}));
    let made = last(server.listen(&run, "", "").all());
    assert_eq!((made.name.as_str(), &made.data["family"]), ("made", &json!("matching")));
    let unique = json!({"kind": "solve", "puzzle": made.data["puzzle"], "find": "count", "distinct": "all",
                        "limits": {"solutions": 2}});
    let run = server.run(&unique);
    assert_eq!(last(server.listen(&run, "", "").all()).data["solutions"], 1);
    for (kind, family) in [("tiling", "tiling"), ("sliding", "sliding"), ("rush-hour", "sliding")] {
        let order = json!({"kind": kind, "width": 6, "height": 5, "tries": 1000});
        let order =
            if kind == "sliding" { json!({"kind": kind, "width": 4, "height": 4}) } else { order };
        let run = server.run(&json!({"kind": "generate", "generate": order}));
        let made = last(server.listen(&run, "", "").all());
        assert_eq!((made.name.as_str(), &made.data["family"]), ("made", &json!(family)), "{kind}");
    }
    let order = json!({"kind": "sliding", "width": 500, "height": 500});
    let reply = server.post("/api/v1/runs", &json!({"kind": "generate", "generate": order}));
    assert_eq!((reply.status, reply.code().as_str()), (422, "generate"));
    let order = json!({"kind": "framed", "width": 65, "height": 3});
    let reply = server.post("/api/v1/runs", &json!({"kind": "generate", "generate": order}));
    assert_eq!((reply.status, reply.code().as_str()), (422, "generate"));
}

#[test]
fn a_limit_is_never_told_as_a_proof() {
    let server = Server::start();
    let asked =
        json!({"kind": "solve", "puzzle": puzzle("eternity2"), "limits": {"nodes": 10_000}});
    let run = server.run(&asked);
    let end = last(server.listen(&run, "", "").all());
    assert_eq!(
        (&end.data["ending"], &end.data["answer"]),
        (&json!("node-limit"), &json!("unknown"))
    );
    let text = "marquetry tiling\nboard\n  ###\npiece I\n  ##\n";
    let document = server.told("read", &json!({"text": text}));
    assert!(document["impossible"].is_string());
    let run = server.run(&json!({"kind": "solve", "puzzle": document["puzzle"]}));
    let end = last(server.listen(&run, "", "").all());
    assert_eq!((&end.data["ending"], &end.data["answer"]), (&json!("exhausted"), &json!("none")));
    assert!(end.data["notes"].as_array().is_some_and(|notes| !notes.is_empty()), "it says why");
}
