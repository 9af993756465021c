//! Sessions on boards of tiles.

use super::{file, play, transcript};

#[test]
fn nothing_can_be_done_before_a_puzzle_is_loaded() {
    let commands = [
        "place 1 1 1",
        "placePiece 1 1 1",
        "remove 1",
        "remove 1 1",
        "undo",
        "redo",
        "new",
        "newPuzzle",
        "solve",
        "hint",
        "choices",
        "check",
        "print",
        "save x",
    ];
    for command in commands {
        transcript(&[], &format!("> {command}\nload a puzzle first: load FILE"));
    }
}

#[test]
fn a_puzzle_is_solved_by_hand_in_the_words_of_the_class() {
    transcript(
        &[],
        "\
> readPuzzle tetravex-2x2
2 columns, 2 rows, 4 tiles
> placePiece 3 1 1
placed tile '3' at row 1, column 1
> place 2 2 1
placed tile '2' at row 1, column 2
> print
3\t2
xxx\txxx
--------------------
1 0 3 0 1
4 2 1 3 0
> check
not solved: 1 of 4 edges match, 2 of 4 tiles placed
> place 1 1 2
placed tile '1' at row 2, column 1
> place 4 2 2
placed tile '4' at row 2, column 2; the puzzle is solved
> print
3\t2
1\t4
--------------------
> check
solved: 4 of 4 edges match, 4 of 4 tiles placed
> solve
the board is full already
> hint
the board is full already
> newPuzzle
the board is cleared
> print
xxx\txxx
xxx\txxx
--------------------
1 0 3 0 1
2 4 3 2 5
3 1 3 0 3
4 2 1 3 0
> quit
> print",
    );
}

#[test]
fn every_misuse_has_its_answer_and_changes_nothing() {
    transcript(
        &["tetravex-2x2"],
        "\
> place 3 1 1
placed tile '3' at row 1, column 1
> place 1 0 1
column 0, row 1 is outside the grid of 2 columns and 2 rows
> place 1 1 3
column 1, row 3 is outside the grid of 2 columns and 2 rows
> place 1 1 -1
column 1, row -1 is outside the grid of 2 columns and 2 rows
> place 1 1 1
tile '3' lies at row 1, column 1 already
> place 9 1 2
this puzzle has no tile '9'
> place 3 1 2
tile '3' is placed already, at row 1, column 1
> place 4 1 2
the edges do not match: up, 2 meets 0
> place 4 2 1
the edges do not match: left, 1 meets 3
> place 1 1 2 1
tiles may not be turned in this puzzle
> place 1 1 2 4
a turn is 0, 1, 2 or 3 quarters clockwise
> place 1 1 2 half
'half' is not a number
> place 1 one 2
'one' is not a number
> place 1 1 2.0
'2.0' is not a number
> place 1 1
wrong number of words: place TILE COLUMN ROW [TURN]
> place 1 1 2 0 0
wrong number of words: place TILE COLUMN ROW [TURN]
> remove
wrong number of words: remove TILE | remove COLUMN ROW
> remove 4
tile '4' is not placed
> remove 9
this puzzle has no tile '9'
> remove 2 2
nothing lies at row 2, column 2
> remove 3 2
column 3, row 2 is outside the grid of 2 columns and 2 rows
> undo it
wrong number of words: undo
> redo
there is nothing to redo
> choices
nothing has been solved yet
> load
wrong number of words: load FILE
> load nowhere
there is no file and no built-in puzzle 'nowhere'; 'marquetry list' shows the built-in puzzles
> load -
standard input is the session: name a file
> load docs
docs is a folder, not a file
> load klotski
klotski is a sliding puzzle: 'marquetry play klotski' plays it
> save no/such/folder/board
no/such/folder/board: No such file or directory (os error 2)
> Print
unknown command 'Print': help lists them all
> # a remark
> print
3\txxx
xxx\txxx
--------------------
1 0 3 0 1
2 4 3 2 5
4 2 1 3 0
> undo
undone
> undo
there is nothing to undo",
    );
}

#[test]
fn everything_that_changes_the_board_can_be_undone() {
    transcript(
        &["tetravex-3x3"],
        "\
> solve
solved: 9 tiles placed
> print
7\t6\t5
9\t1\t4
3\t2\t8
--------------------
> undo
undone
> hint
placed tile '7' at row 1, column 1
> hint
placed tile '6' at row 1, column 2
> remove 7
removed tile '7' at row 1, column 1
> remove 2 1
removed tile '6' at row 1, column 2
> place 8 3 3
placed tile '8' at row 3, column 3
> new
the board is cleared
> undo
undone
> undo
undone
> undo
undone
> check
not solved: 0 of 12 edges match, 1 of 9 tiles placed
> print
xxx\t6\txxx
xxx\txxx\txxx
xxx\txxx\txxx
--------------------
1 2 5 3 7
2 3 6 6 2
3 4 6 2 6
4 4 7 0 5
5 1 4 4 0
7 0 5 5 7
8 0 2 6 2
9 5 0 4 5
> redo
redone
> redo
redone
> place 9 1 2
placed tile '9' at row 2, column 1
> redo
there is nothing to redo
> solve
solved: 7 tiles placed
> print
7\t6\t5
9\t1\t4
3\t2\t8
--------------------",
    );
}

#[test]
fn solve_keeps_what_was_placed_and_counts_what_it_took_back() {
    transcript(
        &["tetravex-2x2"],
        "\
> place 3 1 1
placed tile '3' at row 1, column 1
> place 2 2 1
placed tile '2' at row 1, column 2
> place 1 1 2
placed tile '1' at row 2, column 1
> solve
solved: 1 tile placed
> choices
0 placements taken back",
    );
    let said = play(&["framed-6x6"], "solve\nchoices\n");
    let taken_back = said.strip_prefix("solved: 36 tiles placed\n").unwrap_or_default();
    let number = taken_back.split(' ').next().unwrap_or_default().replace(',', "");
    assert!(number.parse::<u64>().is_ok(), "{said}");
}

#[test]
fn the_tile_that_is_to_blame_is_named() {
    transcript(
        &["tetravex-2x2"],
        "\
> place 4 1 1
placed tile '4' at row 1, column 1
> solve
no solution with what is placed; without tile '4' at row 1, column 1 there is one
> hint
no solution with what is placed; without tile '4' at row 1, column 1 there is one
> place 3 2 2
placed tile '3' at row 2, column 2
> solve
no solution with what is placed; there was one before tile '4' at row 1, column 1 was placed
> new
the board is cleared
> place 3 1 1
placed tile '3' at row 1, column 1
> place 1 2 2
placed tile '1' at row 2, column 2
> solve
no solution with what is placed; without tile '1' at row 2, column 2 there is one",
    );
    transcript(
        &["docs/examples/unpairable.txt"],
        "\
> solve
this puzzle has no solution
> place 1 1 1 3
placed tile '1' turned 3 at row 1, column 1
> solve
this puzzle has no solution",
    );
}

#[test]
fn what_time_does_not_allow_is_not_known() {
    transcript(
        &["framed-8x8", "--time", "0s"],
        "\
> solve
not known: the search ran out of time
> hint
not known: the search ran out of time
> undo
there is nothing to undo",
    );
}

#[test]
fn a_frame_belongs_on_the_rim_and_nowhere_else() {
    transcript(
        &["framed-4x4"],
        "\
> place 8 1 1 3
the edges do not match: up, 1 lies on the rim
> place 5 2 1
the edges do not match: up, 4 lies on the rim
> place 1 2 2 1
the edges do not match: down, 0 belongs on the rim
> place 8 1 1
placed tile '8' at row 1, column 1
> place 4 2 1 2
placed tile '4' turned 2 at row 1, column 2
> solve
no solution with what is placed; without tile '4' turned 2 at row 1, column 2 there is one
> remove 4
removed tile '4' turned 2 at row 1, column 2
> solve
solved: 15 tiles placed
> print
8/0\t13/1\t4/2\t10/3
3/3\t14/1\t15/0\t11/2
7/2\t6/1\t5/1\t16/1
2/3\t1/1\t9/0\t12/2
--------------------",
    );
}

#[test]
fn heads_meet_tails_and_tiles_turn() {
    transcript(
        &["arrows-meadow"],
        "\
> place 1 2 2 1
placed tile '1' turned 1 at row 2, column 2
> place 2 3 2 3
the edges do not match: left, G1 meets G1
> place 3 3 2
placed tile '3' at row 2, column 3
> print
xxx\txxx\txxx
xxx\t1/1\t3/0
xxx\txxx\txxx
--------------------
2 G1 Y0 R1 R0
4 G0 R0 B0 G1
5 R0 R1 B1 G0
6 Y1 Y1 G0 G1
7 G1 B0 R0 G0
8 G1 R1 Y1 G0
9 G1 G0 G1 G1",
    );
}

#[test]
fn pinned_tiles_stay_and_holes_hold_nothing() {
    let name = file(
        "pinned.marquetry",
        "\
marquetry matching
board
  ##.
  ###
tiles
  a 1 2 3 4
  b 1 9 5 2
  c 3 6 1 1
  d 5 7 1 6
  e 1 1 1 7
pins
  a row 1 column 1 turn 0
  d row 2 column 2
",
    );
    transcript(
        &[&name],
        "\
> print
a/0\txxx\t.
xxx\txxx\txxx
--------------------
b 1 2 5 9
c 3 1 1 6
d 5 6 1 7
e 1 7 1 1
> remove a
the tile at row 1, column 1 is pinned there
> place b 3 1
row 1, column 3 holds no tile
> place d 3 2
tile 'd' belongs at row 2, column 2
> place c 2 2
row 2, column 2 is kept for tile 'd'
> place b 2 1
placed tile 'b' at row 1, column 2
> place d 2 2
placed tile 'd' at row 2, column 2
> new
the board is cleared
> solve
solved: 4 tiles placed
> print
a/0\tb/0\t.
c/0\td/0\te/0
--------------------",
    );
}

#[test]
fn a_saved_board_is_judged_and_loaded_again() {
    let name = file("my board.solution", "");
    transcript(
        &["tetravex-3x3"],
        &format!(
            "\
> place 8 3 3
placed tile '8' at row 3, column 3
> save {name}
saved to {name}
> save {name}.json
saved to {name}.json
> new
the board is cleared
> load {name}
1 tile on the board
> undo
undone
> load {name}.json
1 tile on the board
> remove 3 3
removed tile '8' at row 3, column 3"
        ),
    );
    let saved = std::fs::read_to_string(&name).expect("the board was saved");
    assert_eq!(saved, "marquetry solution\nboard\n  . . .\n  . . .\n  . . 8\n");
}

#[test]
fn help_lists_every_command() {
    transcript(
        &[],
        "\
> help
load FILE                         a puzzle's file or built-in name; or a board that was saved
place TILE COLUMN ROW [TURN]      a turn is 0 to 3 quarters clockwise
remove TILE | remove COLUMN ROW   take a tile off the board
undo                              take the last change back
redo                              make it again
new                               clear the board
solve                             fill the board, keeping what lies there
hint                              place one right tile
choices                           how many placements the last solve took back
check                             judge the board
print                             the board, then the unused tiles: name, top, left, bottom, right
save FILE                         write the board to a file
help                              this list
quit                              end the session
Columns and rows are counted from 1, from the top left.
readPuzzle, placePiece and newPuzzle do the same as load, place and new.",
    );
}
