use super::*;

const PAGE: &str = include_str!("../../../../docs/src/formats/js2.md");

fn claim(text: &str) -> Claim {
    super::claim(text, &Hints::default())
}

fn faults(text: &str) -> Vec<(&'static str, &str)> {
    read(text).unwrap_err().into_iter().map(|d| (d.code, &text[d.span])).collect()
}

const SMALL: &str = "xsize: 3\nysize: 2\npiece: 1 (0,0) (1,0)\nput: 1 (0,0)\nwin: 1 (1,1)\n";

#[test]
fn the_example_of_the_page_reads_and_is_told_apart() {
    let text = crate::lines::doc_example(PAGE);
    assert_eq!(claim(&text), Claim::Surely);
    let p = read(&text).unwrap();
    let klotski = crate::builtin::builtin("klotski").unwrap().puzzle().unwrap();
    let marquetry_puzzle::Puzzle::Sliding(klotski) = klotski else { panic!("a tray") };
    let cells = |p: &Sliding| p.blocks.iter().map(|b| b.cells.clone()).collect::<Vec<_>>();
    assert_eq!((cells(&p), p.goal.len()), (cells(&klotski), 1));
    assert!(p.blocks.iter().all(|block| block.label.is_none() && block.freedom == Freedom::Any));
    assert_eq!(read(&write(&p).unwrap()).unwrap(), p);
}

#[test]
fn types_of_one_shape_are_told_apart_and_locks_are_freedoms() {
    let text = "! cars\nysize: 4\nxsize:4\npiece: 7 (0,0) (1, 0); ! red\npiece: -2 (0,0)(1,0)\npiece: 3 (0,0) (-1,1) (0,1)\n\
                locky: 7\nlockx: 3\nwin: 7 (2,0)\nput: 3 (3,2) 'T'\nput: -2 (0,1)\nput: 7 (0,0) 'T'\nput: -2 (0,3)\nbigmem: 9\n";
    let p = read(text).unwrap();
    let blocks: Vec<_> = p
        .blocks
        .iter()
        .map(|b| (b.name.as_str(), b.label.as_deref(), b.freedom, b.cells[0]))
        .collect();
    assert_eq!(
        blocks,
        [
            ("T", Some("1"), Freedom::Horizontal, Cell::at(0, 0)),
            ("2", Some("2"), Freedom::Any, Cell::at(0, 1)),
            ("3", None, Freedom::Vertical, Cell::at(3, 2)),
            ("4", Some("2"), Freedom::Any, Cell::at(0, 3)),
        ]
    );
    assert_eq!((p.kind(1), p.kind(3), p.goal[0].label.as_deref()), (1, 1, Some("1")));
    assert_eq!(read(&write(&p).unwrap()).unwrap(), p);
}

#[test]
fn walls_are_cells_or_rows_of_cells() {
    let p =
        read(&format!("{SMALL}xsize: 5\nysize: 5\nwall: (4,4)\nhwall: 3 (1, 2)\nvwall: 4 (0,1)\n"))
            .unwrap();
    let walls = [(4, 0), (4, 1), (1, 3), (2, 3), (4, 4)];
    assert_eq!(p.walls, walls.map(|(x, y)| Cell::at(x, y)));
    assert_eq!(read(&write(&p).unwrap()).unwrap(), p);
}

#[test]
fn every_fault_has_its_place() {
    assert_eq!(faults("xsize: 3\n"), [("missing", "")]);
    let with = |line: &str| {
        let text = format!("{SMALL}{line}\n");
        faults(&text).into_iter().map(|(code, at)| (code, at.to_owned())).collect::<Vec<_>>()
    };
    for (line, code) in [
        ("ysize: 0", "size"),
        ("turn: 1", "not-a-command"),
        ("***", "not-a-command"),
        ("put: 1", "values"),
        ("put: one (0,0)", "values"),
        ("put: 1 (0 0)", "values"),
        ("put: 1 (0,99999)", "values"),
        ("put: 9 (0,0)", "no-piece"),
        ("lockx: 9", "no-piece"),
        ("win: 0 (0,0)", "zero"),
        ("piece: 0 (0,0)", "zero"),
        ("piece: 1 (0,0)", "repeated"),
        ("piece: 2", "no-cells"),
        ("xstep: 1 2", "step"),
        ("hwall: 0 (0,5000)", "values"),
        ("put: 1 (0,0)", "overlap"),
        ("put: 1 (2,1)", "outside"),
    ] {
        assert_eq!(with(line), [(code, line.to_owned())]);
    }
    assert_eq!(with("lockx: 1\nlocky: 1"), [("locked", "locky: 1".to_owned())]);
}

#[test]
fn a_goal_that_several_types_suit_is_refused() {
    let mut setup =
        read(&format!("{SMALL}piece: 2 (0,0) (1,0)\nput: 2 (0,1)\n")).unwrap().into_setup();
    setup.goal[0].label = None;
    assert!(write(&Sliding::new(setup).unwrap()).unwrap_err().0.contains("one type"));
}

#[test]
fn other_texts_are_not_taken_for_it() {
    assert_eq!(claim("xsize: 3\n"), Claim::No);
    assert_eq!(claim("! xsize: 3\npiece: 1\n"), Claim::No);
    assert_eq!(claim(&format!("!\n  {SMALL}nonsense")), Claim::Surely);
}

#[test]
fn a_short_file_cannot_ask_for_more_cells_than_a_board_has() {
    let piece = format!("piece: 1{}\n", " (0,0)".repeat(10_000));
    let many = format!("xsize: 9\nysize: 9\n{piece}{}", "put: 1 (0,0)\n".repeat(10_000));
    assert_eq!(faults(&many), [("too-large", "put: 1 (0,0)")]);
    let walls = format!("{SMALL}{}", "hwall: 1 (0,511)\n".repeat(1000));
    assert_eq!(faults(&walls)[0], ("too-large", "hwall: 1 (0,511)"));
}
