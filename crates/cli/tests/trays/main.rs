//! Sliding puzzles from outside: this file reads and plays trays by itself and shares nothing with the library.

mod kept;
mod made;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the command in the root of the repository.
fn marquetry(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_marquetry"))
        .args(args)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .output()
        .expect("the command starts")
}

fn printed(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("results are text")
}

/// The name of a file of this test alone.
fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.to_str().expect("its name is text").to_owned()
}

fn written(name: &str, text: &str) -> String {
    let path = file(name);
    std::fs::write(&path, text).expect("the folder for tests can be written to");
    path
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).expect("the file was written")
}

/// A block by its top row, left column, bottom row and right column.
type Block = [i32; 4];

/// Rows, columns and the blocks in the tray.
#[derive(Clone)]
struct Tray {
    size: [i32; 2],
    blocks: BTreeSet<Block>,
}

fn numbers<const N: usize>(line: &str) -> [i32; N] {
    let numbers: Vec<i32> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
    numbers.try_into().expect("as many numbers as belong there")
}

impl Tray {
    fn of(text: &str) -> Tray {
        let mut lines = text.lines();
        let size = numbers(lines.next().expect("a line with the size"));
        Tray { size, blocks: lines.map(numbers).collect() }
    }

    fn has_room(&self, [top, left, bottom, right]: Block) -> bool {
        let inside = top >= 0 && left >= 0 && bottom < self.size[0] && right < self.size[1];
        let apart = |o: &Block| o[2] < top || o[0] > bottom || o[3] < left || o[1] > right;
        inside && self.blocks.iter().all(apart)
    }

    /// Where a block that is lifted out of the tray can be pushed by one cell.
    fn steps(&self, block: Block) -> impl Iterator<Item = Block> {
        let ways = [(-1, 0), (0, 1), (1, 0), (0, -1)];
        let pushed = ways.map(|(y, x)| [block[0] + y, block[1] + x, block[2] + y, block[3] + x]);
        pushed.into_iter().filter(|&block| self.has_room(block))
    }

    /// Plays a line of a solution, as the class's checker does: one block, one straight slide through free cells.
    fn play(&mut self, line: &str) {
        let [row, column, to_row, to_column] = numbers(line);
        let block = self.blocks.iter().find(|block| block[..2] == [row, column]);
        let mut at =
            *block.unwrap_or_else(|| panic!("no block has its corner where {line} begins"));
        self.blocks.remove(&at);
        let (down, right) = (to_row - row, to_column - column);
        assert!((down == 0) != (right == 0), "moves must be horizontal or vertical: {line}");
        while at[..2] != [to_row, to_column] {
            let by = [down.signum(), right.signum()];
            at = [at[0] + by[0], at[1] + by[1], at[2] + by[0], at[3] + by[1]];
            assert!(self.has_room(at), "something is in the way of {line}");
        }
        self.blocks.insert(at);
    }

    /// All trays that can be reached by steps of one cell, and the pairs of them that are one step apart.
    fn all(self) -> (usize, usize) {
        let mut met = HashMap::from([(self.blocks.clone(), 0)]);
        let mut open = vec![self.blocks.clone()];
        let mut steps = 0;
        while let Some(blocks) = open.pop() {
            for block in &blocks {
                let mut rest = Tray { blocks: blocks.clone(), ..self };
                rest.blocks.remove(block);
                for next in rest.steps(*block) {
                    let mut there = rest.blocks.clone();
                    there.insert(next);
                    steps += 1;
                    if met.insert(there.clone(), 0).is_none() {
                        open.push(there);
                    }
                }
            }
        }
        (met.len(), steps / 2)
    }
}

/// Solves a tray and plays the answer. Returns the number of lines; `None` when there is no way, and nothing printed.
fn solve_and_play(tray: &str, goal: &str, metric: &str) -> Option<usize> {
    let from = ["solve", "--from", "berkeley", tray, goal, "--to", "berkeley"];
    let solved = marquetry(&[&from[..], &["--metric", metric, "-q"]].concat());
    if solved.status.code() == Some(1) && printed(&solved).is_empty() {
        return None;
    }
    assert_eq!(solved.status.code(), Some(0), "{tray}");
    let mut played = Tray::of(&read(tray));
    printed(&solved).lines().for_each(|line| played.play(line));
    assert!(read(goal).lines().all(|place| played.blocks.contains(&numbers::<4>(place))), "{tray}");
    Some(printed(&solved).lines().count())
}

/// A list of rectangles of `pairs.txt`, a line each, in a tray of this size.
fn rectangles(list: &str, [height, width]: [i32; 2]) -> String {
    let line = |[top, left, bottom, right]: Block| format!("{top} {left} {bottom} {right}\n");
    let several = |item: &str| -> String {
        if let Some(hole) = item.strip_prefix("squares but ") {
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| [y, x]));
            cells.filter(|cell| *cell != numbers(hole)).map(|[y, x]| line([y, x, y, x])).collect()
        } else if let Some(rows) = item.strip_prefix("bars ") {
            let [first, last] = numbers(&rows.replace(" to", ""));
            (first..=last).map(|y| line([y, 0, y, width - 1])).collect()
        } else {
            line(numbers(item))
        }
    };
    list.split(", ").map(several).collect()
}

#[test]
fn the_answers_to_all_pairs_of_the_class_are_straight_slides_and_as_few_as_can_be() {
    let pairs = include_str!("pairs.txt").lines().filter(|line| !line.starts_with('#'));
    let (mut solved, mut none) = (0, 0);
    for (i, pair) in pairs.enumerate() {
        let [name, slides, tray, goal] =
            pair.split(" | ").collect::<Vec<_>>().try_into().expect("four parts");
        let (size, blocks) = tray.split_once(", ").expect("a size and blocks");
        let sides = numbers(size);
        let tray =
            written(&format!("pair-{i}.tray"), &format!("{size}\n{}", rectangles(blocks, sides)));
        let goal = written(&format!("pair-{i}.goal"), &rectangles(goal, sides));
        for metric in ["moves", "slides", "steps"] {
            let lines = solve_and_play(&tray, &goal, metric);
            solved += usize::from(lines.is_some());
            none += usize::from(lines.is_none());
            match slides {
                "?" => {}
                "none" => assert_eq!(lines, None, "{name}"),
                least if metric == "slides" => {
                    assert_eq!(lines, least.parse().ok(), "{name}");
                }
                _ => assert!(lines.is_some(), "{name}"),
            }
        }
    }
    assert_eq!((solved, none), (198, 51));
}

#[test]
fn the_berkeley_answers_of_the_built_in_trays_can_be_played_and_reach_the_goal() {
    let list = marquetry(&["list", "sliding"]);
    let mut slides = HashMap::new();
    for name in printed(&list).lines().skip(1).filter_map(|line| line.split_whitespace().next()) {
        let tray = file(&format!("{name}.tray"));
        // Walls, labels and cars that keep to their lane are not for this format.
        if marquetry(&["convert", name, "--to", "berkeley", "-o", &tray]).status.success() {
            let goal = format!("{tray}.goal");
            slides.insert(name.to_owned(), solve_and_play(&tray, &goal, "slides"));
            for metric in ["moves", "steps"] {
                assert!(solve_and_play(&tray, &goal, metric) >= slides[name], "{name}");
            }
        }
    }
    assert_eq!((slides["klotski"], slides["dads-puzzle"]), (Some(90), Some(61)));
}

#[test]
fn the_berkeley_answers_of_small_trays_can_be_played_and_reach_the_goal() {
    let trays = [
        ("3 4\n0 0 0 1\n0 2 1 2\n1 0 1 1\n2 0 2 1\n", "0 2 0 3\n", 2),
        ("3 3\n0 0 0 0\n0 1 1 1\n2 2 2 2\n", "2 0 2 0\n0 2 0 2\n", 2),
        ("2 3\n0 0 0 0\n0 1 0 1\n1 0 1 0\n", "1 2 1 2\n0 2 0 2\n", 2),
        ("1 3\n0 0 0 0\n0 1 0 1\n", "0 2 0 2\n0 1 0 1\n", 2),
    ];
    for (i, (tray, goal, least)) in trays.into_iter().enumerate() {
        let tray = written(&format!("small-{i}.tray"), tray);
        let goal = written(&format!("small-{i}.goal"), goal);
        assert_eq!(solve_and_play(&tray, &goal, "slides"), Some(least), "tray {i}");
        for metric in ["moves", "steps"] {
            assert!(solve_and_play(&tray, &goal, metric) >= Some(least), "tray {i}");
        }
    }
}

#[test]
fn a_goal_that_holds_already_is_answered_by_nothing_and_one_out_of_reach_by_exit_code_1() {
    let tray = written("bar.tray", "1 3\n0 0 0 1\n0 2 0 2\n");
    let cases = [("0 2 0 2\n", 0), ("", 0), ("0 1 0 2\n", 1), ("0 0 0 2\n", 1), ("0 0 0 0\n", 1)];
    for (i, (goal, code)) in cases.into_iter().enumerate() {
        let goal = written(&format!("bar-{i}.goal"), goal);
        let solved = marquetry(&["solve", "--from", "berkeley", &tray, &goal, "--to", "berkeley"]);
        assert_eq!((printed(&solved), solved.status.code()), ("", Some(code)), "goal {i}");
    }
}

/// The value of a line that `rate` prints.
fn row<'a>(rated: &'a str, name: &str) -> &'a str {
    let line = rated.lines().find_map(|line| line.strip_prefix(name));
    line.unwrap_or_else(|| panic!("no line '{name}' in {rated}")).trim()
}

#[test]
fn a_graph_file_has_every_position_and_every_step_once() {
    let tray = "3 4\n0 0 0 1\n0 2 1 2\n1 0 1 1\n2 0 2 0\n2 1 2 1\n";
    let (positions, steps) = Tray::of(tray).all();
    let tray = written("graph.tray", tray);
    let (dot, xml) = (file("graph.dot"), file("graph.graphml"));
    for (path, node, edge) in [(&dot, " [label=", " -- "), (&xml, "<node ", "<edge ")] {
        let rated = marquetry(&["rate", &tray, "--metric", "steps", "--graph", path]);
        assert_eq!(rated.status.code(), Some(0));
        let count = format!("{positions} can be reached");
        assert_eq!(row(printed(&rated), "positions").replace(',', ""), count);
        let text = read(path);
        let edges = text.matches(edge).count();
        assert_eq!(edges, steps);
        let labelled_edges = if edge == " -- " { edges } else { 0 };
        assert_eq!(text.matches(node).count() - labelled_edges, positions);
    }
}

#[test]
fn the_hardest_start_is_as_hard_as_it_is_said_to_be() {
    for metric in ["moves", "steps"] {
        let hard = file(&format!("hardest-{metric}.marquetry"));
        let rated =
            marquetry(&["rate", "klotski", "--metric", metric, "-o", &hard, "--time", "60s"]);
        let far = row(printed(&rated), "farthest from the goal");
        let (said, _) = far.split_once(", ").expect("a distance and how many are so far");
        let again = marquetry(&["rate", &hard, "--metric", metric, "--time", "60s"]);
        let solution = row(printed(&again), "solution ");
        assert_eq!(solution, format!("{said}, and none is shorter"));
    }
}

#[test]
fn nothing_is_written_where_a_limit_or_the_size_forbids_it() {
    let (hard, dot) = (file("never.marquetry"), file("never.dot"));
    let stopped = marquetry(&["rate", "klotski", "--nodes", "1000", "-o", &hard]);
    assert_eq!(stopped.status.code(), Some(3));
    assert!(row(printed(&stopped), "positions").starts_with("at least 1,00"));
    let wide = written("wide.tray", "60 60\n0 0 0 0\n1 1 1 1\n");
    let refused = marquetry(&["rate", &wide, "--nodes", "10k", "--graph", &dot]);
    assert_eq!(refused.status.code(), Some(3));
    let wide = written("wide.tray", "60 60\n0 0 0 0\n");
    let refused = marquetry(&["rate", &wide, "--metric", "steps", "--graph", &dot]);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.ends_with("a graph of 3,600 positions is too large, 2,222 are the most\n"),
        "{said}"
    );
    let odd = marquetry(&["rate", "klotski", "--graph", "klotski.txt"]);
    let said = String::from_utf8_lossy(&odd.stderr);
    assert_eq!(said, "marquetry: klotski.txt: a graph's file must end in .dot or .graphml\n");
    assert_eq!((odd.status.code(), printed(&odd)), (Some(2), ""));
    assert!(!Path::new(&hard).exists() && !Path::new(&dot).exists());
}

#[test]
fn solutions_are_drawn_moving() {
    let moves = file("klotski.moves");
    assert!(marquetry(&["solve", "klotski", "-q", "-o", &moves]).status.success());
    let (gif, svg) = (file("klotski.gif"), file("klotski.svg"));
    assert!(marquetry(&["draw", "klotski", &moves, "-o", &gif]).status.success());
    assert!(marquetry(&["solve", "klotski", "-q", "--draw", &svg, "--animate"]).status.success());
    let bytes = std::fs::read(&gif).expect("the picture was drawn");
    assert!(bytes.starts_with(b"GIF89a") && bytes.len() < 1_000_000);
    // Ten bodies and ten letters.
    assert_eq!(read(&svg).matches("<animateTransform").count(), 20);
    let still = marquetry(&["draw", "pentominoes-6x10", "-o", &gif]);
    assert_eq!(still.status.code(), Some(2));
}
