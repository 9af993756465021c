//! The session: a line in, an answer out.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use marquetry_formats::Source;
use marquetry_formats::detect::{Format, Hints, read, read_solutions, write_solutions};
use marquetry_puzzle::{Board, Laid, Puzzle, Score, Solution, judge};
use marquetry_search::StopFlag;

use super::game::Game;
use super::words::{Command, Verb, help};
use crate::command::blame::{Blame, Missing, Search};
use crate::command::input::read_source;
use crate::command::output::{Complaint, write_file};
use crate::command::units::plural;

/// What stops the search that is running, if one is.
pub type Running = Arc<Mutex<Option<StopFlag>>>;

/// What a line is answered with. Errors are answers too: they have changed nothing.
type Answer<T = String> = Result<T, String>;

const NOT_LOADED: &str = "load a puzzle first: load FILE";

/// A puzzle being played.
pub struct Session {
    game: Option<Game>,
    /// How long one command may search.
    time: Duration,
    running: Running,
    /// Placements that the last solve took back.
    taken_back: Option<u64>,
}

impl Session {
    /// A session without a puzzle.
    pub fn new(time: Duration, running: Running) -> Session {
        Session { game: None, time, running, taken_back: None }
    }

    /// Answers a line; `None` when it ends the session.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if name.is_empty() || name.starts_with('#') {
            return Some(String::new());
        }
        let words: Vec<&str> = rest.split_whitespace().collect();
        let answer = match Command::named(name) {
            None => Err(format!("unknown command '{name}': help lists them all")),
            Some(command) if !(command.takes.0..=command.takes.1).contains(&words.len()) => {
                Err(format!("wrong number of words: {}", command.usage))
            }
            Some(command) if command.verb == Verb::Quit => return None,
            Some(command) => self.obey(command.verb, rest.trim(), &words),
        };
        let mut text = answer.unwrap_or_else(|why| why);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Some(text)
    }

    fn obey(&mut self, verb: Verb, rest: &str, words: &[&str]) -> Answer {
        match verb {
            Verb::Load => self.load(rest).map_err(plain),
            Verb::Place => self.place(words),
            Verb::Remove => self.remove(words),
            Verb::Undo => self.step(Game::undo, "undone", "there is nothing to undo"),
            Verb::Redo => self.step(Game::redo, "redone", "there is nothing to redo"),
            Verb::New => {
                self.game()?.replace(&Board::new());
                Ok("the board is cleared".into())
            }
            Verb::Solve => self.solve(),
            Verb::Hint => self.hint(),
            Verb::Choices => self.choices(),
            Verb::Check => self.check(),
            Verb::Print => Ok(self.game()?.print()),
            Verb::Save => self.save(rest),
            Verb::Help | Verb::Quit => Ok(help()),
        }
    }

    fn game(&mut self) -> Result<&mut Game, String> {
        self.game.as_mut().ok_or(NOT_LOADED.into())
    }

    /// The names of the puzzle's tiles.
    pub fn tiles(&self) -> impl Iterator<Item = &str> {
        self.game.iter().flat_map(|game| game.puzzle.tiles.iter().map(|tile| tile.name.as_str()))
    }

    /// Loads a puzzle, or a board of the puzzle that is loaded.
    pub fn load(&mut self, name: &str) -> Result<String, Complaint> {
        if name == "-" {
            return Err(Complaint::Words("standard input is the session: name a file".into()));
        }
        let source = read_source(name)?;
        let puzzle = match read(&source, &Hints::default()) {
            Ok((_, Puzzle::Matching(puzzle))) => puzzle,
            Ok((_, Puzzle::Sliding(_))) => {
                let words = format!("{name} is a sliding puzzle: 'marquetry play {name}' plays it");
                return Err(Complaint::Words(words));
            }
            Ok((_, Puzzle::Tiling(_))) => {
                let words = format!("{name} is a tiling puzzle: a session is for matching puzzles");
                return Err(Complaint::Words(words));
            }
            Err(rejected) => return self.load_board(&source).ok_or(Complaint::Rejected(rejected)),
        };
        let tiles = plural(puzzle.tiles.len() as u64, "tile");
        let said = format!("{} columns, {} rows, {tiles}", puzzle.width, puzzle.height);
        self.game = Some(Game::new(puzzle));
        self.taken_back = None;
        Ok(said)
    }

    fn load_board(&mut self, source: &Source) -> Option<String> {
        let game = self.game.as_mut()?;
        let puzzle = Puzzle::from(game.puzzle.clone());
        let solutions = read_solutions(&puzzle, source, None).ok()?;
        let [solution @ Solution::Board(board)] = solutions.as_slice() else { return None };
        let sound = |score| matches!(score, Score::Board { breaks, .. } if breaks.is_empty());
        judge(&puzzle, solution).is_ok_and(sound).then(|| {
            game.replace(board);
            format!("{} on the board", plural(game.placed().len() as u64, "tile"))
        })
    }

    fn place(&mut self, words: &[&str]) -> Answer {
        let game = self.game()?;
        let [name, column, row, turn @ ..] = words else { return Err(help()) };
        let tile = tile_named(game, name)?;
        let cell = cell_at(game, column, row)?;
        let turn = turn.first().map_or(Ok(0), |turn| number(turn))?;
        let turn = u8::try_from(turn).ok().filter(|turn| *turn < 4);
        let turn = turn.ok_or("a turn is 0, 1, 2 or 3 quarters clockwise")?;
        let laid = Laid { tile, turn };
        game.place(cell, laid)?;
        let solved = judge(&game.puzzle.clone().into(), &Solution::Board(game.board()))
            .is_ok_and(|score| score.solved());
        let done = if solved { "; the puzzle is solved" } else { "" };
        Ok(format!("placed {}{done}", game.words((cell, laid))))
    }

    fn remove(&mut self, words: &[&str]) -> Answer {
        let game = self.game()?;
        let gone = match words {
            [name] => game.remove_tile(tile_named(game, name)?)?,
            [column, row] => game.remove(cell_at(game, column, row)?)?,
            _ => return Err(help()),
        };
        Ok(format!("removed {}", game.words(gone)))
    }

    fn step(&mut self, step: fn(&mut Game) -> bool, done: &str, nothing: &str) -> Answer {
        if step(self.game()?) { Ok(done.into()) } else { Err(nothing.into()) }
    }

    /// A board that completes what was placed or the reason why there is none, and the nodes it took.
    fn complete(&self) -> Result<(Answer<Board>, u64), String> {
        let game = self.game.as_ref().ok_or(NOT_LOADED)?;
        if game.full() {
            return Err("the board is full already".into());
        }
        let stop = StopFlag::default();
        let search = Search { deadline: Instant::now().checked_add(self.time), stop: stop.clone() };
        // A poisoned lock means that the signal handler is gone, which is no reason not to search.
        let set = |stop| self.running.lock().map(|mut running| *running = stop).is_ok();
        set(Some(stop));
        let found = search.keeping(&game.puzzle, &game.pins());
        let board = found.board.map_err(|missing| match missing {
            Missing::Proved => accuse(game, &search),
            Missing::Unknown(why) => format!("not known: {why}"),
        });
        set(None);
        Ok((board, found.nodes))
    }

    fn solve(&mut self) -> Answer {
        let (found, nodes) = self.complete()?;
        let kept = found.as_ref().map_or(0, |board| board.iter().flatten().count());
        self.taken_back = Some(nodes.saturating_sub(kept as u64));
        let board = found?;
        let game = self.game()?;
        let open = open_cells(game, &board);
        let said = format!("solved: {} placed", plural(open.len() as u64, "tile"));
        game.add(open);
        Ok(said)
    }

    fn hint(&mut self) -> Answer {
        let board = self.complete()?.0?;
        let game = self.game()?;
        let next = open_cells(game, &board).into_iter().next().ok_or("the board is full")?;
        game.add([next]);
        Ok(format!("placed {}", game.words(next)))
    }

    fn choices(&mut self) -> Answer {
        self.game()?;
        let taken_back = self.taken_back.ok_or("nothing has been solved yet")?;
        Ok(format!("{} taken back", plural(taken_back, "placement")))
    }

    fn check(&mut self) -> Answer {
        let game = self.game()?;
        let board = game.board();
        let puzzle = Puzzle::from(game.puzzle.clone());
        let lines = match judge(&puzzle, &Solution::Board(board.clone())) {
            Ok(score) => {
                let verdict = if score.solved() { "solved" } else { "not solved" };
                let mut lines = vec![format!("{verdict}: {score}")];
                if let Score::Board { breaks, .. } = score {
                    lines.extend(
                        breaks.iter().map(|b| format!("  {}", b.words(&game.puzzle, &board))),
                    );
                }
                lines
            }
            Err(faults) => faults.iter().map(ToString::to_string).collect(),
        };
        Ok(lines.join("\n"))
    }

    fn save(&mut self, name: &str) -> Answer {
        let game = self.game()?;
        let path = Path::new(name);
        let json = path.extension().is_some_and(|ending| ending == "json");
        let format = if json { Format::Json } else { Format::Native };
        let solution = Solution::Board(game.board());
        let text = write_solutions(format, &game.puzzle.clone().into(), &[solution])
            .map_err(|unwritable| unwritable.to_string())?;
        write_file(path, text.as_bytes()).map_err(plain)?;
        Ok(format!("saved to {name}"))
    }
}

/// A complaint as an answer: on standard output, so without colours.
fn plain(complaint: Complaint) -> String {
    match complaint {
        Complaint::Words(words) => words,
        Complaint::Rejected(rejected) => rejected.render(false),
        Complaint::BrokenPipe => String::new(),
    }
}

/// Why a board has no solution, and which tile to take away.
fn accuse(game: &Game, search: &Search) -> String {
    let (p, pins, sure) = (&game.puzzle, game.pins(), game.pinned);
    let why = match search.blame(p, &pins, sure) {
        Blame::Puzzle => return "this puzzle has no solution".into(),
        Blame::Since(since) => match search.alone(p, &pins, sure, since).next() {
            Some(tile) => format!("without {} there is one", p.pin_words(&pins[tile])),
            None => format!("there was one before {} was placed", p.pin_words(&pins[since])),
        },
        Blame::Unknown => "which tile is to blame is not known".into(),
    };
    format!("no solution with what is placed; {why}")
}

/// The tiles of a board on the cells that are still open, in reading order.
fn open_cells(game: &Game, board: &Board) -> Vec<(usize, Laid)> {
    let filled = game.board();
    let open = (0..board.len()).filter(|&cell| filled[cell].is_none());
    open.filter_map(|cell| Some((cell, board[cell]?))).collect()
}

fn tile_named(game: &Game, name: &str) -> Result<usize, String> {
    let tile = game.puzzle.tiles.iter().position(|tile| tile.name == name);
    tile.ok_or_else(|| format!("this puzzle has no tile '{name}'"))
}

fn number(word: &str) -> Result<i64, String> {
    word.parse().map_err(|_| format!("'{word}' is not a number"))
}

fn cell_at(game: &Game, column: &str, row: &str) -> Result<usize, String> {
    let p = &game.puzzle;
    let (column, row) = (number(column)?, number(row)?);
    let (width, height) = (p.width as i64, p.height as i64);
    if !(1..=width).contains(&column) || !(1..=height).contains(&row) {
        return Err(format!(
            "column {column}, row {row} is outside the grid of {width} columns and {height} rows"
        ));
    }
    let cell = ((row - 1) * width + column - 1) as usize;
    if p.cells[cell] { Ok(cell) } else { Err(format!("{} holds no tile", p.place(cell).words())) }
}
