//! Cells of a grid with box-drawn lines between regions.

use super::canvas::{Canvas, Tint};

/// A cell to be drawn.
#[derive(Clone)]
pub(crate) struct Spot {
    /// Cells of one region have no line between them.
    pub region: usize,
    /// The lines of text in it, to be centred.
    pub text: Vec<String>,
    /// What it is filled with.
    pub fill: char,
    pub tint: Tint,
}

/// A grid of cells; `None` where there is none.
pub(crate) struct Grid {
    pub width: usize,
    pub height: usize,
    /// Columns and lines of text within a cell.
    pub room: (usize, usize),
    pub spots: Vec<Option<Spot>>,
}

/// A line's character by its arms: 1 up, 2 right, 4 down, 8 left.
const LINES: [char; 16] =
    [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

impl Grid {
    /// The left column and top line of a cell's text.
    pub(crate) fn inside(&self, x: usize, y: usize) -> (usize, usize) {
        (x * (self.room.0 + 1) + 1, y * (self.room.1 + 1) + 1)
    }

    /// The cell left of and above the given ones, counted from 1 so that 0 is outside.
    fn spot(&self, x: usize, y: usize) -> Option<&Spot> {
        let inside = (1..=self.width).contains(&x) && (1..=self.height).contains(&y);
        self.spots.get(if inside { (y - 1) * self.width + x - 1 } else { usize::MAX })?.as_ref()
    }

    fn parted(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let region = |at: (usize, usize)| self.spot(at.0, at.1).map(|spot| spot.region);
        region(a) != region(b)
    }

    pub(crate) fn draw(&self) -> Canvas {
        let mut canvas = Canvas::default();
        for y in 0..=self.height {
            for x in 0..=self.width {
                self.crossing(&mut canvas, x, y);
                self.side_lines(&mut canvas, x, y);
            }
        }
        for y in 0..self.height {
            for x in 0..self.width {
                self.text(&mut canvas, x, y);
            }
        }
        canvas
    }

    /// The corner below and right of a cell counted from 1.
    fn crossing(&self, canvas: &mut Canvas, x: usize, y: usize) {
        let arms = [
            self.parted((x, y), (x + 1, y)),
            self.parted((x + 1, y), (x + 1, y + 1)),
            self.parted((x, y + 1), (x + 1, y + 1)),
            self.parted((x, y), (x, y + 1)),
        ];
        let arms = arms.iter().rev().fold(0, |sum, &arm| 2 * sum + usize::from(arm));
        let (left, top) = self.inside(x, y);
        self.stretch(
            canvas,
            (left - 1, top - 1),
            (1, 1),
            (arms != 0).then_some(LINES[arms]),
            self.spot(x, y),
        );
    }

    /// The line right of that corner, and the line below it.
    fn side_lines(&self, canvas: &mut Canvas, x: usize, y: usize) {
        let (left, top) = self.inside(x, y);
        if x < self.width {
            let line = self.parted((x + 1, y), (x + 1, y + 1)).then_some('─');
            self.stretch(canvas, (left, top - 1), (self.room.0, 1), line, self.spot(x + 1, y));
        }
        if y < self.height {
            let line = self.parted((x, y + 1), (x + 1, y + 1)).then_some('│');
            self.stretch(canvas, (left - 1, top), (1, self.room.1), line, self.spot(x, y + 1));
        }
    }

    /// Fills a stretch with a line, or else with what the region around it is filled with.
    fn stretch(
        &self,
        canvas: &mut Canvas,
        at: (usize, usize),
        size: (usize, usize),
        line: Option<char>,
        around: Option<&Spot>,
    ) {
        let (sign, tint) = match (line, around) {
            (Some(line), _) => (line, Tint::None),
            (None, Some(spot)) => (spot.fill, spot.tint),
            (None, None) => (' ', Tint::None),
        };
        let text = String::from(sign).repeat(size.0);
        (0..size.1).for_each(|y| canvas.put(at.0, at.1 + y, &text, tint));
    }

    fn text(&self, canvas: &mut Canvas, x: usize, y: usize) {
        let Some(spot) = self.spot(x + 1, y + 1) else { return };
        let (left, top) = self.inside(x, y);
        self.stretch(canvas, (left, top), self.room, None, Some(spot));
        for (line, text) in spot.text.iter().take(self.room.1).enumerate() {
            let text: String = text.chars().take(self.room.0).collect();
            let indent = (self.room.0 - text.chars().count()) / 2;
            canvas.put(left + indent, top + line, &text, spot.tint);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Ink;

    #[test]
    fn lines_run_between_regions_alone() {
        let spot = |region: Option<usize>| {
            let text = |r: usize| vec![char::from(b'A' + r as u8).to_string()];
            region.map(|region| Spot { region, text: text(region), fill: ' ', tint: Tint::None })
        };
        let spots = [Some(0), Some(0), None, Some(1), Some(0), Some(2)].map(spot).to_vec();
        let grid = Grid { width: 3, height: 2, room: (3, 1), spots };
        let picture = "\
┌───────┐
│ A   A │
├───┐   ├───┐
│ B │ A │ C │
└───┴───┴───┘
";
        assert_eq!(grid.draw().finish(Ink::Plain), picture);
    }
}
