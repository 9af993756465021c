/** The events of a run, taken up where they were left. */
import { runEvents } from './api.js';

/** @import * as wire from '../types.js' */

/** The events that a run may send. Others are passed over. */
const NAMES = ['begin', 'progress', 'improved', 'solution', 'step', 'end', 'rated', 'made', 'failed'];

/**
 * Listens to a run until it ends or the signal aborts. While the page is hidden the stream is closed: a browser has six
 * connections to a server, and tabs share them.
 * @param {string} run
 * @param {(name: string, data: any) => void} hear
 * @param {{signal: AbortSignal, lost?: () => void}} options `lost` is called when the stream breaks and is tried again.
 */
export function listen(run, hear, { signal, lost }) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {number | undefined} */
  let after;
  let over = false;

  const close = () => {
    source?.close();
    source = null;
  };
  /** @param {MessageEvent} event */
  const heard = (event) => {
    if (event.lastEventId !== '') after = Number(event.lastEventId);
    if (event.type === 'end' || event.type === 'failed') {
      over = true;
      close();
    }
    hear(event.type, JSON.parse(event.data));
  };
  const open = () => {
    if (source || over || signal.aborted || document.hidden) return;
    source = new EventSource(runEvents(run, after));
    for (const name of NAMES) source.addEventListener(name, heard);
    source.addEventListener('error', () => {
      if (source?.readyState === EventSource.CLOSED) source = null;
      if (!over) lost?.();
    });
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()), { signal });
  signal.addEventListener('abort', close);
  open();
}
