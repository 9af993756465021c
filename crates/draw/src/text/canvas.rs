//! Characters on a sheet.

use crate::palette::Paint;

/// How text is coloured.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Not at all.
    Plain,
    /// By the escape sequences of a terminal with 256 colours.
    Ansi,
}

/// The colour of a character.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(crate) enum Tint {
    #[default]
    None,
    /// On the ground of a palette slot.
    Slot(u16),
    /// Marks what is wrong.
    Alarm,
}

impl Tint {
    pub(crate) fn slot(slot: usize) -> Tint {
        Tint::Slot((slot % usize::from(u16::MAX)) as u16)
    }

    fn escape(self) -> String {
        match self {
            Tint::None => "\x1b[0m".into(),
            Tint::Slot(slot) => {
                let ground = Paint::Plain(usize::from(slot));
                let letter = if ground.letter() == Paint::Ink { 16 } else { 231 };
                format!("\x1b[38;5;{letter};48;5;{}m", ground.terminal())
            }
            Tint::Alarm => "\x1b[1;31m".into(),
        }
    }
}

/// A sheet that grows as it is written on.
#[derive(Default)]
pub(crate) struct Canvas {
    rows: Vec<Vec<(char, Tint)>>,
}

impl Canvas {
    pub(crate) fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    pub(crate) fn put(&mut self, x: usize, y: usize, text: &str, tint: Tint) {
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let row = &mut self.rows[y];
        let end = x + text.chars().count();
        if row.len() < end {
            row.resize(end, (' ', Tint::None));
        }
        for (place, sign) in row[x..end].iter_mut().zip(text.chars()) {
            *place = (sign, tint);
        }
    }

    pub(crate) fn line(&mut self, text: &str) {
        self.put(0, self.rows.len(), text, Tint::None);
    }

    pub(crate) fn below(&mut self, other: Canvas) {
        self.rows.extend(other.rows);
    }

    /// A caption over the picture.
    pub(crate) fn captioned(self, caption: &str) -> Canvas {
        let mut sheet = Canvas::default();
        sheet.line(caption);
        sheet.below(self);
        sheet
    }

    /// Sheets in rows, each row as broad as `columns` allow.
    pub(crate) fn flow(sheets: impl IntoIterator<Item = Canvas>, columns: usize) -> Canvas {
        const GAP: usize = 3;
        let (mut all, mut row, mut used) = (Canvas::default(), Canvas::default(), 0);
        for sheet in sheets {
            let width = sheet.width();
            if used > 0 && used + width > columns {
                all.below(std::mem::take(&mut row));
                used = 0;
            }
            for (y, line) in sheet.rows.into_iter().enumerate() {
                row.put(used, y, "", Tint::None);
                row.rows[y].extend(line);
            }
            used += width + GAP;
        }
        all.below(row);
        all
    }

    /// Phrases in lines, as many to a line as `columns` allow.
    pub(crate) fn phrases(&mut self, phrases: &[String], columns: usize) {
        let mut line = String::new();
        for (i, phrase) in phrases.iter().enumerate() {
            let comma = if i + 1 < phrases.len() { "," } else { "" };
            if !line.is_empty() && line.chars().count() + phrase.chars().count() + 2 > columns {
                self.line(&std::mem::take(&mut line));
            }
            let blank = if line.is_empty() { "" } else { " " };
            line += &format!("{blank}{phrase}{comma}");
        }
        if !line.is_empty() {
            self.line(&line);
        }
    }

    /// The lines as text, blanks at their ends left out.
    pub(crate) fn finish(&self, ink: Ink) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let seen = row.iter().rposition(|&(sign, tint)| {
                sign != ' ' || (ink == Ink::Ansi && matches!(tint, Tint::Slot(_)))
            });
            let mut last = Tint::None;
            for &(sign, tint) in &row[..seen.map_or(0, |at| at + 1)] {
                if ink == Ink::Ansi && tint != last {
                    out += &Tint::None.escape();
                    out += &if tint == Tint::None { String::new() } else { tint.escape() };
                    last = tint;
                }
                out.push(sign);
            }
            out += if last == Tint::None { "\n" } else { "\x1b[0m\n" };
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(text: &str, tint: Tint) -> Canvas {
        let mut sheet = Canvas::default();
        sheet.put(0, 0, text, tint);
        sheet
    }

    #[test]
    fn sheets_flow_into_rows() {
        let flowed = Canvas::flow(["aa", "bb", "cc"].map(|text| sheet(text, Tint::None)), 8);
        assert_eq!(flowed.finish(Ink::Plain), "aa   bb\ncc\n");
    }

    #[test]
    fn escapes_appear_only_when_asked_for() {
        let red = sheet("x", Tint::Alarm);
        assert_eq!(red.finish(Ink::Plain), "x\n");
        assert_eq!(red.finish(Ink::Ansi), "\x1b[0m\x1b[1;31mx\x1b[0m\n");
    }

    #[test]
    fn phrases_are_broken_between_and_not_within() {
        let mut sheet = Canvas::default();
        sheet.phrases(&["A = one".into(), "B = two".into(), "C = three".into()], 18);
        assert_eq!(sheet.finish(Ink::Plain), "A = one, B = two,\nC = three\n");
    }
}
