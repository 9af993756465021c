//! The words of the session, and how each is used.

/// What a line asks for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verb {
    Load,
    Place,
    Turn,
    Flip,
    Remove,
    Undo,
    Redo,
    New,
    Solve,
    Hint,
    Choices,
    Check,
    Print,
    Pieces,
    Shapes,
    Save,
    Help,
    Quit,
}

/// A command of the session.
pub struct Command {
    pub verb: Verb,
    /// Its name, and the other word that does the same.
    pub names: &'static [&'static str],
    /// The fewest and the most words after it.
    pub takes: (usize, usize),
    pub usage: &'static str,
    what: &'static str,
}

impl Command {
    const fn new(
        verb: Verb,
        names: &'static [&'static str],
        takes: (usize, usize),
        usage: &'static str,
        what: &'static str,
    ) -> Command {
        Command { verb, names, takes, usage, what }
    }
}

/// A file's name may have blanks in it.
const FILE: (usize, usize) = (1, usize::MAX);

const LOAD: Command = Command::new(
    Verb::Load,
    &["load", "readPuzzle"],
    FILE,
    "load FILE",
    "a puzzle's file or built-in name; or a board that was saved",
);
const UNDO: Command =
    Command::new(Verb::Undo, &["undo"], (0, 0), "undo", "take the last change back");
const REDO: Command = Command::new(Verb::Redo, &["redo"], (0, 0), "redo", "make it again");
const NEW: Command =
    Command::new(Verb::New, &["new", "newPuzzle"], (0, 0), "new", "clear the board");
const SOLVE: Command = Command::new(
    Verb::Solve,
    &["solve"],
    (0, 0),
    "solve",
    "fill the board, keeping what lies there",
);
const CHOICES: Command = Command::new(
    Verb::Choices,
    &["choices"],
    (0, 0),
    "choices",
    "how many placements the last solve took back",
);
const CHECK: Command = Command::new(Verb::Check, &["check"], (0, 0), "check", "judge the board");
const SAVE: Command =
    Command::new(Verb::Save, &["save"], FILE, "save FILE", "write the board to a file");
const HELP: Command = Command::new(Verb::Help, &["help"], (0, 0), "help", "this list");
const QUIT: Command = Command::new(Verb::Quit, &["quit"], (0, 0), "quit", "end the session");

/// The commands of a session on tiles, in the order in which help shows them.
const TILES: &[Command] = &[
    LOAD,
    Command::new(
        Verb::Place,
        &["place", "placePiece"],
        (3, 4),
        "place TILE COLUMN ROW [TURN]",
        "a turn is 0 to 3 quarters clockwise",
    ),
    Command::new(
        Verb::Remove,
        &["remove"],
        (1, 2),
        "remove TILE | remove COLUMN ROW",
        "take a tile off the board",
    ),
    UNDO,
    REDO,
    NEW,
    SOLVE,
    Command::new(Verb::Hint, &["hint"], (0, 0), "hint", "place one right tile"),
    CHOICES,
    CHECK,
    Command::new(
        Verb::Print,
        &["print"],
        (0, 0),
        "print",
        "the board, then the unused tiles: name, top, left, bottom, right",
    ),
    SAVE,
    HELP,
    QUIT,
];

/// The commands of a session on pieces.
const PIECES: &[Command] = &[
    LOAD,
    Command::new(
        Verb::Place,
        &["place", "placePiece"],
        (3, 5),
        "place PIECE CELL [SHAPE]",
        "its first cell comes to lie on this cell; as drawn, or as a shape with a number",
    ),
    Command::new(
        Verb::Turn,
        &["turn"],
        (2, 4),
        "turn CELL [x|y|z]",
        "turn a piece by a quarter about one of its cells; in space about a row, a column or upright",
    ),
    Command::new(
        Verb::Flip,
        &["flip"],
        (2, 3),
        "flip CELL",
        "turn a piece over at one of its cells",
    ),
    Command::new(
        Verb::Remove,
        &["remove"],
        (1, 3),
        "remove PIECE | remove CELL",
        "take a piece off the board",
    ),
    UNDO,
    REDO,
    NEW,
    SOLVE,
    Command::new(Verb::Hint, &["hint"], (0, 0), "hint", "place one right piece, and say why"),
    CHOICES,
    CHECK,
    Command::new(Verb::Print, &["print"], (0, 0), "print", "the board, then the pieces left"),
    Command::new(Verb::Pieces, &["pieces"], (0, 0), "pieces", "the pieces, and how many are left"),
    Command::new(
        Verb::Shapes,
        &["shapes"],
        (1, 1),
        "shapes PIECE",
        "the shapes a piece may take, with their numbers",
    ),
    SAVE,
    HELP,
    QUIT,
];

/// What a session is about.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Things {
    Tiles,
    Pieces,
}

impl Things {
    /// "tile" or "piece".
    pub fn one(self) -> &'static str {
        match self {
            Things::Tiles => "tile",
            Things::Pieces => "piece",
        }
    }

    /// All commands, in the order in which help shows them.
    pub fn commands(self) -> &'static [Command] {
        match self {
            Things::Tiles => TILES,
            Things::Pieces => PIECES,
        }
    }

    /// The command with this name.
    pub fn named(self, name: &str) -> Option<&'static Command> {
        self.commands().iter().find(|command| command.names.contains(&name))
    }

    /// All commands with their use.
    pub fn help(self) -> String {
        let line = |command: &Command| format!("{:<34}{}\n", command.usage, command.what);
        let lines: String = self.commands().iter().map(line).collect();
        let places = match self {
            Things::Tiles => "Columns and rows are counted from 1, from the top left.\n",
            Things::Pieces => {
                "A cell is COLUMN ROW, in space COLUMN ROW LAYER, counted from 1, from the top left.\n"
            }
        };
        let same = "readPuzzle, placePiece and newPuzzle do the same as load, place and new.\n";
        lines + places + same
    }
}
