/** Two links to copy: the puzzle, and the puzzle with my moves. */
import { LONGEST, write } from '../../core/link.js';
import { puzzleOf } from '../../io/opened.js';
import { dialog } from '../../part/dialogs.js';
import { make } from '../../part/make.js';
import { say } from '../../part/say.js';
import { text } from '../../text/en.js';

/** @import { Table } from '../table.js' */

/** @param {string} label @param {string} address */
function row(label, address) {
  const field = make('input', { type: 'text', readonly: true, value: address, 'aria-label': label });
  const button = make('button', { type: 'button' }, text.table.link);
  const told = make('span', { class: 'soft' });
  button.addEventListener('click', async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(address);
      told.textContent = text.table.copied;
    } catch {
      told.textContent = text.table.notCopied;
    }
    say(told.textContent);
  });
  return make(
    'div',
    { class: 'links' },
    make('strong', {}, label),
    make('div', { class: 'pair' }, field, button),
    told,
  );
}

/** @param {Table} table */
export async function share(table) {
  const puzzle = puzzleOf(table.opened);
  const base = location.href.split('#')[0] ?? '';
  const bare = base + (await write({ view: 'table', ...puzzle }));
  const whole = base + (await write({ view: 'table', ...puzzle, moves: table.session.played.moves }));
  if (bare.length > LONGEST) return dialog(text.table.shareTitle, make('p', {}, text.table.tooLong));
  const rows = [row(text.table.linkPuzzle, bare)];
  if (whole.length <= LONGEST) rows.push(row(text.table.linkMoves, whole));
  return dialog(text.table.shareTitle, ...rows);
}
