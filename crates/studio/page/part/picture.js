/** A drawing that is looked at, not touched. */
import { draw, failed } from '../io/api.js';
import { make } from './make.js';

/** @import * as wire from '../types.js' */

/**
 * A drawing as the address of an image: its own document, so that nothing of it meets anything of the page.
 * @param {string} svg
 */
export const address = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/**
 * An image that is drawn anew on demand; the newest wish wins.
 * @param {string} alt
 * @param {AbortSignal} signal
 */
export function picture(alt, signal) {
  const image = make('img', { alt, decoding: 'async', class: 'drawing' });
  let newest = 0;
  /** @param {Omit<wire.DrawRequest, 'as'>} told */
  const redraw = async (told) => {
    const mine = ++newest;
    const svg = await draw({ ...told, as: 'svg' }, signal);
    if (mine !== newest || failed(svg)) return;
    image.src = address(svg);
    await image.decode().catch(() => {});
  };
  return { image, redraw };
}
