//! Lower parts of a board, thousands abreast: cell by cell all ways to go on from each are rated, and the best are kept.
//!
//! What counts is the promise of what is left ([`Promise`]), and besides it how much of a few colours is used up: the promise
//! alone sees too late what it is worth to use a colour up. A little chance for each tile makes every beam another one.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use marquetry_puzzle::generate::dice::Dice;
use rustc_hash::FxHashSet;

use super::card::Abreast;
use super::ground::Ground;
use super::lists::{Choice, Lists};
use super::promise::{Promise, UNIT};
use crate::matching::model::{NONE, RIM};
use crate::run::{Halt, Run};

/// What it is worth that an edge of the colours to be used up lies on the board, and what chance adds to a tile at most, in
/// units of the promise.
const BONUS: i64 = UNIT;
const CHANCE: i64 = 7 * UNIT / 10;

/// What a cell to be filled has to do with those around it.
struct Spot {
    column: usize,
    row: usize,
    /// The colours to the left and below where they are the same for all boards, times those that the lists go by.
    left: Option<u32>,
    below: Option<u32>,
    lists: u32,
    /// By side: an edge more that is shown to an empty cell, one less that was shown, or neither.
    shows: [i8; 4],
}

/// A board as it is found again: what it was before the last tile, and that tile's look.
type Link = (u32, u16);

/// A way to go on from a board.
struct Way {
    score: i64,
    marks: u64,
    link: Link,
}

/// The boards of one depth, side by side.
#[derive(Clone, Default)]
struct Boards {
    /// Bits of the tiles that are used.
    used: Vec<u64>,
    /// What the highest tile of each column shows above, and the last one of each row to its right.
    fronts: Vec<u16>,
    /// By kind, edges of the tiles left and edges shown to empty cells.
    counts: Vec<[u16; 2]>,
    /// What each is rated, what part of that is not the promise, and the same number for the same tiles and fronts.
    rated: Vec<(i64, i64, u64)>,
}

/// Boards abreast.
pub struct Beam<'a> {
    g: &'a Ground<'a>,
    lists: Lists,
    promise: Promise,
    spots: Vec<Spot>,
    /// By tile, what it is worth to have it on the board apart from the promise: without and with chance.
    bonus: Vec<i64>,
    worth: Vec<i64>,
    /// Random marks of tiles, and of colours in columns and rows.
    tile_marks: Vec<u64>,
    front_marks: Vec<u64>,
    /// Where all begin.
    empty: Boards,
    boards: Boards,
    next: Boards,
    ways: Vec<Way>,
    /// How each depth was come to.
    links: Vec<Vec<Link>>,
    /// Of the present depth, the boards that were gone on from.
    at: usize,
    width: usize,
}

impl<'a> Beam<'a> {
    /// Boards on which only the pinned looks lie. Tiles are `rich` in the colours to be used up.
    pub fn new(
        g: &'a Ground<'a>,
        lists: Lists,
        pinned: &[u32],
        rich: &[u16],
        dice: &mut Dice,
    ) -> Beam<'a> {
        let promise = Promise::new(g);
        let (width, cells) = (g.p.width, g.places.len());
        let mut filled: Vec<bool> = pinned.iter().map(|&look| look != NONE).collect();
        let nothing = lists.nothing();
        let mut spots = Vec::new();
        for step in &lists.steps {
            let cell = usize::from(step.cell);
            let place = usize::from(g.places[cell]);
            let fixed = |near: u16| match pinned.get(usize::from(near)) {
                None => Some(nothing),
                Some(&NONE) => None,
                Some(&look) => Some(lists.entry(g, look)),
            };
            let shows = g.near[cell].map(|near| match near {
                RIM => 0,
                near if filled[usize::from(near)] => -1,
                _ => 1,
            });
            spots.push(Spot {
                column: place % width,
                row: place / width,
                left: fixed(step.left).map(|entry| entry.right),
                below: fixed(step.below).map(|entry| u32::from(entry.top)),
                lists: step.lists,
                shows,
            });
            filled[cell] = true;
        }
        let mut marks = |n: usize| -> Vec<u64> { (0..n).map(|_| dice.word()).collect() };
        let (tile_marks, front_marks) =
            (marks(g.p.tiles.len()), marks((width + g.p.height) * g.colours));
        let mut empty = Boards {
            used: vec![0; g.p.tiles.len().div_ceil(64)],
            fronts: vec![0; width + g.p.height],
            ..Boards::default()
        };
        let mut laid = vec![false; g.p.tiles.len()];
        for &look in pinned.iter().filter(|&&look| look != NONE) {
            let tile = g.tile(look);
            laid[tile] = true;
            empty.used[tile / 64] |= 1 << (tile % 64);
        }
        debug_assert_eq!(pinned.len(), cells);
        let (counts, value) = promise.counts(g, pinned, &laid);
        empty.counts = counts;
        empty.rated = vec![(value, 0, 0)];
        let bonus: Vec<i64> = rich.iter().map(|&edges| BONUS * i64::from(edges)).collect();
        Beam {
            g,
            lists,
            promise,
            spots,
            worth: bonus.clone(),
            bonus,
            tile_marks,
            front_marks,
            empty,
            boards: Boards::default(),
            next: Boards::default(),
            ways: Vec::new(),
            links: Vec::new(),
            at: 0,
            width: 0,
        }
    }

    /// Begins anew with an empty board, so many boards abreast, and other chances.
    pub fn begin(&mut self, width: usize, dice: &mut Dice) {
        let mut looks = self.g.looks.clone();
        dice.shuffle(&mut looks);
        self.lists.fill(self.g, &Choice { looks: &looks, breaks: false }, 0);
        for (worth, bonus) in self.worth.iter_mut().zip(&self.bonus) {
            *worth = bonus + i64::from(dice.below(CHANCE as u32));
        }
        self.boards.clone_from(&self.empty);
        self.links.clear();
        self.ways.clear();
        (self.at, self.width) = (0, width);
    }

    /// What a card needs to do the same, as far as so many cells; `None` if it has no room for such a puzzle.
    pub fn abreast(&self, cells: usize) -> Option<Abreast> {
        let (g, board) = (self.g, &self.empty);
        let spot = |spot: &Spot| {
            let packed = |(side, &more): (usize, &i8)| ((more + 1) as u32) << (2 * side);
            let shows = spot.shows.iter().enumerate().map(packed).sum();
            let [left, below] = [spot.left, spot.below].map(|colour| colour.unwrap_or(u32::MAX));
            [spot.column as u32, spot.row as u32, left, below, spot.lists, shows]
        };
        let colours = |shown: &[u16; 4]| u32::from(shown[0]) | u32::from(shown[1]) << 16;
        let looks = g.shown.iter().map(colours).zip(self.promise.kinds()?);
        let (ordered, paired, lacking) = self.promise.tables()?;
        let words = g.p.tiles.len().div_ceil(32);
        let used = board.used.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
        let fronts = board.fronts.len().div_ceil(4);
        let counts =
            board.counts.iter().map(|&[left, shown]| u32::from(left) | u32::from(shown) << 16);
        let value = i32::try_from(board.rated[0].0).ok()?;
        let first = used.take(words).chain(std::iter::repeat_n(0, fronts)).chain(counts);
        (g.colours <= 256 && g.looks.len() <= 1 << 16).then(|| Abreast {
            spots: self.spots[..cells].iter().map(spot).collect(),
            looks: looks.map(|(colours, kinds)| [colours, kinds]).collect(),
            bounds: self.lists.bounds.clone(),
            entries: self.lists.entries.iter().map(|entry| entry.look).collect(),
            ordered,
            paired,
            lacking,
            worth: self.worth.iter().map(|&worth| worth as i32).collect(),
            tile_marks: self.tile_marks.clone(),
            front_marks: self.front_marks.clone(),
            first: first.chain([value as u32, 0, 0, 0]).collect(),
            words,
            fronts,
            kinds: board.counts.len() - 1,
            columns: g.p.width,
            colours: self.lists.colours,
            shown: g.colours,
            shift: g.shift,
        })
    }

    /// How many cells are filled.
    pub fn depth(&self) -> usize {
        self.links.len()
    }

    /// Goes on to a depth, or until no board can be gone on with. It can be stopped at any time, and goes on from there.
    pub fn go(&mut self, to: usize, run: &mut Run<'_>) -> ControlFlow<Halt> {
        while self.depth() < to {
            while self.at < self.boards.rated.len() {
                let before = self.ways.len();
                self.expand(self.at);
                self.at += 1;
                (before..self.ways.len()).try_for_each(|_| run.tick())?;
            }
            if self.ways.is_empty() {
                break;
            }
            self.choose();
        }
        ControlFlow::Continue(())
    }

    /// Rates all ways to fill the next cell of a board.
    fn expand(&mut self, board: usize) {
        let (g, spot) = (self.g, &self.spots[self.links.len()]);
        let fronts = &self.boards.fronts[board * self.empty.fronts.len()..];
        let counts = &self.boards.counts[board * self.empty.counts.len()..];
        let used = &self.boards.used[board * self.empty.used.len()..];
        let (score, _, marks) = self.boards.rated[board];
        let (top, right) = (spot.column, g.p.width + spot.row);
        let left = spot.left.unwrap_or(u32::from(fronts[right]) * self.lists.colours as u32);
        let below = spot.below.unwrap_or(u32::from(fronts[top]));
        let at = (spot.lists + 2 * (left + below)) as usize;
        let mark =
            |front: usize, colour: u16| self.front_marks[front * g.colours + usize::from(colour)];
        let mut marks = marks;
        if spot.left.is_none() {
            marks ^= mark(right, fronts[right]);
        }
        if spot.below.is_none() {
            marks ^= mark(top, fronts[top]);
        }
        for entry in
            &self.lists.entries[self.lists.bounds[at] as usize..self.lists.bounds[at + 1] as usize]
        {
            let tile = usize::from(entry.look) >> g.shift;
            if used[tile / 64] >> (tile % 64) & 1 == 1 {
                continue;
            }
            let shown = g.shown[usize::from(entry.look)];
            let mut marks = marks ^ self.tile_marks[tile];
            if spot.shows[1] == 1 {
                marks ^= mark(right, shown[1]);
            }
            if spot.shows[0] == 1 {
                marks ^= mark(top, shown[0]);
            }
            let score =
                score + self.worth[tile] + self.promise.gained(entry.look, &spot.shows, counts);
            self.ways.push(Way { score, marks, link: (board as u32, entry.look) });
        }
    }

    /// Takes the best ways, each of twins once, and goes to the next depth.
    fn choose(&mut self) {
        // More than are wanted at first, since some are twins of others.
        self.cut(2 * self.width);
        let mut seen = FxHashSet::default();
        self.ways.retain(|way| seen.insert(way.marks));
        self.cut(self.width);
        // By where they come from: the boards are read one after the other.
        self.ways.sort_unstable_by_key(|way| way.link);
        let (words, fronts, kinds) =
            (self.empty.used.len(), self.empty.fronts.len(), self.empty.counts.len());
        let (old, next, g) = (&self.boards, &mut self.next, self.g);
        let spot = &self.spots[self.links.len()];
        next.used.clear();
        next.fronts.clear();
        next.counts.clear();
        next.rated.clear();
        let mut links = Vec::new();
        for way in &self.ways {
            let (board, look) = (way.link.0 as usize, way.link.1);
            let tile = usize::from(look) >> g.shift;
            let at = links.len();
            next.used.extend(&old.used[board * words..][..words]);
            next.used[at * words + tile / 64] |= 1 << (tile % 64);
            next.fronts.extend(&old.fronts[board * fronts..][..fronts]);
            let [top, right, ..] = g.shown[usize::from(look)];
            next.fronts[at * fronts + spot.column] = top;
            next.fronts[at * fronts + g.p.width + spot.row] = right;
            next.counts.extend(&old.counts[board * kinds..][..kinds]);
            self.promise.lay(look, &spot.shows, &mut next.counts[at * kinds..]);
            next.rated.push((way.score, old.rated[board].1 + self.worth[tile], way.marks));
            links.push(way.link);
        }
        self.links.push(links);
        self.ways.clear();
        self.at = 0;
        std::mem::swap(&mut self.boards, &mut self.next);
    }

    /// Keeps so many ways at most, the best.
    fn cut(&mut self, most: usize) {
        if self.ways.len() > most {
            self.ways.select_nth_unstable_by_key(most, |way| Reverse(way.score));
            self.ways.truncate(most);
        }
    }

    /// The looks of the most promising boards, cell by cell, the most promising one first.
    pub fn best(&self, most: usize) -> Vec<Vec<u16>> {
        let promise = |board: usize| self.boards.rated[board].0 - self.boards.rated[board].1;
        let mut order: Vec<usize> = (0..self.boards.rated.len()).collect();
        order.sort_by_key(|&board| Reverse(promise(board)));
        order.truncate(most);
        order.into_iter().map(|board| self.path(board)).collect()
    }

    fn path(&self, board: usize) -> Vec<u16> {
        let mut at = board;
        let step = |links: &Vec<Link>| {
            let (before, look) = links[at];
            at = before as usize;
            look
        };
        let mut looks: Vec<u16> = self.links.iter().rev().map(step).collect();
        looks.reverse();
        looks
    }
}

#[cfg(test)]
mod tests {
    use marquetry_puzzle::Puzzle;
    use marquetry_puzzle::generate::{Kind, generate};

    use super::super::colours::rich;
    use super::super::fill::breaks;
    use super::*;
    use crate::run::{Limits, StopFlag};

    /// The boards of a beam, stopped every so many nodes, and what it rates them.
    fn boards(g: &Ground<'_>, puzzle: &Puzzle, every: u64) -> Vec<(Vec<u16>, i64)> {
        let pinned = vec![NONE; g.places.len()];
        let order: Vec<u16> = (0..g.places.len() as u16).collect();
        let lists = Lists::new(g, &order, &pinned).expect("it has few colours");
        let mut dice = Dice::new(1);
        let mut beam = Beam::new(g, lists, &pinned, &rich(g), &mut dice);
        beam.begin(64, &mut dice);
        let (mut watch, mut nodes) = ((), every);
        let mut through = false;
        while !through {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut run = Run::new(puzzle, false, limits, StopFlag::default(), &mut watch);
            through = beam.go(g.places.len() / 2, &mut run).is_continue();
            nodes += 1;
        }
        let promise = |board: usize| beam.boards.rated[board].0 - beam.boards.rated[board].1;
        let mut rated: Vec<i64> = (0..beam.boards.rated.len()).map(promise).collect();
        rated.sort_by_key(|&promise| Reverse(promise));
        beam.best(usize::MAX).into_iter().zip(rated).collect()
    }

    #[test]
    fn boards_of_a_beam_have_no_break_and_the_promise_that_they_are_rated_by() {
        for (kind, side, colours) in [(Kind::Framed, 8, 8), (Kind::Tetravex, 7, 8)] {
            let p = generate(kind, side, side, colours, 3).expect("the size is in range");
            let (g, puzzle) = (Ground::new(&p), Puzzle::from(p.clone()));
            let found = boards(&g, &puzzle, u64::MAX / 2);
            assert!(found.len() > 8, "{}", found.len());
            for (path, rated) in &found {
                let (mut placed, mut used) =
                    (vec![NONE; g.places.len()], vec![false; p.tiles.len()]);
                for (cell, &look) in path.iter().enumerate() {
                    let look = u32::from(look);
                    assert!(g.suits(cell, look) && breaks(&g, &placed, cell, look) == 0);
                    assert!(!used[g.tile(look)]);
                    (placed[cell], used[g.tile(look)]) = (look, true);
                }
                assert_eq!(Promise::new(&g).counts(&g, &placed, &used).1, *rated);
            }
            assert!(boards(&g, &puzzle, 10) == found, "it can be stopped at any time");
        }
    }

    #[test]
    fn a_card_is_asked_for_the_boards_that_a_thread_lays() {
        for seed in 1..12 {
            // Few enough for all of them to lie abreast: none is left out where others are rated the same.
            let (kind, cells) = if seed % 3 == 0 { (Kind::Tetravex, 4) } else { (Kind::Framed, 9) };
            let p = generate(kind, 5, 5, 6, seed).expect("the size is in range");
            let (g, puzzle) = (Ground::new(&p), Puzzle::from(p.clone()));
            let (pinned, order) = (vec![NONE; 25], (0..25).collect::<Vec<u16>>());
            let lists = Lists::new(&g, &order, &pinned).expect("it has few colours");
            let mut dice = Dice::new(seed);
            let mut beam = Beam::new(&g, lists, &pinned, &rich(&g), &mut dice);
            beam.begin(MANY, &mut dice);
            const MANY: usize = 50_000;
            let field = beam.abreast(cells).expect("it is small");
            let mut slowly = vec![field.first.clone()];
            for cell in 0..cells {
                slowly = field.reference(&slowly, cell, MANY);
            }
            let mut watch = ();
            let mut run =
                Run::new(&puzzle, false, Limits::default(), StopFlag::default(), &mut watch);
            assert!(beam.go(cells, &mut run).is_continue() && slowly.len() < MANY);
            assert!(slowly.len() > 20, "seed {seed}: {}", slowly.len());
            let mut promises: Vec<i32> = slowly.iter().map(|board| field.promise(board)).collect();
            promises.sort_by_key(|&promise| Reverse(promise));
            let told = beam.best(usize::MAX).into_iter().map(|looks| field.promise_of(&looks));
            assert_eq!(told.collect::<Option<Vec<i32>>>(), Some(promises), "seed {seed}");
        }
    }
}
