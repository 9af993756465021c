//! Short labels for pieces and blocks.

use std::collections::HashSet;

const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// A label for each name: the name itself where it is short enough for a cell, else letters that are still free.
pub(crate) fn labels<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let names: Vec<&str> = names.collect();
    let taken: HashSet<&str> = names.iter().copied().filter(|name| short(name)).collect();
    let mut free = (0..).map(letters).filter(|label| !taken.contains(label.as_str()));
    let label = |name: &&str| if short(name) { Some((*name).to_owned()) } else { free.next() };
    names.iter().filter_map(label).collect()
}

/// The labels that are not their names, as "A = corner".
pub(crate) fn legend<'a>(names: impl Iterator<Item = &'a str>, labels: &[String]) -> Vec<String> {
    let pairs = names.zip(labels).filter(|(name, label)| name != label);
    pairs.map(|(name, label)| format!("{label} = {name}")).collect()
}

fn short(name: &str) -> bool {
    let number = name.bytes().all(|b| b.is_ascii_digit());
    name.bytes().all(|b| b.is_ascii_graphic()) && name.len() <= if number { 4 } else { 2 }
}

/// A to 9, then AA, AB and so on.
fn letters(n: usize) -> String {
    let last = char::from(LETTERS[n % LETTERS.len()]);
    match n / LETTERS.len() {
        0 => last.to_string(),
        more => letters(more - 1) + &last.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_and_numbers_stay_and_long_names_get_free_letters() {
        let names = ["corner", "A", "15", "bar", "1024"];
        let given = labels(names.into_iter());
        assert_eq!(given, ["B", "A", "15", "C", "1024"]);
        assert_eq!(legend(names.into_iter(), &given), ["B = corner", "C = bar"]);
    }

    #[test]
    fn ten_thousand_long_names_get_labels_that_differ() {
        let names: Vec<String> = (0..10_000).map(|n| format!("block-{n}")).collect();
        let given = labels(names.iter().map(String::as_str));
        assert_eq!(given.iter().collect::<HashSet<_>>().len(), 10_000);
        assert!(given.iter().all(|label| label.len() <= 3));
    }
}
