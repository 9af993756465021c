use marquetry_puzzle::Cell;

use super::*;

const EXAMPLE: &str = include_str!("../../../../docs/src/formats/xmpuzzle.md");

fn example() -> String {
    crate::lines::doc_example(EXAMPLE)
}

fn faults(change: impl Fn(&str) -> String) -> Vec<(&'static str, String)> {
    let text = change(&example());
    let faults = read(&text, None).unwrap_err();
    faults.into_iter().map(|d| (d.code, text[d.span].to_owned())).collect()
}

#[test]
fn the_example_of_the_page_reads_and_is_told_apart() {
    let text = example();
    assert_eq!(claim(&text, &Hints::default()), Claim::Surely);
    let p = read(&text, None).unwrap();
    let pieces: Vec<_> = p.pieces.iter().map(|x| (x.name.as_str(), x.least, x.most)).collect();
    assert_eq!(pieces, [("corner", 1, 1), ("S2", 0, 2)]);
    assert_eq!((p.title.as_str(), p.size(), p.board.len()), ("small", (2, 2, 1), 4));
    assert_eq!((p.colour_at(Cell::at(0, 0)), p.pieces[1].shape[0].1), (Some(Some('a')), Some('a')));
    assert!(
        p.pieces.iter().all(|piece| piece.turn && piece.flip),
        "flat pieces can be turned over"
    );
    assert_eq!(read(&text, Some(1)).unwrap(), p);
    assert_eq!(read(&write(&p).unwrap(), None).unwrap(), p);
}

#[test]
fn the_number_of_assemblies_is_known_where_all_were_found() {
    assert_eq!(known(&example(), None), (1, None));
    let counted =
        |state| example().replace("state=\"0\"", &format!("state=\"{state}\" assemblies=\"7\""));
    assert_eq!(known(&counted(2), None), (1, Some(7)));
    assert_eq!((known(&counted(1), None), known(&counted(2), Some(9))), ((1, None), (1, None)));
}

#[test]
fn every_other_grid_is_refused_by_its_name() {
    for (number, name) in GRIDS.iter().enumerate().skip(2) {
        let text = example().replace("type=\"0\"/>", &format!("type=\"{number}\"/>"));
        assert!(read(&text, None).unwrap_err()[0].message.contains(name), "{name}");
    }
}

#[test]
fn cells_of_the_result_may_stay_empty() {
    let text = example().replace("#1###", "+1#+#");
    let p = read(&text, None).unwrap();
    assert_eq!(p.optional, [Cell::at(0, 0), Cell::at(0, 1)].into());
    assert_eq!(p.colour_at(Cell::at(0, 0)), Some(Some('a')));
    assert_eq!(read(&write(&p).unwrap(), None).unwrap(), p);
}

#[test]
fn latin_1_and_utf_16_are_read_as_the_xml_says() {
    let named = |encoding: &str| {
        let head = format!("<?xml version=\"1.0\" encoding='{encoding}'?>");
        example().replace("<?xml version=\"1.0\"?>", &head).replace("small", "Würfel")
    };
    let title = |bytes: Vec<u8>| {
        let source = crate::Source::from_bytes("x.xmpuzzle", bytes)?;
        Ok::<String, crate::Rejected>(read(&source.text, None).unwrap().title.clone())
    };
    let latin = |text: String| text.chars().map(|c| c as u8).collect::<Vec<u8>>();
    assert_eq!(title(latin(named("ISO-8859-1"))).unwrap(), "Würfel");
    assert_eq!(title(named("latin1").into_bytes()).unwrap(), "Würfel", "UTF-8 after all");
    let wide = format!("\u{feff}{}", named("UTF-16"));
    let wide = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(title(wide).unwrap(), "Würfel");
    assert!(title(latin(named("UTF-8"))).is_err());
}

#[test]
fn packed_files_are_unpacked() {
    use std::io::Write;
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(example().as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    let source = crate::Source::from_bytes("x.xmpuzzle", packed.clone()).unwrap();
    assert_eq!(source.text, example());
    let broken = crate::Source::from_bytes("x.xmpuzzle", packed[..20].to_vec());
    assert!(broken.unwrap_err().to_string().contains("cannot be unpacked"));
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    bomb.write_all(&vec![b' '; crate::source::MAX_BYTES + 9]).unwrap();
    let bomb = crate::Source::from_bytes("x.xmpuzzle", bomb.finish().unwrap());
    assert!(bomb.unwrap_err().to_string().contains("more than"));
}

#[test]
fn every_fault_has_its_place() {
    let voxel = || "<voxel".to_owned();
    let replaced = |from: &'static str, to: &'static str| move |text: &str| text.replace(from, to);
    assert_eq!(faults(|_| "<puzzle>".into())[0].0, "not-xml");
    assert_eq!(faults(|_| "<burr/>".into()), [("not-a-puzzle", "<burr".into())]);
    assert_eq!(
        faults(replaced("gridType type=\"0\"", "gridType type=\"2\"")),
        [("grid", "<gridType".into())]
    );
    assert_eq!(faults(replaced("###_", "###")), [("voxel", voxel())]);
    assert_eq!(faults(replaced("###_", "###?")), [("voxel", voxel())]);
    assert_eq!(faults(replaced("###_", "____")), [("empty-shape", voxel())]);
    assert_eq!(faults(replaced("###_", "##+_")), [("variable-piece", voxel())]);
    assert_eq!(faults(replaced("<voxel x=\"1\"", "<voxel x=\"0\"")), [("size", voxel())]);
    assert_eq!(
        faults(replaced("result id=\"2\"", "result id=\"9\"")),
        [("no-shape", "<result".into())]
    );
    assert_eq!(faults(replaced("max=\"2\"", "max=\"two\"")), [("not-a-number", "<shape".into())]);
    assert_eq!(faults(replaced("min=\"0\"", "min=\"5\"")), [("copies", voxel())]);
    assert_eq!(read(&example(), Some(3)).unwrap_err()[0].code, "no-problem");
    let deep = "<puzzle>".repeat(100_000);
    assert_eq!(read(&deep, None).unwrap_err()[0].code, "not-xml");
}

#[test]
fn colours_that_go_together_are_one_and_others_are_refused() {
    let paired = |pairs: &str| {
        let two =
            example().replace("#1###", "#1#2##").replace("<pair piece=\"0\" result=\"0\"/>", pairs);
        read(&two, None).map(|p| (p.pieces[1].shape[0].1, p.board[0].1, p.board[1].1))
    };
    let pair = |piece, result| format!("<pair piece=\"{piece}\" result=\"{result}\"/>");
    assert_eq!(paired(&pair(0, 0)), Ok((Some('a'), Some('a'), Some('b'))));
    assert_eq!(paired(&(pair(0, 0) + &pair(0, 1))), Ok((Some('a'), Some('a'), Some('a'))));
    assert_eq!(paired(""), Ok((Some('a'), Some('b'), Some('c'))));
    let sets = |pairs: &[(usize, usize)]| {
        let all = [1, 2].into();
        Colours::new(&[], &pairs.iter().copied().collect(), &all, &all).is_some()
    };
    assert!(sets(&[(1, 1), (2, 2)]) && sets(&[(1, 2), (2, 1)]) && sets(&[]));
    assert!(!sets(&[(1, 1), (1, 2), (2, 2)]));
}

#[test]
fn attributes_and_namespaces_without_end_are_refused_before_they_are_compared() {
    let many = |what: &str| (0..1000).map(|i| format!(" {what}{i} = ''")).collect::<String>();
    for what in ["a", "xmlns:a"] {
        let text = format!("<puzzle{}/>", many(what));
        assert_eq!(read(&text, None).unwrap_err()[0].code, "not-xml");
        assert!(read(&text, None).unwrap_err()[0].message.contains("more than 256"));
    }
}

#[test]
fn unkind_xml_is_refused_or_read_and_never_more_than_it_is_worth() {
    let code = |text: &str| match read(text, None) {
        Ok(_) => "",
        Err(faults) => faults[0].code,
    };
    let prolog = |words: &str| {
        example().replace("<?xml version=\"1.0\"?>\n", &format!("<?xml version=\"1.0\"?>{words}"))
    };
    // Entities that grow, that name themselves, that lead out of the file.
    let grown = (1..30).map(|i| format!("<!ENTITY e{i} \"&e{};&e{};\">", i - 1, i - 1));
    let laughs = grown.collect::<String>() + "]>";
    let laughs = prolog(&format!("<!DOCTYPE puzzle [<!ENTITY e0 \"#\">{laughs}"));
    assert_eq!(code(&laughs.replace("#1###", "&e29;")), "not-xml");
    for entity in ["<!ENTITY a \"&a;\">", "<!ENTITY a SYSTEM \"/etc/passwd\">"] {
        let text = prolog(&format!("<!DOCTYPE puzzle [{entity}]>"));
        assert_eq!(code(&text.replace("small", "&a;")), "not-xml", "{entity}");
    }
    // What XML allows anywhere changes nothing.
    let p = read(&example(), None).unwrap();
    for (from, to) in [
        ("###_", "#<!-- a corner -->##_"),
        ("###_", "<![CDATA[###_]]>"),
        ("###_", "&#35;##\n _"),
        ("<shapes>", "<?anything goes?><shapes>"),
        ("name=\"small\"", "name='small'"),
        ("<result", "<unknown><result id=\"7\"/></unknown><result"),
    ] {
        assert_eq!(read(&example().replace(from, to), None).as_ref(), Ok(&p), "{to}");
    }
    for (from, to, fault) in [
        ("</puzzle>", "</puzzle><puzzle/>", "not-xml"),
        ("###_", "##\u{0}_", "not-xml"),
        ("###_", "#99999999999999999999999##_", ""),
        ("id=\"2\"", "id=\"-1\"", "no-shape"),
        ("id=\"2\"", "id=\"18446744073709551616\"", "no-shape"),
        ("x=\"1\"", "x=\"4000000000\"", "size"),
        ("x=\"1\" y=\"1\"", "x=\"1\" y=\"1\" y=\"1\"", "not-xml"),
        ("count=\"1\"", "count=\"-1\"", "not-a-number"),
        ("<problems>", "<problem>", "not-xml"),
    ] {
        assert_eq!(code(&example().replace(from, to)), fault, "{to}");
    }
}

#[test]
fn triangular_prisms_in_one_layer_are_triangles_whose_rows_go_up() {
    let text = |board: &str, rows: u8| {
        format!(
            "<puzzle><gridType type=\"1\"/><shapes><voxel x=\"2\" y=\"1\" z=\"1\">##</voxel>\
             <voxel x=\"1\" y=\"{rows}\" z=\"1\">{board}</voxel></shapes><problems><problem>\
             <shapes><shape id=\"0\"/></shapes><result id=\"1\"/></problem></problems></puzzle>"
        )
    };
    // There the second triangle of a column meets the third, and the first does not meet the second.
    let p = read(&text("_##", 3), None).unwrap();
    assert_eq!((p.grid, p.placements(0).len()), (Grid::Triangles, 1));
    let p = read(&text("##", 2), None).unwrap();
    assert_eq!(p.placements(0).len(), 0);
    assert_eq!(read(&write(&p).unwrap(), None).unwrap(), p);
    let p = read(&text("_##_", 4), None).unwrap();
    assert_eq!(read(&write(&p).unwrap(), None).unwrap(), p);
}
