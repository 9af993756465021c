//! The words of the session, and how each is used.

/// What a line asks for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verb {
    Load,
    Place,
    Remove,
    Undo,
    Redo,
    New,
    Solve,
    Hint,
    Choices,
    Check,
    Print,
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

    /// The command with this name.
    pub fn named(name: &str) -> Option<&'static Command> {
        COMMANDS.iter().find(|command| command.names.contains(&name))
    }
}

/// A file's name may have blanks in it.
const FILE: (usize, usize) = (1, usize::MAX);

/// All commands, in the order in which help shows them.
pub const COMMANDS: &[Command] = &[
    Command::new(
        Verb::Load,
        &["load", "readPuzzle"],
        FILE,
        "load FILE",
        "a puzzle's file or built-in name; or a board that was saved",
    ),
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
    Command::new(Verb::Undo, &["undo"], (0, 0), "undo", "take the last change back"),
    Command::new(Verb::Redo, &["redo"], (0, 0), "redo", "make it again"),
    Command::new(Verb::New, &["new", "newPuzzle"], (0, 0), "new", "clear the board"),
    Command::new(
        Verb::Solve,
        &["solve"],
        (0, 0),
        "solve",
        "fill the board, keeping what lies there",
    ),
    Command::new(Verb::Hint, &["hint"], (0, 0), "hint", "place one right tile"),
    Command::new(
        Verb::Choices,
        &["choices"],
        (0, 0),
        "choices",
        "how many placements the last solve took back",
    ),
    Command::new(Verb::Check, &["check"], (0, 0), "check", "judge the board"),
    Command::new(
        Verb::Print,
        &["print"],
        (0, 0),
        "print",
        "the board, then the unused tiles: name, top, left, bottom, right",
    ),
    Command::new(Verb::Save, &["save"], FILE, "save FILE", "write the board to a file"),
    Command::new(Verb::Help, &["help"], (0, 0), "help", "this list"),
    Command::new(Verb::Quit, &["quit"], (0, 0), "quit", "end the session"),
];

/// All commands with their use.
pub fn help() -> String {
    let line = |command: &Command| format!("{:<34}{}\n", command.usage, command.what);
    let lines: String = COMMANDS.iter().map(line).collect();
    lines
        + "Columns and rows are counted from 1, from the top left.\n\
           readPuzzle, placePiece and newPuzzle do the same as load, place and new.\n"
}
