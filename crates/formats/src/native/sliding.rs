use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use marquetry_puzzle::grid::bounds;
use marquetry_puzzle::sliding::{Block, Freedom, MAX_SIDE, Setup, Sliding, Target, outline};
use marquetry_puzzle::{Cell, Faults, Part};

use super::document::{Document, Section, dedent};
use crate::diagnostic::{Diagnostic, locate};
use crate::lines::{Line, Word};

const KEYWORDS: &str = "title, tray, goal, blocks, labels and push";

/// The cells of each name in a drawing, by first cell, and the place of that cell in the text.
struct Drawing<'a> {
    width: usize,
    height: usize,
    named: Vec<(&'a str, Vec<Cell>, Range<usize>)>,
}

pub(super) fn read(mut doc: Document<'_>) -> Result<Sliding, Faults<Diagnostic>> {
    let kind = doc.kind.span.clone();
    let title = doc.title();
    let tray = doc.only("tray");
    let goal = doc.only("goal");
    let traits = doc.only("blocks").map_or(Vec::new(), |section| section.body);
    let own_labels = read_choice(&mut doc, "labels", "own");
    let lengthwise = read_choice(&mut doc, "push", "lengthwise");
    if tray.is_none() {
        doc.fault(
            "missing",
            kind.clone(),
            "there is no 'tray' section",
            "draw the tray, a letter for each block",
        );
    }
    let tray = tray.and_then(|section| read_drawing(&mut doc, &section));
    let goal_span = goal.as_ref().map_or(kind.clone(), |section| section.keyword.span.clone());
    let goal = goal.and_then(|section| read_drawing(&mut doc, &section));
    let (Some(mut tray), true) = (tray, doc.faults.is_empty()) else {
        return Err(doc.finish(KEYWORDS));
    };
    let walls = take_walls(&mut tray);
    let mut goal =
        goal.unwrap_or(Drawing { width: tray.width, height: tray.height, named: Vec::new() });
    take_walls(&mut goal);
    check_goal(&mut doc, &tray, &goal, goal_span);
    let (labels, freedoms) = read_traits(&mut doc, &traits, &tray, &goal);
    doc.finish(KEYWORDS).unless(())?;
    let freedom = |name: &str, cells: &[Cell]| match freedoms.get(name) {
        Some(&freedom) => freedom,
        None if lengthwise => along(cells),
        None => Freedom::Any,
    };
    let in_tray: HashSet<&str> = tray.named.iter().map(|(name, ..)| *name).collect();
    let label = |name: &str| {
        let own = || (own_labels && in_tray.contains(name)).then(|| name.to_owned());
        labels.get(name).cloned().or_else(own)
    };
    let block = |(name, cells, _): &(&str, Vec<Cell>, _)| Block {
        name: (*name).to_owned(),
        label: label(name),
        freedom: freedom(name, cells),
        cells: cells.clone(),
    };
    let target = |(name, cells, _): &(&str, Vec<Cell>, _)| Target {
        label: label(name),
        cells: cells.clone(),
    };
    let setup = Setup {
        title,
        width: tray.width,
        height: tray.height,
        walls,
        blocks: tray.named.iter().map(block).collect(),
        goal: goal.named.iter().map(target).collect(),
    };
    Sliding::new(setup).map_err(|faults| {
        locate(faults, |part| match part {
            Part::Block(i) => tray.named[i].2.clone(),
            Part::Target(i) => goal.named[i].2.clone(),
            _ => kind.clone(),
        })
    })
}

/// A setting that is there with its only value, or not there.
fn read_choice(doc: &mut Document<'_>, keyword: &str, value: &str) -> bool {
    let Some(word) = doc.setting(keyword) else { return false };
    if word.text != value {
        doc.fault(
            "setting",
            word.span,
            format!("'{keyword}' can only be '{value}'"),
            "leave the line out otherwise",
        );
    }
    true
}

/// A picture with one character a cell, or, after `words` or with blanks between them, one word a cell.
fn read_drawing<'a>(doc: &mut Document<'a>, section: &Section<'a>) -> Option<Drawing<'a>> {
    let rows = dedent(&section.body);
    let forced = section.words.iter().any(|word| word.text == "words");
    if let Some(word) = section.words.iter().find(|word| word.text != "words") {
        doc.fault(
            "drawing",
            word.span.clone(),
            format!("'{}' does not belong here", word.text),
            "draw below this line",
        );
    }
    let words = forced || rows.iter().any(|row| row.words().nth(1).is_some());
    let cells = |row: &Line<'a>| if words { row.words().collect() } else { characters(row) };
    let width = rows.first().map_or(0, |row| cells(row).len());
    if width == 0 || width > MAX_SIDE || rows.len() > MAX_SIDE {
        let message = format!("this needs a drawing of 1 to {MAX_SIDE} rows and columns");
        doc.fault(
            "drawing",
            section.keyword.span.clone(),
            message,
            "indent its rows below the keyword",
        );
        return None;
    }
    let mut found: HashMap<&str, usize> = HashMap::new();
    let mut named: Vec<(&str, Vec<Cell>, Range<usize>)> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        let cells = cells(row);
        if cells.len() != width {
            let message = format!("this row has {} cells, the first {width}", cells.len());
            doc.fault("drawing", row.span(), message, "draw . where there is nothing");
            continue;
        }
        for (x, word) in cells.into_iter().enumerate().filter(|(_, word)| word.text != ".") {
            let cell = Cell::at(x as i16, y as i16);
            let at = *found.entry(word.text).or_insert_with(|| {
                named.push((word.text, Vec::new(), word.span.clone()));
                named.len() - 1
            });
            named[at].1.push(cell);
        }
    }
    Some(Drawing { width, height: rows.len(), named })
}

fn characters<'a>(row: &Line<'a>) -> Vec<Word<'a>> {
    let text = row.text.trim_end();
    let indent = text.len() - text.trim_start().len();
    let chars = text.char_indices().skip_while(|&(at, _)| at < indent);
    chars
        .map(|(at, c)| Word {
            text: &text[at..at + c.len_utf8()],
            span: row.start + at..row.start + at + c.len_utf8(),
        })
        .collect()
}

fn take_walls(drawing: &mut Drawing<'_>) -> Vec<Cell> {
    let walls = drawing.named.iter().position(|(name, ..)| *name == "#");
    walls.map_or(Vec::new(), |at| drawing.named.remove(at).1)
}

fn check_goal(doc: &mut Document<'_>, tray: &Drawing<'_>, goal: &Drawing<'_>, span: Range<usize>) {
    if (goal.width, goal.height) != (tray.width, tray.height) {
        let message = format!(
            "the goal is {}x{}, the tray {}x{}",
            goal.width, goal.height, tray.width, tray.height
        );
        doc.fault(
            "goal",
            span,
            message,
            "draw the whole tray again, with . where it does not matter",
        );
    }
    let blocks: HashMap<&str, &Vec<Cell>> =
        tray.named.iter().map(|(name, cells, _)| (*name, cells)).collect();
    for (name, cells, span) in &goal.named {
        if blocks.get(name).is_some_and(|block| outline(block) != outline(cells)) {
            let message = format!("'{name}' has another shape in the goal than in the tray");
            doc.fault("goal", span.clone(), message, "");
        }
    }
}

/// The lines of the `blocks` section: `NAME [label LABEL] [horizontal | vertical | any]`.
fn read_traits(
    doc: &mut Document<'_>,
    body: &[Line<'_>],
    tray: &Drawing<'_>,
    goal: &Drawing<'_>,
) -> (HashMap<String, String>, HashMap<String, Freedom>) {
    let known: HashSet<&str> =
        tray.named.iter().chain(&goal.named).map(|(name, ..)| *name).collect();
    let (mut labels, mut freedoms) = (HashMap::new(), HashMap::new());
    for line in body {
        let mut words = line.words();
        let Some(name) = words.next() else { continue };
        if !known.contains(name.text) {
            doc.fault(
                "block",
                name.span.clone(),
                format!("'{}' is in neither tray nor goal", name.text),
                "",
            );
        }
        let freedom = |text: &str| match text {
            "horizontal" => Some(Freedom::Horizontal),
            "vertical" => Some(Freedom::Vertical),
            "any" => Some(Freedom::Any),
            _ => None,
        };
        while let Some(word) = words.next() {
            match (word.text, freedom(word.text)) {
                (_, Some(freedom)) => drop(freedoms.insert(name.text.to_owned(), freedom)),
                ("label", _) => match words.next() {
                    Some(label) => drop(labels.insert(name.text.to_owned(), label.text.to_owned())),
                    None => doc.fault("block", word.span, "'label' needs a word after it", ""),
                },
                (other, _) => {
                    let message = format!("'{other}' is not something a block can be");
                    doc.fault(
                        "block",
                        word.span,
                        message,
                        "known are label LABEL, horizontal, vertical and any",
                    );
                }
            }
        }
    }
    (labels, freedoms)
}

/// The way a block is longer.
fn along(cells: &[Cell]) -> Freedom {
    let Some((lo, hi)) = bounds(cells.iter().copied()) else { return Freedom::Any };
    match (hi.x - lo.x).cmp(&(hi.y - lo.y)) {
        std::cmp::Ordering::Greater => Freedom::Horizontal,
        std::cmp::Ordering::Less => Freedom::Vertical,
        std::cmp::Ordering::Equal => Freedom::Any,
    }
}

pub(super) fn write(p: &Sliding, out: &mut String) {
    let own = !p.blocks.is_empty() && p.blocks.iter().all(|b| b.label.as_ref() == Some(&b.name));
    let lengthwise = p.blocks.iter().any(|b| b.freedom != Freedom::Any)
        && p.blocks.iter().all(|b| b.freedom == along(&b.cells));
    if own {
        *out += "labels own\n";
    }
    if lengthwise {
        *out += "push lengthwise\n";
    }
    let mut grid: BTreeMap<Cell, &str> = p.walls.iter().map(|&cell| (cell, "#")).collect();
    grid.extend(p.blocks.iter().flat_map(|b| b.cells.iter().map(|&cell| (cell, b.name.as_str()))));
    draw("tray", p, &grid, out);
    let goal_names = name_targets(p);
    if !p.goal.is_empty() {
        let named = p.goal.iter().zip(&goal_names);
        draw(
            "goal",
            p,
            &named.flat_map(|(t, n)| t.cells.iter().map(|&c| (c, n.as_str()))).collect(),
            out,
        );
    }
    let traits = traits(p, &goal_names, own, lengthwise);
    if !traits.is_empty() {
        *out += &format!("blocks\n{traits}");
    }
}

/// A name for each target: that of a block it could be meant for, or a new one.
fn name_targets(p: &Sliding) -> Vec<String> {
    let mut fresh = 0;
    let mut by_kind: HashMap<(Option<String>, Vec<Cell>), Vec<usize>> = HashMap::new();
    for (i, block) in p.blocks.iter().enumerate().rev() {
        by_kind.entry((block.label.clone(), outline(&block.cells))).or_default().push(i);
    }
    let known: HashSet<&str> = p.blocks.iter().map(|b| b.name.as_str()).collect();
    let name = |target: &Target| {
        let suiting = by_kind.get_mut(&(target.label.clone(), outline(&target.cells)));
        if let Some(block) = suiting.and_then(Vec::pop) {
            return p.blocks[block].name.clone();
        }
        loop {
            fresh += 1;
            let name = format!("goal{fresh}");
            if !known.contains(name.as_str()) {
                return name;
            }
        }
    };
    p.goal.iter().map(name).collect()
}

fn draw(keyword: &str, p: &Sliding, grid: &BTreeMap<Cell, &str>, out: &mut String) {
    let words = grid.values().any(|name| name.chars().count() > 1);
    *out += &format!("{keyword}{}\n", if words { " words" } else { "" });
    for y in 0..p.height as i16 {
        let row = (0..p.width as i16).map(|x| grid.get(&Cell::at(x, y)).copied().unwrap_or("."));
        *out += &format!("  {}\n", row.collect::<Vec<_>>().join(if words { " " } else { "" }));
    }
}

fn traits(p: &Sliding, goal_names: &[String], own: bool, lengthwise: bool) -> String {
    let mut out = String::new();
    for block in &p.blocks {
        let label = block
            .label
            .as_ref()
            .filter(|_| !own)
            .map_or(String::new(), |label| format!(" label {label}"));
        let freedom = match block.freedom {
            _ if lengthwise => "",
            Freedom::Any => "",
            Freedom::Horizontal => " horizontal",
            Freedom::Vertical => " vertical",
        };
        if !label.is_empty() || !freedom.is_empty() {
            out += &format!("  {}{label}{freedom}\n", block.name);
        }
    }
    let known: HashSet<&str> = p.blocks.iter().map(|b| b.name.as_str()).collect();
    for (target, name) in
        p.goal.iter().zip(goal_names).filter(|(_, name)| !known.contains(name.as_str()))
    {
        if let Some(label) = &target.label {
            out += &format!("  {name} label {label}\n");
        }
    }
    out
}
