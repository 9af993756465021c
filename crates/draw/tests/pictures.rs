//! Whole pictures of small puzzles, and what must hold for every picture.

use marquetry_draw::{Ink, changes, gif, moving_svg, png, svg, text, touchable_svg};
use marquetry_puzzle::matching::{self, Colours, Edge, Rule, Tile};
use marquetry_puzzle::sliding::{self, Block, Freedom, Target};
use marquetry_puzzle::tiling::{self, Piece, Shape};
use marquetry_puzzle::{
    Cell, Direction, Laid, Matching, Move, Placed, Puzzle, Sliding, Solution, Tiling,
};

fn cells(drawing: &[&str], letter: char) -> Vec<Cell> {
    let row = |(y, line): (usize, &&str)| -> Vec<Cell> {
        let found = line.chars().enumerate().filter(|&(_, c)| c == letter);
        found.map(|(x, _)| Cell::at(x as i16, y as i16)).collect()
    };
    drawing.iter().enumerate().flat_map(row).collect()
}

/// A puzzle whose pieces and solution are the letters of a drawing, with colours on a chequered ground if wanted.
#[test]
fn a_sheet_has_every_solution_with_its_number_and_says_how_many_it_has_room_for() {
    let (puzzle, solution) = tiling(&["AAB", "ACB", "CCB"], false);
    let one = svg(&puzzle, Some(&solution));
    let many = vec![solution; 30];
    let sheet = marquetry_draw::sheet_svg(&puzzle, &many);
    let size = |svg: &str| {
        let tree = roxmltree::Document::parse(svg).unwrap();
        let side = |name| tree.root_element().attribute(name).unwrap().parse::<f32>().unwrap();
        side("width") * side("height")
    };
    assert!(size(&sheet) > 20.0 * size(&one) && size(&sheet) < 60.0 * size(&one));
    assert_eq!(marquetry_draw::sheet_room(&puzzle), 5000);
    let more = marquetry_draw::sheet_svg(&puzzle, &vec![many[0].clone(); 5001]);
    assert_eq!(more, marquetry_draw::sheet_svg(&puzzle, &vec![many[0].clone(); 5000]));
}

#[test]
fn a_box_is_drawn_layer_by_layer_and_from_a_corner() {
    let board: Shape = (0..8).map(|i| (Cell { z: i / 4, y: i / 2 % 2, x: i % 2 }, None)).collect();
    let half = |z| (0..4).map(|i| Cell { z, y: i / 2, x: i % 2 }).collect::<Vec<_>>();
    let flat = half(0).into_iter().map(|c| (c, None)).collect();
    let piece = Piece { least: 2, most: 2, ..Piece::new("O", flat) };
    let setup = tiling::Setup { board, pieces: vec![piece], ..tiling::Setup::default() };
    let puzzle = Tiling::new(setup).unwrap().into();
    let cover = Solution::Cover(vec![Placed::new(0, half(0)), Placed::new(0, half(1))]);
    let picture = svg(&puzzle, Some(&cover));
    // The paint of the piece in the light and in two shades.
    for colour in ["#99d5fa", "#7daecd", "#6890aa"] {
        assert!(picture.contains(colour), "{colour} in {picture}");
    }
    assert!(svg(&puzzle, None).contains("#f3f0e8"));
}

fn tiling(drawing: &[&str], chequered: bool) -> (Puzzle, Solution) {
    let colour = |c: Cell| chequered.then_some(if (c.x + c.y) % 2 == 0 { 'b' } else { 'w' });
    let shape =
        |letter| -> Shape { cells(drawing, letter).into_iter().map(|c| (c, colour(c))).collect() };
    let mut letters: Vec<char> = drawing.concat().chars().filter(|&c| c != '.').collect();
    letters.sort();
    letters.dedup();
    let setup = tiling::Setup {
        title: "Letters & <shapes>".into(),
        board: letters.iter().flat_map(|&letter| shape(letter)).collect(),
        pieces: letters.iter().map(|&letter| Piece::new(letter, shape(letter))).collect(),
        ..tiling::Setup::default()
    };
    let cover = letters
        .iter()
        .enumerate()
        .map(|(i, &letter)| Placed::new(i, cells(drawing, letter)))
        .collect();
    (Tiling::new(setup).unwrap().into(), Solution::Cover(cover))
}

/// A board whose tiles, given in order with their edges from the top clockwise, are named a, b, c and so on.
fn matching(width: usize, rule: Rule, frame: Option<&str>, tiles: &[&str]) -> Puzzle {
    let texts = || tiles.iter().flat_map(|tile| tile.split(' '));
    let mut setup = matching::Setup::blank(width, tiles.len() / width);
    setup.rule = rule;
    setup.colours = Colours::of_edges(rule, texts());
    let edges: Vec<Edge> = texts().map(|text| setup.colours.edge(rule, text).unwrap()).collect();
    let tile = |(i, edges): (usize, &[Edge])| Tile {
        name: char::from(b'a' + i as u8).to_string(),
        edges: edges.try_into().unwrap(),
    };
    setup.tiles = edges.chunks(4).enumerate().map(tile).collect();
    setup.frame = frame.and_then(|text| setup.colours.edge(rule, text));
    Matching::new(setup).unwrap().into()
}

fn framed() -> Puzzle {
    matching(2, Rule::Equal, Some("0"), &["0 12 3 0", "0 0 5 12", "3 7 0 0", "5 0 0 7"])
}

fn laid(turns: &[Option<u8>]) -> Solution {
    Solution::Board(
        turns.iter().enumerate().map(|(tile, turn)| Some(Laid { tile, turn: (*turn)? })).collect(),
    )
}

/// A tray as a drawing: `#` is a wall, `X` a car that may go sideways and must come to the right end of its row.
fn sliding(drawing: &[&str]) -> Puzzle {
    let mut letters: Vec<char> = drawing.concat().chars().filter(|c| c.is_alphabetic()).collect();
    letters.sort();
    letters.dedup();
    let block = |letter: &char| Block {
        name: letter.to_string(),
        label: None,
        cells: cells(drawing, *letter),
        freedom: if *letter == 'X' { Freedom::Horizontal } else { Freedom::Any },
    };
    let (width, height) = (drawing[0].len(), drawing.len());
    let car = cells(drawing, 'X');
    let shift = width as i16 - 1 - car.iter().map(|c| c.x).max().unwrap_or(0);
    let target =
        Target { label: None, cells: car.iter().map(|c| c.plus(Cell::at(shift, 0))).collect() };
    let setup = sliding::Setup {
        title: "Tray".into(),
        width,
        height,
        walls: cells(drawing, '#'),
        blocks: letters.iter().map(block).collect(),
        goal: vec![target],
    };
    Sliding::new(setup).unwrap().into()
}

fn pictures() -> Vec<(Puzzle, Option<Solution>)> {
    use Direction::{Down, Right};
    let (flat, flat_cover) = tiling(&["AAB", "A.B"], false);
    let (chequered, cover) = tiling(&["AAB", "A.B"], true);
    let arrows = matching(2, Rule::Pairs, None, &["Y1 G0 R0 B1", "Y0 B1 R1 G1"]);
    let tray = sliding(&["XX.a", "b.#a"]);
    let moves = vec![Move { block: 1, path: vec![Down] }, Move { block: 0, path: vec![Right] }];
    vec![
        (flat.clone(), None),
        (flat, Some(flat_cover)),
        (chequered.clone(), None),
        (chequered, Some(cover)),
        (framed(), None),
        (framed(), Some(laid(&[Some(0), Some(1), None, Some(0)]))),
        (arrows.clone(), None),
        (arrows, Some(laid(&[Some(0), Some(0)]))),
        (tray.clone(), None),
        (tray, Some(Solution::Moves(moves))),
    ]
}

#[test]
fn a_cover_has_lines_between_its_pieces_and_letters_in_them() {
    let (puzzle, cover) = tiling(&["AAB", "A.B"], false);
    let picture = "\
┌───────┬───┐
│ A   A │ B │
│   ┌───┤   │
│ A │   │ B │
└───┘   └───┘
";
    assert_eq!(text(&puzzle, Some(&cover), Ink::Plain), picture);
}

#[test]
fn a_coloured_cell_shows_its_colour_beside_the_letter() {
    let (puzzle, cover) = tiling(&["AAB"], true);
    let picture = "\
┌───────────┬─────┐
│ A b   A w │ B b │
└───────────┴─────┘
";
    assert_eq!(text(&puzzle, Some(&cover), Ink::Plain), picture);
}

#[test]
fn copies_of_a_piece_are_parted_and_long_names_have_a_legend() {
    let bar: Shape = vec![(Cell::at(0, 0), None), (Cell::at(1, 0), None)];
    let board = (0..4).map(|x| (Cell::at(x, 0), None)).collect();
    let piece = Piece { least: 0, most: 9, ..Piece::new("domino", bar) };
    let puzzle =
        Tiling::new(tiling::Setup { board, pieces: vec![piece], ..tiling::Setup::default() })
            .unwrap()
            .into();
    let at = |x| Placed::new(0, vec![Cell::at(x, 0), Cell::at(x + 1, 0)]);
    let cover = Solution::Cover(vec![at(0), at(2)]);
    let picture = "\
┌───────┬───────┐
│ A   A │ A   A │
└───────┴───────┘
A = domino
";
    assert_eq!(text(&puzzle, Some(&cover), Ink::Plain), picture);
}

#[test]
fn layers_of_a_solid_board_lie_side_by_side() {
    let board: Shape = (0..4).map(|i| (Cell { z: i / 2, y: 0, x: i % 2 }, None)).collect();
    let piece = Piece::new("A", board.clone());
    let cover = Solution::Cover(vec![Placed::new(0, board.iter().map(|c| c.0).collect())]);
    let puzzle =
        Tiling::new(tiling::Setup { board, pieces: vec![piece], ..tiling::Setup::default() })
            .unwrap()
            .into();
    let picture = "\
layer 1     layer 2
┌───────┐   ┌───────┐
│ A   A │   │ A   A │
└───────┘   └───────┘
";
    assert_eq!(text(&puzzle, Some(&cover), Ink::Plain), picture);
}

#[test]
fn a_board_shows_edges_names_empty_cells_and_breaks() {
    let board = laid(&[Some(0), Some(1), None, Some(0)]);
    let picture = "\
┌────────┬××××××××┐
│   0    ×   12   │
│0  a  12×5  b   0│
│   3    ×   0    │
├────────┼××××××××┤
│        │   5    │
│        │7  d   0│
│        │   0    │
└────────┴────────┘
";
    assert_eq!(text(&framed(), Some(&board), Ink::Plain), picture);
}

#[test]
fn a_broad_board_shows_names_and_turns_alone() {
    let tiles = ["1 1 1 2"; 11];
    let board = laid(&[
        Some(0),
        Some(1),
        None,
        Some(3),
        Some(0),
        Some(0),
        Some(0),
        Some(0),
        Some(0),
        Some(0),
        Some(0),
    ]);
    let picture = " \
a/0 b/1   · d/3×e/0×f/0×g/0×h/0×i/0×j/0×k/0
7/1 is tile 7 after one quarter turn clockwise
× marks edges that do not match
";
    assert_eq!(text(&matching(11, Rule::Equal, None, &tiles), Some(&board), Ink::Plain), picture);
}

#[test]
fn a_tray_comes_with_its_goal_and_the_moves_in_words() {
    let moves = Solution::Moves(vec![
        Move { block: 1, path: vec![Direction::Down, Direction::Down] },
        Move { block: 0, path: vec![Direction::Right, Direction::Right] },
    ]);
    let picture = "\
start               goal
┌───────┬───┬───┐   ┌───────┬───────┐
│ X   X │   │ a │   │       │ X   X │
├───────┘   └───┤   │       └───────┤
│               │   │               │
│   ┌───┐       │   │   ┌───┐       │
│   │▒▒▒│       │   │   │▒▒▒│       │
└───┴───┴───────┘   └───┴───┴───────┘
1. a (1x1 block) down 2
2. X (2x1 block) right 2
goal reached; moves: 2, slides: 2, steps: 4
end
┌───────┬───────┐
│       │ X   X │
│       └───────┤
│               │
│   ┌───┐   ┌───┤
│   │▒▒▒│   │ a │
└───┴───┴───┴───┘
";
    let shown = text(&sliding(&["XX.a", "....", ".#.."]), Some(&moves), Ink::Plain);
    assert_eq!(shown, picture);
}

#[test]
fn moves_in_words_tell_odd_shapes_labels_and_turns_of_the_way() {
    use Direction::{Down, Left, Up};
    let Puzzle::Sliding(p) = sliding(&["XX.aa", "b..a."]) else { unreachable!() };
    let mut setup = p.into_setup();
    setup.blocks.iter_mut().for_each(|b| b.label = Some(b.name.to_uppercase()));
    let puzzle = Sliding::new(setup).unwrap().into();
    let moves = Solution::Moves(vec![
        Move { block: 1, path: vec![Left, Down] },
        Move { block: 2, path: vec![Direction::Right, Direction::Right, Up] },
        Move { block: 0, path: vec![] },
    ]);
    let shown = text(&puzzle, Some(&moves), Ink::Plain);
    let list: Vec<&str> = shown.lines().filter(|line| line.contains(". ")).collect();
    let wanted = [
        "1. a (3-cell 2x2 block labelled A) left 1",
        "2. b (1x1 block labelled B) right 1",
        "3. X (2x1 block) stays",
    ];
    assert_eq!(list, wanted);
}

#[test]
fn colours_are_written_when_asked_for_and_never_else() {
    for (puzzle, solution) in pictures() {
        assert!(!text(&puzzle, solution.as_ref(), Ink::Plain).contains('\x1b'));
    }
    let (puzzle, cover) = tiling(&["AB"], false);
    assert!(text(&puzzle, Some(&cover), Ink::Ansi).contains("\x1b[38;5;16;48;5;"));
}

#[test]
fn every_svg_is_well_formed_and_has_its_title() {
    for (puzzle, solution) in pictures() {
        let picture = svg(&puzzle, solution.as_ref());
        let tree = roxmltree::Document::parse(&picture).unwrap();
        let title =
            tree.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
        let wanted = if puzzle.title().is_empty() { "A matching puzzle" } else { puzzle.title() };
        assert_eq!(title, Some(wanted));
        assert!(!picture.contains("NaN") && !picture.contains("inf"));
    }
}

fn size_of(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_png_has_its_signature_and_its_size() {
    let (puzzle, cover) = tiling(&["AAB", "A.B"], false);
    let picture = png(&puzzle, Some(&cover), 2.0).unwrap();
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(size_of(&picture), (2 * (3 * 40 + 32), 2 * (2 * 40 + 32)));
}

#[test]
fn a_png_that_would_be_huge_is_made_smaller() {
    let board: Shape = (0..512).map(|x| (Cell::at(x, 0), None)).collect();
    let piece = Piece { most: 512, ..Piece::new("A", vec![(Cell::at(0, 0), None)]) };
    let puzzle =
        Tiling::new(tiling::Setup { board, pieces: vec![piece], ..tiling::Setup::default() })
            .unwrap()
            .into();
    let (width, height) = size_of(&png(&puzzle, Some(&Solution::Cover(vec![])), 1000.0).unwrap());
    assert!(width > 500 * height / 5 && u64::from(width) * u64::from(height) < 41_000_000);
}

#[test]
fn a_board_of_few_cells_far_apart_is_drawn_within_bounds() {
    let far = Cell { z: 15, y: 511, x: 511 };
    let board: Shape = vec![(Cell::at(0, 0), None), (far, None)];
    let pieces = vec![Piece::new("A", board.clone())];
    let puzzle =
        Tiling::new(tiling::Setup { board, pieces, ..tiling::Setup::default() }).unwrap().into();
    let picture = "\
a board of 512x512x16 is too large for a picture in text
pieces left out: 1
";
    assert_eq!(text(&puzzle, None, Ink::Plain), picture);
    assert!(svg(&puzzle, None).len() < 100_000);
}

#[test]
fn a_scale_that_is_no_number_above_zero_is_refused() {
    let (puzzle, _) = tiling(&["A"], false);
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(png(&puzzle, None, scale).is_err());
    }
}

#[test]
fn no_solution_however_broken_keeps_a_picture_from_being_drawn() {
    let far = Cell { z: 9, y: -300, x: i16::MAX };
    let broken = [
        Solution::Board(vec![]),
        Solution::Board(vec![Some(Laid { tile: 99, turn: 250 }); 300]),
        Solution::Board(vec![Some(Laid { tile: 0, turn: 7 }); 4]),
        Solution::Cover(vec![
            Placed::new(99, vec![Cell::at(0, 0)]),
            Placed::new(0, vec![]),
            Placed::new(0, vec![far]),
        ]),
        Solution::Cover(vec![
            Placed::new(0, vec![Cell::at(0, 0); 3]),
            Placed::new(1, vec![Cell::at(0, 0)]),
        ]),
        Solution::Moves(vec![
            Move { block: 99, path: vec![Direction::Up] },
            Move { block: 0, path: vec![] },
        ]),
        Solution::Moves(vec![Move { block: 0, path: vec![Direction::Left; 70_000] }]),
    ];
    for (puzzle, _) in pictures() {
        for solution in &broken {
            assert!(!text(&puzzle, Some(solution), Ink::Ansi).is_empty());
            assert!(roxmltree::Document::parse(&svg(&puzzle, Some(solution))).is_ok());
            let touchable = touchable_svg(&puzzle, solution, "");
            assert!(roxmltree::Document::parse(&touchable).is_ok());
            let _ = changes(&puzzle, &Solution::Cover(vec![]), solution);
            let moves = matches!((&puzzle, solution), (Puzzle::Sliding(_), Solution::Moves(_)));
            assert_eq!(gif(&puzzle, Some(solution)).is_ok(), moves);
            assert_eq!(moving_svg(&puzzle, Some(solution)).is_ok(), moves);
        }
    }
}

/// The pixels that a GIF shows at its end, its width, and how many hundredths of a second it lasts.
fn last_frame(file: &[u8]) -> (Vec<[u8; 3]>, usize, usize) {
    let mut file = ::gif::Decoder::new(file).unwrap();
    let palette: Vec<[u8; 3]> = file.global_palette().unwrap().as_chunks().0.to_vec();
    let (width, height) = (usize::from(file.width()), usize::from(file.height()));
    assert_eq!(file.repeat(), ::gif::Repeat::Infinite);
    let (mut shown, mut lasts) = (vec![[0; 3]; width * height], 0);
    while let Some(frame) = file.read_next_frame().unwrap() {
        lasts += usize::from(frame.delay);
        assert_eq!(frame.dispose, ::gif::DisposalMethod::Keep);
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        let columns = usize::from(frame.width);
        for (i, &colour) in frame.buffer.iter().enumerate() {
            let place = (i / columns + top) * width + i % columns + left;
            shown[place] = palette[usize::from(colour)];
        }
    }
    (shown, width, lasts)
}

#[test]
fn a_gif_ends_with_the_blocks_where_the_moves_take_them() {
    use Direction::{Down, Left, Right, Up};
    let tray = sliding(&["XX.a", "....", "b...", "bb.#"]);
    let moves = Solution::Moves(vec![
        Move { block: 1, path: vec![Down, Left, Left, Left] },
        Move { block: 0, path: vec![Right, Right] },
        Move { block: 2, path: vec![Right, Up, Down, Right] },
    ]);
    let moved = sliding(&["..XX", "a...", ".b..", ".bb#"]);
    let (end, width, lasts) = last_frame(&gif(&tray, Some(&moves)).unwrap());
    let (wanted, ..) = last_frame(&gif(&moved, Some(&Solution::Moves(vec![]))).unwrap());
    // A shade at the edge of a line may be another one of the palette.
    let near = |a: &[u8; 3], b: &[u8; 3]| (0..3).all(|i| a[i].abs_diff(b[i]) < 48);
    assert_eq!((width, end.len()), (4 * 60 + 72, wanted.len()));
    assert!(end.iter().zip(&wanted).all(|(a, b)| near(a, b)));
    assert!((400..800).contains(&lasts), "{lasts}");
}

#[test]
fn an_svg_that_moves_takes_each_block_to_its_end() {
    use Direction::{Down, Right};
    let tray = sliding(&["XX.a", "....", ".#.."]);
    let moves = Solution::Moves(vec![
        Move { block: 1, path: vec![Down, Down] },
        Move { block: 0, path: vec![Right, Right] },
    ]);
    let picture = moving_svg(&tray, Some(&moves)).unwrap();
    let tree = roxmltree::Document::parse(&picture).unwrap();
    let mut ends = Vec::new();
    for node in tree.descendants().filter(|node| node.has_tag_name("animateTransform")) {
        let times: Vec<f32> = node
            .attribute("keyTimes")
            .unwrap()
            .split(';')
            .map(|time| time.parse().unwrap())
            .collect();
        let places: Vec<&str> = node.attribute("values").unwrap().split(';').collect();
        assert!(times[0] == 0.0 && times[times.len() - 1] == 1.0 && times.is_sorted());
        assert_eq!((times.len(), places[0]), (places.len(), "0 0"));
        ends.push(places[places.len() - 1].to_owned());
    }
    // The bodies of the blocks, then their letters.
    assert_eq!(ends, ["80 0", "0 80", "80 0", "0 80"]);
}

#[test]
fn pictures_that_move_are_bounded_or_refused() {
    let to_and_fro = |block| {
        let path = [Direction::Right, Direction::Left].repeat(20);
        Solution::Moves(vec![Move { block, path }; 2_500])
    };
    let broad = sliding(&[&format!("a.XX{}", ".".repeat(508)), &".".repeat(512)]);
    let (shown, _, lasts) = last_frame(&gif(&broad, Some(&to_and_fro(0))).unwrap());
    assert!(shown.len() < 640_000 && lasts < 11_000);
    let Solution::Moves(mut moves) = to_and_fro(0) else { unreachable!() };
    moves.push(moves[0].clone());
    let refused = gif(&broad, Some(&Solution::Moves(moves))).unwrap_err().to_string();
    assert!(refused.ends_with("2501 moves are too many to be shown moving, 2500 are the most"));
    let (puzzle, cover) = tiling(&["AAB"], false);
    assert!(gif(&puzzle, Some(&cover)).is_err() && gif(&broad, None).is_err());
}
