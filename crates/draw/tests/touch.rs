//! Drawings that a page can touch: their groups, and moves as attributes of these.

use marquetry_draw::{
    Attribute, Attributes, Change, Lattice, changes, piece_svg, png, pose, svg, touchable_svg,
};
use marquetry_puzzle::matching::{self, Colours, Edge, Rule, Tile};
use marquetry_puzzle::sliding::{self, Block, Freedom, Target};
use marquetry_puzzle::tiling::{self, Grid, Piece, PieceSet, Shape};
use marquetry_puzzle::{
    Cell, Direction, Laid, Matching, Move, Placed, Puzzle, Sliding, Solution, Tiling,
};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use roxmltree::{Document, Node};

fn cells(drawing: &[&str], letter: char) -> Vec<Cell> {
    let row = |(y, line): (usize, &&str)| -> Vec<Cell> {
        let found = line.chars().enumerate().filter(|&(_, c)| c == letter);
        found.map(|(x, _)| Cell::at(x as i16, y as i16)).collect()
    };
    drawing.iter().enumerate().flat_map(row).collect()
}

/// Tiles with two frame edges and others, named a to d.
fn tiles() -> Puzzle {
    let edges =
        [["0", "12", "3", "0"], ["0", "0", "5", "12"], ["3", "7", "0", "0"], ["5", "0", "0", "7"]];
    let mut setup = matching::Setup::blank(2, 2);
    setup.colours = Colours::of_edges(Rule::Equal, edges.iter().flatten().copied());
    let edge = |text: &str| setup.colours.edge(Rule::Equal, text).unwrap();
    let tile = |(i, texts): (usize, &[&str; 4])| -> Tile {
        let edges: [Edge; 4] = texts.map(edge);
        Tile { name: char::from(b'a' + i as u8).to_string(), edges }
    };
    setup.tiles = edges.iter().enumerate().map(tile).collect();
    setup.frame = Some(edge("0"));
    Matching::new(setup).unwrap().into()
}

fn board(laid: [Option<(usize, u8)>; 4]) -> Solution {
    Solution::Board(laid.iter().map(|laid| laid.map(|(tile, turn)| Laid { tile, turn })).collect())
}

/// An F pentomino, an I and two copies of a domino on a board of five by three, chequered if wanted.
fn pieces(chequered: bool) -> Puzzle {
    let colour = |c: Cell| chequered.then_some(if (c.x + c.y) % 2 == 0 { 'b' } else { 'w' });
    let shape =
        |rows: &[&str]| -> Shape { cells(rows, '#').iter().map(|&c| (c, colour(c))).collect() };
    let pieces = vec![
        Piece::new("F", shape(&[".##", "##.", ".#."])),
        Piece::new("I", shape(&["###"])),
        Piece { most: 2, ..Piece::new("D", shape(&["##"])) },
    ];
    let board = shape(&["#####", "#####", "#####"]);
    Tiling::new(tiling::Setup { board, pieces, ..tiling::Setup::default() }).unwrap().into()
}

fn cover(drawing: &[&str]) -> Solution {
    let lies = |(letter, piece)| (piece, cells(drawing, letter));
    let all = [('F', 0), ('I', 1), ('D', 2), ('E', 2)].map(lies);
    let there = all.into_iter().filter(|placed| !placed.1.is_empty());
    Solution::Cover(there.map(|(piece, cells)| Placed::new(piece, cells)).collect())
}

fn tray() -> Puzzle {
    let drawing = ["aab", ".ab", "c.."];
    let block = |letter: char| Block {
        name: letter.to_string(),
        label: None,
        cells: cells(&drawing, letter),
        freedom: if letter == 'b' { Freedom::Vertical } else { Freedom::Any },
    };
    let setup = sliding::Setup {
        title: "Tray".into(),
        width: 3,
        height: 3,
        walls: vec![],
        blocks: ['a', 'b', 'c'].map(block).to_vec(),
        goal: vec![Target { label: None, cells: vec![Cell::at(2, 0)] }],
    };
    Sliding::new(setup).unwrap().into()
}

fn pushes(moves: &[(usize, &[Direction])]) -> Solution {
    let push = |&(block, path): &(usize, &[Direction])| Move { block, path: path.to_vec() };
    Solution::Moves(moves.iter().map(push).collect())
}

/// Positions of each family, one after the other.
fn games() -> Vec<(Puzzle, Vec<Solution>)> {
    use Direction::{Down, Right, Up};
    let boards = vec![
        board([None; 4]),
        board([Some((0, 0)), None, None, Some((3, 2))]),
        board([None, Some((0, 3)), Some((2, 1)), Some((3, 0))]),
        board([Some((1, 1)), Some((0, 2)), None, None]),
    ];
    let covers = vec![
        cover(&[]),
        cover(&[".FF..", "FF...", ".F..."]),
        cover(&["F..D.", "FFFD.", ".F..."]),
        cover(&[".FDDI", "FF.EI", ".FFEI"]),
        cover(&["DD.F.", "EEFFF", "....F"]),
        cover(&["III.D", ".F..D", "FFF..", "F...."]),
    ];
    let moves = vec![
        pushes(&[]),
        pushes(&[(2, &[Right, Right])]),
        pushes(&[(2, &[Right]), (0, &[Down]), (1, &[Down, Up])]),
        pushes(&[(2, &[Right, Right]), (0, &[Down])]),
    ];
    let plain: Vec<Solution> = covers.iter().take(5).cloned().collect();
    vec![(tiles(), boards), (pieces(false), covers), (pieces(true), plain), (tray(), moves)]
}

fn groups<'a, 'i>(tree: &'a Document<'i>) -> Vec<Node<'a, 'i>> {
    tree.descendants().filter(|node| node.has_attribute("data-piece")).collect()
}

/// The element with some attributes set or taken away, from its tag's `<` to its `>`.
fn set(svg: &mut String, node: Node<'_, '_>, attributes: &[Attribute]) {
    let tag = &svg[node.range()][..];
    let end = node.range().start + tag.find('>').unwrap() + 1;
    let tag = &svg[node.range().start..end];
    let empty = tag.ends_with("/>");
    let mut kept: Vec<(String, String)> = node
        .attributes()
        .filter(|old| !attributes.iter().any(|new| new.0 == old.name()))
        .map(|old| (old.name().to_owned(), old.value().to_owned()))
        .collect();
    let new =
        attributes.iter().filter_map(|(name, value)| Some(((*name).to_owned(), value.clone()?)));
    kept.extend(new);
    let all: String = kept.iter().map(|(name, value)| format!(" {name}=\"{value}\"")).collect();
    let close = if empty { "/>" } else { ">" };
    let tag = format!("<{}{all}{close}", node.tag_name().name());
    svg.replace_range(node.range().start..end, &tag);
}

/// A drawing in which a piece was moved as a page would.
fn moved(svg: &str, puzzle: &Puzzle, change: &Change) -> String {
    let tree = Document::parse(svg).unwrap();
    let name = match puzzle {
        Puzzle::Matching(p) => &p.tiles[change.piece].name,
        Puzzle::Tiling(p) => &p.pieces[change.piece].name,
        Puzzle::Sliding(p) => &p.blocks[change.piece].name,
    };
    let copy = change.copy.to_string();
    let wanted = |node: &&Node<'_, '_>| {
        node.attribute("data-piece") == Some(name)
            && node.attribute("data-copy").is_none_or(|c| c == copy)
    };
    let group = *groups(&tree).iter().find(wanted).unwrap();
    let inner: Vec<Node<'_, '_>> = group.children().filter(Node::is_element).collect();
    let Attributes { group: outer, turn, letters } = change.attributes(puzzle).unwrap();
    assert_eq!(inner.len(), 1 + letters.len());
    let mut svg = svg.to_owned();
    // From the end, so that places before stay what they are.
    for (node, letter) in inner[1..].iter().zip(&letters).rev() {
        set(&mut svg, *node, std::slice::from_ref(letter));
    }
    set(&mut svg, inner[0], &turn);
    set(&mut svg, group, &outer);
    svg
}

fn pixels(svg: &str) -> Pixmap {
    let tree = Tree::from_str(svg, &Options::default()).unwrap();
    let mut map =
        Pixmap::new(2 * tree.size().width() as u32, 2 * tree.size().height() as u32).unwrap();
    resvg::render(&tree, Transform::from_scale(2.0, 2.0), &mut map.as_mut());
    map
}

#[test]
fn a_drawing_with_a_changes_attributes_is_the_drawing_of_the_next_position() {
    for (puzzle, positions) in games() {
        for pair in positions.windows(2) {
            for (from, to) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                let mut drawing = touchable_svg(&puzzle, from, "t");
                let changes = changes(&puzzle, from, to).unwrap();
                assert!(!changes.is_empty());
                for change in &changes {
                    drawing = moved(&drawing, &puzzle, change);
                }
                let wanted = touchable_svg(&puzzle, to, "t");
                assert!(pixels(&drawing) == pixels(&wanted), "{drawing}\n{wanted}");
                assert!(pixels(&drawing) != pixels(&touchable_svg(&puzzle, from, "t")));
            }
        }
    }
}

#[test]
fn every_piece_has_one_group_in_the_order_of_the_puzzle_wherever_it_lies() {
    for (puzzle, positions) in games() {
        let wanted: &[&str] = match &puzzle {
            Puzzle::Matching(_) => &["a", "b", "c", "d"],
            Puzzle::Tiling(_) => &["F", "I", "D1", "D2"],
            Puzzle::Sliding(_) => &["a", "b", "c"],
        };
        for position in &positions {
            let drawing = touchable_svg(&puzzle, position, "");
            let tree = Document::parse(&drawing).unwrap();
            let name = |node: &Node<'_, '_>| {
                format!(
                    "{}{}",
                    node.attribute("data-piece").unwrap(),
                    node.attribute("data-copy").unwrap_or("")
                )
            };
            assert_eq!(groups(&tree).iter().map(name).collect::<Vec<_>>(), wanted);
        }
    }
}

#[test]
fn the_outer_group_only_moves_and_the_inner_one_only_turns() {
    for (puzzle, positions) in games() {
        for position in &positions {
            let drawings = [touchable_svg(&puzzle, position, "p-"), svg(&puzzle, Some(position))];
            for drawing in drawings {
                let tree = Document::parse(&drawing).unwrap();
                for group in groups(&tree) {
                    let seen = group.attribute("display").is_none();
                    let move_only =
                        |t: &str| t.starts_with("translate(") && t.matches('(').count() == 1;
                    assert_eq!(group.attribute("transform").is_some_and(move_only), seen);
                    assert_eq!(group.attribute("data-cell").is_some(), seen);
                    let inner = group.first_element_child().unwrap();
                    assert!(inner.attribute("data-turn").is_some());
                    let turn = inner.attribute("transform").unwrap_or("rotate(0)");
                    assert!(!turn.contains("translate") && !turn.contains(','), "{turn}");
                }
            }
        }
    }
}

#[test]
fn drawings_have_no_style_and_their_ids_have_the_prefix_they_were_given() {
    let many: Shape = (0..14).map(|x| (Cell::at(x, 0), None)).collect();
    let one = |i: u8| Piece::new(char::from(b'a' + i), vec![(Cell::at(0, 0), None)]);
    let setup =
        tiling::Setup { board: many, pieces: (0..14).map(one).collect(), ..Default::default() };
    let patterned: Puzzle = Tiling::new(setup).unwrap().into();
    let all = games().into_iter().chain([(patterned, vec![Solution::Cover(vec![])])]);
    let mut ids = 0;
    for (puzzle, positions) in all {
        let drawing = touchable_svg(&puzzle, &positions[0], "one\"<-two");
        let tree = Document::parse(&drawing).unwrap();
        for node in tree.descendants() {
            assert!(!node.has_attribute("style") && !node.has_tag_name("style"));
            let id = node.attribute("id");
            ids += usize::from(id.is_some());
            assert!(id.is_none_or(|id| id.starts_with("one-two")));
            let used = [node.attribute("href"), node.attribute("fill")].into_iter().flatten();
            for used in used.filter(|used| {
                used.starts_with("url(") || used.starts_with('#') && node.has_tag_name("use")
            }) {
                assert!(used.contains("#one-two"), "{used}");
            }
        }
        assert!(tree.root_element().has_attribute("data-cell-size"));
    }
    assert!(ids > 10, "{ids}");
}

#[test]
fn a_picture_in_groups_looks_as_the_one_without() {
    for (puzzle, positions) in games() {
        let shown = positions.iter().filter(|s| !matches!(s, Solution::Moves(_))).map(Some);
        for solution in shown.chain([None]) {
            let flat = Pixmap::decode_png(&png(&puzzle, solution, 2.0).unwrap()).unwrap();
            let grouped = pixels(&svg(&puzzle, solution));
            assert_eq!((flat.width(), flat.height()), (grouped.width(), grouped.height()));
            // Where two outlines meet their soft edges add up.
            let off = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 64;
            let off = flat.data().iter().zip(grouped.data()).filter(|&pair| off(pair)).count();
            assert!(off * 1000 < flat.data().len(), "{off} of {}", flat.data().len());
        }
    }
}

#[test]
fn breaks_have_groups_in_a_picture_and_none_in_a_drawing_to_touch() {
    let broken = board([Some((0, 0)), Some((1, 1)), None, None]);
    let picture = svg(&tiles(), Some(&broken));
    assert!(picture.contains("<g data-break=\"0,0,right\">"), "{picture}");
    assert!(!touchable_svg(&tiles(), &broken, "").contains("data-break"));
}

#[test]
fn solid_pieces_have_groups_and_are_drawn_anew_when_they_move() {
    let bar = |z| vec![Cell { z, y: 0, x: 0 }, Cell { z, y: 0, x: 1 }];
    let shape = |cells: Vec<Cell>| -> Shape { cells.into_iter().map(|c| (c, None)).collect() };
    let board = shape([bar(0), bar(1)].concat());
    let pieces = vec![Piece { most: 2, ..Piece::new("A", shape(bar(0))) }];
    let puzzle: Puzzle =
        Tiling::new(tiling::Setup { board, pieces, ..tiling::Setup::default() }).unwrap().into();
    let at = |z| Solution::Cover(vec![Placed::new(0, bar(z))]);
    let drawing = touchable_svg(&puzzle, &at(1), "");
    assert!(drawing.contains("data-copy=\"1\" data-cell=\"0,0,1\""), "{drawing}");
    assert!(drawing.contains("data-copy=\"2\" display=\"none\""), "{drawing}");
    assert!(drawing.contains("data-origin=\"16,16 120,16\""), "{drawing}");
    assert_eq!(changes(&puzzle, &at(0), &at(1)), None);
}

#[test]
fn a_piece_with_four_billion_copies_waits_in_a_bounded_drawing() {
    let board: Shape = (0..30_000).map(|i| (Cell::at(i % 300, i / 300), None)).collect();
    let dot = vec![(Cell::at(0, 0), None)];
    let pieces = vec![Piece { least: 0, most: u32::MAX, ..Piece::new("A", dot) }];
    let puzzle: Puzzle =
        Tiling::new(tiling::Setup { board, pieces, ..tiling::Setup::default() }).unwrap().into();
    let drawing = touchable_svg(&puzzle, &Solution::Cover(vec![]), "");
    assert_eq!(drawing.matches("data-piece").count(), 1024);
}

#[test]
fn a_piece_laid_by_its_orientation_or_by_its_cells_is_drawn_as_the_position_is() {
    for chequered in [false, true] {
        let puzzle = pieces(chequered);
        let Puzzle::Tiling(p) = &puzzle else { panic!("a tiling puzzle") };
        for piece in 0..p.pieces.len() {
            for (orientation, shape) in p.orientations(piece).iter().enumerate() {
                // On a chequered board a shape lies where its colours agree, if anywhere in this corner.
                let lies = |by: Cell| shape.iter().map(|c| c.0.plus(by)).collect::<Vec<_>>();
                let suits =
                    |by: &Cell| shape.iter().all(|c| p.colour_at(c.0.plus(*by)) == Some(c.1));
                let Some(by) = [Cell::at(0, 0), Cell::at(1, 0)].into_iter().find(suits) else {
                    continue;
                };
                let (before, after) =
                    (Solution::Cover(vec![]), Solution::Cover(vec![Placed::new(piece, lies(by))]));
                let wanted = changes(&puzzle, &before, &after).expect("it can be shown");
                let laid = Change::to_cells(p, piece, 1, &lies(by)).expect("it lies so");
                assert_eq!(wanted, [laid]);
                let pose = pose(p, piece, orientation).expect("it is flat");
                assert_eq!((pose.turn, pose.flip), (laid.turn, laid.flip));
                assert_eq!(wanted_back(&puzzle, &after, &before), [Change::off(piece, 1)]);
            }
        }
        assert_eq!(pose(p, 9, 0), None);
        assert_eq!(pose(p, 0, 99), None);
    }
}

#[test]
fn a_pose_says_from_the_first_cell_where_the_middle_of_a_piece_is() {
    for (set, grid) in [
        ("tetrominoes", Grid::Squares),
        ("tetrahexes", Grid::Hexagons),
        ("pentiamonds", Grid::Triangles),
    ] {
        let board = (0..5).flat_map(|y| (0..6).map(move |x| (Cell::at(x, y), None)));
        let pieces = PieceSet::by_name(set).map(PieceSet::pieces).unwrap();
        // Without its first cell the board begins elsewhere.
        let setup =
            tiling::Setup { grid, board: board.skip(1).collect(), pieces, ..Default::default() };
        let puzzle: Puzzle = Tiling::new(setup).unwrap().into();
        let Puzzle::Tiling(p) = &puzzle else { panic!("a tiling puzzle") };
        let drawing = touchable_svg(&puzzle, &Solution::Cover(vec![]), "");
        let svg = Document::parse(&drawing).unwrap();
        let origin = numbers(svg.root_element().attribute("data-origin").unwrap());
        let lattice = Lattice::of(grid);
        for (piece, orientation) in (0..p.pieces.len())
            .flat_map(|piece| (0..p.orientations(piece).len()).map(move |o| (piece, o)))
        {
            let shape = &p.orientations(piece)[orientation];
            let cells: Vec<Cell> = shape.iter().map(|c| c.0.plus(Cell::at(1, 1))).collect();
            let change = Change::to_cells(p, piece, 1, &cells).expect("it lies so");
            let group = change.attributes(&puzzle).expect("it is flat").group;
            let at = numbers(group[1].1.as_deref().expect("it is seen"));
            let (x, y) = (f32::from(cells[0].x), f32::from(cells[0].y));
            let middle = pose(p, piece, orientation).expect("it is flat").middle;
            let wanted = [
                origin[0] + x * lattice.across + y * lattice.down.0 + middle.0,
                origin[1] + y * lattice.down.1 + middle.1,
            ];
            for (is, wanted) in at.iter().zip(wanted) {
                assert!((is - wanted).abs() < 0.02, "{set} {piece} {orientation}: {at:?} {wanted}");
            }
        }
    }
}

/// The numbers in an attribute.
fn numbers(written: &str) -> Vec<f32> {
    let parts = written.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-');
    let apart: Vec<String> = parts.map(|part| part.replace('-', " -")).collect();
    apart.join(" ").split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

fn wanted_back(puzzle: &Puzzle, before: &Solution, after: &Solution) -> Vec<Change> {
    changes(puzzle, before, after).expect("it can be shown")
}

#[test]
fn a_solid_piece_is_drawn_alone_from_a_corner() {
    let cube: Shape = (0..8).map(|i| (Cell { x: i & 1, y: i >> 1 & 1, z: i >> 2 }, None)).collect();
    let pieces = vec![Piece::new("A", cube[..5].to_vec()), Piece::new("B", cube[5..].to_vec())];
    let setup = tiling::Setup { board: cube, pieces, ..tiling::Setup::default() };
    let p = Tiling::new(setup).unwrap();
    let svg = piece_svg(&p, 0).expect("there is one");
    assert!(
        Document::parse(&svg).is_ok_and(|svg| svg.descendants().any(|n| n.has_tag_name("path")))
    );
    assert_eq!(piece_svg(&p, 2), None);
    assert_eq!(pose(&p, 0, 0), None, "solid pieces are drawn as they lie");
}
