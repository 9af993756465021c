//! The **dlx** format: items and options as the exact cover programs of D. E. Knuth take them, with colours and
//! multiplicities. Tiling puzzles are written so; what is read is an exact cover problem.
//!
//! ```
//! use marquetry_formats::dlx::{read, write_options};
//!
//! let problem = read("a b c\na b\nc\nb c\n").unwrap();
//! assert_eq!((problem.items.len(), problem.options.len()), (3, 3));
//! assert!(problem.faults(&[0, 1]).is_empty());
//! assert_eq!(write_options(&problem, &[0, 1]), "a b\nc\n\n");
//! ```

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use marquetry_puzzle::items::{Choice, ExactCover, Item};
use marquetry_puzzle::{Faults, Placed, Tiling};

use crate::claim::Claim;
use crate::detect::Hints;
use crate::diagnostic::{FirstFaults, quoted};
use crate::lines::{Line, Word, lines};
use crate::{Diagnostic, Unwritable, refuse};

/// The most options that are written for a tiling puzzle.
const MOST_OPTIONS: usize = 1_000_000;

/// Lines that say something: not blank, and no comment.
fn telling(text: &str) -> impl Iterator<Item = Line<'_>> {
    lines(text).filter(|line| !line.is_blank() && !line.text.starts_with('|'))
}

/// Are these items, followed by options made of them?
///
/// Surely where every word of the options is an item, and some option has fewer than all; with a comment or a bar, which
/// little else has, where most words are.
pub fn claim(text: &str, _: &Hints) -> Claim {
    let barred = lines(text).any(|line| line.text.starts_with('|'));
    let mut telling = telling(text);
    let Some(first) = telling.next() else { return Claim::No };
    let bare = |word: Word<'_>| word.text.rsplit('|').next().unwrap_or("").to_owned();
    let named: Vec<String> = first.words().map(bare).filter(|name| !name.is_empty()).collect();
    let items: HashSet<&str> = named.iter().map(String::as_str).collect();
    let (mut shorter, mut words, mut known) = (false, 0, 0);
    for line in telling {
        shorter |= line.words().count() < items.len();
        for word in line.words() {
            words += 1;
            known += usize::from(items.contains(word.text.split(':').next().unwrap_or("")));
        }
    }
    let barred = barred || first.words().any(|word| word.text.contains('|'));
    let distinct = items.len() == named.len() && items.len() > 1;
    match distinct || barred {
        _ if words == 0 => Claim::No,
        // A drawing may have the same words on all lines.
        true if known == words && shorter || barred && 2 * known >= words => Claim::Surely,
        true if distinct && 10 * known >= 9 * words => Claim::Could,
        _ => Claim::No,
    }
}

/// Reads items and options.
pub fn read(text: &str) -> Result<ExactCover, Faults<Diagnostic>> {
    let mut faults = FirstFaults::default();
    let mut telling = telling(text);
    let Some(first) = telling.next() else {
        let message = "there are no items";
        let help = "name the items on the first line, and an option on each line after it";
        return Err(Diagnostic::new("no-items", 0..text.len().min(1), message).help(help).into());
    };
    let mut reader =
        Reader { problem: ExactCover::default(), items: HashMap::new(), colours: HashMap::new() };
    reader.items(&first, &mut faults);
    for line in telling {
        let option = reader.option(&line, &mut faults);
        reader.problem.options.push(option);
    }
    faults.unless(reader.problem)
}

/// What was read so far, with the indices of its names.
struct Reader<'a> {
    problem: ExactCover,
    items: HashMap<&'a str, usize>,
    colours: HashMap<&'a str, usize>,
}

impl<'a> Reader<'a> {
    fn items(&mut self, line: &Line<'a>, faults: &mut FirstFaults) {
        let mut secondary = false;
        for word in line.words() {
            if word.text == "|" {
                if std::mem::replace(&mut secondary, true) {
                    let message =
                        "this is the second bar; one divides primary from secondary items";
                    faults.add(Diagnostic::new("second-bar", word.span, message));
                }
                continue;
            }
            let Some((name, times)) = faults.keep(item(&word, secondary)) else { continue };
            if self.items.insert(name, self.problem.items.len()).is_some() {
                let message = format!("the item {} is named twice", quoted(name));
                faults.add(Diagnostic::new("repeated-item", word.span, message));
            }
            self.problem.items.push(Item { name: name.to_owned(), times });
        }
    }

    fn option(&mut self, line: &Line<'a>, faults: &mut FirstFaults) -> Choice {
        let mut option = Choice::new();
        let mut seen = HashSet::new();
        for word in line.words() {
            let Some((item, colour)) = faults.keep(self.part(&word)) else { continue };
            if !seen.insert(item) {
                let message = format!("the item {} is twice in this option", quoted(word.text));
                faults.add(Diagnostic::new("repeated-item", word.span, message));
            }
            option.push((item, colour));
        }
        option
    }

    /// An item of an option, such as `a` or `x:2`.
    fn part(&mut self, word: &Word<'a>) -> Result<(usize, Option<usize>), Diagnostic> {
        let fault = |code, message| Err(Diagnostic::new(code, word.span.clone(), message));
        let (name, colour) = match word.text.split_once(':') {
            Some((name, colour)) => (name, Some(colour)),
            None => (word.text, None),
        };
        let Some(&item) = self.items.get(name) else {
            return fault("unknown-item", format!("the first line names no item {}", quoted(name)));
        };
        let Some(colour) = colour else { return Ok((item, None)) };
        if self.problem.items[item].times.is_some() {
            let message = format!("{} is a primary item and cannot have a colour", quoted(name));
            return fault("primary-colour", message);
        }
        if colour.is_empty() {
            return fault("no-colour", "a colour is missing after the colon".into());
        }
        let next = self.problem.colours.len();
        let index = *self.colours.entry(colour).or_insert(next);
        if index == next {
            self.problem.colours.push(colour.to_owned());
        }
        Ok((item, Some(index)))
    }
}

/// The name of an item, and how often it is to be covered: `a`, `3|a` or `2:4|a`.
#[expect(clippy::type_complexity, reason = "a name for this would be read nowhere else")]
fn item<'a>(word: &Word<'a>, secondary: bool) -> Result<(&'a str, Option<(u32, u32)>), Diagnostic> {
    let fault = |code, message, help: &str| {
        Err(Diagnostic::new(code, word.span.clone(), message).help(help))
    };
    let (times, name) = match word.text.split_once('|') {
        Some((times, name)) => (Some(times), name),
        None => (None, word.text),
    };
    if name.is_empty() || name.contains(['|', ':']) {
        let message = format!("{} is not an item", quoted(word.text));
        return fault("not-an-item", message, "an item's name has no bar and no colon");
    }
    let Some(times) = times else { return Ok((name, (!secondary).then_some((1, 1)))) };
    if secondary {
        let message = format!("{} is a secondary item and cannot have a number", quoted(name));
        return fault("secondary-number", message, "numbers go before primary items, such as 2|a");
    }
    let (least, most) = times.split_once(':').unwrap_or((times, times));
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok((name, Some((least, most)))),
        _ => {
            let message = format!("{} does not say how often", quoted(times));
            fault("not-a-number", message, "write 2|a, or 1:3|a for one to three times")
        }
    }
}

fn number(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Writes items and options.
pub fn write_exact(problem: &ExactCover) -> String {
    let mut out = String::new();
    for item in problem.items.iter().filter(|item| item.times.is_some()) {
        match item.times.unwrap_or((1, 1)) {
            (1, 1) => {}
            (least, most) if least == most => out += &format!("{least}|"),
            (least, most) => out += &format!("{least}:{most}|"),
        }
        out += &item.name;
        out.push(' ');
    }
    let secondary: Vec<&str> =
        problem.items.iter().filter(|i| i.times.is_none()).map(|i| i.name.as_str()).collect();
    if !secondary.is_empty() {
        let _ = write!(out, "| {}", secondary.join(" "));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    (0..problem.options.len()).for_each(|option| out += &line(problem, option));
    out
}

fn line(problem: &ExactCover, option: usize) -> String {
    let part = |&(item, colour): &(usize, Option<usize>)| match colour {
        Some(colour) => format!("{}:{}", problem.items[item].name, problem.colours[colour]),
        None => problem.items[item].name.clone(),
    };
    let parts: Vec<String> = problem.options[option].iter().map(part).collect();
    parts.join(" ") + "\n"
}

/// Writes a tiling puzzle: an item for each cell and each class of equal pieces, an option for each placement.
pub fn write(p: &Tiling) -> Result<String, Unwritable> {
    let title: Vec<&str> = p.title.split_whitespace().collect();
    let note = if title.is_empty() { String::new() } else { format!("| {}\n", title.join(" ")) };
    Ok(note + &write_exact(&exact(p)?.0))
}

fn exact(p: &Tiling) -> Result<(ExactCover, Vec<Placed>), Unwritable> {
    match ExactCover::of_tiling(p, MOST_OPTIONS) {
        Some(exact) => Ok(exact),
        None => refuse(format!("the pieces can be laid in more than {MOST_OPTIONS} ways")),
    }
}

/// Writes the chosen options, a line each, and a blank line.
pub fn write_options(problem: &ExactCover, chosen: &[usize]) -> String {
    chosen.iter().map(|&option| line(problem, option)).collect::<String>() + "\n"
}

/// Reads chosen options, a line each with the items in any order. What follows a bracket is passed over, and so are
/// lines of a number and a colon, as Knuth's programs print them.
pub fn read_options(problem: &ExactCover, text: &str) -> Result<Vec<usize>, Faults<Diagnostic>> {
    let mut faults = FirstFaults::default();
    let names: HashMap<&str, usize> =
        problem.items.iter().map(|i| i.name.as_str()).zip(0..).collect();
    let colours: HashMap<&str, usize> =
        problem.colours.iter().map(String::as_str).zip(0..).collect();
    // Options that are alike, the first one last.
    let mut alike: BTreeMap<Choice, Vec<usize>> = BTreeMap::new();
    for (option, items) in problem.options.iter().enumerate().rev() {
        let mut items = items.clone();
        items.sort_unstable();
        alike.entry(items).or_default().push(option);
    }
    let part = |word: Word<'_>| match word.text.split_once(':') {
        Some((name, colour)) => Some((*names.get(name)?, Some(*colours.get(colour)?))),
        None => Some((*names.get(word.text)?, None)),
    };
    let mut chosen = Vec::new();
    for line in telling(text).filter(|line| !is_heading(line)) {
        let words = line.words().take_while(|word| !word.text.starts_with('('));
        let items: Option<Choice> = words.map(part).collect();
        let option = items.and_then(|mut items| {
            items.sort_unstable();
            let options = alike.get_mut(&items)?;
            if options.len() > 1 { options.pop() } else { options.last().copied() }
        });
        match option {
            Some(option) => chosen.push(option),
            None => {
                let message = "there is no option of just these items";
                faults.add(Diagnostic::new("unknown-option", line.span(), message));
            }
        }
    }
    faults.unless(chosen)
}

/// Is this a line such as `12:`, which numbers a solution?
fn is_heading(line: &Line<'_>) -> bool {
    line.text.trim().strip_suffix(':').is_some_and(|n| number(n).is_some())
}

/// Do the lines look like placements of a tiling puzzle, each with cells such as `r1c2`?
pub fn looks_like_placements(text: &str) -> bool {
    let cell = |word: Word<'_>| {
        let (row, column) = word.text.rsplit_once('c')?;
        let (_, row) = row.rsplit_once('r')?;
        number(row).and(number(column))
    };
    let mut placements = telling(text).filter(|line| !is_heading(line)).peekable();
    placements.peek().is_some()
        && placements.all(|line| line.words().any(|word| cell(word).is_some()))
}

/// Reads the placements of a tiling puzzle.
pub fn read_solution(p: &Tiling, text: &str) -> Result<Vec<Placed>, Faults<Diagnostic>> {
    let too_large = |why: Unwritable| Diagnostic::new("too-large", 0..0, why.0);
    let (problem, placed) = exact(p).map_err(too_large)?;
    let options = read_options(&problem, text)?;
    Ok(p.in_order(options.into_iter().map(|option| placed[option].clone()).collect()))
}

/// Writes the placements of a tiling puzzle, a line each, and a blank line.
pub fn write_solution(p: &Tiling, cover: &[Placed]) -> Result<String, Unwritable> {
    let (problem, placed) = exact(p)?;
    let options: HashMap<Placed, usize> = placed.into_iter().zip(0..).collect();
    let option = |placed: &Placed| {
        options.get(&Placed { piece: p.class(placed.piece), ..placed.clone() }).copied()
    };
    match cover.iter().map(option).collect::<Option<Vec<usize>>>() {
        Some(chosen) => Ok(write_options(&problem, &chosen)),
        None => refuse("this is not a placement of the puzzle"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<(&'static str, &str)> {
        read(text).unwrap_err().into_iter().map(|d| (d.code, &text[d.span])).collect()
    }

    #[test]
    fn the_example_of_the_page_reads_and_is_told_apart() {
        let text = crate::lines::doc_example(include_str!("../../../docs/src/formats/dlx.md"));
        assert_eq!(claim(&text, &Hints::default()), Claim::Surely);
        let problem = read(&text).unwrap();
        let times: Vec<_> = problem.items.iter().map(|item| item.times).collect();
        assert_eq!(times, [Some((1, 1)), Some((2, 3)), None]);
        assert_eq!((problem.options.len(), problem.colours.len()), (5, 2));
        assert_eq!(write_exact(&problem), text.split_once('\n').unwrap().1);
        assert_eq!(read_options(&problem, "1:\n x:1 b (2 of 3)\n a x:1\n b\n").unwrap(), [3, 1, 2]);
    }

    #[test]
    fn options_that_are_alike_are_chosen_one_after_the_other() {
        let problem = read("2|a b\na\na\nb\n").unwrap();
        assert_eq!(read_options(&problem, "a\na\nb\na\n").unwrap(), [0, 1, 2, 1]);
        assert!(problem.faults(&[0, 1, 2]).is_empty());
        assert_eq!(problem.faults(&[1, 2, 1, 9]).len(), 2);
    }

    #[test]
    fn every_fault_has_its_place() {
        assert_eq!(faults(""), [("no-items", "")]);
        assert_eq!(faults("| nothing but comments\n"), [("no-items", "|")]);
        let first = "a a x|b 3:2|c 2| | y | 2|z w:1\n";
        let told = [
            ("repeated-item", "a"),
            ("not-a-number", "x|b"),
            ("not-a-number", "3:2|c"),
            ("not-an-item", "2|"),
            ("second-bar", "|"),
            ("secondary-number", "2|z"),
            ("not-an-item", "w:1"),
        ];
        assert_eq!(faults(first), told);
        let options = "a | x\nb\na:1\nx: a\na a\n";
        let told = [
            ("unknown-item", "b"),
            ("primary-colour", "a:1"),
            ("no-colour", "x:"),
            ("repeated-item", "a"),
        ];
        assert_eq!(faults(options), told);
    }

    #[test]
    fn a_tiling_puzzle_is_written_as_its_placements() {
        let puzzle = |name: &str| {
            let board = "marquetry tiling\ntitle Row\nboard\n  ###";
            let text = format!("{board}\npiece {name}\n  ##\npiece I copies 0..2\n  #\n");
            match crate::native::read(&text).unwrap() {
                marquetry_puzzle::Puzzle::Tiling(p) => p,
                _ => unreachable!("this is a tiling puzzle"),
            }
        };
        let p = puzzle("D");
        let text = write(&p).unwrap();
        assert_eq!(
            text,
            "| Row\nr1c1 r1c2 r1c3 D 0:2|I\nD r1c1 r1c2\nD r1c2 r1c3\nI r1c1\nI r1c2\nI r1c3\n"
        );
        assert_eq!(write_exact(&read(&text).unwrap()), text.split_once('\n').unwrap().1);
        let cover = read_solution(&p, "r1c1 I\nD r1c2 r1c3\n").unwrap();
        assert_eq!(write_solution(&p, &cover).unwrap(), "I r1c1\nD r1c2 r1c3\n\n");
        // A name that could be a cell's is not kept.
        assert!(write(&puzzle("r1c1")).unwrap().contains(" p1 0:2|p2\n"));
    }
}
