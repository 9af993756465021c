//! A session on a tray: blocks pushed by hand, and solutions gone through move by move.

use std::time::Duration;

use marquetry_play::{Found, Game, Missing, Move, Position};
use marquetry_puzzle::sliding::{block_words, path_words};
use marquetry_puzzle::{Direction, Move as Push, Sliding, judge};
use marquetry_report::words;
use marquetry_search::Limits;

use super::session::{Answer, Running, save, searching};
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

/// A tray being played.
pub struct TrayGame {
    pub p: Sliding,
    game: Game,
    time: Duration,
    running: Running,
}

impl TrayGame {
    /// A tray at its start, with the moves of a solution to go through.
    pub fn new(p: Sliding, moves: Vec<Push>, time: Duration, running: Running) -> TrayGame {
        let mut game = Game::new(p.clone().into());
        game.plan(moves.into_iter().map(Move::Block).collect());
        TrayGame { p, game, time, running }
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
            (Some(Verb::Save), _) => match line.trim().trim_start_matches(name).trim() {
                "" => Err("save to which file?".into()),
                file => save(&self.game, file),
            },
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
        match self.game.position() {
            Position::Blocks(tray) => marquetry_draw::position(&self.p, tray, ink),
            _ => String::new(),
        }
    }

    fn solved(&self) -> bool {
        matches!(self.game.position(), Position::Blocks(tray) if tray.solves(&self.p))
    }

    /// What the moves so far amount to.
    pub fn score(&self) -> String {
        match judge(self.game.puzzle(), &self.game.so_far()) {
            Ok(score) => score.to_string(),
            Err(faults) => faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        }
    }

    /// How many moves there are to go on with.
    pub fn ahead(&self) -> usize {
        self.game.ahead().len()
    }

    fn words(&self, m: &Move) -> String {
        let Move::Block(push) = m else { return String::new() };
        let block = &self.p.blocks[push.block];
        format!("{} ({}) {}", block.name, block_words(&block.cells), path_words(&push.path))
    }

    /// What is said of a move that was just made.
    fn made(&self, m: &Move) -> String {
        let said = format!("{}. {}", self.game.moves().len(), self.words(m));
        let solved = !self.p.goal.is_empty() && self.solved();
        if solved { format!("{said}\n{}", self.score()) } else { said }
    }

    /// Goes on by one move.
    pub fn forth(&mut self) -> Answer {
        match self.game.redo().ok_or("there is no move to go on with")? {
            Ok(step) => Ok(self.made(&step.made)),
            Err(_) => Err("the next move cannot be made: the rest is left out".into()),
        }
    }

    /// Goes back by one move.
    fn back(&mut self) -> Answer {
        let step = self.game.undo().ok_or("this is the start")?;
        Ok(format!("taken back: {}", self.words(&step.made)))
    }

    /// Pushes a block one step.
    pub fn push(&mut self, block: usize, way: Direction) -> Answer {
        self.move_along(Push { block, path: vec![way] })
    }

    fn move_along(&mut self, push: Push) -> Answer {
        let m = Move::Block(push);
        match self.game.play(m.clone()) {
            Ok(_) => Ok(self.made(&m)),
            Err(refusal) => Err(words::refusal(self.game.puzzle(), &refusal)),
        }
    }

    fn move_block(&mut self, block: usize, ways: &[&str]) -> Answer {
        let path = path(ways, self.p.width.max(self.p.height))?;
        self.move_along(Push { block, path })
    }

    /// Finds a shortest solution from here and has its moves ready.
    fn find(&mut self) -> Answer {
        if self.solved() {
            return Err("the goal is reached already".into());
        }
        let (time, memory) = (Some(self.time), Some(MEMORY));
        let limits = Limits { time, memory, ..Limits::default() };
        let Found { moves, shortest, .. } =
            searching(&self.running, limits, |patience| self.game.solution(patience));
        let moves = moves.map_err(|why| match why {
            Missing::Proved => "there is no solution".into(),
            Missing::NotKnown(why) => words::not_known(&why),
        })?;
        let known = if shortest { "" } else { ", perhaps fewer" };
        let length = plural(moves.len() as u64, "move");
        self.game.plan(moves);
        Ok(format!("the goal is {length} away{known}: right goes on"))
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
