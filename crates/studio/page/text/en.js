/** All English texts of the page. A translation is another file with the same keys. */

export const text = {
  page: {
    views: {
      shelf: 'Shelf',
      table: 'Table',
      solver: 'Solver',
      watcher: 'Watcher',
      workshop: 'Workshop',
    },
    close: 'Close',
    help: 'Help (?)',
    settings: 'Settings',
    wentWrong: (/** @type {string} */ what) => `Something went wrong: ${what}`,
    unreachable:
      'The studio does not answer. Is it still running? Nothing is lost: your moves are kept here.',
    reached: 'The studio answers again.',
  },

  settings: {
    title: 'Settings',
    colours: 'Colours',
    coloursOf: { system: 'As the system', light: 'Light', dark: 'Dark' },
    shown: 'While playing, show',
    shownOf: {
      nothing: 'Nothing',
      targets: 'Where a piece may go',
      all: 'That, and mistakes',
    },
    still: 'No motion',
    helpful: 'Tiles turn by themselves to fit',
  },

  help: {
    shelf: {
      title: 'The shelf',
      about: 'Choose a puzzle, or open one of your own: drop a file here, or paste its text.',
      parts: [
        {
          title: 'Keys',
          rows: [
            ['Tab', 'to the next puzzle'],
            ['Enter', 'opens it on the table'],
          ],
        },
      ],
    },
    table: {
      title: 'How to play',
      about: 'Drag a piece, or tap it and then tap where it should go. The keyboard does it all as well.',
      parts: [
        {
          title: 'Moving about',
          rows: [
            ['← ↑ → ↓', 'move the cursor, or the piece in your hand'],
            ['Home End', 'first and last cell of the row; with Ctrl, of the board'],
            ['PageUp PageDown', 'up and down; on a solid board, to another layer'],
            ['T', 'to the tray and back'],
          ],
        },
        {
          title: 'Pieces',
          rows: [
            ['Enter Space', 'picks up and puts down'],
            ['R', 'turns it, Shift+R the other way; the wheel turns too'],
            ['F', 'flips it'],
            ['X Y Z', 'turn it about an axis on a solid board'],
            ['Escape', 'puts it back'],
            ['Delete', 'takes it off the board'],
            ['Ctrl+←', 'pushes a block as far as it goes'],
          ],
        },
        {
          title: 'The game',
          rows: [
            ['Ctrl+Z [', 'undo; hold it to go on'],
            ['Ctrl+Y ]', 'redo'],
            ['B', 'sets a mark, Shift+B goes back to it'],
            ['H', 'a hint; H again makes its move'],
            ['+ - 0', 'larger, smaller, fitted'],
          ],
        },
        {
          title: 'Asking',
          rows: [
            ['O', 'where am I?'],
            ['L', 'what was the last move?'],
            ['M', 'where may it go?'],
            ['G', 'what is missing?'],
          ],
        },
      ],
    },
    solver: {
      title: 'The solver',
      about: 'Choose what to find and start. Stop at any time: what was found stays.',
      parts: [{ title: 'Keys', rows: [['Tab', 'to the next control']] }],
    },
    watcher: {
      title: 'The watcher',
      about: 'See a search think, step by step.',
      parts: [
        {
          title: 'Keys',
          rows: [
            ['Space', 'runs and pauses'],
            ['← →', 'one step back or on'],
          ],
        },
      ],
    },
    workshop: {
      title: 'The workshop',
      about: 'Write a puzzle as text or draw it by hand; both sides are one puzzle.',
      parts: [{ title: 'Keys', rows: [['Ctrl+Z', 'undo']] }],
    },
  },
};
