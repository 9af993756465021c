/** Marks on cells: where a piece may go, what is wrong, what a hint means. They are added and removed, never rebuilt. */

/**
 * - `fits`, `turn`: a piece may go here as it is, or after a turn
 * - `ghost`: it was taken from here
 * - `foot`, `cross`: it would lie here; it would, but does not fit
 * - `fault`: something is wrong here; the detail is a side of the cell
 * - `hint`, `blame`: what the words are about
 * - `column`: the same column of a solid board in other layers
 * @typedef {'fits' | 'turn' | 'ghost' | 'foot' | 'cross' | 'fault' | 'hint' | 'blame' | 'column'} Kind
 */

export class Marks {
  #find;
  /** @type {Map<Kind, Map<string, HTMLElement>>} */
  #kinds = new Map();

  /** @param {(cell: string) => HTMLElement | undefined} find */
  constructor(find) {
    this.#find = find;
  }

  /**
   * Has marks of a kind on these cells and on no others.
   * @param {Kind} kind
   * @param {Iterable<string>} cells Keys of cells, perhaps with a detail after a space.
   */
  set(kind, cells) {
    const wanted = new Set(cells);
    const there = this.#kinds.get(kind) ?? new Map();
    for (const [cell, mark] of there) {
      if (wanted.has(cell)) continue;
      mark.remove();
      there.delete(cell);
    }
    for (const cell of wanted) if (!there.has(cell)) this.#add(kind, cell, there);
    this.#kinds.set(kind, there);
  }

  /** @param {Kind} kind @param {string} cell @param {Map<string, HTMLElement>} there */
  #add(kind, cell, there) {
    const [place = '', detail = ''] = cell.split(' ');
    const mark = document.createElement('i');
    mark.className = `mark ${kind}`;
    if (detail) mark.dataset['side'] = detail;
    this.#find(place)?.append(mark);
    there.set(cell, mark);
  }

  /** Takes away all marks, or those of some kinds. @param {...Kind} kinds */
  clear(...kinds) {
    for (const kind of kinds.length > 0 ? kinds : [...this.#kinds.keys()]) this.set(kind, []);
  }
}
