/** The signs on buttons: lines of 24 by 24, in the colour of the text. */

/** @type {Record<string, string>} */
const PATHS = {
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  mark: 'M6 21V4M6 5h12l-3 4 3 4H6',
  toMark: 'M14 21V4M14 5h7l-2 3 2 3h-7M10 12H2M5 8l-3 4 3 4',
  clear: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6',
  restart: 'M4 4v6h6M4.5 14a8 8 0 1 0 1.6-7.5L4 10',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.500h6c0-1 .2-1.7 1-2.500A6 6 0 0 0 12 3z',
  check: 'M4 12l5 5L20 6',
  solvable: 'M9 9a3 3 0 1 1 4 2.800c-.8.3-1 1-1 2.200M12 18v.01M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z',
  solve: 'M5 4l8 8-8 8zM15 4v16M19 4v16',
  turn: 'M20 4v6h-6M19.5 14A8 8 0 1 1 17.9 6.500L20 10',
  turnBack: 'M4 4v6h6M4.5 14A8 8 0 1 0 6.1 6.500L4 10',
  flip: 'M12 3v18M9 7L3 17h6zM15 7l6 10h-6z',
  back: 'M18 6L6 18M6 6l12 12',
  tray: 'M3 13h5l1.5 3h5L16 13h5M3 13l3-8h12l3 8v6H3z',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  larger: 'M12 5v14M5 12h14',
  smaller: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  pause: 'M8 5v14M16 5v14',
  go: 'M7 5l11 7-11 7z',
  strict: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  free: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 7.5-2',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  x: 'M2 12h20M8 7a4 5 0 0 1 8 0M16 3v4h-4M8 17a4 5 0 0 0 8 0',
  xBack: 'M2 12h20M16 7a4 5 0 0 0-8 0M8 3v4h4M8 17a4 5 0 0 0 8 0',
  y: 'M12 2v20M7 8a5 4 0 0 0 0 8M3 16h4v-4M17 8a5 4 0 0 1 0 8',
  yBack: 'M12 2v20M17 8a5 4 0 0 1 0 8M21 16h-4v-4M7 8a5 4 0 0 0 0 8',
};

/** @param {string} name @returns {SVGSVGElement} */
export function sign(name) {
  const ns = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(ns, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'sign');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(ns, 'path');
  path.setAttribute('d', PATHS[name] ?? '');
  svg.append(path);
  return svg;
}
