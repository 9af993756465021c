/**
 * A group of the drawing that is in the hand. It follows by the CSS property `translate`, which adds to the attribute
 * `transform`: what the server said stays as it is until the server says something else.
 */

/** @import { Pose } from '../core/held.js' */

/** @typedef {readonly [number, number]} Point */

/** The numbers of `translate(x y)`. @param {string | null} written @returns {Point} */
export function translation(written) {
  const [x = 0, y = 0] = (written?.match(/-?[\d.]+/g) ?? []).map(Number);
  return [x, y];
}

/** @param {Point} point @param {number} degrees @returns {Point} */
function rotate([x, y], degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos - y * sin, x * sin + y * cos];
}

/**
 * Shows a group turned and flipped, whatever its attributes say; letters stay upright.
 * @param {SVGGElement} turn The group that turns.
 * @param {readonly SVGElement[]} letters
 * @param {Pose} pose
 */
export function strike(turn, letters, { turn: turns, flip, step = 90 }) {
  const was = step * Number(turn.getAttribute('data-turn') ?? 0);
  const flipped = turn.hasAttribute('data-flip');
  turn.style.transform = `rotate(${step * turns}deg)${flip ? ' scale(-1, 1)' : ''}`;
  for (const letter of letters) {
    let [x, y] = rotate(translation(letter.getAttribute('transform')), -was);
    if (flipped !== flip) x = -x;
    [x, y] = rotate([x, y], step * turns);
    letter.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
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

  /** Shows it turned and flipped; letters stay upright. @param {Pose} pose */
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
