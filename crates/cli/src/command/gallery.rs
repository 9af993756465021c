//! Solutions drawn to files: one picture, a contact sheet, or a folder of pictures with their sheet.

use std::path::{Path, PathBuf};

use marquetry_draw::{Ink, sheet_pdf, sheet_png, sheet_room, sheet_svg, text};
use marquetry_puzzle::{Puzzle, Solution};

use super::output::{Complaint, Manner, no_picture, picture, write_file};

/// The most pictures in a folder.
const MOST: u64 = 10_000;

enum Kind {
    /// A picture for each solution, numbered where there may be several.
    Pictures { several: bool },
    /// All in one picture.
    Sheet,
    /// Numbered pictures and their sheet.
    Folder,
}

/// Where solutions are drawn.
pub struct Gallery<'a> {
    puzzle: &'a Puzzle,
    path: &'a Path,
    kind: Kind,
    /// Solutions that move or are cut are never on a sheet.
    manner: Manner,
    kept: Vec<Solution>,
    drawn: u64,
}

impl<'a> Gallery<'a> {
    /// Looks at the path's ending and makes the folder. A folder that holds anything is refused.
    pub fn new(
        puzzle: &'a Puzzle,
        path: &'a Path,
        several: bool,
        manner: Manner,
    ) -> Result<Gallery<'a>, Complaint> {
        let alone = manner != Manner::Still || ending(path) == "gif";
        let kind = match ending(path).as_str() {
            _ if path.is_dir() || path.to_string_lossy().ends_with('/') => Kind::Folder,
            "" if path != Path::new("-") => Kind::Folder,
            _ if !is_picture(path) => return Err(no_picture(path)),
            _ if several && !alone => Kind::Sheet,
            _ => Kind::Pictures { several },
        };
        match kind {
            Kind::Folder => make_empty(path)?,
            _ => manner.suits(path)?,
        }
        Ok(Gallery { puzzle, path, kind, manner, kept: Vec::new(), drawn: 0 })
    }

    /// Draws a solution, or keeps it for the sheet.
    pub fn add(&mut self, solution: &Solution) -> Result<(), Complaint> {
        self.drawn += 1;
        let number = self.drawn;
        match self.kind {
            Kind::Pictures { several: false } => self.draw(self.path, solution)?,
            Kind::Pictures { .. } => self.draw(&numbered(self.path, number), solution)?,
            Kind::Folder if number <= MOST => {
                self.draw(&self.path.join(format!("{number:04}.svg")), solution)?;
            }
            Kind::Folder | Kind::Sheet => {}
        }
        if !matches!(self.kind, Kind::Pictures { .. }) && self.kept.len() < sheet_room(self.puzzle)
        {
            self.kept.push(solution.clone());
        }
        Ok(())
    }

    fn draw(&self, path: &Path, solution: &Solution) -> Result<(), Complaint> {
        let drawn = picture(path, self.puzzle, Some(solution), self.manner);
        write_file(path, &drawn.ok_or_else(|| no_picture(path))??)
    }

    /// Draws the sheet. Returns what there is to say when not all solutions were drawn.
    pub fn finish(&self) -> Result<Option<String>, Complaint> {
        if self.kept.is_empty() {
            return Ok(None);
        }
        let folder = matches!(self.kind, Kind::Folder);
        let path = if folder { self.path.join("sheet.svg") } else { self.path.to_owned() };
        let complain = |error| Complaint::Words(format!("{}: {error}", path.display()));
        let bytes = match ending(&path).as_str() {
            "pdf" => sheet_pdf(self.puzzle, &self.kept),
            "png" => sheet_png(self.puzzle, &self.kept, 2.0).map_err(complain)?,
            "txt" => {
                let pages = self.kept.iter().map(|s| text(self.puzzle, Some(s), Ink::Plain));
                pages.collect::<Vec<_>>().join("\n").into_bytes()
            }
            _ => sheet_svg(self.puzzle, &self.kept).into_bytes(),
        };
        write_file(&path, &bytes)?;
        let (shown, all) = (self.kept.len(), self.drawn);
        let pictures =
            if folder { format!(", of {} a picture", all.min(MOST)) } else { String::new() };
        Ok((all > shown as u64)
            .then(|| format!("the first {shown} solutions are on the sheet{pictures}")))
    }
}

/// Does a file's name ask for a picture?
pub fn is_picture(path: &Path) -> bool {
    ["svg", "pdf", "png", "gif", "txt"].contains(&ending(path).as_str())
}

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// Makes a folder, or sees that it is empty: no picture is ever overwritten in it.
fn make_empty(path: &Path) -> Result<(), Complaint> {
    let complain = |error: std::io::Error| Complaint::Words(format!("{}: {error}", path.display()));
    std::fs::create_dir_all(path).map_err(complain)?;
    match std::fs::read_dir(path).map_err(complain)?.next() {
        None => Ok(()),
        Some(_) => Err(Complaint::Words(format!(
            "{} is not empty; name a new folder for the pictures",
            path.display()
        ))),
    }
}

/// `board.gif` becomes `board-12.gif`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number}.{}", ending(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gets_a_picture_for_each_solution_and_a_sheet_and_is_never_used_twice() {
        let text = "marquetry tiling\nboard\n  ###\npiece I\n  ##\npiece O\n  #\n";
        let puzzle = marquetry_formats::native::read(text).unwrap();
        let folder = std::env::temp_dir().join(format!("marquetry-gallery-{}", std::process::id()));
        let (sheet, wrong) = (folder.join("all.txt"), folder.join("all.doc"));
        {
            let mut gallery = Gallery::new(&puzzle, &folder, true, Manner::Still).ok().unwrap();
            let mut one = Gallery::new(&puzzle, &sheet, true, Manner::Still).ok().unwrap();
            for solution in marquetry_search::solutions(&puzzle) {
                assert!(gallery.add(&solution).is_ok() && one.add(&solution).is_ok());
            }
            assert!(matches!((gallery.finish(), one.finish()), (Ok(None), Ok(None))));
        }
        let names = ["0001.svg", "0002.svg", "sheet.svg", "all.txt"];
        assert!(names.iter().all(|name| folder.join(name).is_file()));
        assert_eq!(std::fs::read_to_string(&sheet).unwrap().matches('O').count(), 2);
        assert!(Gallery::new(&puzzle, &folder, true, Manner::Still).is_err());
        assert!(Gallery::new(&puzzle, &wrong, true, Manner::Still).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
