//! Puzzles on paper: boards, pieces, tiles and blocks at their true size, to cut out and play.

mod items;
mod layout;
mod pages;

use marquetry_puzzle::{Puzzle, Solution};

use crate::scene::Point;
use crate::{pdf, picture, title};
use items::Item;
use pages::{Draft, LINE, MARGIN, SMALL};

/// The most pages of a book.
const MOST_PAGES: usize = 500;
/// The usual side of a cell, and of a tile where there is room.
const USUAL: f32 = 15.0;
const TILE: f32 = 25.0;
/// The least side of a cell.
const LEAST_CELL: f32 = 2.0;
/// Names are cut after so many characters.
const LONGEST_NAME: usize = 60;
/// So many lines of contents fit on a cover.
const MOST_LINES: usize = 24;

/// What pages are printed on.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in millimetres.
    fn size(self) -> Point {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }
}

/// Why there are no pages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unprintable(String);

impl std::fmt::Display for Unprintable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unprintable {}

/// A puzzle of a book.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Lines to print below its name, such as how hard it is.
    pub words: Vec<String>,
    /// Its solution, or what is printed in place of it.
    pub answer: Result<Solution, String>,
}

/// How puzzles are printed.
///
/// ```
/// use marquetry_draw::{Entry, Sheets};
/// use marquetry_puzzle::tiling::{Piece, Setup, Tiling};
/// use marquetry_puzzle::{Cell, Puzzle};
///
/// let row = |n| (0..n).map(|x| (Cell::at(x, 0), None)).collect();
/// let pieces = vec![Piece::new("I", row(2)), Piece::new("O", row(1))];
/// let setup = Setup { board: row(3), pieces, ..Setup::default() };
/// let puzzle = Puzzle::from(Tiling::new(setup).unwrap());
///
/// let entry = Entry { puzzle: &puzzle, words: vec![], answer: Err("find it yourself".into()) };
/// let book = Sheets { cell: Some(20.0), ..Sheets::default() }.book(None, &[entry]).unwrap();
/// assert!(book.starts_with(b"%PDF-"));
/// ```
#[derive(Copy, Clone, PartialEq, Default, Debug)]
pub struct Sheets {
    /// What they are printed on.
    pub paper: Paper,
    /// The side of a square or a triangle, and the width of a hexagon, in millimetres. Where nothing is said it
    /// is 15, and of tiles with edges to match up to 25.
    pub cell: Option<f32>,
}

impl Sheets {
    /// Sees whether there is room for puzzles, before anybody solves them.
    ///
    /// # Errors
    /// Cells are too large or too small, or there would be too many pages.
    pub fn check<'a>(
        &self,
        puzzles: impl IntoIterator<Item = &'a Puzzle>,
    ) -> Result<(), Unprintable> {
        let pages = puzzles.into_iter().try_fold(0, |pages, puzzle| {
            few(pages + self.puzzle(puzzle, title(puzzle), &[], MOST_PAGES - pages)?.len())
        });
        pages.map(|_| ())
    }

    /// All puzzles as a PDF file: a page or more each, and their solutions upside down on the last pages. With a title there
    /// is a cover.
    ///
    /// # Errors
    /// Cells are too large or too small, or there would be too many pages.
    pub fn book(&self, cover: Option<&str>, entries: &[Entry<'_>]) -> Result<Vec<u8>, Unprintable> {
        let mut drafts = Vec::new();
        let mut begins = Vec::new();
        for (i, entry) in entries.iter().enumerate() {
            begins.push(drafts.len());
            let left = MOST_PAGES.saturating_sub(drafts.len());
            let name = numbered(i, entries);
            drafts.extend(self.puzzle(entry.puzzle, name, &entry.words, left)?);
            few(drafts.len())?;
        }
        if let Some(name) = cover {
            drafts.insert(0, self.cover(name, entries, &begins));
        }
        let first = entries.first().map_or(String::new(), |entry| title(entry.puzzle));
        drafts.extend(self.answers(entries)?);
        few(drafts.len())?;
        let pages = drafts.len();
        let finish = |(i, draft): (usize, Draft)| draft.finish(self.paper, (i + 1, pages));
        let pages: Vec<pdf::Page> = drafts.into_iter().enumerate().map(finish).collect();
        Ok(pdf::write(cover.unwrap_or(&first), &pages))
    }

    /// Where things may be printed, in millimetres.
    fn room(&self) -> Point {
        let (w, h) = self.paper.size();
        (w - 2.0 * MARGIN, h - 2.0 * MARGIN - pages::FOOT)
    }

    /// The side of a cell.
    fn cell(&self, puzzle: &Puzzle) -> Result<f32, Unprintable> {
        let usual = match puzzle {
            // Tiles have much to show: as large as a page has room for.
            Puzzle::Matching(p) => {
                let (w, h) = self.room();
                let fitting = (w / p.width as f32).min((h - 35.0) / p.height as f32);
                fitting.floor().clamp(USUAL, TILE)
            }
            _ => USUAL,
        };
        let cell = self.cell.unwrap_or(usual);
        match cell.is_finite() && cell >= LEAST_CELL {
            true => Ok(cell),
            false => Err(Unprintable(format!(
                "a cell of {cell} mm is too small to cut out: {LEAST_CELL} mm are the least"
            ))),
        }
    }

    /// The pages of a puzzle, at most so many.
    fn puzzle(
        &self,
        puzzle: &Puzzle,
        name: String,
        words: &[String],
        most: usize,
    ) -> Result<Vec<Draft>, Unprintable> {
        let (cell, room) = (self.cell(puzzle)?, self.room());
        let items = items::of(puzzle, cell, room);
        let fits = |item: &Item| layout::lying(item, room).is_some();
        let area = |item: &Item| item.outer().0 * item.outer().1 * item.copies as f32;
        let (whole, long): (Vec<Item>, Vec<Item>) = items.into_iter().partition(fits);
        // What fills too many pages without any gap is not laid out at all.
        if whole.iter().map(area).sum::<f32>() > room.0 * room.1 * most as f32 {
            return Err(too_many());
        }
        let mut draft = Draft::default();
        let how = format!("a cell is {cell} mm: cut along the lines");
        let top = draft.head(&name, words.iter().chain([&how]), room);
        let mut drafts = vec![draft];
        layout::lay(&mut drafts, &whole, top, room);
        few(drafts.len())?;
        for item in long.iter().flat_map(|item| std::iter::repeat_n(item, item.copies)) {
            let left = most.saturating_sub(drafts.len());
            drafts.extend(layout::parted(item, (&name, cell), room, left)?);
        }
        Ok(drafts)
    }

    /// The solutions, upside down.
    fn answers(&self, entries: &[Entry<'_>]) -> Result<Vec<Draft>, Unprintable> {
        let room = self.room();
        let mut items = Vec::new();
        for (i, entry) in entries.iter().enumerate() {
            let (name, cell) = (numbered(i, entries), self.cell(entry.puzzle)?);
            match &entry.answer {
                Ok(solution) => {
                    items.extend(items::solved(entry.puzzle, solution, name, cell, room))
                }
                Err(words) => items.push(Item::said(format!("{name}: {words}"))),
            }
        }
        let mut draft = Draft::default();
        let top = draft.head("Solutions", [], room);
        let mut drafts = vec![draft];
        layout::lay(&mut drafts, &items, top, room);
        drafts.iter_mut().for_each(|draft| draft.turned = true);
        Ok(drafts)
    }

    /// A cover with a title, a few of the puzzles, and what is on which page.
    fn cover(&self, name: &str, entries: &[Entry<'_>], begins: &[usize]) -> Draft {
        let (w, h) = self.room();
        let mut draft = Draft::default();
        draft.centred(name, (MARGIN + w / 2.0, MARGIN + 24.0), 12.0, w);
        let how_many = match entries.len() {
            1 => "a puzzle to cut out and play".to_owned(),
            n => format!("{n} puzzles to cut out and play"),
        };
        draft.centred(&how_many, (MARGIN + w / 2.0, MARGIN + 40.0), 4.0, w);
        let lines = entries.len().min(MOST_LINES);
        let contents = h - (lines + 2) as f32 * LINE;
        let across = if entries.len() > 1 { 2 } else { 1 };
        let (wide, high) = (w / across as f32, (contents - 55.0) / across as f32);
        for (i, entry) in entries.iter().take(across * across).enumerate() {
            let scene = picture(entry.puzzle, None);
            let scale = ((wide - 6.0) / scene.width).min((high - 6.0) / scene.height).min(0.3);
            let (x, y) = ((i % across) as f32 + 0.5, (i / across) as f32 + 0.5);
            let corner = (
                MARGIN + x * wide - scene.width * scale / 2.0,
                MARGIN + 52.0 + y * high - scene.height * scale / 2.0,
            );
            draft.put(&Item::of_scene(scene, 0.0, scale), corner, false);
        }
        for (i, begin) in begins.iter().take(lines).enumerate() {
            let y = MARGIN + contents + i as f32 * LINE;
            draft.line(&numbered(i, entries), (MARGIN + 10.0, y), SMALL, w - 40.0);
            draft.line(&(begin + 2).to_string(), (MARGIN + w - 20.0, y), SMALL, 20.0);
        }
        if entries.len() > lines {
            let more = format!("and {} more", entries.len() - lines);
            let y = MARGIN + contents + lines as f32 * LINE;
            draft.line(&more, (MARGIN + 10.0, y), SMALL, w);
        }
        draft
    }
}

/// The title of a puzzle, after its number where there are several.
fn numbered(i: usize, entries: &[Entry<'_>]) -> String {
    let name: String = title(entries[i].puzzle).chars().take(LONGEST_NAME).collect();
    if entries.len() > 1 { format!("{}. {name}", i + 1) } else { name }
}

fn few(pages: usize) -> Result<usize, Unprintable> {
    if pages > MOST_PAGES { Err(too_many()) } else { Ok(pages) }
}

fn too_many() -> Unprintable {
    Unprintable(format!(
        "that would be more than {MOST_PAGES} pages: take smaller cells or fewer puzzles"
    ))
}
