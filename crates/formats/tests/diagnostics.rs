//! One broken file for each kind of fault, and what is said about it.

use std::path::Path;

use marquetry_formats::Source;
use marquetry_formats::detect::{Format, Hints, read};

/// Reads a file of `tests/broken`, in the format that its name begins with.
fn complaint(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let source = |file: String| {
        let text = std::fs::read_to_string(folder.join(&file)).ok()?;
        Some(Source::new(file, text))
    };
    let named = Format::ALL.into_iter().filter(|format| file.starts_with(format.name()));
    let from = named.max_by_key(|format| format.name().len());
    let hints = Hints { from, goal: source(format!("{file}.goal")), ..Hints::default() };
    match read(&source(file.to_owned()).expect("the file is there"), &hints) {
        Ok(_) => panic!("{file} is not broken"),
        Err(rejected) => rejected.to_string(),
    }
}

macro_rules! broken {
    ($($test:ident: $file:literal;)+) => {
        $(
            #[test]
            fn $test() {
                insta::assert_snapshot!(stringify!($test), complaint($file));
            }
        )+

        #[test]
        fn every_broken_file_has_its_test() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
            let mut files: Vec<String> = std::fs::read_dir(folder)
                .expect("the folder is there")
                .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                .filter(|name| name.ends_with(".txt"))
                .collect();
            files.sort();
            let mut tested = vec![$($file),+];
            tested.sort();
            assert_eq!(files, tested);
        }
    };
}

broken! {
    an_empty_file: "empty.txt";
    a_label_beside_the_board: "native-label-beside.txt";
    voxels_that_do_not_fill_their_box: "xmpuzzle-shapes.txt";
    items_and_options: "dlx-items.txt";
    pieces_without_a_board: "robins-no-board.txt";
    two_boards_of_one_size: "robins-two-boards.txt";
    a_header_that_is_not_two_numbers: "tetravex-header.txt";
    a_side_under_two: "tetravex-side-under-2.txt";
    a_repeated_name: "tetravex-repeated-name.txt";
    lines_without_five_values: "tetravex-five-values.txt";
    too_few_tiles: "tetravex-too-few.txt";
    too_many_tiles: "tetravex-too-many.txt";
    values_that_are_no_whole_numbers: "tetravex-not-a-number.txt";
    a_board_of_unknown_size: "e2-tiles-no-size.txt";
    a_tile_of_three_numbers: "e2-tiles-four-numbers.txt";
    arrows_with_bad_edges: "arrows-edges.txt";
    sides_of_no_length: "berkeley-old-lengths.txt";
    tiles_without_names: "tetravex-without-names.txt";
    a_zero_and_a_bad_tile: "e2-tiles-zero.txt";
    a_tray_of_two_kinds: "two-trays.txt";
    numbers_of_no_format: "numbers.txt";
    blocks_that_overlap: "berkeley-overlap.txt";
    reversed_corners: "berkeley-corners.txt";
    blocks_outside_the_tray: "berkeley-outside.txt";
    a_goal_outside_the_tray: "berkeley-goal.txt";
    cars_that_are_no_cars: "rush-hour-cars.txt";
    lines_that_are_no_boards: "rush-hour-lines.txt";
    a_code_with_no_room: "hrd-room.txt";
    commands_that_are_wrong: "js2-commands.txt";
    a_link_with_odd_letters: "link-letters.txt";
    json_that_is_cut_off: "json-cut-off.txt";
    json_of_another_version: "json-version.txt";
    an_unknown_family: "native-family.txt";
    a_misspelt_keyword_and_bad_options: "native-tiling.txt";
    labels_twice_and_too_far_out: "native-labels.txt";
    a_piece_without_cells: "native-empty-piece.txt";
    a_bad_size_and_bad_pins: "native-matching.txt";
    edges_without_halves: "native-pairs.txt";
    rows_of_unequal_length: "native-tray.txt";
    blocks_that_are_not_there: "native-blocks.txt";
    a_block_in_two_parts: "native-two-parts.txt";
    an_unknown_grid: "native-grid.txt";
    hexagons_that_are_not_shifted_and_unknown_sets: "native-hexagons.txt";
    triangles_that_point_the_wrong_way: "native-triangles.txt";
}
