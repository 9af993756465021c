//! Boards that others have published, with the fewest moves they take.

use std::ops::ControlFlow;

use marquetry::formats::{hrd, js2, rush_hour};
use marquetry::puzzle::{Score, Sliding};
use marquetry::search::Search;
use marquetry::search::{Settings, each_solution};
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
