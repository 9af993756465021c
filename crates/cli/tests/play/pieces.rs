//! Sessions on pieces.

use super::{file, play, transcript};

const BOARD: &str = "\
marquetry tiling
board
  ####
  ####
  ####
piece L copies 2
  ###
  #..
piece I flip no
  ####
";

#[test]
fn a_tiling_is_solved_by_hand_in_the_same_words_as_a_board_of_tiles() {
    transcript(
        &[],
        &format!(
            "\
> load {}
4 columns, 3 rows, 12 cells, 2 kinds of pieces
> place I 1 3
placed piece 'I' as shape 1 at row 3, column 1
> place L 1 1
placed piece 'L' as shape 1 at row 1, column 1
> pieces
L 1 of 2
I 0 of 1
> check
not solved: 8 of 12 cells covered by 2 pieces, 1 more must be used
> print
┌───────────┬───┐
│ L   L   L │ · │
│   ┌───────┘   │
│ L │ ·   ·   · │
├───┴───────────┤
│ I   I   I   I │
└───────────────┘
--------------------
L 1 of 2
> place L 4 1 8
placed piece 'L' as shape 8 at row 1, column 4; the puzzle is solved
> check
solved: 12 of 12 cells covered by 3 pieces
> solve
the puzzle is solved already
> hint
the puzzle is solved already
> remove L
removed piece 'L' as shape 8 at row 1, column 4
> remove 2 3
removed piece 'I' as shape 1 at row 3, column 1
> undo
undone
> redo
redone
> new
the board is cleared
> pieces
L 2 of 2
I 1 of 1
> quit
> print",
            file("by-hand-tiling.marquetry", BOARD)
        ),
    );
}

#[test]
fn pieces_are_turned_and_flipped_about_the_cell_by_which_they_are_held() {
    transcript(
        &[&file("turned.marquetry", BOARD)],
        "\
> shapes I
1
####
2
#
#
#
#
> place L 2 2
placed piece 'L' as shape 1 at row 2, column 2
> turn 3 2
turned piece 'L' as shape 4 at row 1, column 2
> flip 3 2
flipped piece 'L' as shape 3 at row 1, column 3
> turn 3 3
it would stick out of the board
> turn 1 1
nothing lies at row 1, column 1
> undo
undone
> undo
undone
> print
┌───────────────┐
│ ·   ·   ·   · │
│   ┌───────────┤
│ · │ L   L   L │
│   │   ┌───────┤
│ · │ L │ ·   · │
└───┴───┴───────┘
--------------------
L 1 of 2
I 1 of 1",
    );
}

#[test]
fn every_misuse_on_pieces_has_its_answer_and_changes_nothing() {
    transcript(
        &[&file("misuse.marquetry", BOARD)],
        "\
> place I 2 1
it would stick out of the board
> place I 1 0
column 1, row 0 is outside the board of 4 columns, 3 rows
> place L 1 1 0
piece 'L' has 8 shapes
> place L 1 1 9
piece 'L' has 8 shapes
> place L 1 1 x
'x' is not a number
> place L a 1
'a' is not a number
> place Q 1 1
this puzzle has no piece 'Q'
> place L 1
wrong number of words: place PIECE CELL [SHAPE]
> place L 1 1 1 1
wrong number of words: place PIECE CELL [SHAPE]
> remove
wrong number of words: remove PIECE | remove CELL
> remove 1 1 1
wrong number of words: remove PIECE | remove CELL
> turn 1
wrong number of words: turn CELL [x|y|z]
> flip 1 1 1
wrong number of words: flip CELL
> place I 1 1
placed piece 'I' as shape 1 at row 1, column 1
> place I 1 2
no piece 'I' is left
> place L 1 1
piece 'I' lies at row 1, column 1 already
> flip 1 1
that changes nothing
> turn 1 1 w
'w' is no axis: x, y or z
> turn 1 1 x
that changes nothing
> turn 1 1 y
piece 'I' may not be turned that way in this puzzle
> remove L
piece 'L' is not placed
> remove 1 2
nothing lies at row 2, column 1
> shapes Q
this puzzle has no piece 'Q'
> choices
nothing has been solved yet
> Pieces
unknown command 'Pieces': help lists them all
> undo
undone
> undo
there is nothing to undo
> redo
redone
> redo
there is nothing to redo",
    );
}

#[test]
fn the_piece_that_is_to_blame_is_named_and_hints_say_why() {
    transcript(
        &[&file("blame.marquetry", BOARD)],
        "\
> place I 1 2
placed piece 'I' as shape 1 at row 2, column 1
> solve
no solution with what is placed; without piece 'I' as shape 1 at row 2, column 1 there is one
> hint
no solution with what is placed; without piece 'I' as shape 1 at row 2, column 1 there is one
> new
the board is cleared
> place I 1 3
placed piece 'I' as shape 1 at row 3, column 1
> place L 1 1
placed piece 'L' as shape 1 at row 1, column 1
> hint
placed piece 'L' as shape 8 at row 1, column 4: nothing else can cover row 1, column 4
> check
solved: 12 of 12 cells covered by 3 pieces",
    );
    let odd = "marquetry tiling\nboard\n  ###\npiece D copies 1\n  ##\n";
    transcript(&[&file("odd-tiling.marquetry", odd)], "> solve\nthis puzzle has no solution");
    transcript(
        &["pentominoes-6x10", "--time", "0s"],
        "> hint\nnot known: the search ran out of time\n> undo\nthere is nothing to undo",
    );
}

#[test]
fn a_solution_of_pieces_keeps_what_was_placed_and_is_undone_as_one() {
    let said = play(&["pentominoes-6x10"], "place I 1 1\nsolve\ncheck\nundo\ncheck\nchoices\n");
    let mut lines = said.lines();
    assert_eq!(lines.next(), Some("placed piece 'I' as shape 1 at row 1, column 1"));
    assert_eq!(lines.next(), Some("solved: 11 pieces placed"));
    assert_eq!(lines.next(), Some("solved: 60 of 60 cells covered by 12 pieces"));
    assert_eq!(lines.next(), Some("undone"));
    let one = "not solved: 5 of 60 cells covered by 1 pieces, 11 more must be used";
    assert_eq!(lines.next(), Some(one));
    assert!(lines.next().is_some_and(|line| line.ends_with("taken back")));
}

#[test]
fn pieces_in_space_have_layers_and_turn_about_three_axes() {
    transcript(
        &["soma"],
        "\
> place V 1 1
wrong number of words: place PIECE CELL [SHAPE]
> place V 1 1 1
placed piece 'V' as shape 1 at row 1, column 1
> turn 1 1 1 x
turned piece 'V' as shape 3 at row 1, column 1
> turn 1 1 1
turned piece 'V' as shape 6 at row 1, column 1
> turn 1 1 1
it would stick out of the board
> remove 1 1 2
removed piece 'V' as shape 6 at row 1, column 1
> place V 1 1 4
column 1, row 1, layer 4 is outside the board of 3 columns, 3 rows, 3 layers
> solve
solved: 7 pieces placed
> check
solved: 27 of 27 cells covered by 7 pieces",
    );
}

#[test]
fn a_saved_cover_is_judged_and_loaded_again() {
    let (board, saved) = (file("saved-tiling.marquetry", BOARD), file("tiling.solution", ""));
    transcript(
        &[&board],
        &format!(
            "\
> place I 1 3
placed piece 'I' as shape 1 at row 3, column 1
> place L 1 1
placed piece 'L' as shape 1 at row 1, column 1
> save {saved}
saved to {saved}
> new
the board is cleared
> load {saved}
2 pieces on the board
> undo
undone
> pieces
L 2 of 2
I 1 of 1"
        ),
    );
    transcript(&[&board, &saved], "> pieces\nL 1 of 2\nI 0 of 1");
}

#[test]
fn a_calendar_is_played_on_its_day() {
    let said = play(&["calendar", "--date", "2026-11-15"], "solve\ncheck\n");
    assert_eq!(said, "solved: 8 pieces placed\nsolved: 41 of 41 cells covered by 8 pieces\n");
}

#[test]
fn help_lists_every_command_for_pieces() {
    transcript(
        &[&file("help.marquetry", BOARD)],
        "\
> help
load FILE                         a puzzle's file or built-in name; or a board that was saved
place PIECE CELL [SHAPE]          its first cell comes to lie on this cell; as drawn, or as a shape with a number
turn CELL [x|y|z]                 turn a piece by a quarter about one of its cells; in space about a row, a column or upright
flip CELL                         turn a piece over at one of its cells
remove PIECE | remove CELL        take a piece off the board
undo                              take the last change back
redo                              make it again
new                               clear the board
solve                             fill the board, keeping what lies there
hint                              place one right piece, and say why
choices                           how many placements the last solve took back
check                             judge the board
print                             the board, then the pieces left
pieces                            the pieces, and how many are left
shapes PIECE                      the shapes a piece may take, with their numbers
save FILE                         write the board to a file
help                              this list
quit                              end the session
A cell is COLUMN ROW, in space COLUMN ROW LAYER, counted from 1, from the top left.
readPuzzle, placePiece and newPuzzle do the same as load, place and new.",
    );
}
