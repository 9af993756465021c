//! Everything between bytes and puzzle is linear: a file twice as long takes at most about twice as many steps. A new
//! format needs a row for each kind of line it has.

use marquetry_doubling::steps;
use marquetry_formats::detect::{self, Format, Hints};
use marquetry_formats::{Diagnostic, Rejected, Source, dlx};
use marquetry_puzzle::{Faults, Symmetries, analyse};

/// More than twice, since sorting and trees add a little; a square would take four times.
const MOST_GROWTH: f64 = 2.6;
/// The most steps a byte, where a board is not larger than its file.
const MOST_A_BYTE: u64 = 4000;

/// Lines made from a number each.
fn many(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(line).collect()
}

/// A board of one row that is wide and as deep as it must be.
fn board(cells: usize) -> String {
    let row = format!("  {}\n", "#".repeat(cells.min(256)));
    row.repeat(cells.div_ceil(256))
}

/// A kind of file, and how to make one of some size.
type Row = (&'static str, Format, fn(usize) -> String);

fn native_rows() -> Vec<Row> {
    vec![
        ("titles", Format::Native, |n| "marquetry tiling\n".to_owned() + &"title a\n".repeat(n)),
        ("pieces, then titles", Format::Native, |n| {
            let pieces = "piece\n".repeat(n);
            format!("marquetry tiling\n{pieces}{}", "title\n".repeat(n))
        }),
        ("words of a title", Format::Native, |n| {
            format!("marquetry tiling\ntitle{}\nboard\n  #\npiece A\n  #\n", " word".repeat(n))
        }),
        ("unknown keywords", Format::Native, |n| {
            "marquetry tiling\n".to_owned() + &many(n, |i| format!("word{i}\n"))
        }),
        ("lines without a section", Format::Native, |n| {
            "marquetry sliding\n".to_owned() + &"  line\n".repeat(n)
        }),
        ("layers", Format::Native, |n| {
            format!("marquetry tiling\nboard\n  #\n{}piece A\n  #\n", "layer\n  #\n".repeat(n))
        }),
        ("cells of a board", Format::Native, |n| {
            format!("marquetry tiling\nboard\n{}piece A copies 0..\n  #\n", board(n))
        }),
        ("pieces", Format::Native, |n| {
            let pieces =
                many(n / 4, |i| format!("piece P{i} flip no\n  {:#>1$}\n", "#", i % 9 + 1));
            format!("marquetry tiling\nboard\n{}{pieces}", board(n))
        }),
        ("pieces that all differ", Format::Native, |n| {
            let row = |i: usize| format!("{i:014b}").replace('0', ".").replace('1', "#");
            let pieces = many(n / 4, |i| format!("piece P{i} turn no flip no\n  {}#\n", row(i)));
            format!("marquetry tiling\nboard\n{}{pieces}", board(n))
        }),
        ("hexagons, and sets of pieces", Format::Native, |n| {
            let rows = many(n / 64, |i| format!("{:1$}{2}\n", "", 2 + i % 2, "# ".repeat(16)));
            let sets = "pieces dihexes copies 0..\n".repeat(n / 16);
            format!("marquetry tiling\ngrid hexagons\nboard\n{rows}{sets}")
        }),
        ("pieces of one name", Format::Native, |n| {
            format!("marquetry tiling\nboard\n  #\n{}", "piece A\n  #\n".repeat(n))
        }),
        ("colours", Format::Native, |n| {
            let sign = |i: usize| char::from_u32(0x4e00 + i as u32).unwrap_or('?');
            let row = |from: usize| (from..from + 16).map(sign).collect::<String>();
            let rows = |name: &str| many(n / 64, |i| format!("{name}  {}\n", row(16 * i)));
            let pieces = many(n / 64, |i| format!("piece P{i}\n  {}\n", row(16 * i)));
            format!("marquetry tiling\nboard\n{}{pieces}", rows(""))
        }),
        ("labels", Format::Native, |n| {
            let words = (0..n / 256)
                .map(|y| format!(" {}\n", " a".repeat(256).replace('a', &format!("l{y}"))));
            let words = words.collect::<String>();
            format!("marquetry tiling\nboard\n{}labels\n{words}piece A copies 0..\n  #\n", board(n))
        }),
        ("tiles", Format::Native, |n| {
            let tiles = many(n / 4, |i| format!("  t{i} {} {} {} 4\n", i % 7, i % 11, i));
            format!("marquetry matching\nsize 9x9\ntiles\n{tiles}")
        }),
        ("pins", Format::Native, |n| {
            let tiles = many(n / 8, |i| format!("  t{i} 1 2 3 4\n"));
            let place = |i: usize| format!("row {} column {}", i / 64 + 1, i % 64 + 1);
            let pins = many(n / 8, |i| format!("  t{i} {}\n", place(i)));
            format!("marquetry matching\nsize 64x64\ntiles\n{tiles}pins\n{pins}")
        }),
        ("pins of no tile", Format::Native, |n| {
            let tiles = many(n / 8, |i| format!("  t{i} 1 2 3 4\n"));
            format!(
                "marquetry matching\nsize 9x9\ntiles\n{tiles}pins\n{}",
                "  x row 1 column 1\n".repeat(n)
            )
        }),
        ("blocks and goals, each with a name", Format::Native, |n| {
            let row = |y: usize| many(128, |x| format!(" n{y}x{x}"));
            let rows = many(n / 128, |y| format!(" {}\n", row(y)));
            format!("marquetry sliding\nlabels own\ntray words\n{rows}goal words\n{rows}")
        }),
        ("traits of blocks", Format::Native, |n| {
            let row = |y: usize| many(128, |x| format!(" n{y}x{x}"));
            let rows = many(n / 128, |y| format!(" {}\n", row(y)));
            let traits =
                many(n / 128 * 128, |i| format!("  n{}x{} label l{i}\n", i / 128, i % 128));
            format!("marquetry sliding\ntray words\n{rows}blocks\n{traits}")
        }),
        ("walls and goals", Format::Native, |n| {
            let row = |sign: &str| format!("  {}\n", sign.repeat(64));
            let rows = |sign: &str| row(sign).repeat(n / 128);
            let named = |y: usize| many(64, |x| format!(" n{y}x{x}"));
            let blocks = many(n / 128, |y| format!(" {}\n", named(y)));
            let walls = rows("# ");
            format!(
                "marquetry sliding\ntray words\n{blocks}{walls}goal words\n{}{walls}",
                rows(". ")
            )
        }),
    ]
}

fn other_rows() -> Vec<Row> {
    vec![
        // One fewer is no square, of which 8192 is none and 16384 one.
        ("tiles", Format::E2Tiles, |n| many(n - 1, |i| format!("{} {} {} 0\n", i % 9, i % 23, i))),
        ("faults", Format::E2Tiles, |n| "1 2 3\n".repeat(n)),
        ("tiles", Format::Tetravex, |n| {
            "9 9\n".to_owned() + &many(n, |i| format!("t{i} {i} 2 3 4\n"))
        }),
        ("tiles of one name", Format::Tetravex, |n| "9 9\n".to_owned() + &"t 1 2 3 4\n".repeat(n)),
        ("tiles", Format::Arrows, |n| "Y1,G0,R0,B1\n".repeat(n)),
        ("commas", Format::Arrows, |n| ",".repeat(4 * n)),
        ("blocks", Format::Berkeley, |n| {
            let block = |i: usize| format!("{0} {1} {0} {1}\n", i / 128, i % 128);
            format!("512 128\n{}", many(n, block))
        }),
        ("blocks that overlap", Format::Berkeley, |n| {
            format!("512 512\n{}", "0 0 9 9\n".repeat(n))
        }),
        ("pieces", Format::Robins, |n| {
            let pieces = "xx x\nx  xx\n\n".repeat(n / 16);
            format!("{pieces}{}", format!("{}\n", "x".repeat(64)).repeat(n / 64))
        }),
        ("one block", Format::Robins, |n| "x".repeat(4 * n)),
        ("letters", Format::Link, |n| format!("board_w=8&board_edges={}", "abca".repeat(n))),
        ("keys", Format::Link, |n| "board_w=8&".repeat(n) + "board_edges=abca"),
        ("codes", Format::Link, |n| "board_edges=".to_owned() + &"%61".repeat(n)),
        ("brackets", Format::Json, |n| "[".repeat(4 * n)),
        ("members of nothing known", Format::Json, |n| {
            let members = many(n, |i| format!(", \"m{i}\": [[], {{}}, {i}]"));
            format!("{{\"v\": 1, \"kind\": \"puzzle\"{members}, \"family\": \"tiling\"}}")
        }),
        ("cells and pieces", Format::Json, |n| {
            let cells = (0..n)
                .map(|i| format!("[{}, {}]", i % 256, i / 256))
                .collect::<Vec<_>>()
                .join(", ");
            let piece = |i: usize| {
                format!(
                    "{{\"name\": \"p{i}\", \"cells\": [[0, 0], [{}, 1]], \"flip\": false}}",
                    i % 64
                )
            };
            let pieces = (0..n / 4).map(piece).collect::<Vec<_>>().join(", ");
            json("tiling", &format!("\"board\": {{\"cells\": [{cells}]}}, \"pieces\": [{pieces}]"))
        }),
        ("pieces of one name", Format::Json, |n| {
            let pieces = vec!["{\"name\": \"p\", \"cells\": []}"; n].join(", ");
            json("tiling", &format!("\"board\": {{\"cells\": [[0, 0]]}}, \"pieces\": [{pieces}]"))
        }),
        ("a block of many cells with a long name", Format::Json, |n| {
            let cells = (0..n)
                .map(|i| format!("[{}, {}]", i % 256, i / 256))
                .collect::<Vec<_>>()
                .join(", ");
            let block = format!("{{\"name\": \"{}\", \"cells\": [{cells}]}}", "n".repeat(n));
            json("sliding", &format!("\"width\": 512, \"height\": 512, \"blocks\": [{block}]"))
        }),
        ("tiles and pins", Format::Json, |n| {
            let tile = |i: usize| {
                format!("{{\"name\": \"t{i}\", \"edges\": [\"1\", \"2\", \"3\", \"{i}\"]}}")
            };
            let pin =
                |i: usize| format!("{{\"tile\": \"t{i}\", \"cell\": [{}, {}]}}", i % 64, i / 64);
            let tiles = (0..n / 8).map(tile).collect::<Vec<_>>().join(", ");
            let pins = (0..n / 8).map(pin).collect::<Vec<_>>().join(", ");
            json(
                "matching",
                &format!("\"width\": 64, \"height\": 64, \"tiles\": [{tiles}], \"pins\": [{pins}]"),
            )
        }),
        ("pins outside the board", Format::Json, |n| {
            let pins = vec!["{\"tile\": \"x\", \"cell\": [9, 9]}"; n].join(", ");
            let tiles = "{\"name\": \"t\", \"edges\": [\"1\", \"2\", \"3\", \"4\"]}";
            json(
                "matching",
                &format!("\"width\": 2, \"height\": 2, \"tiles\": [{tiles}], \"pins\": [{pins}]"),
            )
        }),
        ("parts of one shape", Format::Xmpuzzle, |n| {
            xml("<voxel x=\"1\" y=\"1\" z=\"1\">#</voxel>", &"<shape id=\"0\"/>\n".repeat(n / 4))
        }),
        ("parts of a large shape", Format::Xmpuzzle, |n| {
            let shape = format!("<voxel x=\"{n}\" y=\"1\" z=\"1\">{}#</voxel>", "_".repeat(n - 1));
            xml(&shape, &"<shape id=\"0\"/>\n".repeat(n))
        }),
        ("colours", Format::Xmpuzzle, |n| {
            let n = n / 16;
            let voxels = many(n, |i| format!("#{}", i + 1));
            let shape = format!("<voxel x=\"64\" y=\"{}\" z=\"1\">{voxels}</voxel>", n / 64);
            let pairs = many(n, |i| format!("<pair piece=\"{i}\" result=\"{i}\"/>"));
            xml(&shape, &format!("<shape id=\"0\"/></shapes><bitmap>{pairs}</bitmap><shapes>"))
        }),
        ("elements within each other", Format::Xmpuzzle, |n| "<puzzle>".repeat(n)),
        ("attributes", Format::Xmpuzzle, |n| {
            format!("<puzzle{}/>", many(n, |i| format!(" a{i}=\"\"")))
        }),
        ("namespaces", Format::Xmpuzzle, |n| {
            format!("<puzzle{}/>", many(n, |i| format!(" xmlns:a{i}=\"b{i}\"")))
        }),
    ]
}

fn json(family: &str, members: &str) -> String {
    format!("{{\"v\": 1, \"kind\": \"puzzle\", \"family\": \"{family}\", {members}}}")
}

fn xml(shapes: &str, parts: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><puzzle><shapes>{shapes}</shapes><problems><problem><result id=\"0\"/>\
         <shapes>{parts}</shapes></problem></problems></puzzle>"
    )
}

/// Everything that a command does with a file before and after a search.
fn all_of_it(format: Format, text: &str) {
    let source = Source::new("file", text);
    let read = |from| detect::read(&source, &Hints { from, ..Hints::default() });
    drop(read(None));
    match read(Some(format)) {
        Err(rejected) => drop(rejected.to_string()),
        Ok((_, puzzle)) => {
            analyse(&puzzle);
            Symmetries::of(&puzzle);
            for to in [Format::Native, Format::Json, format] {
                drop(detect::write(to, &puzzle));
            }
        }
    }
}

/// Steps for a size and for twice that size, and the length of the smaller file.
fn doubled(n: usize, make: impl Fn(usize) -> String, run: impl Fn(&str)) -> (u64, u64, usize) {
    let (small, large) = (make(n), make(2 * n));
    // What is made once and kept is not to be counted.
    run(&small);
    (steps(|| run(&small)), steps(|| run(&large)), small.len())
}

/// A row's fault, where it grows too fast or is too dear.
fn fault(name: &str, (small, large, bytes): (u64, u64, usize)) -> Option<String> {
    let growth = large as f64 / small.max(1) as f64;
    let a_byte = small / bytes as u64;
    let line = format!("{name:<60} {bytes:>8} bytes {a_byte:>6} steps a byte, doubled {growth:.2}");
    println!("{line}");
    (growth > MOST_GROWTH || a_byte > MOST_A_BYTE).then_some(line)
}

/// One test alone, so that nothing else runs while steps are counted.
#[test]
fn a_file_twice_as_long_takes_twice_as_many_steps() {
    let mut faults: Vec<String> = Vec::new();
    for (name, format, make) in native_rows().into_iter().chain(other_rows()) {
        let name = format!("{}: {name}", format.name());
        faults.extend(fault(&name, doubled(8192, make, |text| all_of_it(format, text))));
    }
    for (name, make) in exact_rows() {
        let read = |text: &str| drop(dlx::read(text).map_err(|faults| render(text, faults)));
        faults.extend(fault(&format!("dlx: {name}"), doubled(8192, make, read)));
    }
    assert!(faults.is_empty(), "more than linear:\n{}", faults.join("\n"));
    assert!(counter_counts_a_square(), "a loop within a loop is not noticed");
}

/// A kind of line, and a file of so many of them.
type ExactRow = (&'static str, fn(usize) -> String);

fn exact_rows() -> [ExactRow; 2] {
    [
        ("items and options", |n| {
            let items = many(n, |i| format!("i{i} "));
            items + "\n" + &many(n, |i| format!("i{i} i{}\n", (i + 1) % n))
        }),
        ("unknown items", |n| "a b\n".to_owned() + &"c d\n".repeat(n)),
    ]
}

fn render(text: &str, faults: Faults<Diagnostic>) -> String {
    Rejected::one(Source::new("file", text), faults).to_string()
}

/// Does a search of all words for each word show? Otherwise the numbers above say nothing.
fn counter_counts_a_square() -> bool {
    let make = |n: usize| many(n, |i| format!("w{i} "));
    let square = |text: &str| {
        let words: Vec<&str> = text.split(' ').collect();
        assert!(words.iter().all(|word| words.iter().any(|other| other == word)));
    };
    fault("a square, for comparison", doubled(1024, make, square)).is_some()
        || !marquetry_doubling::COUNTED
}
