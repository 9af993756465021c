//! A session on a tray: blocks pushed by hand, and solutions gone through move by move.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use marquetry_formats::detect::{Format, write_solutions};
use marquetry_puzzle::sliding::{Position, block_words, path_words};
use marquetry_puzzle::{Direction, Move, Puzzle, Sliding, Solution, judge};
use marquetry_search::{Ending, Limits, Outcome, Settings, StopFlag, solve};

use super::session::Running;
use crate::command::output::{Complaint, write_file};
use crate::command::units::plural;

/// Memory that a hint may take.
const MEMORY: u64 = 2 << 30;

/// What a line asks for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Verb {
    Undo,
    Redo,
    Start,
    End,
    Run,
    Hint,
    Solve,
    Print,
    Check,
    Save,
    Help,
    Quit,
}

/// All commands: what they do, their names, how they are used, and that in words.
const COMMANDS: &[(Verb, &[&str], &str, &str)] = &[
    (Verb::Undo, &["left", "undo"], "left, undo", "take the last move back"),
    (Verb::Redo, &["right", "redo"], "right, redo", "make it again; go on with the solution"),
    (Verb::Start, &["home"], "home", "go back to the start"),
    (Verb::End, &["end"], "end", "go on to the end"),
    (Verb::Run, &["run"], "run", "go on to the end, move by move"),
    (Verb::Hint, &["hint"], "hint", "make the next move of a shortest solution from here"),
    (Verb::Solve, &["solve"], "solve", "find a shortest solution from here, to go through"),
    (Verb::Print, &["print"], "print", "draw the tray"),
    (Verb::Check, &["check"], "check", "count the moves so far"),
    (Verb::Save, &["save"], "save FILE", "write the moves so far to a file"),
    (Verb::Help, &["help"], "help", "this list"),
    (Verb::Quit, &["quit", "q"], "quit", "end the session"),
];

/// All commands with their use.
pub fn help() -> String {
    let line = |usage: &str, what: &str| format!("{usage:<24}{what}\n");
    let push = line("BLOCK WAY [CELLS] ...", "push a block: B down 2 left");
    push + &COMMANDS.iter().map(|(_, _, usage, what)| line(usage, what)).collect::<String>()
}

/// What a line is answered with. Errors are answers too: they have changed nothing.
type Answer<T = String> = Result<T, String>;

/// A tray being played.
pub struct Tray {
    pub p: Sliding,
    pub position: Position,
    /// The moves that led here.
    past: Vec<Move>,
    /// The moves to go on with, the next one last.
    future: Vec<Move>,
    time: Duration,
    running: Running,
}

impl Tray {
    /// A tray at its start, with the moves of a solution to go through.
    pub fn new(p: Sliding, moves: Vec<Move>, time: Duration, running: Running) -> Tray {
        let future = moves.into_iter().rev().collect();
        Tray { position: p.start().clone(), p, past: Vec::new(), future, time, running }
    }

    /// Answers a line; `None` when it ends the session.
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&name, rest)) = words.split_first().filter(|(name, _)| !name.starts_with('#'))
        else {
            return Some(String::new());
        };
        let verb = COMMANDS.iter().find(|command| command.1.contains(&name)).map(|c| c.0);
        let pushed = rest.first().is_some_and(|word| way(word).is_some());
        let answer = match (verb, self.block(name)) {
            (None, Some(block)) => self.move_block(block, rest),
            // A block may be called as a command is.
            (Some(_), Some(block)) if pushed => self.move_block(block, rest),
            (None, None) => {
                Err(format!("no command and no block is called '{name}': help lists the commands"))
            }
            (Some(Verb::Quit), _) => return None,
            (Some(Verb::Save), _) => self.save(line.trim().trim_start_matches(name).trim()),
            (Some(_), _) if !rest.is_empty() => Err(format!("'{name}' stands alone")),
            (Some(verb), _) => self.obey(verb),
        };
        let mut text = answer.unwrap_or_else(|why| why);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Some(text)
    }

    fn obey(&mut self, verb: Verb) -> Answer {
        match verb {
            Verb::Undo => self.back(),
            Verb::Redo => self.forth(),
            Verb::Start => {
                while self.back().is_ok() {}
                Ok("at the start".into())
            }
            Verb::End | Verb::Run => {
                let mut said = vec![self.forth()?];
                while let Ok(more) = self.forth() {
                    said.push(more);
                }
                Ok(if verb == Verb::Run { said.join("\n") } else { said.pop().unwrap_or_default() })
            }
            Verb::Hint => {
                self.find()?;
                self.forth()
            }
            Verb::Solve => self.find(),
            Verb::Print => Ok(self.picture(marquetry_draw::Ink::Plain)),
            Verb::Check => Ok(self.score()),
            _ => Ok(help()),
        }
    }

    /// The block with this name.
    pub fn block(&self, name: &str) -> Option<usize> {
        self.p.blocks.iter().position(|block| block.name == name)
    }

    /// The tray as it is now, and the goal.
    pub fn picture(&self, ink: marquetry_draw::Ink) -> String {
        marquetry_draw::position(&self.p, &self.position, ink)
    }

    /// What the moves so far amount to.
    pub fn score(&self) -> String {
        let moves = Solution::Moves(self.past.clone());
        match judge(&self.p.clone().into(), &moves) {
            Ok(score) => score.to_string(),
            Err(faults) => faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        }
    }

    /// How many moves there are to go on with.
    pub fn ahead(&self) -> usize {
        self.future.len()
    }

    fn words(&self, m: &Move) -> String {
        let block = &self.p.blocks[m.block];
        format!("{} ({}) {}", block.name, block_words(&block.cells), path_words(&m.path))
    }

    /// Makes a move that can be made.
    fn make(&mut self, m: Move) -> String {
        self.position.make(&self.p, &m);
        let said = format!("{}. {}", self.past.len() + 1, self.words(&m));
        self.past.push(m);
        let solved = !self.p.goal.is_empty() && self.position.solves(&self.p);
        if solved { format!("{said}\n{}", self.score()) } else { said }
    }

    /// Goes on by one move.
    pub fn forth(&mut self) -> Answer {
        let next = self.future.pop().ok_or("there is no move to go on with")?;
        if self.position.clone().make(&self.p, &next) != next.path {
            self.future.clear();
            return Err("the next move cannot be made: the rest is left out".into());
        }
        Ok(self.make(next))
    }

    /// Goes back by one move.
    fn back(&mut self) -> Answer {
        let last = self.past.pop().ok_or("this is the start")?;
        for way in last.path.iter().rev() {
            self.position.push(&self.p, last.block, way.opposite());
        }
        let said = format!("taken back: {}", self.words(&last));
        self.future.push(last);
        Ok(said)
    }

    /// Pushes a block one step.
    pub fn push(&mut self, block: usize, way: Direction) -> Answer {
        self.move_along(Move { block, path: vec![way] })
    }

    fn move_along(&mut self, m: Move) -> Answer {
        let mut tried = self.position.clone();
        if let Some(&way) = m.path.get(tried.make(&self.p, &m).len()) {
            let why = tried.obstacle(&self.p, m.block, way).unwrap_or_default();
            let name = &self.p.blocks[m.block].name;
            return Err(format!("block '{name}' cannot go {}: {why}", way.word()));
        }
        self.future.clear();
        Ok(self.make(m))
    }

    fn move_block(&mut self, block: usize, ways: &[&str]) -> Answer {
        let path = path(ways, self.p.width.max(self.p.height))?;
        self.move_along(Move { block, path })
    }

    /// Finds a shortest solution from here and has its moves ready.
    fn find(&mut self) -> Answer {
        if self.position.solves(&self.p) {
            return Err("the goal is reached already".into());
        }
        let from_here = self.p.restarted(&self.position);
        let (moves, outcome) = self.search(&from_here.clone().into())?;
        let Some(moves) = moves else {
            return Err(match outcome.ending {
                Ending::Exhausted => "there is no solution".into(),
                Ending::Cancelled => "not known: the search was interrupted".into(),
                Ending::MemoryLimit => "not known: the search ran out of memory".into(),
                Ending::DiskLimit => "not known: the search cannot use the disk".into(),
                _ => "not known: the search ran out of time".into(),
            });
        };
        let ours = |m: Move| {
            let block = self.block(&from_here.blocks.get(m.block)?.name)?;
            Some(Move { block, ..m })
        };
        self.future = moves.into_iter().rev().filter_map(ours).collect();
        let known = if outcome.shortest == Some(true) { "" } else { ", perhaps fewer" };
        let length = plural(self.future.len() as u64, "move");
        Ok(format!("the goal is {length} away{known}: right goes on"))
    }

    fn search(&self, puzzle: &Puzzle) -> Answer<(Option<Vec<Move>>, Outcome)> {
        let (time, memory) = (Some(self.time), Some(MEMORY));
        let limits = Limits { time, memory, solutions: Some(1), nodes: None };
        let mut found = None;
        let mut keep = |solution: &Solution| {
            if let Solution::Moves(moves) = solution {
                found = Some(moves.clone());
            }
            ControlFlow::Break(())
        };
        let stop = StopFlag::default();
        // A poisoned lock means that the signal handler is gone, which is no reason not to search.
        let set = |stop| self.running.lock().map(|mut running| *running = stop).is_ok();
        set(Some(stop.clone()));
        let ended = solve(puzzle, &Settings::default(), limits, stop, &mut keep);
        set(None);
        let outcome = ended.map_err(|failure| failure.to_string())?;
        Ok((found, outcome))
    }

    fn save(&self, name: &str) -> Answer {
        if name.is_empty() {
            return Err("save to which file?".into());
        }
        let json = Path::new(name).extension().is_some_and(|ending| ending == "json");
        let format = if json { Format::Json } else { Format::Native };
        let moves = Solution::Moves(self.past.clone());
        let text = write_solutions(format, &self.p.clone().into(), &[moves])
            .map_err(|unwritable| unwritable.to_string())?;
        match write_file(Path::new(name), text.as_bytes()) {
            Ok(()) => Ok(format!("saved to {name}")),
            Err(Complaint::Words(words)) => Err(words),
            Err(_) => Err(format!("{name} cannot be written")),
        }
    }
}

fn way(word: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|way| way.word() == word)
}

/// `down 2 left` as steps, at most so many a way.
fn path(words: &[&str], most: usize) -> Answer<Vec<Direction>> {
    let mut path: Vec<Direction> = Vec::new();
    for word in words {
        match (way(word), word.parse::<usize>(), path.last().copied()) {
            (Some(way), ..) => path.push(way),
            (None, Ok(cells), Some(last)) if (1..=most).contains(&cells) => {
                path.extend(std::iter::repeat_n(last, cells - 1));
            }
            _ => return Err(format!("'{word}' is no way: up, right, down or left, then cells")),
        }
    }
    if path.is_empty() { Err("push it where: up, right, down or left?".into()) } else { Ok(path) }
}
