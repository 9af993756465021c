/**
 * Where the faults of a text stand in it, for underlining them.
 *
 * @typedef {object} Fault
 * @property {number} line  from 1
 * @property {number} column  in characters, from 1
 * @property {number} [length]
 * @property {string} message
 * @property {string} [help]
 *
 * @typedef {{ text: string, fault: number }} Run  a piece of the text; fault -1 is none
 */

/**
 * The text cut into runs, with and without fault. Joined they are the text.
 *
 * @param {string} text
 * @param {readonly Fault[]} faults
 * @returns {Run[]}
 */
export function runs(text, faults) {
  const spans = faults
    .map((fault, index) => ({ ...span(text, fault), index }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const out = [];
  let at = 0;
  for (const { start, end, index } of spans) {
    if (end <= at || end === start) continue;
    if (start > at) out.push({ text: text.slice(at, start), fault: -1 });
    out.push({ text: text.slice(Math.max(at, start), end), fault: index });
    at = end;
  }
  if (at < text.length) out.push({ text: text.slice(at), fault: -1 });
  return out;
}

/**
 * The place of a fault as offsets: never empty where there is anything to underline, and never beyond its line.
 *
 * @param {string} text
 * @param {Fault} fault
 * @returns {{ start: number, end: number }}
 */
export function span(text, fault) {
  let from = 0;
  for (let line = 1; line < fault.line; line++) {
    const next = text.indexOf('\n', from);
    if (next < 0) break;
    from = next + 1;
  }
  const newline = text.indexOf('\n', from);
  const line = text.slice(from, newline < 0 ? text.length : newline);
  // A column counts characters, an offset counts units of UTF-16.
  const signs = [...line];
  const before = Math.min(Math.max(0, fault.column - 1), Math.max(0, signs.length - 1));
  const start = from + signs.slice(0, before).join('').length;
  const long = signs.slice(before, before + Math.max(1, fault.length ?? 1)).join('').length;
  return { start, end: start + long };
}
