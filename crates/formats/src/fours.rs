//! Files of four whole numbers a line. Tiles with a number on each edge and blocks in a tray are both written so, with
//! a size above them or without one: what a file means shows in what its numbers make sense as.

use std::collections::{BTreeMap, HashMap};

use marquetry_puzzle::matching::MAX_SIDE;

use crate::claim::Claim;
use crate::lines::{Word, lines};
use crate::numbered::rectangle;
use crate::tetravex::EdgeOrder;
use crate::{berkeley, detect::Hints};

/// What each format says of such a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    pub e2_tiles: Claim,
    pub tetravex: Claim,
    pub berkeley: Claim,
    pub berkeley_old: Claim,
}

/// Nobody's file.
const NOBODY: Verdict = Verdict {
    e2_tiles: Claim::No,
    tetravex: Claim::No,
    berkeley: Claim::No,
    berkeley_old: Claim::No,
};

/// The numbers of a file. Numbers that are too large are the largest; a row with a word that is no whole number of 0 or
/// more, or without four words, is `None`.
struct Fours {
    header: Vec<u64>,
    rows: Vec<Option<[u64; 4]>>,
}

/// Is this a number, though perhaps one that no reader takes?
fn numeral(word: &Word) -> bool {
    let digits = word.text.strip_prefix(['-', '+']).unwrap_or(word.text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn whole(word: &Word) -> Option<u64> {
    word.text.bytes().all(|b| b.is_ascii_digit()).then(|| word.text.parse().unwrap_or(u64::MAX))
}

impl Fours {
    /// The numbers of a text in which at least half the lines below the header have four.
    fn parse(text: &str) -> Option<Fours> {
        let mut all = lines(text).filter(|line| !line.is_blank()).peekable();
        let header = all.next_if(|line| line.words().take(3).count() < 3);
        // Below items, which are more than four, options may be fours too.
        if header.is_none() && all.peek().is_some_and(|line| line.words().take(5).count() != 4) {
            return None;
        }
        let header: Option<Vec<u64>> =
            header.map_or(Some(Vec::new()), |line| line.words().map(|word| whole(&word)).collect());
        let mut shaped = 0;
        let mut rows = Vec::new();
        for line in all {
            let words: Vec<Word> = line.words().take(5).collect();
            shaped += usize::from(words.len() == 4 && words.iter().all(numeral));
            let numbers: Option<Vec<u64>> = words.iter().map(whole).collect();
            rows.push(numbers.and_then(|numbers| numbers.try_into().ok()));
        }
        let fours = shaped > 0 && 2 * shaped >= rows.len();
        header.filter(|_| fours).map(|header| Fours { header, rows })
    }

    /// Width, height and the tiles, where there is one for each cell.
    fn tiles(&self) -> Option<(usize, usize, Vec<[u64; 4]>)> {
        let tiles: Vec<[u64; 4]> = self.rows.iter().copied().collect::<Option<_>>()?;
        let count = tiles.len();
        let (width, height) = match self.header[..] {
            [] | [0] => {
                let rim = tiles.iter().flatten().filter(|&&edge| edge == 0).count();
                rectangle(count, rim)?
            }
            [side] => (usize::try_from(side).ok()?, usize::try_from(side).ok()?),
            [width, height] => (usize::try_from(width).ok()?, usize::try_from(height).ok()?),
            _ => return None,
        };
        let board = width.max(height) <= MAX_SIDE && width * height == count;
        board.then_some((width, height, tiles))
    }
}

/// What the formats of this shape say of a text, and of the goal beside it where there is one.
pub(crate) fn judge(text: &str, hints: &Hints) -> Verdict {
    let Some(fours) = Fours::parse(text) else { return NOBODY };
    let sized = fours.header.len() == 2;
    if sized && let Some(verdict) = trays(text, hints) {
        return verdict;
    }
    if let Some((width, height, tiles)) = fours.tiles() {
        return judge_tiles(&fours, (width, height), &tiles);
    }
    match fours.header[..] {
        [] | [0] => Verdict { e2_tiles: Claim::Surely, ..NOBODY },
        [rows, columns] => broken_tray(&fours.rows, (rows, columns)),
        _ => Verdict { e2_tiles: Claim::Could, tetravex: Claim::Could, ..NOBODY },
    }
}

/// A tray is one whose blocks lie inside it and do not overlap, and so do the places of its goal.
fn trays(text: &str, hints: &Hints) -> Option<Verdict> {
    let goal = hints.goal.as_ref().map(|goal| goal.text.as_str());
    match (berkeley::read(text, goal).ok(), berkeley::read_old(text, goal).ok()) {
        (None, None) => None,
        (Some(corners), Some(sizes)) if corners != sizes => {
            Some(Verdict { berkeley: Claim::Could, berkeley_old: Claim::Could, ..NOBODY })
        }
        (Some(_), _) => Some(Verdict { berkeley: Claim::Surely, ..NOBODY }),
        (None, Some(_)) => Some(Verdict { berkeley_old: Claim::Surely, ..NOBODY }),
    }
}

/// A size and fours that are neither a tray nor a tile for each cell: a tray with a fault, where most of its lines are
/// blocks inside it.
fn broken_tray(rows: &[Option<[u64; 4]>], (tall, wide): (u64, u64)) -> Verdict {
    let corners = |[top, left, bottom, right]: [u64; 4]| {
        top <= bottom && bottom < tall && left <= right && right < wide
    };
    let sizes = |[length, width, row, column]: [u64; 4]| {
        let inside = |from: u64, long: u64, side| long > 0 && from.saturating_add(long) <= side;
        inside(row, length, tall) && inside(column, width, wide)
    };
    let most = |fits: &dyn Fn([u64; 4]) -> bool| {
        let fit = rows.iter().flatten().filter(|&&row| fits(row)).count();
        // A single line with a fault is no reason to look elsewhere.
        if 2 * fit >= rows.len() || rows.len() == 1 { fit + 1 } else { 0 }
    };
    match (most(&corners), most(&sizes)) {
        (0, 0) => Verdict { e2_tiles: Claim::Could, tetravex: Claim::Could, ..NOBODY },
        (now, old) if now > old => Verdict { berkeley: Claim::Surely, ..NOBODY },
        (now, old) if now < old => Verdict { berkeley_old: Claim::Surely, ..NOBODY },
        _ => Verdict { berkeley: Claim::Could, berkeley_old: Claim::Could, ..NOBODY },
    }
}

/// How the zeros of some tiles suit the rim of a board.
#[derive(PartialEq, Eq)]
enum Rim {
    /// There are none.
    Free,
    /// They are just those of its corners, sides and inside.
    Framed,
    /// About as many as the rim is long, but not on the right tiles.
    Nearly,
    /// 0 is a number like others.
    Otherwise,
}

/// Which of four edges are on the rim, as bits, in the turn for which that number is least.
fn on_rim(edges: [bool; 4]) -> u8 {
    let bits = |turn: usize| (0..4).fold(0, |bits, i| bits << 1 | u8::from(edges[(i + turn) % 4]));
    (0..4).map(bits).min().unwrap_or_default()
}

fn rim((width, height): (usize, usize), tiles: &[[u64; 4]]) -> Rim {
    let zeros = tiles.iter().flatten().filter(|&&edge| edge == 0).count();
    let mut missing: BTreeMap<u8, i64> = BTreeMap::new();
    for y in 0..height {
        for x in 0..width {
            let edges = [y == 0, x + 1 == width, y + 1 == height, x == 0];
            *missing.entry(on_rim(edges)).or_default() += 1;
        }
    }
    for tile in tiles {
        *missing.entry(on_rim(tile.map(|edge| edge == 0))).or_default() -= 1;
    }
    match zeros {
        0 => Rim::Free,
        _ if missing.values().all(|&n| n == 0) => Rim::Framed,
        _ if zeros.abs_diff(2 * (width + height)) <= 2 => Rim::Nearly,
        _ => Rim::Otherwise,
    }
}

fn judge_tiles(fours: &Fours, size: (usize, usize), tiles: &[[u64; 4]]) -> Verdict {
    let rim = rim(size, tiles);
    let e2 = |e2_tiles| Verdict { e2_tiles, ..NOBODY };
    match fours.header[..] {
        _ if rim == Rim::Framed => return e2(Claim::Surely),
        // Blocks that do not overlap are a goal without its tray.
        [] if rim == Rim::Free && !disjoint(tiles) => return e2(Claim::Surely),
        [] | [0] => return e2(Claim::Could),
        _ => {}
    }
    let usual = Balance::new(EdgeOrder::CLOCKWISE, size, tiles);
    let both = |e2_tiles, tetravex| Verdict { e2_tiles, tetravex, ..NOBODY };
    match rim {
        _ if !usual.holds(tiles) && other_order(size, tiles).is_some() => {
            both(Claim::Could, Claim::Could)
        }
        Rim::Free if !usual.holds(tiles) => both(Claim::Surely, Claim::No),
        Rim::Otherwise if usual.holds(tiles) => both(Claim::No, Claim::Surely),
        _ if usual.holds(tiles) && usual.tells(tiles) => both(Claim::No, Claim::Surely),
        _ => both(Claim::Could, Claim::Could),
    }
}

/// Are these rectangles, by their corners, no two with a cell in common?
fn disjoint(rows: &[[u64; 4]]) -> bool {
    let mut taken = std::collections::HashSet::new();
    let small = |side: u64| side < 512;
    rows.iter().all(|&[top, left, bottom, right]| {
        top <= bottom
            && left <= right
            && small(bottom)
            && small(right)
            && (top..=bottom).all(|y| (left..=right).all(|x| taken.insert((y, x))))
    })
}

/// The order of edges in which tiles that may not be turned could fill their board, where it cannot be the usual one.
pub(crate) fn other_order(size: (usize, usize), tiles: &[[u64; 4]]) -> Option<EdgeOrder> {
    let suits = |order: &EdgeOrder| {
        let balance = Balance::new(*order, size, tiles);
        balance.holds(tiles) && balance.tells(tiles)
    };
    EdgeOrder::OTHERS.into_iter().find(suits)
}

/// Can tiles with these tops, rights, bottoms and lefts not fill the board without turns?
pub(crate) fn unbalanced(size: (usize, usize), tiles: &[[u64; 4]]) -> bool {
    !Balance::new(EdgeOrder::CLOCKWISE, size, tiles).holds(tiles)
}

/// Without turns, tops meet bottoms but on the rim: a number can be the top of more tiles than it is the bottom of, but
/// the surpluses make no more than the width. The same goes for left and right and the height.
struct Balance {
    order: EdgeOrder,
    size: (usize, usize),
    numbers: HashMap<u64, usize>,
}

impl Balance {
    fn new(order: EdgeOrder, size: (usize, usize), tiles: &[[u64; 4]]) -> Balance {
        let mut numbers = HashMap::new();
        for &edge in tiles.iter().flatten() {
            let next = numbers.len();
            numbers.entry(edge).or_insert(next);
        }
        Balance { order, size, numbers }
    }

    fn holds(&self, tiles: &[[u64; 4]]) -> bool {
        self.holds_turned(tiles, |_| 0)
    }

    fn holds_turned(&self, tiles: &[[u64; 4]], mut turn: impl FnMut(usize) -> usize) -> bool {
        let mut surplus = vec![(0i64, 0i64); self.numbers.len()];
        for (i, tile) in tiles.iter().enumerate() {
            let edges = self.order.clockwise(*tile).map(|edge| self.numbers[&edge]);
            let turn = turn(i);
            let [top, right, bottom, left] = [0, 1, 2, 3].map(|side| edges[(side + turn) % 4]);
            surplus[top].0 += 1;
            surplus[bottom].0 -= 1;
            surplus[left].1 += 1;
            surplus[right].1 -= 1;
        }
        let over = |side: usize, each: &dyn Fn(&(i64, i64)) -> i64| {
            surplus.iter().map(|of| each(of).max(0)).sum::<i64>() <= side as i64
        };
        over(self.size.0, &|of| of.0) && over(self.size.1, &|of| of.1)
    }

    /// Is the balance no accident? The same tiles, turned at random many times over, never have it.
    fn tells(&self, tiles: &[[u64; 4]]) -> bool {
        let mut state = 0u64;
        let mut turn = move |_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 62) as usize
        };
        let times = (10_000 / tiles.len().max(1)).clamp(10, 1_000);
        (0..times).all(|_| !self.holds_turned(tiles, &mut turn))
    }
}
