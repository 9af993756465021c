//! What games say.

use marquetry_formats::{builtin::builtin, native};
use marquetry_play::{Game, Mode, Move, Patience, PieceMove, TileMove};
use marquetry_puzzle::{Cell, Direction, Move as Push, Puzzle};
use marquetry_report::words;

fn game(name: &str) -> Game {
    Game::new(builtin(name).and_then(|known| known.puzzle()).expect("it is built in"))
}

fn tray() -> Game {
    Game::new(
        native::read("marquetry sliding\ntray\n  A.#\n  BB.\ngoal\n  .A.\n  ...\n")
            .expect("a tray"),
    )
}

/// Makes a move and says what it did.
fn said(game: &mut Game, m: Move) -> String {
    let changes = game.play(m).expect("it can be made");
    words::made(game.puzzle(), &changes)
}

#[test]
fn a_move_is_told_in_a_sentence() {
    let mut tiles = game("tetravex-2x2");
    tiles.mode = Mode::Free;
    let place = |tile, cell| Move::Tile(TileMove::Place { tile, cell, turn: 0 });
    assert_eq!(said(&mut tiles, place(0, 0)), "placed tile '1' at row 1, column 1");
    assert_eq!(
        said(&mut tiles, Move::Tile(TileMove::Carry { from: 0, to: 3, turn: 0 })),
        "moved tile '1' at row 2, column 2"
    );
    said(&mut tiles, place(1, 0));
    assert_eq!(
        said(&mut tiles, Move::Tile(TileMove::Swap { a: 0, b: 3 })),
        "moved tile '2' at row 2, column 2; moved tile '1' at row 1, column 1"
    );
    assert_eq!(
        said(&mut tiles, Move::Tile(TileMove::Remove { cell: 0 })),
        "removed tile '1' at row 1, column 1"
    );
    let all = Move::Together(vec![place(0, 0), place(2, 1), place(3, 2)]);
    assert_eq!(said(&mut tiles, all), "3 tiles placed");
    assert_eq!(said(&mut tiles, Move::Clear), "4 tiles taken off the board");
    assert_eq!(said(&mut tiles, Move::Clear), "nothing has changed");

    let mut pieces = game("pentominoes-6x10");
    let place = PieceMove::Place { piece: 0, orientation: 0, at: Cell::at(0, 0) };
    assert_eq!(
        said(&mut pieces, Move::Piece(place)),
        "placed piece 'F' as shape 1 at row 1, column 1"
    );
    let push = Move::Block(Push { block: 0, path: vec![Direction::Right] });
    assert_eq!(said(&mut tray(), push), "A (1x1 block) right 1");
}

#[test]
fn a_cell_is_told_with_what_lies_there() {
    let mut tiles = game("tetravex-2x2");
    assert_eq!(words::label(&tiles, Cell::at(1, 0)), "row 1, column 2: empty");
    tiles.play(Move::Tile(TileMove::Place { tile: 0, cell: 1, turn: 0 })).expect("it fits");
    assert_eq!(
        words::label(&tiles, Cell::at(1, 0)),
        "row 1, column 2: tile 1, top 0, right 1, bottom 0, left 3"
    );
    assert!(words::label(&game("eternity2"), Cell::at(7, 8)).ends_with(", pinned"));
    assert!(words::label(&game("calendar"), Cell::at(1, 0)).ends_with(": empty, Feb"));
    assert!(words::label(&game("checkerboard"), Cell::at(0, 0)).contains(", colour "));
    let labels = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)]
        .map(|(x, y)| words::label(&tray(), Cell::at(x, y)));
    let ends = [": block A", ": empty, goal", ": wall", ": block B", ": empty"];
    assert!(labels.iter().zip(ends).all(|(label, end)| label.ends_with(end)), "{labels:?}");
    let things =
        ["tetravex-2x2", "soma", "klotski"].map(|name| words::thing(game(name).puzzle(), 0));
    assert_eq!(things[1..], ["piece V, 3 cells", "block A, 1x2 block"]);
    assert_eq!(words::thing(game("soma").puzzle(), 99), "");
}

#[test]
fn a_hint_says_what_to_do_and_why() {
    let advice = |game: &Game| {
        let hint = game.hint(&mut Patience::default()).expect("it can be solved").expect("not yet");
        words::hint(game.puzzle(), &hint)
    };
    assert_eq!(
        advice(&tray()),
        "push A (1x1 block) right 1: the goal is 1 move away, and no way is shorter"
    );
    let lay = advice(&game("tetravex-2x2"));
    assert!(lay.starts_with("lay tile '") && lay.contains(": "), "{lay}");
    let row: Puzzle = native::read("marquetry tiling\nboard\n  ###\npiece I\n  ##\npiece O\n  #\n")
        .expect("a row");
    let mut half = Game::new(row);
    half.play(Move::Piece(PieceMove::Place { piece: 0, orientation: 0, at: Cell::at(0, 0) }))
        .expect("it fits");
    assert_eq!(
        advice(&half),
        "lay piece 'O' at row 1, column 3: nothing else can cover row 1, column 3"
    );
}

#[test]
fn a_mistake_is_told_where_it_is() {
    let mut pieces = game("pentominoes-6x10");
    pieces.mode = Mode::Free;
    let place =
        |piece, x| Move::Piece(PieceMove::Place { piece, orientation: 0, at: Cell::at(x, 0) });
    pieces.play(place(0, 0)).expect("mistakes may be made");
    pieces.play(place(2, 0)).expect("mistakes may be made");
    pieces.play(place(1, 9)).expect("mistakes may be made");
    let told: Vec<String> =
        pieces.check().mistakes.iter().map(|mistake| words::mistake(&pieces, mistake)).collect();
    assert!(
        told.iter().any(|words| words.contains("overlaps another at row 1, column 1")),
        "{told:?}"
    );
    assert!(told.iter().any(|words| words.ends_with("sticks out of the board")), "{told:?}");
}
