//! Boards that others have published, with the fewest moves they take, or with how soon they are solved.

use std::ops::ControlFlow;

use marquetry::formats::detect::{self, Hints};
use marquetry::formats::{Source, hrd, js2, rush_hour};
use marquetry::puzzle::generate::{Kind, generate};
use marquetry::puzzle::{Score, Sliding};
use marquetry::search::{Limits, Search, Settings, each_solution};
use marquetry::{Puzzle, Solution, judge};

/// Boards of Michael Fogleman's database: fewest moves, board, positions that can be reached.
const RUSH_HOUR: &str = "\
60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
58 BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN 9192
55 ooBBMxDDDKMoAAJKoNooJEENIFFLooIGGLox 9712
55 ooBBMxDDDKMoAAJKoNooJEENIFFLooIGGLHH 8257
54 oxCCMoDDDKMoAAJKooooJLEEIFFLoNIGGoxN 6355
54 oooJLxCCCJLoHAAKooHoIKDDooIEEMoFFoxM 3461
54 BBBKCCDDoKoLIAAKoLIoJEEMFFJooMooxoHH 1845
53 BBBCCNDDoxMNJAAoMOJoKFFOGGKLooxIILoo 4705
52 oxCCMNDDDKMNAAJKooooJEEoIFFLooIGGLox 7178
51 xCCoLMooJoLMAAJoLNHIDDDNHIoKEExooKGG 9360
51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 4780
50 ooIBBBooIKooAAJKoLCCJDDLGHEEoLGHFFoo 4643
";

fn fewest(p: Sliding) -> usize {
    let puzzle = Puzzle::from(p);
    let mut moves = 0;
    let mut watch = each_solution(|solution: &Solution| {
        if let Ok(Score::Moves { moves: made, reached: true, .. }) = judge(&puzzle, solution) {
            moves = made;
        }
        ControlFlow::Break(())
    });
    let how = Settings { engine: Some("bfs".into()), ..Settings::default() };
    Search::new(&puzzle).settings(&how).run(&mut watch).expect("it is searched");
    moves
}

#[test]
fn rush_hour_boards_take_as_many_moves_as_their_database_says() {
    for number in 1..=RUSH_HOUR.lines().count() {
        let p = rush_hour::read(RUSH_HOUR, Some(number)).expect("a board");
        let (boards, known) = rush_hour::known(RUSH_HOUR, Some(number));
        assert_eq!((boards, known), (12, Some(fewest(p) as u64)), "board {number}");
    }
}

#[test]
fn klotski_takes_81_moves_in_every_format() {
    assert_eq!(fewest(hrd::read("1A9BF0C00", None).expect("a layout")), 81);
    let puzzle = marquetry::formats::builtin::builtin("klotski").and_then(|b| b.puzzle());
    let Some(Puzzle::Sliding(klotski)) = puzzle else { panic!("klotski is built in") };
    let text = js2::write(&klotski).expect("blocks of any kind");
    assert_eq!(fewest(js2::read(&text).expect("what was written")), 81);
}

/// Marijn Heule's edge-matching instances em_8_4_5 and em_9_3_5: a tile a word, its edges from the top clockwise, 0 the rim.
const EDGES_8X8: &str = "\
0770 0837 0728 0957 0749 0927 0919 0089
7480 3134 2331 5233 4332 2333 1333 8093
8390 3143 3341 3223 3522 3315 3313 9063
9380 4123 4141 2221 2512 1515 1255 6062
8270 2342 4113 2151 1341 1533 5535 6075
7360 4223 1512 5235 4452 3234 3512 7095
6590 2435 1544 3245 5332 3133 1551 9075
9900 3909 4909 4909 3809 3908 5909 7009
";
const EDGES_9X9: &str = "\
0770 0657 0816 0628 0816 0638 0746 0827 0088
7380 5253 1312 2553 1145 3131 4411 2444 8064
8260 5322 1223 5112 4211 3252 1422 4444 6064
6170 2431 2344 1213 1522 5535 2335 4133 6081
7170 3351 4153 1421 2534 3335 3153 3221 8062
7160 5411 5234 2232 3332 3233 5212 2432 6064
6260 1452 3544 3545 3315 3513 1325 3523 6065
6570 5335 4353 4433 1314 1333 2113 2511 6085
7800 3708 5607 3806 1608 3806 1608 1806 8008
";

/// A file as those instances are published: a line `0`, then a tile a line.
fn instance(edges: &str) -> Puzzle {
    let tile = |word: &str| word.chars().map(|edge| format!("{edge} ")).collect::<String>() + "\n";
    let text = edges.split_whitespace().fold("0\n".to_owned(), |text, word| text + &tile(word));
    detect::read(&Source::new("em.txt", &text), &Hints::default()).expect("surely a board").1
}

/// Is a first solution found by the automatic choice of so many threads within so many nodes?
fn solved_within(nodes: u64, threads: usize, puzzle: &Puzzle) -> bool {
    let mut solved = false;
    let watch = each_solution(|solution: &Solution| {
        solved = matches!(judge(puzzle, solution), Ok(score) if score.solved());
        ControlFlow::Continue(())
    });
    let limits = Limits { nodes: Some(nodes), solutions: Some(1), ..Limits::default() };
    Search::new(puzzle).threads(threads).limits(limits).run(watch).expect("it is searched");
    solved
}

#[test]
fn edge_matching_boards_of_8x8_and_9x9_are_solved_in_seconds() {
    assert!(solved_within(10_000_000, 1, &instance(EDGES_8X8)));
    assert!(solved_within(10_000_000, 1, &instance(EDGES_9X9)));
}

/// One after the other in rows or by the fewest choices, its tiles would not be laid in hours.
#[test]
fn a_framed_board_of_16x16_with_nine_colours_is_solved() {
    let board = generate(Kind::Framed, 16, 16, 9, 3).expect("in range").into();
    assert!(solved_within(200_000_000, 2, &board));
}
