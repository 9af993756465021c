//! Time, quality and throughput against the size.

use std::path::{Path, PathBuf};

use marquetry_draw::{Curve, Plot, plots_pdf, plots_png, plots_svg};
use marquetry_formats::trial::{Size, Trial};

use super::table;
use crate::command::output::Complaint;

/// A file that plots can be drawn to.
pub fn file(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    if kind(&path).is_some() { Ok(path) } else { Err("it must end in .svg, .pdf or .png".into()) }
}

/// The kinds of picture there are.
enum Picture {
    Svg,
    Pdf,
    Png,
}

fn kind(path: &Path) -> Option<Picture> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "svg" => Some(Picture::Svg),
        "pdf" => Some(Picture::Pdf),
        "png" => Some(Picture::Png),
        _ => None,
    }
}

/// The plots of a trial as the file's ending asks for.
pub fn draw(trial: &Trial, path: &Path) -> Result<Vec<u8>, Complaint> {
    let batches = trial.sizes.chunk_by(|a, b| a.engines == b.engines && a.limits == b.limits);
    let title = format!("{} by {}", trial.family, trial.engines.join(", "));
    let plots: Vec<Plot> = batches.flat_map(plots).collect();
    match kind(path) {
        Some(Picture::Pdf) => Ok(plots_pdf(&title, &plots)),
        Some(Picture::Png) => plots_png(&title, &plots, 2.0)
            .map_err(|error| Complaint::Words(format!("{}: {error}", path.display()))),
        _ => Ok(plots_svg(&title, &plots).into_bytes()),
    }
}

/// What some sizes gave by the same engines under the same limits.
fn plots(sizes: &[Size]) -> [Plot; 3] {
    let how = sizes.first().map_or(String::new(), |size| table::words(&size.engines, size.limits));
    let curve = |name: &str, value: fn(&Size) -> Option<f64>| Curve {
        name: name.to_owned(),
        points: sizes.iter().filter_map(|s| Some((s.n as f64, value(s)?))).collect(),
    };
    let plot = |title: &str, powers, curves| Plot { title: title.to_owned(), powers, curves };
    [
        plot(
            &format!("seconds to the solution: {how}"),
            true,
            vec![
                curve("mean", |s| s.seconds.map(|s| s.mean)),
                curve("best", |s| s.seconds.map(|s| s.least)),
            ],
        ),
        plot(
            "quality in percent",
            false,
            vec![
                curve("tiles", |s| s.tiles.map(|s| s.mean)),
                curve("edges", |s| s.edges.map(|s| s.mean)),
            ],
        ),
        plot("nodes a second", true, vec![curve("nodes", |s| Some(s.nodes_per_second))]),
    ]
}
