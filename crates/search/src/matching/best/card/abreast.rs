//! Lower parts of boards that a card lays abreast.

use std::cmp::Reverse;
use std::ops::Range;

/// Boards that a card is to lay abreast, from the bottom up: what each way to go on is rated by, as a card reads it.
///
/// A board is a row of words: a bit for each tile that is used (`words`), by column what the highest tile shows above and by
/// row what the last one shows to its right (a byte each, `fronts` words), by kind of edge how many the tiles left have and,
/// from bit 16 on, how many are shown to empty cells (`kinds` and one for the frame), what it is rated, what part of that is
/// not the promise, and two words that are the same for the same tiles and fronts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abreast {
    /// For each cell, in order: its column and row, the colour to its left (times `colours`) and the one below it where they are
    /// the same for all boards, else [`u32::MAX`], its lists, and by side, in two bits each, one more than the edges it
    /// adds to those shown to empty cells.
    pub spots: Vec<[u32; 6]>,
    /// By look, its upper and, from bit 16 on, its right colour; and the kinds of its edges, a byte each.
    pub looks: Vec<[u32; 2]>,
    /// Where lists begin and end: that of a cell is number `lists + 2 * (left * colours + below)`, and ends where the next
    /// number begins.
    pub bounds: Vec<u32>,
    /// The looks of the lists.
    pub entries: Vec<u16>,
    /// By number of edges left, the logarithm of the ways to order them, and by those of them that are not asked for, what is to
    /// be added for the ways to pair these up; and what each edge costs that is asked for and lacking.
    pub ordered: Vec<i32>,
    /// See there.
    pub paired: Vec<i32>,
    /// See there.
    pub lacking: u32,
    /// By tile, what it is worth beside the promise.
    pub worth: Vec<i32>,
    /// By tile, and by column or row and colour, bits of which those on the board are added up without carrying.
    pub tile_marks: Vec<u64>,
    /// See there.
    pub front_marks: Vec<u64>,
    /// The board that all begin with.
    pub first: Vec<u32>,
    /// The words for tiles, and those for columns and rows.
    pub words: usize,
    /// See there.
    pub fronts: usize,
    /// Kinds of edges; the frame is one more.
    pub kinds: usize,
    /// Columns of the puzzle.
    pub columns: usize,
    /// Numbers of colours that lists go by, and those of fronts.
    pub colours: usize,
    /// See there.
    pub shown: usize,
    /// How far a look is shifted to get its tile.
    pub shift: u32,
}

/// Boards that a card has laid abreast.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Laid {
    /// The looks of the most promising ones, cell by cell, the most promising first; none if no board got so high.
    pub boards: Vec<Vec<u16>>,
    /// What each of them promises.
    pub promise: Vec<i32>,
    /// Ways to go on that were rated.
    pub ways: u64,
}

impl Abreast {
    /// The slow, obvious way to fill a cell of boards that lie abreast, which a card's must agree with: so many boards, those
    /// that are rated best first, each of twins once.
    pub fn reference(&self, boards: &[Vec<u32>], cell: usize, width: usize) -> Vec<Vec<u32>> {
        let spot = &self.spots[cell];
        let mut ways: Vec<Vec<u32>> =
            boards.iter().flat_map(|board| self.ways(board, spot)).collect();
        let rated = |board: &Vec<u32>| Reverse(self.rated(board));
        ways.sort_by_key(|board| (rated(board), self.marks(board)));
        ways.dedup_by_key(|board| self.marks(board));
        ways.truncate(width);
        ways
    }

    /// What a board is rated.
    pub fn rated(&self, board: &[u32]) -> i32 {
        board[self.last()] as i32
    }

    /// What the board promises on which these looks lie; `None` where one does not fit.
    pub fn promise_of(&self, looks: &[u16]) -> Option<i32> {
        let mut board = self.first.clone();
        for (spot, &look) in self.spots.iter().zip(looks) {
            let list = self.list(&board, spot);
            let fits = self.entries[list].contains(&look) && self.is_free(&board, look);
            board = fits.then(|| self.with(&board, spot, look))?;
        }
        Some(self.promise(&board))
    }

    /// What part of its rating a board promises.
    pub fn promise(&self, board: &[u32]) -> i32 {
        board[self.last()].wrapping_sub(board[self.last() + 1]) as i32
    }

    /// Where in a board its rating is.
    fn last(&self) -> usize {
        self.words + self.fronts + self.kinds + 1
    }

    fn marks(&self, board: &[u32]) -> [u32; 2] {
        [board[self.last() + 2], board[self.last() + 3]]
    }

    /// All boards with a tile more.
    pub fn ways(&self, board: &[u32], spot: &[u32; 6]) -> Vec<Vec<u32>> {
        let looks = self.entries[self.list(board, spot)].iter();
        let free = looks.filter(|&&look| self.is_free(board, look));
        free.map(|&look| self.with(board, spot, look)).collect()
    }

    fn is_free(&self, board: &[u32], look: u16) -> bool {
        let tile = usize::from(look) >> self.shift;
        board[tile / 32] >> (tile % 32) & 1 == 0
    }

    /// What the column and the row of a cell show, and whether it is that which lies below and to the left.
    fn fronts(&self, board: &[u32], spot: &[u32; 6]) -> [(usize, usize, bool); 2] {
        let [column, row, left, below, ..] = *spot;
        let at = [(column as usize, below), (self.columns + row as usize, left)];
        at.map(|(front, fixed)| {
            let shows = board[self.words + front / 4] >> (8 * (front % 4)) & 255;
            (front, shows as usize, fixed == u32::MAX)
        })
    }

    /// The list for the next cell.
    fn list(&self, board: &[u32], spot: &[u32; 6]) -> Range<usize> {
        let [(_, below, open_below), (_, left, open_left)] = self.fronts(board, spot);
        let below = if open_below { below } else { spot[3] as usize };
        let left = if open_left { left * self.colours } else { spot[2] as usize };
        let at = spot[4] as usize + 2 * (left + below);
        self.bounds[at] as usize..self.bounds[at + 1] as usize
    }

    /// The board with a look more.
    fn with(&self, board: &[u32], spot: &[u32; 6], look: u16) -> Vec<u32> {
        let (mut next, tile) = (board.to_vec(), usize::from(look) >> self.shift);
        let [colours, kinds] = self.looks[usize::from(look)];
        let shows = |side: usize| spot[5] >> (2 * side) & 3;
        next[tile / 32] |= 1 << (tile % 32);
        let mut marks = self.tile_marks[tile];
        let shown = [colours & 0xffff, colours >> 16];
        for (side, (front, before, open)) in self.fronts(board, spot).into_iter().enumerate() {
            let mark = |colour: usize| self.front_marks[front * self.shown + colour];
            marks ^= if open { mark(before) } else { 0 };
            marks ^= if shows(side) == 2 { mark(shown[side] as usize) } else { 0 };
            let (word, shift) = (&mut next[self.words + front / 4], 8 * (front % 4));
            *word = (*word & !(255 << shift)) | (shown[side] << shift);
        }
        let counts = self.words + self.fronts;
        for (side, kind) in kinds.to_le_bytes().into_iter().enumerate() {
            let count = &mut next[counts + usize::from(kind)];
            let shown = match shows(side) {
                2 => (*count >> 16) + 1,
                0 => (*count >> 16).saturating_sub(1),
                _ => *count >> 16,
            };
            *count = ((*count & 0xffff) - 1) | (shown << 16);
        }
        let (kinds, last) = (&next[counts..counts + self.kinds], self.last());
        let promise: i32 = kinds.iter().map(|&count| self.pairings(count)).sum();
        next[last + 1] = next[last + 1].wrapping_add(self.worth[tile] as u32);
        next[last] = (promise as u32).wrapping_add(next[last + 1]);
        next[last + 2] ^= marks as u32;
        next[last + 3] ^= (marks >> 32) as u32;
        next
    }

    /// The logarithm of the ways to pair up the edges of a kind.
    fn pairings(&self, count: u32) -> i32 {
        let (left, shown) = (count & 0xffff, count >> 16);
        let lacks = || -((self.lacking * (shown - left)) as i32);
        let paired = left.checked_sub(shown).map_or_else(lacks, |rest| self.paired[rest as usize]);
        self.ordered[left as usize] + paired
    }
}
