//! What the writers of rush-hour, hrd and js2 wrote is read back equal.

use marquetry_formats::{hrd, js2, rush_hour};
use marquetry_puzzle::{Puzzle, Sliding};
use marquetry_testkit::sliding::sliding;
use proptest::collection::vec;
use proptest::prelude::*;

/// A board: car A in its row, and others wherever they find room.
fn board() -> impl Strategy<Value = String> {
    let cars = vec((0..36_usize, 2..4_usize, any::<bool>()), 0..14);
    (0..6_usize, 0..4_usize, 2..4_usize, cars, vec(0..36_usize, 0..3)).prop_map(
        |(row, column, length, cars, walls)| {
            let mut board = ['o'; 36];
            let column = column.min(6 - length);
            board[row * 6 + column..row * 6 + column + length].fill('A');
            let mut letters = ('B'..='Z').chain('a'..'o');
            for (at, length, along) in cars {
                let (x, y) = (at % 6, at / 6);
                let fits = if along { x } else { y } + length <= 6;
                let step = if along { 1 } else { 6 };
                let cells: Vec<usize> = (0..length).map(|i| at + i * step).collect();
                if fits && cells.iter().all(|&cell| board[cell] == 'o') {
                    let letter = letters.next().unwrap_or('z');
                    cells.into_iter().for_each(|cell| board[cell] = letter);
                }
            }
            walls
                .into_iter()
                .filter(|&at| board[at] == 'o')
                .collect::<Vec<_>>()
                .into_iter()
                .for_each(|at| board[at] = 'x');
            board.iter().collect()
        },
    )
}

/// All that is left when names and labels are forgotten.
fn bare(p: &Sliding) -> impl PartialEq + std::fmt::Debug + use<> {
    let blocks: Vec<_> = (0..p.blocks.len())
        .map(|i| (p.blocks[i].cells.clone(), p.blocks[i].freedom, p.kind(i)))
        .collect();
    let suited = |target| (0..p.blocks.len()).filter(|&i| p.suits(i, target)).collect::<Vec<_>>();
    let goal: Vec<_> = p.goal.iter().map(|target| (target.cells.clone(), suited(target))).collect();
    (p.width, p.height, p.walls.clone(), blocks, goal)
}

proptest! {
    #[test]
    fn a_rush_hour_board_reads_back_equal(board in board()) {
        let p = rush_hour::read(&board, None).unwrap();
        prop_assert_eq!(rush_hour::write(&p).unwrap(), board.clone() + "\n");
        let rows: Vec<&str> = (0..6).map(|y| &board[y * 6..y * 6 + 6]).collect();
        let drawn = rush_hour::read(&rows.join("\n"), None).unwrap();
        prop_assert_eq!(&drawn, &p);
        let again = js2::read(&js2::write(&p).unwrap()).unwrap();
        prop_assert_eq!(bare(&again), bare(&p));
    }
}

#[test]
fn what_js2_carries_reads_back_equal_but_for_names_and_labels() {
    let mut carried = 0;
    for seed in 0..500 {
        let p = sliding(seed);
        let Ok(text) = js2::write(&p) else { continue };
        let again = js2::read(&text).unwrap_or_else(|faults| panic!("{text}{faults:?}"));
        assert_eq!(bare(&again), bare(&p), "seed {seed}\n{text}");
        assert_eq!(js2::write(&again).unwrap(), text, "seed {seed}");
        assert_eq!(js2::read(&js2::write(&again).unwrap()).unwrap(), again, "seed {seed}");
        carried += 1;
    }
    assert!(carried > 300, "{carried}");
}

#[test]
fn what_the_two_others_cannot_carry_they_refuse() {
    for seed in 0..500 {
        let p = sliding(seed);
        assert!(rush_hour::write(&p).is_err() && hrd::write(&p).is_err(), "{:?}", Puzzle::from(p));
    }
}
