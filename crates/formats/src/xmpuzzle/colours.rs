//! Colours by number, and which of the pieces' go with which of the result's.

use std::collections::{BTreeSet, HashMap, HashSet};

/// The colour that each number means on pieces and on the result.
pub(super) struct Colours {
    pub(super) on_pieces: HashMap<usize, char>,
    pub(super) on_result: HashMap<usize, char>,
}

impl Colours {
    /// Numbers that go together get one colour. `None` when some go together with only some of such a group.
    pub(super) fn new(
        names: &[Option<&str>],
        pairs: &HashSet<(usize, usize)>,
        on_pieces: &BTreeSet<usize>,
        on_result: &BTreeSet<usize>,
    ) -> Option<Colours> {
        let mut colours = Colours { on_pieces: HashMap::new(), on_result: HashMap::new() };
        let mut taken = HashSet::new();
        let mut letters = ('a'..='z').chain('A'..='Z').chain('\u{100}'..);
        let mut partners: HashMap<usize, BTreeSet<usize>> = HashMap::new();
        for &(piece, result) in pairs.iter().filter(|pair| on_result.contains(&pair.1)) {
            partners.entry(piece).or_default().insert(result);
        }
        let mut groups: HashMap<Vec<usize>, char> = HashMap::new();
        for &piece in on_pieces {
            let results: Vec<usize> =
                partners.remove(&piece).unwrap_or_default().into_iter().collect();
            let known = groups.get(&results).copied().filter(|_| !results.is_empty());
            if known.is_none() && results.iter().any(|r| colours.on_result.contains_key(r)) {
                return None;
            }
            let colour = known.unwrap_or_else(|| free(names, piece, &mut letters, &mut taken));
            for &result in &results {
                colours.on_result.insert(result, colour);
            }
            groups.insert(results, colour);
            colours.on_pieces.insert(piece, colour);
        }
        for &result in on_result {
            colours
                .on_result
                .entry(result)
                .or_insert_with(|| free(names, result, &mut letters, &mut taken));
        }
        Some(colours)
    }
}

/// The colour's own name where it has one of a single character, otherwise the next letter that is not taken.
fn free(
    names: &[Option<&str>],
    number: usize,
    letters: &mut impl Iterator<Item = char>,
    taken: &mut HashSet<char>,
) -> char {
    let own = number.checked_sub(1).and_then(|i| names.get(i).copied().flatten()).and_then(single);
    let colour = own.into_iter().chain(letters).find(|c| !taken.contains(c)).unwrap_or('?');
    taken.insert(colour);
    colour
}

fn single(name: &str) -> Option<char> {
    let mut chars = name.chars();
    let first = chars.next().filter(|c| !c.is_whitespace() && !c.is_control())?;
    chars.next().is_none().then_some(first)
}
