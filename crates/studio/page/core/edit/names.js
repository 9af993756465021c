/**
 * Names that are still free.
 */

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * The first letter that is no name yet, then letters with numbers.
 *
 * @param {readonly string[]} taken
 */
export function freeLetter(taken) {
  const known = new Set(taken);
  for (let round = 1; ; round++) {
    const free = LETTERS.map((letter) => (round === 1 ? letter : letter + round)).find(
      (name) => !known.has(name),
    );
    if (free) return free;
  }
}

/**
 * The first number from 1 that is no name yet.
 *
 * @param {readonly string[]} taken
 */
export function freeNumber(taken) {
  const known = new Set(taken);
  let number = 1;
  while (known.has(String(number))) number++;
  return String(number);
}
