/**
 * A group of the drawing that is in the hand. It follows by the CSS property `translate`, which adds to the attribute
 * `transform`: what the server said stays as it is until the server says something else.
 */

/** @typedef {readonly [number, number]} Point */

/** The numbers of `translate(x y)`. @param {string | null} written @returns {Point} */
export function translation(written) {
  const [x = 0, y = 0] = (written?.match(/-?[\d.]+/g) ?? []).map(Number);
  return [x, y];
}

/** @param {Point} point @param {number} turn @returns {Point} */
function rotate([x, y], turn) {
  for (let i = 0; i < ((turn % 4) + 4) % 4; i++) [x, y] = [-y, x];
  return [x, y];
}

/**
 * Shows a group turned and flipped, whatever its attributes say; letters stay upright.
 * @param {SVGGElement} turn The group that turns.
 * @param {readonly SVGElement[]} letters
 * @param {{turn: number, flip: boolean}} pose
 */
export function strike(turn, letters, pose) {
  const was = Number(turn.getAttribute('data-turn') ?? 0);
  const flipped = turn.hasAttribute('data-flip');
  turn.style.transform = `rotate(${90 * pose.turn}deg)${pose.flip ? ' scale(-1, 1)' : ''}`;
  for (const letter of letters) {
    let [x, y] = rotate(translation(letter.getAttribute('transform')), -was);
    if (flipped !== pose.flip) x = -x;
    [x, y] = rotate([x, y], pose.turn);
    letter.style.transform = `translate(${x}px, ${y}px)`;
  }
}

export class Lifted {
  #group;
  #turn;
  #letters;
  #home;

  /** @param {SVGGElement} group */
  constructor(group) {
    this.#group = group;
    this.#turn = /** @type {SVGGElement} */ (group.firstElementChild);
    this.#letters = /** @type {SVGElement[]} */ ([...group.children].slice(1));
    this.#home = translation(group.getAttribute('transform'));
    // The last group is drawn above the others.
    if (group.nextElementSibling) group.parentElement?.append(group);
    group.classList.add('lifted');
  }

  /** Shows its middle at a point of the drawing. @param {Point} middle */
  show([x, y]) {
    this.#group.style.display = 'inline';
    this.#group.style.translate = `${x - this.#home[0]}px ${y - this.#home[1]}px`;
  }

  /** Shows it turned and flipped; letters stay upright. @param {{turn: number, flip: boolean}} pose */
  pose(pose) {
    strike(this.#turn, this.#letters, pose);
  }

  /** Lets go of it: it lies as its attributes say. @param {number} glide Milliseconds to get there. */
  release(glide = 0) {
    const { style } = this.#group;
    const from = style.translate;
    style.translate = '';
    style.display = '';
    this.#turn.style.transform = '';
    for (const letter of this.#letters) letter.style.transform = '';
    this.#group.classList.remove('lifted');
    const parked = this.#group.hasAttribute('display');
    if (glide > 0 && from !== '' && !parked)
      this.#group.animate([{ translate: from }, { translate: '0 0' }], {
        duration: glide,
        easing: 'ease-out',
      });
  }
}
