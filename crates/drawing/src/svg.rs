use std::fmt::Write;

use crate::palette::hex;
use crate::{Drawing, Shape};

impl Drawing {
    /// Returns the picture as an SVG document.
    pub fn svg(&self, title: &str) -> String {
        let (width, height) = self.size;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-weight=\"700\" text-anchor=\"middle\" \
             dominant-baseline=\"central\" stroke-linecap=\"round\"><title>{}</title>",
            escaped(title)
        );
        for shape in &self.shapes {
            write!(svg, "{}", element(shape)).expect("a string can be written to");
        }
        svg + "</svg>"
    }
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Rect {
            corner: (x, y),
            size: (width, height),
            radius,
            fill,
        } => format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" fill=\"{}\"/>",
            hex(*fill)
        ),
        Shape::Line {
            from,
            to,
            width,
            color,
        } => format!(
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{width}\"/>",
            from.0,
            from.1,
            to.0,
            to.1,
            hex(*color)
        ),
        Shape::Disc {
            center: (x, y),
            radius,
            fill,
        } => {
            format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>",
                hex(*fill)
            )
        }
        Shape::Ring {
            center: (x, y),
            radius,
            width,
            color,
        } => format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"/>",
            hex(*color)
        ),
        Shape::Text {
            center: (x, y),
            size,
            color,
            text,
        } => format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{}\">{}</text>",
            hex(*color),
            escaped(text)
        ),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
