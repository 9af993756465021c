//! Random puzzles through the writers and readers of robins, berkeley, JSON and the events, and readers on rubbish.

use std::collections::BTreeSet;

use marquetry_formats::detect::Hints;
use marquetry_formats::{Claim, berkeley, events, json, robins, xmpuzzle};
use marquetry_puzzle::grid::connected;
use marquetry_puzzle::matching::{self, Colours, Edge, Laid, Pin, Rule, Tile};
use marquetry_puzzle::sliding::{self, Block, Freedom, Target};
use marquetry_puzzle::tiling::{self, Grid, Piece, Shape};
use marquetry_puzzle::{
    Cell, Direction, Matching, Move, Placed, Puzzle, Sliding, Solution, Tiling,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A shape that hangs together: each cell is put beside one that is there.
fn polyomino(most: usize, solid: bool) -> impl Strategy<Value = Vec<Cell>> {
    polyform(Grid::Squares, most, solid)
}

fn polyform(grid: Grid, most: usize, solid: bool) -> impl Strategy<Value = Vec<Cell>> {
    vec((any::<Index>(), 0..if solid { 6_usize } else { 4 }), 0..most).prop_map(move |steps| {
        let mut cells = vec![Cell::at(0, 0)];
        for (from, way) in steps {
            let near = grid.around(*from.get(&cells));
            let cell = near[way % near.len()];
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    })
}

fn painted(cells: Vec<Cell>, colours: &[Option<char>]) -> Shape {
    cells.into_iter().zip(colours.iter().copied().cycle()).collect()
}

fn drawing() -> impl Strategy<Value = Tiling> {
    let colours = vec(select(vec!['#', 'O', 'é', '木', '\u{feff}']).prop_map(Some), 1..5);
    (polyomino(60, false), vec((polyomino(9, false), colours.clone()), 1..70), colours)
        .prop_filter_map(
            "there must be a piece smaller than the board",
            |(board, mut pieces, colours)| {
                pieces.retain(|piece| piece.0.len() < board.len());
                let area: usize = pieces.iter().map(|piece| piece.0.len()).sum();
                let least = u32::from(area <= board.len());
                let letters = ('A'..='Z')
                    .chain('a'..='z')
                    .map(String::from)
                    .chain((53..).map(|n| format!("P{n}")));
                let piece = |((cells, colours), name): ((Vec<Cell>, Vec<_>), String)| Piece {
                    least,
                    ..Piece::new(name, painted(cells, &colours))
                };
                let pieces = pieces.into_iter().zip(letters).map(piece).collect();
                Tiling::new(tiling::Setup {
                    board: painted(board, &colours),
                    pieces,
                    ..tiling::Setup::default()
                })
                .ok()
            },
        )
}

/// Rectangles in a tray, none over another.
fn rectangles(width: i16, height: i16) -> impl Strategy<Value = Vec<Vec<Cell>>> {
    vec((0..width, 0..height, 1..4_i16, 1..4_i16), 0..20).prop_map(move |boxes| {
        let mut taken = BTreeSet::new();
        let mut kept = Vec::new();
        for (x, y, w, h) in boxes {
            let (right, bottom) = ((x + w).min(width), (y + h).min(height));
            let cells: Vec<Cell> =
                (y..bottom).flat_map(|y| (x..right).map(move |x| Cell::at(x, y))).collect();
            if cells.iter().all(|cell| !taken.contains(cell)) {
                taken.extend(cells.iter().copied());
                kept.push(cells);
            }
        }
        kept
    })
}

fn tray() -> impl Strategy<Value = Sliding> {
    (1..12_i16, 1..12_i16).prop_flat_map(|(width, height)| {
        (rectangles(width, height), rectangles(width, height)).prop_map(
            move |(mut blocks, goal)| {
                blocks.sort();
                let block = |(i, cells): (usize, Vec<Cell>)| Block {
                    name: (i + 1).to_string(),
                    label: None,
                    cells,
                    freedom: Freedom::Any,
                };
                let setup = sliding::Setup {
                    title: String::new(),
                    width: width as usize,
                    height: height as usize,
                    walls: Vec::new(),
                    blocks: blocks.into_iter().enumerate().map(block).collect(),
                    goal: goal.into_iter().map(|cells| Target { label: None, cells }).collect(),
                };
                Sliding::new(setup).unwrap()
            },
        )
    })
}

/// Moves that can be played, made of random pushes.
fn played(p: &Sliding, pushes: &[(Index, Vec<usize>)]) -> Vec<Move> {
    let mut position = p.start().clone();
    let mut moves = Vec::new();
    for (block, ways) in pushes.iter().filter(|_| !p.blocks.is_empty()) {
        let block = block.index(p.blocks.len());
        let mut path = Vec::new();
        for way in ways.iter().map(|&way| Direction::ALL[way]) {
            if position.obstacle(p, block, way).is_none() {
                position.push(p, block, way);
                path.push(way);
            }
        }
        moves.push(Move { block, path });
    }
    moves
}

fn pushes() -> impl Strategy<Value = Vec<(Index, Vec<usize>)>> {
    vec((any::<Index>(), vec(0..4_usize, 1..8)), 0..12)
}

fn title() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), any::<String>()]
}

fn tiles_puzzle() -> impl Strategy<Value = Puzzle> {
    let names = vec(prop_oneof!["[0-9]{1,3}", "[a-z\"\\\\é01]{1,4}"], 1..6);
    let edges = vec(any::<[Index; 4]>(), 1..12);
    let pins = vec((any::<Index>(), any::<Index>(), proptest::option::of(0..4_u8)), 0..4);
    let flags = (any::<bool>(), any::<bool>(), proptest::option::of(any::<Index>()));
    (title(), 1..6_usize, 1..6_usize, vec(any::<Index>(), 0..4), names, edges, pins, flags)
        .prop_map(|(title, width, height, holes, names, edges, pins, (turning, pairs, frame))| {
            let colours = Colours::new(names);
            let count = colours.names().len() * (1 + usize::from(pairs));
            let edge = |index: Index| Edge(index.index(count) as u16);
            let tile = |(i, edges): (usize, [Index; 4])| Tile {
                name: format!("t{i}"),
                edges: edges.map(edge),
            };
            let mut setup = matching::Setup {
                title,
                colours,
                turning,
                frame: frame.map(edge),
                rule: if pairs { Rule::Pairs } else { Rule::Equal },
                tiles: edges.into_iter().enumerate().map(tile).collect(),
                ..matching::Setup::blank(width, height)
            };
            for hole in holes {
                let cell = hole.index(width * height);
                setup.cells[cell] = setup.area() == 1 && setup.cells[cell];
            }
            for (tile, cell, turn) in pins {
                let (tile, cell) = (tile.index(setup.tiles.len()), cell.index(width * height));
                if setup.cells[cell]
                    && setup.pins.iter().all(|pin| pin.tile != tile && pin.cell != cell)
                {
                    setup.pins.push(Pin { tile, cell, turn: turn.filter(|_| turning) });
                }
            }
            Matching::new(setup).unwrap().into()
        })
}

fn pieces_puzzle() -> impl Strategy<Value = Puzzle> {
    select(Grid::ALL.to_vec()).prop_flat_map(pieces_on)
}

fn pieces_on(grid: Grid) -> impl Strategy<Value = Puzzle> {
    let solid = grid == Grid::Squares;
    let colours = || vec(select(vec![None, Some('a'), Some('"'), Some('é')]), 1..4);
    let flags = (0..3_u32, 0..3_u32, any::<bool>(), any::<bool>());
    let pieces = vec((polyform(grid, 6, solid), colours(), flags), 1..6);
    (title(), polyform(grid, 30, solid), colours(), pieces).prop_map(
        move |(title, board, colours, pieces)| {
            let piece = |(i, (cells, colours, (least, more, turn, flip))): (
                usize,
                (Vec<Cell>, Vec<_>, _),
            )| {
                Piece {
                    name: format!("p{i}"),
                    shape: painted(cells, &colours),
                    least,
                    most: least + more,
                    turn,
                    flip,
                }
            };
            let pieces = pieces.into_iter().enumerate().map(piece).collect();
            let labels = board.iter().step_by(3).map(|&c| (c, format!("{}", c.x)));
            let labels = labels.chain([(Cell::at(0, 1), "open".to_owned())]).collect();
            let optional = board.iter().copied().skip(board.len() % 4).step_by(4).collect();
            let board = painted(board, &colours);
            Tiling::new(tiling::Setup { title, grid, board, optional, pieces, labels })
                .unwrap()
                .into()
        },
    )
}

fn blocks_puzzle() -> impl Strategy<Value = Puzzle> {
    let label = || proptest::option::of("[a-z\"é]{1,3}");
    let freedom = select(vec![Freedom::Any, Freedom::Horizontal, Freedom::Vertical]);
    (title(), tray(), vec((label(), freedom, any::<Index>()), 20), vec(label(), 20)).prop_map(
        |(title, tray, looks, labels)| {
            let mut setup = tray.into_setup();
            setup.title = title;
            if let Some(wall) = setup.blocks.pop() {
                setup.walls = wall.cells;
            }
            for (block, (label, freedom, cut)) in setup.blocks.iter_mut().zip(looks) {
                (block.label, block.freedom, block.name) =
                    (label, freedom, format!("b{}", block.name));
                let mut rest = block.cells.clone();
                rest.remove(cut.index(rest.len()));
                if !rest.is_empty() && connected(&rest) {
                    block.cells = rest;
                }
            }
            setup.goal.iter_mut().zip(labels).for_each(|(target, label)| target.label = label);
            Sliding::new(setup).unwrap().into()
        },
    )
}

fn puzzle() -> impl Strategy<Value = Puzzle> {
    prop_oneof![tiles_puzzle(), pieces_puzzle(), blocks_puzzle()]
}

/// Some solution that a puzzle could be offered, right or wrong.
fn solution(puzzle: &Puzzle, dice: &[(Index, Vec<usize>)]) -> Solution {
    match puzzle {
        Puzzle::Matching(p) => {
            let mut board = vec![None; p.cells.len()];
            for (i, (index, ways)) in dice.iter().enumerate() {
                let laid = Laid { tile: index.index(p.tiles.len()), turn: ways[0] as u8 };
                board[i % p.cells.len()] = Some(laid);
            }
            Solution::Board(board)
        }
        Puzzle::Tiling(p) => {
            let placed = |(index, ways): &(Index, Vec<usize>)| {
                let cells =
                    ways.iter().map(|&z| Cell { z: z as i16, ..index.get(&p.board).0 }).collect();
                Placed::new(index.index(p.pieces.len()), cells)
            };
            Solution::Cover(dice.iter().map(placed).collect())
        }
        Puzzle::Sliding(p) => Solution::Moves(played(p, dice)),
    }
}

/// A text with some characters removed, doubled or replaced.
fn damaged(text: &str, changes: &[(Index, u8, char)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for &(index, how, c) in changes {
        if chars.is_empty() {
            break;
        }
        let at = index.index(chars.len());
        match how % 4 {
            0 => drop(chars.remove(at)),
            1 => chars.insert(at, c),
            2 => chars.insert(at, chars[at]),
            _ => chars[at] = c,
        }
    }
    chars.into_iter().collect()
}

fn changes() -> impl Strategy<Value = Vec<(Index, u8, char)>> {
    let c = prop_oneof![
        select(vec!['0', '9', '-', '.', ' ', '\n', '"', '[', '}', ',', '\t']),
        any::<char>()
    ];
    vec((any::<Index>(), any::<u8>(), c), 1..6)
}

/// Every reader on one text, each of whose faults must have a place in it.
fn read_all(text: &str, puzzles: &[Puzzle], tray: &Sliding) {
    let both = berkeley::read(text, Some(text)).err().map(|both| [both.tray, both.goal]);
    let others = [
        robins::read(text).err(),
        berkeley::read_solution(tray, text).err(),
        json::read(text).err(),
    ];
    let solutions = puzzles.iter().map(|p| json::read_solution(p, text).err());
    let faults =
        others.into_iter().chain(solutions).chain([events::read(text).err()]).flatten().flatten();
    for fault in faults.chain(both.into_iter().flatten().flatten()) {
        assert!(text.get(fault.span.clone()).is_some(), "{fault:?} has no place in {text:?}");
        fault.place(text);
    }
    let hints = Hints::default();
    let _ = (robins::claim(text, &hints), berkeley::claim(text, &hints), json::claim(text, &hints));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_drawing_reads_back_equal(p in drawing()) {
        prop_assert_eq!(robins::read(&robins::write(&p).unwrap()).unwrap(), p);
    }

    #[test]
    fn a_tray_reads_back_equal(p in tray()) {
        let (tray, goal) = berkeley::write(&p).unwrap();
        prop_assert_eq!(berkeley::read(&tray, Some(&goal)).unwrap(), p);
    }

    #[test]
    fn moves_read_back_to_the_same_lines_by_paths_no_longer(p in tray(), pushes in pushes()) {
        let moves = played(&p, &pushes);
        let text = berkeley::write_solution(&p, &moves).unwrap();
        let again = berkeley::read_solution(&p, &text).unwrap();
        prop_assert_eq!(berkeley::write_solution(&p, &again).unwrap(), text);
        let steps = |moves: &[Move]| moves.iter().map(|m| m.path.len()).sum::<usize>();
        prop_assert!(steps(&again) <= steps(&moves));
    }

    #[test]
    fn a_puzzle_reads_back_equal_from_json(p in puzzle()) {
        let text = json::write(&p);
        prop_assert_eq!(json::claim(&text, &Hints::default()), Claim::Surely);
        prop_assert_eq!(json::read(&text).unwrap(), p);
    }

    #[test]
    fn a_solution_reads_back_equal_from_json(p in puzzle(), dice in pushes()) {
        let solution = solution(&p, &dice);
        prop_assert_eq!(json::read_solution(&p, &json::write_solution(&p, &solution)).unwrap(), solution);
    }

    #[test]
    fn an_event_reads_back_equal(p in puzzle(), dice in pushes(), number: u64, micros in 0..1_u64 << 50) {
        let seconds = events::seconds(std::time::Duration::from_micros(micros));
        let solution = json::wire::Solution::new(&p, &solution(&p, &dice));
        let event = events::Event::Solution(events::Found { number, nodes: number, seconds, solution });
        prop_assert_eq!(events::read(&events::line(&event)).unwrap(), [event]);
    }

    #[test]
    fn readers_survive_any_text(text in any::<String>(), numbers in "[0-9 \n-]{0,60}", p in puzzle(), tray in tray()) {
        let puzzles = [p];
        read_all(&text, &puzzles, &tray);
        read_all(&numbers, &puzzles, &tray);
    }

    #[test]
    fn readers_survive_damaged_files(p in puzzle(), tray in tray(), d in drawing(), dice in pushes(), changes in changes()) {
        let texts = [
            json::write(&p),
            json::write_solution(&p, &solution(&p, &dice)),
            berkeley::write(&tray).unwrap().0,
            berkeley::write_solution(&tray, &played(&tray, &dice)).unwrap(),
            robins::write(&d).unwrap(),
        ];
        let puzzles = [p];
        for text in texts {
            read_all(&damaged(&text, &changes), &puzzles, &tray);
        }
    }
}

/// The puzzle with pieces that may be turned in space, which flips flat ones.
fn turned_in_space(p: Tiling) -> Tiling {
    let solid = p.is_solid();
    let mut setup = p.into_setup();
    setup.pieces.iter_mut().for_each(|piece| (piece.turn, piece.flip) = (true, !solid));
    Tiling::new(setup).unwrap()
}

#[test]
fn a_puzzle_of_cubes_reads_back_equal_from_what_burrtools_opens() {
    for p in (0..500).map(marquetry_testkit::tiling::tiling).map(turned_in_space) {
        let text = xmpuzzle::write(&p).unwrap();
        assert_eq!(xmpuzzle::claim(&text, &Hints::default()), Claim::Surely);
        assert_eq!(xmpuzzle::read(&text, None).unwrap(), p, "{text}");
    }
}

proptest! {
    #[test]
    fn a_drawing_reads_back_equal_from_what_burrtools_opens(p in drawing()) {
        let text = xmpuzzle::write(&p).unwrap();
        prop_assert_eq!(xmpuzzle::read(&text, None).unwrap(), p, "{}", text);
    }
}
