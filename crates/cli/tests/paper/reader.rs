//! Reads PDF files as far as ours go: pages, and the paths that are painted on them.

pub type Point = (f32, f32);
type Matrix = [f32; 6];

/// A page as it is seen.
pub struct Page {
    /// Width and height in points.
    pub size: Point,
    /// The first matrix of all: from millimetres to points.
    pub frame: Matrix,
    pub paths: Vec<Path>,
    /// The windows through which something is seen, in points.
    pub windows: Vec<Vec<Point>>,
}

/// What is painted at once.
#[derive(Clone, Debug)]
pub struct Path {
    pub fill: Option<[f32; 3]>,
    /// Colour, and the width in points.
    pub stroke: Option<([f32; 3], f32)>,
    /// Each line by its points, those that bend it among them, in points.
    pub lines: Vec<Vec<Point>>,
    /// Is it a mark of a pattern?
    pub mark: bool,
}

/// The pages of a file in their order.
pub fn pages(file: &[u8]) -> Vec<Page> {
    let objects = Objects::of(file);
    let catalog = objects.after(&objects.trailer, "/Root");
    let tree = objects.text(objects.after(&objects.text(catalog), "/Pages"));
    let kids = tree.split("/Kids").nth(1).expect("kids").split(['[', ']']).nth(1).expect("a list");
    let kids = kids.split_whitespace().step_by(3).map(|id| id.parse().expect("a number"));
    kids.map(|id: usize| objects.page(id)).collect()
}

struct Objects<'a> {
    file: &'a [u8],
    offsets: Vec<usize>,
    trailer: String,
}

impl<'a> Objects<'a> {
    /// Follows the table at the end of the file.
    fn of(file: &'a [u8]) -> Objects<'a> {
        let text = latin(file);
        let start = text.rsplit("startxref").next().and_then(|end| end.split_whitespace().next());
        let table = &text[start.expect("a start").parse().expect("a number")..];
        assert!(table.starts_with("xref"), "the table is where the file says");
        let offsets = table.lines().skip(2).take_while(|line| !line.starts_with("trailer"));
        let offsets = offsets.map(|line| line[..10].parse().expect("an offset")).collect();
        let trailer = table.split("trailer").nth(1).expect("a trailer").to_owned();
        Objects { file, offsets, trailer }
    }

    fn text(&self, id: usize) -> String {
        let text = latin(&self.file[self.offsets[id]..]);
        assert!(text.starts_with(&format!("{id} 0 obj")), "object {id} is where the table says");
        text.split("endobj").next().expect("an object").to_owned()
    }

    /// The object that a key refers to.
    fn after(&self, text: &str, key: &str) -> usize {
        let value = text.split(key).nth(1).unwrap_or_else(|| panic!("{key} in {text}"));
        let digits = value.trim_start().split(|c: char| !c.is_ascii_digit()).next();
        digits.expect("a value").parse().expect("a number")
    }

    fn page(&self, id: usize) -> Page {
        let text = self.text(id);
        let sides = text.split("/MediaBox").nth(1).expect("a size").split(['[', ']']).nth(1);
        let sides: Vec<f32> = numbers(sides.expect("a list"));
        let content = self.stream(self.after(&text, "/Contents"));
        let mut page = Page {
            size: (sides[2], sides[3]),
            frame: [0.0; 6],
            paths: Vec::new(),
            windows: Vec::new(),
        };
        paint(&content, &mut page);
        page
    }

    fn stream(&self, id: usize) -> String {
        let text = self.text(id);
        let length = self.after(&text, "/Length");
        let at = self.offsets[id] + text.find("stream").expect("a stream") + "stream\n".len();
        let packed = &self.file[at..at + length];
        let content = miniz_oxide::inflate::decompress_to_vec_zlib(packed).expect("zlib");
        String::from_utf8(content).expect("operators")
    }
}

/// Bytes as characters, one each.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(if byte < 128 { byte } else { b'?' })).collect()
}

fn numbers(text: &str) -> Vec<f32> {
    text.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

#[derive(Clone)]
struct State {
    matrix: Matrix,
    fill: [f32; 3],
    stroke: [f32; 3],
    width: f32,
    mark: bool,
}

fn paint(content: &str, page: &mut Page) {
    let black = [0.0; 3];
    let matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let mut state = State { matrix, fill: black, stroke: black, width: 1.0, mark: false };
    let (mut saved, mut given, mut lines) = (Vec::new(), Vec::new(), Vec::<Vec<Point>>::new());
    let spaced = content.replace('[', " [ ").replace(']', " ] ");
    for word in spaced.split_whitespace().filter(|word| !["[", "]"].contains(word)) {
        if let Ok(number) = word.parse::<f32>() {
            given.push(number);
            continue;
        }
        let at = |i: usize| apply(state.matrix, (given[i], given[i + 1]));
        match word {
            "q" => saved.push(state.clone()),
            "Q" => state = saved.pop().expect("a state that was saved"),
            "cm" => {
                let inner: Matrix = given[..6].try_into().expect("six numbers");
                if page.frame == [0.0; 6] {
                    page.frame = inner;
                }
                state.matrix = times(state.matrix, inner);
            }
            "w" => state.width = given[0],
            "rg" => state.fill = given[..3].try_into().expect("a colour"),
            "RG" => state.stroke = given[..3].try_into().expect("a colour"),
            "m" => lines.push(vec![at(0)]),
            "l" => lines.last_mut().expect("a line").push(at(0)),
            "c" => {
                let points = [at(0), at(2), at(4)];
                lines.last_mut().expect("a line").extend(points);
            }
            "h" => {
                let line = lines.last_mut().expect("a line");
                line.push(line[0]);
            }
            "re" => {
                let [x, y, w, h] = given[..4].try_into().expect("a box");
                let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
                lines.push(corners.map(|corner| apply(state.matrix, corner)).to_vec());
            }
            "W" => page.windows.extend(lines.last().cloned()),
            "W*" => state.mark = true,
            "n" => lines.clear(),
            "f*" | "S" | "B*" => {
                let wide = state.matrix[0].hypot(state.matrix[1]) * state.width;
                page.paths.push(Path {
                    fill: (word != "S").then_some(state.fill),
                    stroke: (word != "f*").then_some((state.stroke, wide)),
                    lines: std::mem::take(&mut lines),
                    mark: state.mark,
                });
            }
            "J" | "j" | "d" => {}
            other => panic!("{other} is no operator that we write"),
        }
        given.clear();
    }
    assert!(saved.is_empty(), "every state is restored");
}

fn apply([a, b, c, d, e, f]: Matrix, (x, y): Point) -> Point {
    (a * x + c * y + e, b * x + d * y + f)
}

fn times(outer: Matrix, inner: Matrix) -> Matrix {
    let [(a, b), (c, d)] = [(inner[0], inner[1]), (inner[2], inner[3])]
        .map(|(x, y)| (outer[0] * x + outer[2] * y, outer[1] * x + outer[3] * y));
    let (e, f) = apply(outer, (inner[4], inner[5]));
    [a, b, c, d, e, f]
}
