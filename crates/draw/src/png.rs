//! SVG as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The most pixels a picture may have.
const MOST_PIXELS: f32 = 40e6;

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(String);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the picture cannot be made: {}", self.0)
    }
}

impl std::error::Error for Error {}

pub(crate) fn render(svg: &str, scale: f32) -> Result<Vec<u8>, Error> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| Error(e.to_string()))?;
    let (w, h) = (tree.size().width(), tree.size().height());
    if !(scale.is_finite() && scale > 0.0) {
        return Err(Error(format!("a scale of {scale} is not a number above 0")));
    }
    let scale = scale.min((MOST_PIXELS / (w * h)).sqrt());
    let pixels = |side: f32| (side * scale).round().max(1.0) as u32;
    let mut map =
        Pixmap::new(pixels(w), pixels(h)).ok_or_else(|| Error("it is too large".into()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut map.as_mut());
    map.encode_png().map_err(|e| Error(e.to_string()))
}
