//! From a key back to masks: a look-up for each group of its digits.

use super::code::Code;
use super::masks::Masks;
use super::word::Word;

/// Columns of a row that are read at once: a vector instruction or two.
const TOGETHER: usize = 4;
/// The columns of a row before those of the kinds: the cells that are taken, and the first cells of the goal's places that
/// are filled.
pub const TAKEN: usize = 0;
pub const FILLED: usize = 1;
pub const KINDS: usize = 2;

struct Group {
    shift: u32,
    mask: u64,
    /// Where in `values` its values begin.
    from: usize,
}

/// The masks for each value of each group.
pub struct Table<M> {
    groups: Vec<Group>,
    /// Per group and value a row: the cells that are taken, the first cells of the goal's places that are filled, and for
    /// each kind the first cells of its blocks.
    values: Vec<[M; TOGETHER]>,
    /// Pieces of a row.
    pieces: usize,
}

/// What the rows of a key come to together.
pub type Columns<M> = Vec<[M; TOGETHER]>;

impl<M: Word> Table<M> {
    /// The masks for a code.
    pub fn new(masks: &Masks<M>, code: &Code) -> Table<M> {
        let (mut groups, mut values) = (Vec::new(), Vec::new());
        let pieces = (KINDS + masks.kinds.len()).div_ceil(TOGETHER);
        for group in &code.groups {
            groups.push(Group { shift: group.shift, mask: group.mask, from: values.len() });
            group.taken(|places| {
                let from = values.len();
                values.resize(from + pieces, [M::ZERO; TOGETHER]);
                let row = values[from..].as_flattened_mut();
                for &place in places {
                    let (kind, first) = masks.place(place);
                    let cells = masks.forms[masks.kinds[kind].form].pattern.up(first as u32);
                    row[TAKEN] = row[TAKEN].or(cells);
                    let first = M::narrow(1 << first);
                    row[FILLED] = row[FILLED].or(first.and(masks.target[kind]));
                    row[KINDS + kind] = row[KINDS + kind].or(first);
                }
            });
        }
        Table { groups, values, pieces }
    }

    /// Room for the columns of a key.
    pub fn columns(&self) -> Columns<M> {
        vec![[M::ZERO; TOGETHER]; self.pieces]
    }

    /// Gathers the rows of a key's groups.
    #[inline]
    pub fn unpack<K: Word>(&self, key: K, columns: &mut Columns<M>) {
        // Few columns stay in registers until all rows are in.
        match self.pieces {
            1 => columns.copy_from_slice(&self.gather::<K, 1>(key, 0)),
            2 => columns.copy_from_slice(&self.gather::<K, 2>(key, 0)),
            pieces => (0..pieces).for_each(|piece| [columns[piece]] = self.gather(key, piece)),
        }
    }

    #[inline]
    fn gather<K: Word, const PIECES: usize>(
        &self,
        key: K,
        piece: usize,
    ) -> [[M; TOGETHER]; PIECES] {
        let mut sum = [[M::ZERO; TOGETHER]; PIECES];
        for group in &self.groups {
            let value = (key.at(group.shift) & group.mask) as usize;
            let from = group.from + value * self.pieces + piece;
            for (sum, more) in sum.iter_mut().zip(&self.values[from..from + PIECES]) {
                *sum = std::array::from_fn(|column| sum[column].or(more[column]));
            }
        }
        sum
    }
}
