//! Where things go: packed on pages, or cut over several pages with marks to glue.

use super::items::Item;
use super::pages::{Draft, LINE, MARGIN, SMALL};
use super::{Unprintable, too_many};
use crate::scene::Point;

/// What lies between things, in millimetres.
const GAP: f32 = 4.0;
/// The strip by which two parts of a board lie on each other.
pub(super) const FLAP: f32 = 8.0;
/// The room for marks around a part.
const MARKS: f32 = 9.0;
/// How far lines on a rim reach out of their cells, in units of shapes.
const RIM: f32 = 3.0;
/// So many of the last pages are looked at for room that is left.
const RECENT: usize = 4;

/// The room that an item takes, and whether it lies on its side; `None` where it does not fit a page at all.
pub(super) fn lying(item: &Item, room: Point) -> Option<(Point, bool)> {
    let (w, h) = item.outer();
    let aside = (item.size.1 * item.scale, item.size.0 * item.scale + item.head());
    let fits = |size: Point| size.0 <= room.0 && size.1 <= room.1;
    match () {
        () if fits((w, h)) => Some(((w, h), false)),
        () if fits(aside) => Some((aside, true)),
        // Words that are too long are made smaller.
        () if item.shapes.is_empty() => Some(((room.0, h), false)),
        () => None,
    }
}

/// Lays items out, the first page beginning below its head.
pub(super) fn lay(drafts: &mut Vec<Draft>, items: &[Item], top: f32, room: Point) {
    let copies = |item: &'_ Item| std::iter::repeat_n(lying(item, room), item.copies);
    let all = items.iter().flat_map(|item| copies(item).map(move |lying| (item, lying)));
    let all: Vec<_> = all.filter_map(|(item, lying)| Some((item, lying?))).collect();
    let sizes: Vec<Point> = all.iter().map(|(_, lying)| lying.0).collect();
    for ((item, (_, side)), (page, at)) in all.into_iter().zip(fewest(&sizes, top, room)) {
        while drafts.len() <= page {
            drafts.push(Draft::default());
        }
        drafts[page].put(item, (MARGIN + at.0, MARGIN + at.1), side);
    }
}

/// Places boxes on as few pages as some orders of them give; in their own order, where no other takes fewer.
fn fewest(sizes: &[Point], top: f32, room: Point) -> Vec<(usize, Point)> {
    let orders: [fn(Point) -> f32; 4] = [|_| 0.0, |s| -s.0 * s.1, |s| -s.1, |s| -s.0];
    let placed = orders.map(|rank| {
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        order.sort_by(|&a, &b| rank(sizes[a]).total_cmp(&rank(sizes[b])));
        let sorted: Vec<Point> = order.iter().map(|&i| sizes[i]).collect();
        let mut places = vec![(0, (0.0, 0.0)); sizes.len()];
        order.into_iter().zip(pack(&sorted, top, room)).for_each(|(i, place)| places[i] = place);
        places
    });
    let pages = |places: &Vec<(usize, Point)>| places.iter().map(|place| place.0).max();
    placed.into_iter().min_by_key(pages).unwrap_or_default()
}

/// Places boxes on pages, each in the first room that is left for it: to the right of another box, or below it.
fn pack(sizes: &[Point], top: f32, room: Point) -> Vec<(usize, Point)> {
    let mut free = vec![vec![((0.0, top), (room.0, room.1 - top))]];
    let mut places = Vec::with_capacity(sizes.len());
    for &(w, h) in sizes {
        let fits = |(_, size): &(Point, Point)| w <= size.0 && h <= size.1;
        let recent = free.len().saturating_sub(RECENT)..free.len();
        let found =
            recent.into_iter().find_map(|page| Some((page, free[page].iter().position(fits)?)));
        let (page, spot) = found.unwrap_or((free.len(), 0));
        if page == free.len() {
            free.push(vec![((0.0, 0.0), room)]);
        }
        let ((x, y), (wide, high)) = free[page].remove(spot);
        let right = ((x + w + GAP, y), (wide - w - GAP, h));
        let below = ((x, y + h + GAP), (wide, high - h - GAP));
        free[page].splice(spot..spot, [right, below]);
        places.push((page, (x, y)));
    }
    places
}

/// Where a long side is cut: where each part begins and ends, in units of the item.
fn cuts(long: f32, room: f32, item: &Item, pitch: f32) -> Option<Vec<(f32, f32)>> {
    if long * item.scale <= room {
        return Some(vec![(0.0, long)]);
    }
    let flap = FLAP / item.scale;
    let step = ((room / item.scale - flap) / pitch).floor() * pitch;
    if step <= 0.0 {
        return None;
    }
    let parts = ((long - flap) / step).ceil().max(1.0) as usize;
    let end = |i: usize| if i + 1 == parts { long } else { (i + 1) as f32 * step + flap };
    Some((0..parts).map(|i| (i as f32 * step, end(i))).collect())
}

/// An item that no page has room for, a part a page.
pub(super) fn parted(
    item: &Item,
    (name, cell): (&str, f32),
    room: Point,
    most: usize,
) -> Result<Vec<Draft>, Unprintable> {
    let space = (room.0 - 2.0 * MARKS, room.1 - 2.0 * MARKS - 2.0 * LINE);
    let columns = cuts(item.size.0, space.0, item, item.pitch.0);
    let rows = cuts(item.size.1, space.1, item, item.pitch.1);
    let (Some(columns), Some(rows)) = (columns, rows) else {
        let least = space.0.min(space.1) - FLAP;
        return Err(Unprintable(format!(
            "a cell of {cell} mm does not fit on this paper: {least} mm are the most"
        )));
    };
    if columns.len().saturating_mul(rows.len()) > most {
        return Err(too_many());
    }
    let mut drafts = Vec::new();
    for (row, &(top, bottom)) in rows.iter().enumerate() {
        for (column, &(left, right)) in columns.iter().enumerate() {
            let part = Part { item, columns: columns.len(), rows: rows.len(), row, column };
            drafts.push(part.draw(((left, top), (right, bottom)), name, room));
        }
    }
    Ok(drafts)
}

/// A part of a long item.
struct Part<'a> {
    item: &'a Item,
    columns: usize,
    rows: usize,
    row: usize,
    column: usize,
}

impl Part<'_> {
    fn number(&self, column: usize, row: usize) -> usize {
        row * self.columns + column + 1
    }

    fn draw(&self, (lo, hi): (Point, Point), name: &str, room: Point) -> Draft {
        let (item, s) = (self.item, self.item.scale);
        let mut draft = Draft::default();
        let (number, all) = (self.number(self.column, self.row), self.columns * self.rows);
        let (row, column) = (self.row + 1, self.column + 1);
        let where_it_is = format!("{name}: part {number} of {all}, row {row}, column {column}");
        draft.line(&where_it_is, (MARGIN, MARGIN + SMALL / 2.0), SMALL, room.0);
        let how = "glue the strip beyond a dashed line under the next part, so that the marks meet";
        draft.line(how, (MARGIN, MARGIN + SMALL / 2.0 + LINE), SMALL, room.0);
        let (x, y) = (MARGIN + MARKS, MARGIN + MARKS + 2.0 * LINE);
        // Lines on the rim of the whole reach out of it, those at a cut do not.
        let out = |at_rim: bool| if at_rim { RIM } else { 0.0 };
        let (left, top) = (out(self.column == 0), out(self.row == 0));
        let (right, bottom) =
            (out(self.column + 1 == self.columns), out(self.row + 1 == self.rows));
        let from = (item.from.0 + lo.0 - left, item.from.1 + lo.1 - top);
        let to = (item.from.0 + hi.0 + right, item.from.1 + hi.1 + bottom);
        draft.put_part(item, (from, to), (x - left * s, y - top * s));
        let end = (x + (hi.0 - lo.0) * s, y + (hi.1 - lo.1) * s);
        self.marks(&mut draft, (x, y), end);
        draft
    }

    /// Where this part meets others: lines beside it with the number of the other part, and the strip to glue.
    fn marks(&self, draft: &mut Draft, (left, top): Point, (right, bottom): Point) {
        let (mut ticks, mut folds, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        let mut upright = |x: f32, other: usize| {
            ticks.push(vec![(x, top - MARKS + 2.0), (x, top - 1.5)]);
            ticks.push(vec![(x, bottom + 1.5), (x, bottom + MARKS - 2.0)]);
            numbers.push((other, (x + 1.0, top - MARKS / 2.0)));
        };
        if self.column > 0 {
            upright(left, self.number(self.column - 1, self.row));
        }
        if self.column + 1 < self.columns {
            upright(right - FLAP, self.number(self.column + 1, self.row));
            folds.push(vec![(right - FLAP, top), (right - FLAP, bottom)]);
        }
        let mut level = |y: f32, other: usize| {
            ticks.push(vec![(left - MARKS + 2.0, y), (left - 1.5, y)]);
            ticks.push(vec![(right + 1.5, y), (right + MARKS - 2.0, y)]);
            numbers.push((other, (left - MARKS + 2.0, y - 2.5)));
        };
        if self.row > 0 {
            level(top, self.number(self.column, self.row - 1));
        }
        if self.row + 1 < self.rows {
            level(bottom - FLAP, self.number(self.column, self.row + 1));
            folds.push(vec![(left, bottom - FLAP), (right, bottom - FLAP)]);
        }
        draft.strokes(ticks, false);
        draft.strokes(folds, true);
        for (other, at) in numbers {
            draft.line(&other.to_string(), at, SMALL, MARKS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_go_where_there_is_room_beside_or_below_and_then_on_another_page() {
        let sizes =
            [(60.0, 50.0), (30.0, 20.0), (30.0, 20.0), (90.0, 40.0), (90.0, 90.0), (20.0, 5.0)];
        let places = pack(&sizes, 0.0, (100.0, 100.0));
        let wanted = [
            (0, (0.0, 0.0)),
            (0, (64.0, 0.0)),
            (0, (64.0, 24.0)),
            (0, (0.0, 54.0)),
            (1, (0.0, 0.0)),
            (1, (0.0, 94.0)),
        ];
        assert_eq!(places, wanted);
    }

    #[test]
    fn an_order_that_takes_fewer_pages_is_taken() {
        let sizes = [(40.0, 40.0), (100.0, 50.0), (40.0, 40.0), (10.0, 45.0)];
        let pages = |places: Vec<(usize, Point)>| places.iter().map(|place| place.0).max();
        assert_eq!(pages(pack(&sizes, 0.0, (100.0, 100.0))), Some(1));
        assert_eq!(pages(fewest(&sizes, 0.0, (100.0, 100.0))), Some(0));
    }

    #[test]
    fn a_long_side_is_cut_between_cells_and_its_parts_lie_on_each_other() {
        let item = Item { scale: 1.0, ..Item::default() };
        assert_eq!(cuts(90.0, 100.0, &item, 10.0), Some(vec![(0.0, 90.0)]));
        let wanted = vec![(0.0, 98.0), (90.0, 188.0), (180.0, 250.0)];
        assert_eq!(cuts(250.0, 100.0, &item, 10.0), Some(wanted));
        assert_eq!(cuts(250.0, 100.0, &item, 93.0), None);
    }
}
