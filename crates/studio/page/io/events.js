/** The events of a run, taken up where they were left. */
import { runEvents } from './api.js';

/** @import * as wire from '../types.js' */

/** The events that a run may send. Others are passed over. */
const NAMES = ['begin', 'progress', 'improved', 'solution', 'step', 'end', 'rated', 'rest', 'made', 'failed'];

/** A run says nothing after one of these. */
const LAST = ['end', 'rated', 'rest', 'made', 'failed'];

/**
 * Listens to a run until it ends or the signal aborts. While the page is hidden the stream is closed: a browser has six
 * connections to a server, and tabs share them. But a run that nobody listens to is stopped, so one that may be long is
 * listened to `always`.
 * @param {string} run
 * @param {(name: string, data: any) => void} hear
 * @param {{signal: AbortSignal, always?: boolean, lost?: () => void}} options `lost` is called when the stream breaks and is tried again.
 */
export function listen(run, hear, { signal, always = false, lost }) {
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
    if (LAST.includes(event.type)) {
      over = true;
      close();
    }
    hear(event.type, JSON.parse(event.data));
  };
  const open = () => {
    if (source || over || signal.aborted || (document.hidden && !always)) return;
    source = new EventSource(runEvents(run, after));
    for (const name of NAMES) source.addEventListener(name, heard);
    source.addEventListener('error', () => {
      if (source?.readyState === EventSource.CLOSED) source = null;
      if (!over) lost?.();
    });
  };
  const turned = () => (document.hidden && !always ? close() : open());
  document.addEventListener('visibilitychange', turned, { signal });
  signal.addEventListener('abort', close);
  open();
}
