/**
 * Which rows of a long gallery exist for a scroll position. All else is one tall spacer, so ten thousand pictures cost as
 * many elements as fit on the screen.
 *
 * @typedef {object} Shelf
 * @property {number} count  how many items there are
 * @property {number} width  room for a row, in pixels
 * @property {number} tile  the least width of an item, in pixels
 * @property {number} high  the height of a row, in pixels
 *
 * @typedef {object} Window
 * @property {number} columns  items in a row
 * @property {number} rows  rows of the whole gallery
 * @property {number} first  the first row that exists
 * @property {number} end  the row after the last that exists
 */

/** Rows kept ready above and below those that are seen. */
const SPARE = 2;

/**
 * @param {Shelf} shelf
 * @param {number} top  how far it is scrolled
 * @param {number} height  how much of it is seen
 * @returns {Window}
 */
export function rowsAt(shelf, top, height) {
  const columns = Math.max(1, Math.floor(shelf.width / shelf.tile));
  const rows = Math.ceil(shelf.count / columns);
  const seen = Math.floor(Math.max(0, top) / shelf.high);
  const last = Math.ceil((Math.max(0, top) + height) / shelf.high);
  const first = Math.min(Math.max(0, seen - SPARE), rows);
  return {
    columns,
    rows,
    first,
    end: Math.max(first, Math.min(rows, last + SPARE)),
  };
}

/**
 * The scroll position nearest to `top` at which a row is seen whole.
 *
 * @param {number} row
 * @param {number} high
 * @param {number} top
 * @param {number} height
 */
export function scrollTo(row, high, top, height) {
  if (row * high < top) return row * high;
  if ((row + 1) * high > top + height) return (row + 1) * high - height;
  return top;
}
