//! Graphs for other programs to lay out: GraphViz and GraphML. They are written only.
//!
//! ```
//! use marquetry_formats::graph::{Graph, Node, dot, graphml};
//!
//! let node = |label: &str, distance| Node { label: label.into(), distance, goal: distance == 1 };
//! let graph = Graph {
//!     title: "two positions".into(),
//!     nodes: vec![node("A.", 0), node(".A", 1)],
//!     edges: vec![(0, 1, "A right".into())],
//! };
//! assert!(dot(&graph).starts_with("graph \"two positions\" {"));
//! assert!(graphml(&graph).contains("<graphml"));
//! ```

/// Points and the lines between them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Graph {
    /// What people call it; may be empty.
    pub title: String,
    /// The points; the first is the start.
    pub nodes: Vec<Node>,
    /// The lines: two indices of points, and what to write beside it.
    pub edges: Vec<(usize, usize, String)>,
}

/// A point.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Node {
    /// What to write in it; may have several lines.
    pub label: String,
    /// How many lines away the start is.
    pub distance: usize,
    /// Is the goal reached here?
    pub goal: bool,
}

/// The graph in the language of GraphViz. The start is grey, where the goal is reached the line is double.
pub fn dot(graph: &Graph) -> String {
    let mut out =
        format!("graph {} {{\n  node [shape=box, fontname=\"monospace\"];\n", quoted(&graph.title));
    for (i, node) in graph.nodes.iter().enumerate() {
        let start = if i == 0 { ", style=filled" } else { "" };
        let goal = if node.goal { ", peripheries=2" } else { "" };
        out += &format!(
            "  n{i} [label={}, distance={}{start}{goal}];\n",
            quoted(&node.label),
            node.distance
        );
    }
    for (from, to, label) in &graph.edges {
        out += &format!("  n{from} -- n{to} [label={}];\n", quoted(label));
    }
    out + "}\n"
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// The graph as GraphML.
pub fn graphml(graph: &Graph) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n\
        <key id=\"label\" for=\"node\" attr.name=\"label\" attr.type=\"string\"/>\n\
        <key id=\"distance\" for=\"node\" attr.name=\"distance\" attr.type=\"int\"/>\n\
        <key id=\"goal\" for=\"node\" attr.name=\"goal\" attr.type=\"boolean\"/>\n\
        <key id=\"move\" for=\"edge\" attr.name=\"move\" attr.type=\"string\"/>\n"
        .to_owned();
    out += &format!("<graph id=\"{}\" edgedefault=\"undirected\">\n", escaped(&graph.title));
    for (i, Node { label, distance, goal }) in graph.nodes.iter().enumerate() {
        out += &format!(
            "<node id=\"n{i}\"><data key=\"label\">{}</data><data key=\"distance\">{distance}</data>\
             <data key=\"goal\">{goal}</data></node>\n",
            escaped(label)
        );
    }
    for (from, to, label) in &graph.edges {
        out += &format!(
            "<edge source=\"n{from}\" target=\"n{to}\"><data key=\"move\">{}</data></edge>\n",
            escaped(label)
        );
    }
    out + "</graph>\n</graphml>\n"
}

/// Text that may stand between tags or in quotes; what XML cannot hold is left out.
fn escaped(text: &str) -> String {
    let held = |c: &char| *c == '\n' || !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    let mut out = String::new();
    for c in text.chars().filter(held) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odd() -> Graph {
        let node =
            |label: &str, goal| Node { label: label.into(), distance: usize::from(goal), goal };
        Graph {
            title: "a \"tray\" & \\more".into(),
            nodes: vec![node("<A>\n\"\\", false), node("B\u{1}", true)],
            edges: vec![(0, 1, "A & B right 1".into())],
        }
    }

    #[test]
    fn graphviz_has_quotes_and_backslashes_escaped() {
        let wanted = r#"graph "a \"tray\" & \\more" {
  node [shape=box, fontname="monospace"];
  n0 [label="<A>\n\"\\", distance=0, style=filled];
  n1 [label="B", distance=1, peripheries=2];
  n0 -- n1 [label="A & B right 1"];
}
"#;
        assert_eq!(dot(&odd()).replace('\u{1}', ""), wanted);
    }

    #[test]
    fn graphml_has_what_xml_reads_itself_escaped() {
        let written = graphml(&odd());
        assert!(written.contains("<graph id=\"a &quot;tray&quot; &amp; \\more\""));
        assert!(written.contains("<data key=\"label\">&lt;A&gt;\n&quot;\\</data>"));
        assert!(written.contains("<data key=\"label\">B</data>"));
        assert!(written.contains("<data key=\"move\">A &amp; B right 1</data>"));
    }
}
