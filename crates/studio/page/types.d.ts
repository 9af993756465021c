/** What goes between the page and the server, as it stands in JSON. */

/** Column, row, layer. */
export type Cell = [number, number, number];
export type Family = 'matching' | 'tiling' | 'sliding';
/** The JSON document of a puzzle: the page hands it on and changes it in the workshop alone. */
export type Puzzle = {
  v: 1;
  kind: 'puzzle';
  family: Family;
  title?: string;
} & Record<string, any>;
export type Solution = { v: 1; kind: 'solution'; family: Family } & Record<string, any>;
export type Failed = { error: { code: string; message: string } };
export type None = { none: string };

export type Axis = 'z' | 'z-' | 'x' | 'x-' | 'y' | 'y-' | 'flip';
export type TileMove =
  | { place: { tile: number; cell: number; turn: number } }
  | { turn: { cell: number; by: number } }
  | { remove: { cell: number } }
  | { swap: { a: number; b: number } }
  | { carry: { from: number; to: number; turn: number } };
export type PieceMove =
  | { place: { piece: number; orientation: number; at: Cell } }
  | { turn: { cell: Cell; turn: Axis } }
  | { remove: { cell: Cell } }
  | { carry: { from: Cell; orientation: number; at: Cell } };
export type Move =
  | { tile: TileMove }
  | { piece: PieceMove }
  | { block: { block: number; path: string } }
  | { together: Move[] }
  | 'clear';

export type Shelf = {
  puzzles: {
    name: string;
    title: string;
    family: Family;
    words: string;
    svg: string;
  }[];
  opened: string | null;
  version: string;
};

export type ReadRequest = {
  text?: string;
  base64?: string;
  puzzle?: Puzzle;
  name?: string;
  from?: string;
  order?: string;
  problem?: number;
  goal?: string;
};
export type Fact = { name: string; words: string };
export type Facts = { facts: Fact[]; impossible: string | null };
export type Read = Facts & {
  puzzle: Puzzle;
  format: string;
  sure: boolean;
  notes: string[];
  native: string;
  title: string;
  family: Family;
  /** What the file says of itself; of one that holds several puzzles, how many. */
  known?: { puzzles?: number; moves?: number; solutions?: number };
};
export type Fault = {
  line: number;
  column: number;
  length: number;
  message: string;
  help?: string;
  path?: (string | number)[];
};
export type Unread = {
  faults: Fault[];
  candidates: { from: string; order?: string; turn?: string; words: string }[];
};

export type WriteRequest = { puzzle: Puzzle; solution?: Solution; to: string };
/** `goal` is the text of a second file, `left_out` what the format has no place for. */
export type Written = { text: string; goal?: string; name: string; left_out: string[] };
export type Unwritable = { unwritable: string };
export type Formats = {
  read: any[];
  write: {
    name: string;
    words: string;
    families: Family[];
    solutions: boolean;
  }[];
};

export type DrawRequest = {
  puzzle: Puzzle;
  solution?: Solution;
  moves?: readonly Move[];
  as: 'svg' | 'png' | 'pdf' | 'gif' | 'txt' | 'touch' | 'moving';
  prefix?: string;
};

export type Mode = 'strict' | 'free';
export type Played = { puzzle: Puzzle; moves: readonly Move[]; mode?: Mode };
export type GameRequest = Played & {
  mode: Mode;
  move?: Move;
  setup?: true;
  draw?: string;
};
export type Attributes = Record<string, string | null>;
export type Change = {
  piece: string;
  copy: number;
  group: Attributes;
  turn: Attributes;
  letters: Attributes[];
};
export type Refusal = { code: string; words: string; cells: Cell[] };
export type GameAnswer = {
  accepted: boolean;
  refusal?: Refusal;
  /** How many of the moves that were sent could be made. */
  played: number;
  changes: Change[] | null;
  svg?: string;
  setup?: Setup;
  view: View;
};

export type Turned = { to: number; cells: number[] };
export type Orientation = {
  cells: Cell[];
  turns: Partial<Record<Axis, Turned>>;
  /** Is its first cell a triangle that points down? */
  down?: boolean;
  /** How the drawing of a flat board shows it: turns after a flip, about a middle as seen from the corner of its first cell. */
  turn?: number;
  flip?: boolean;
  middle?: [number, number];
};
export type Thing = {
  index: number;
  name: string;
  words: string;
  copies: number;
  fixed: boolean;
  thumb?: string;
  orientations?: Orientation[];
  edges?: string[];
  turning?: boolean;
  cells?: Cell[];
};
export type Grid = 'squares' | 'hexagons' | 'triangles';
/** From a column to the next, from a row to the next, and the box around a cell, in the units of the drawing. */
export type Lattice = { across: number; down: [number, number]; cell: [number, number] };
export type Setup = {
  family: Family;
  title: string;
  layers: number;
  columns: number;
  rows: number;
  cells: Cell[];
  grid: Grid;
  lattice: Lattice;
  origins: [number, number][];
  viewBox: [number, number, number, number];
  things: Thing[];
  turns: Axis[];
  /** The fewest moves that lay a whole board. */
  least?: number;
  goal?: Cell[];
};

/** A tile, piece or block on the board. */
export type Lying = {
  index: number;
  copy: number;
  cell: Cell;
  cells: Cell[];
  turn?: number;
  orientation?: number;
  pinned: boolean;
};
export type Side = 'top' | 'right' | 'bottom' | 'left';
export type Mistake = {
  code: string;
  words: string;
  cells: Cell[];
  side?: Side;
};
/** Where a block can go in one move: places of its first cell, and where a step up, right, down or left leads. */
export type Room = { anchors: Cell[]; steps: (number | null)[][] };
export type View = {
  things: Lying[];
  left: [number, number][];
  labels: Record<string, string>;
  faults: Mistake[];
  score: string;
  solved: boolean;
  ways?: Record<string, Room>;
  moves?: { moves: number; slides: number; steps: number };
  placed: number;
  filled: number;
  cells: number;
  text: string;
  said: string;
};

export type WaysRequest = Played & { thing: number; from?: Cell };
export type TileWay = { cell: Cell; turns: number[] };
export type PieceWay = { orientation: number; at: Cell; cells: Cell[] };
export type Way = TileWay | PieceWay;
export type Rest = {
  moves: Move[];
  shortest: boolean;
  length?: { moves: number; slides: number; steps: number };
};
export type Hint = { move: Move; words: string; cells: Cell[] };
export type Solvable = {
  answer: 'yes' | 'no' | 'unknown';
  words: string;
  blame?: { cells: Cell[]; words: string };
};

export type RunRequest = {
  kind: 'solve' | 'best' | 'watch' | 'rate' | 'rest' | 'generate';
} & Record<string, any>;
export type Run = { run: string; events: string };
/** A point of the curve of a search for the best board. */
export type Scored = { seconds: number; matched: number; placed: number; breaks: number };
export type RunState = {
  run: string;
  kind: RunRequest['kind'];
  state: 'running' | 'ended';
  solutions: number;
  /** How many solutions can be asked for. */
  kept: number;
  steps: number;
  curve: Scored[];
  last: number;
};
export type FoundSolution = { number: number; solution: Solution; moves: Move[] };
export type Solutions = {
  solutions: { number: number; solution: Solution }[];
  total: number;
  kept: number;
};
/** Some steps of a watched search; `stack` are those that lie on the board before the first. */
export type Steps = {
  from: number;
  steps: any[];
  stack: any[];
  begins: number;
  total: number;
  ended: boolean;
};
/** What an engine finds: all solutions, their number, or one. */
export type Engine = {
  name: string;
  words: string;
  finds: 'all' | 'number' | 'one';
  threads: boolean;
  shortest: boolean;
};
export type Engines = { engines: Engine[]; best: { name: string; words: string }[]; threads: number };
