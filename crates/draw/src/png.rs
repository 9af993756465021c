//! SVG as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::Error;

/// The most pixels a picture may have.
const MOST_PIXELS: f32 = 40e6;

pub(crate) fn render(svg: &str, scale: f32) -> Result<Vec<u8>, Error> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| Error(e.to_string()))?;
    let (w, h) = (tree.size().width(), tree.size().height());
    if !(scale.is_finite() && scale > 0.0) {
        return Err(Error(format!("a scale of {scale} is not a number above 0")));
    }
    let scale = scale.min((MOST_PIXELS / (w * h)).sqrt());
    let pixels = |side: f32| (side * scale).round().max(1.0) as u32;
    let map = paint(&tree, (pixels(w), pixels(h)), Transform::from_scale(scale, scale))?;
    map.encode_png().map_err(|e| Error(e.to_string()))
}

fn paint(tree: &Tree, (width, height): (u32, u32), how: Transform) -> Result<Pixmap, Error> {
    let mut map = Pixmap::new(width, height).ok_or_else(|| Error("it is too large".into()))?;
    resvg::render(tree, how, &mut map.as_mut());
    Ok(map)
}

/// The colours of an SVG's pixels, row by row, drawn at a scale and moved by some pixels right and down.
pub(crate) fn pixels(
    svg: &str,
    size: (u32, u32),
    scale: f32,
    shift: f32,
) -> Result<Vec<[u8; 3]>, Error> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| Error(e.to_string()))?;
    let how = Transform::from_scale(scale, scale).post_translate(shift, shift);
    let map = paint(&tree, size, how)?;
    // The rim that the shift leaves free is paper.
    let colour = |[r, g, b, a]: [u8; 4]| if a < 255 { [255; 3] } else { [r, g, b] };
    Ok(map.data().as_chunks().0.iter().copied().map(colour).collect())
}
