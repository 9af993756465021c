//! Games over the wire are the games of `play`.

use marquetry_formats::builtin::builtin;
use marquetry_play::{Game, Move, PieceMove, Position, TileMove};
use marquetry_puzzle::{Move as Push, Puzzle};
use serde_json::{Value, json};

use crate::client::{Server, puzzle};

/// A move as `play` knows it.
fn known(m: &Value) -> Move {
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    if let Some(place) = m.pointer("/tile/place") {
        let turn = number(&place["turn"]) as u8;
        return Move::Tile(TileMove::Place {
            tile: number(&place["tile"]),
            cell: number(&place["cell"]),
            turn,
        });
    }
    if let Some(place) = m.pointer("/piece/place") {
        let at: Vec<i16> = serde_json::from_value(place["at"].clone()).expect("a cell");
        let at = marquetry_puzzle::Cell { x: at[0], y: at[1], z: at[2] };
        let (piece, orientation) = (number(&place["piece"]), number(&place["orientation"]));
        return Move::Piece(PieceMove::Place { piece, orientation, at });
    }
    let path = m["block"]["path"].as_str().expect("a path");
    let way = |letter| marquetry_puzzle::Direction::by_letter(letter).expect("U, R, D or L");
    Move::Block(Push { block: number(&m["block"]["block"]), path: path.chars().map(way).collect() })
}

/// The cells of all that lies on the board, by index.
fn lying(game: &Game) -> Vec<(usize, Vec<[i16; 3]>)> {
    let cells =
        |cells: Vec<marquetry_puzzle::Cell>| cells.iter().map(|c| [c.x, c.y, c.z]).collect();
    match (game.puzzle(), game.position()) {
        (Puzzle::Matching(p), Position::Tiles(tiles)) => {
            tiles.placed().iter().map(|at| (at.laid.tile, cells(vec![p.place(at.cell)]))).collect()
        }
        (Puzzle::Tiling(p), Position::Pieces(pieces)) => {
            pieces.placed().iter().map(|at| (at.piece, cells(at.cells(p).collect()))).collect()
        }
        (Puzzle::Sliding(p), Position::Blocks(tray)) => (0..p.blocks.len())
            .map(|block| (block, cells(tray.cells(p, block).collect())))
            .collect(),
        _ => Vec::new(),
    }
}

fn seen(view: &Value) -> Vec<(usize, Vec<[i16; 3]>)> {
    let things = view["things"].as_array().expect("things");
    let thing = |thing: &Value| {
        let index = thing["index"].as_u64().expect("an index") as usize;
        (index, serde_json::from_value(thing["cells"].clone()).expect("cells"))
    };
    things.iter().map(thing).collect()
}

#[test]
fn a_game_is_played_to_its_end_as_play_plays_it() {
    let server = Server::start();
    for name in ["tetravex-3x3", "framed-4x4", "pentominoes-6x10", "calendar", "soma", "rush-hour"]
    {
        let document = puzzle(name);
        let mut game = Game::new(builtin(name).and_then(|b| b.puzzle()).expect("it is built in"));
        let rest = server.told("rest", &json!({"puzzle": document, "moves": []}));
        let moves = rest["moves"].as_array().expect("it can be solved").clone();
        for (at, next) in moves.iter().enumerate() {
            let asked = json!({"puzzle": document, "moves": moves[..at], "move": next});
            let answer = server.told("game", &asked);
            let before = game.so_far();
            game.play(known(next)).expect("a move of the solution");
            assert_eq!(answer["accepted"], true, "{name}");
            assert_eq!(answer["played"], at, "{name}");
            assert_eq!(seen(&answer["view"]), lying(&game), "{name}");
            assert_eq!(answer["view"]["solved"], game.check().solved, "{name}");
            let changes = marquetry_draw::changes(game.puzzle(), &before, &game.so_far());
            let drawn = answer["changes"].as_array().map(Vec::len);
            let flat = |changes: &Vec<marquetry_draw::Change>| {
                changes.iter().all(|change| change.attributes(game.puzzle()).is_some())
            };
            assert_eq!(drawn, changes.filter(flat).map(|changes| changes.len()), "{name}");
            assert_eq!(answer["svg"].is_string(), answer["changes"].is_null(), "{name}");
        }
        assert!(game.check().solved, "{name}");
        // The server keeps nothing: fewer moves are the same game, earlier.
        let half = moves.len() / 2;
        let again = server.told("game", &json!({"puzzle": document, "moves": moves[..half]}));
        while game.moves().len() > half {
            game.undo();
        }
        assert_eq!(seen(&again["view"]), lying(&game), "{name}");
    }
}

#[test]
fn a_move_that_breaks_a_rule_is_answered_with_its_reason_and_changes_nothing() {
    let server = Server::start();
    let tetravex = puzzle("tetravex-2x2");
    let place = |tile: usize, cell: usize, turn: u8| json!({"tile": {"place": {"tile": tile, "cell": cell, "turn": turn}}});
    let asked = |next: Value, mode: &str, moves: Value| {
        server
            .told("game", &json!({"puzzle": tetravex, "moves": moves, "move": next, "mode": mode}))
    };
    let turned = asked(place(0, 0, 1), "strict", json!([]));
    assert_eq!(turned["accepted"], false);
    assert_eq!(turned["refusal"]["code"], "no-turning");
    assert_eq!(turned["refusal"]["words"], "tiles may not be turned in this puzzle");
    assert_eq!((&turned["changes"], &turned["view"]["placed"]), (&json!([]), &json!(0)));

    // Somewhere beside the first tile a second does not fit: in strict games it may not lie there, in free ones it is marked.
    let first = json!([place(0, 0, 0)]);
    let clashing =
        (1..4).find(|&tile| asked(place(tile, 1, 0), "strict", first.clone())["accepted"] == false);
    let clashing = clashing.expect("not all tiles fit beside the first");
    let strict = asked(place(clashing, 1, 0), "strict", first.clone());
    assert_eq!(strict["refusal"]["code"], "clash");
    assert_eq!(strict["refusal"]["cells"], json!([[1, 0, 0], [0, 0, 0]]));
    let free = asked(place(clashing, 1, 0), "free", first);
    assert_eq!(free["accepted"], true);
    assert_eq!(free["view"]["faults"][0]["code"], "edge");
    // What was laid in a free game is no obstacle when it is gone on with in a strict one.
    let mixed = json!([place(0, 0, 0), place(clashing, 1, 0)]);
    let away = asked(json!({"tile": {"remove": {"cell": 1}}}), "strict", mixed);
    assert_eq!((&away["accepted"], &away["view"]["faults"]), (&json!(true), &json!([])));
    let other = asked(json!({"block": {"block": 0, "path": "U"}}), "strict", json!([]));
    assert_eq!(other["refusal"]["code"], "other-family");
    let none = asked(place(99, 0, 0), "strict", json!([]));
    assert_eq!(none["refusal"]["code"], "no-such-move");
}

#[test]
fn of_a_damaged_game_what_can_be_played_is_shown() {
    let server = Server::start();
    let push = |block: usize, path: &str| json!({"block": {"block": block, "path": path}});
    let moves = json!([push(9, "L"), push(1, "U"), push(9, "R")]);
    let answer = server.told("game", &json!({"puzzle": puzzle("klotski"), "moves": moves}));
    assert_eq!((&answer["accepted"], &answer["played"]), (&json!(false), &json!(1)));
    assert_eq!(answer["refusal"]["code"], "blocked");
    assert_eq!(answer["view"]["moves"]["moves"], 1);
    let hint = server.post("/api/v1/hint", &json!({"puzzle": puzzle("klotski"), "moves": moves}));
    assert_eq!((hint.status, hint.code().as_str()), (422, "refused"));
}

#[test]
fn every_way_that_is_shown_can_be_gone() {
    let server = Server::start();
    for (name, thing) in [("framed-4x4", 3), ("pentominoes-6x10", 4), ("soma", 1)] {
        let document = puzzle(name);
        let ways = server.told("ways", &json!({"puzzle": document, "moves": [], "thing": thing}));
        let ways = ways["ways"].as_array().expect("ways");
        assert!(!ways.is_empty(), "{name}");
        for way in ways.iter().step_by(1 + ways.len() / 10) {
            let next = match way.get("turns") {
                Some(turns) => {
                    let cell = way["cell"][1].as_u64().zip(way["cell"][0].as_u64());
                    let cell = cell.map(|(y, x)| 4 * y + x);
                    json!({"tile": {"place": {"tile": thing, "cell": cell, "turn": turns[0]}}})
                }
                None => {
                    json!({"piece": {"place": {"piece": thing, "orientation": way["orientation"], "at": way["at"]}}})
                }
            };
            let answer =
                server.told("game", &json!({"puzzle": document, "moves": [], "move": next}));
            assert_eq!(answer["accepted"], true, "{name}: {way}");
            let cell = &answer["view"]["things"][0]["cells"][0];
            let fitting =
                server.told("fitting", &json!({"puzzle": document, "moves": [], "cell": cell}));
            let things = fitting["things"].as_array().expect("things");
            assert!(things.contains(&json!(thing)), "{name}: what fits there is said to fit");
        }
    }
    let view = &server.told("game", &json!({"puzzle": puzzle("klotski"), "moves": []}))["view"];
    let alone = server.told("ways", &json!({"puzzle": puzzle("klotski"), "moves": [], "thing": 9}));
    assert_eq!(view["ways"]["9"], alone);
    assert_eq!(alone["anchors"], json!([[3, 4, 0], [2, 4, 0], [1, 4, 0]]));
}

#[test]
fn a_hint_can_be_followed_and_a_dead_end_is_blamed() {
    let server = Server::start();
    for name in ["tetravex-3x3", "pentominoes-3x20", "klotski"] {
        let hint = server.told("hint", &json!({"puzzle": puzzle(name), "moves": []}));
        assert!(!hint["words"].as_str().expect("words").is_empty());
        let asked = json!({"puzzle": puzzle(name), "moves": [], "move": hint["move"]});
        assert_eq!(server.told("game", &asked)["accepted"], true, "{name}");
        let still =
            server.told("solvable", &json!({"puzzle": puzzle(name), "moves": [hint["move"]]}));
        assert_eq!(still["answer"], "yes", "{name}");
    }
    let wrong = json!([{"tile": {"place": {"tile": 3, "cell": 0, "turn": 0}}}]);
    let asked = json!({"puzzle": puzzle("tetravex-2x2"), "moves": wrong});
    let still = server.told("solvable", &asked);
    assert_eq!((&still["answer"], &still["blame"]["cells"]), (&json!("no"), &json!([[0, 0, 0]])));
    assert!(server.told("rest", &asked)["none"].is_string());
    assert!(server.told("hint", &asked)["none"].is_string());
}

#[test]
fn a_board_too_large_for_the_table_is_refused_in_words() {
    let server = Server::start();
    let row = (0..5_000).map(|x| [x % 100, x / 100]).collect::<Vec<_>>();
    let large = json!({"v": 1, "kind": "puzzle", "family": "tiling", "board": {"cells": row},
                       "pieces": [{"name": "O", "cells": [[0, 0]], "copies": [0, 5000]}]});
    let reply = server.post("/api/v1/game", &json!({"puzzle": large, "moves": []}));
    assert_eq!((reply.status, reply.code().as_str()), (422, "too-large-to-play"));
    let moves: Vec<Value> = (0..100_001).map(|_| json!("clear")).collect();
    let reply = server.post("/api/v1/game", &json!({"puzzle": puzzle("soma"), "moves": moves}));
    assert_eq!((reply.status, reply.code().as_str()), (422, "too-many-moves"));
}

#[test]
fn files_are_read_written_and_drawn_as_the_crates_do() {
    let server = Server::start();
    let read = server.told("read", &json!({"text": "3 3\n1 2 3 4\n"}));
    assert!(read["faults"].as_array().is_some_and(|faults| !faults.is_empty()));
    for name in ["tetravex-3x3", "soma", "hexiamonds-4x9", "rush-hour"] {
        let document = puzzle(name);
        let written = server.told("write", &json!({"puzzle": document, "to": "native"}));
        let again = server.told("read", &json!({"text": written["text"], "name": written["name"]}));
        assert_eq!(again["puzzle"], document, "{name}");
        assert_eq!((&again["native"], &again["impossible"]), (&written["text"], &Value::Null));
        let same = server.told("read", &json!({"puzzle": document}));
        assert_eq!(same["native"], written["text"], "{name}");
        let drawn = server.post("/api/v1/draw", &json!({"puzzle": document, "as": "svg"}));
        let p = builtin(name).and_then(|b| b.puzzle()).expect("it is built in");
        assert_eq!(drawn.text(), marquetry_draw::svg(&p, None), "{name}");
        assert_eq!(drawn.header("content-type"), Some("image/svg+xml"));
        let printed = server.post("/api/v1/draw", &json!({"puzzle": document, "as": "pdf"}));
        assert_eq!(printed.header("content-type"), Some("application/pdf"), "{name}");
        let touch = server.post(
            "/api/v1/draw",
            &json!({"puzzle": document, "as": "touch", "moves": [], "prefix": "q"}),
        );
        let start = Game::new(p.clone()).so_far();
        assert_eq!(touch.text(), marquetry_draw::touchable_svg(&p, &start, "q"), "{name}");
    }
    let mut crowded = puzzle("klotski");
    crowded["blocks"][3]["cells"] = json!([[0, 0]]);
    let faults = server.told("read", &json!({"puzzle": crowded}))["faults"].clone();
    assert_eq!(
        (&faults[0]["path"][0], &faults[0]["path"][1]),
        (&json!("blocks"), &json!(3)),
        "{faults}"
    );
    let letters = server.told(
        "read",
        &json!({"base64": "bWFycXVldHJ5IHNsaWRpbmcKdHJheQogIEEuLgpnb2FsCiAgLi5BCg=="}),
    );
    assert_eq!(letters["family"], "sliding");
    let unwritable = server.told("write", &json!({"puzzle": puzzle("soma"), "to": "tetravex"}));
    assert!(unwritable["unwritable"].is_string());
    let moving = json!({"puzzle": puzzle("rush-hour"), "as": "gif"});
    assert_eq!(server.post("/api/v1/draw", &moving).code(), "picture", "there is nothing to move");
}
