//! Boards as pictures: one palette, and one drawing of a scene for SVG and for bitmaps.
//!
//! ```
//! use quintet_games::Catalogue;
//! use quintet_rules::Player;
//!
//! let gridlock = Catalogue::STANDARD.find("gridlock").expect("listed").standard();
//! let drawing = quintet_drawing::draw(&gridlock.start(Player::One).scene(), &[]);
//! assert!(drawing.svg("Gridlock").starts_with("<svg"));
//! ```

mod board;
mod palette;
mod svg;

pub use board::{Note, draw};
pub use palette::{Color, hex, light, palette_css};

/// A point in units of a drawing.
pub type Point = (f32, f32);

/// A picture as a list of shapes, each painted over those before it.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The width and the height.
    pub size: Point,
    /// The shapes.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// Adds lines of text below the picture.
    #[must_use]
    pub fn with_caption(mut self, lines: &[String]) -> Self {
        const LINE: f32 = 32.0;
        for line in lines {
            let (width, height) = self.size;
            self.shapes.push(Shape::Text {
                center: (width / 2.0, height + LINE / 2.0),
                size: 22.0,
                color: light::QUIET,
                text: line.clone(),
            });
            self.size.1 += LINE;
        }
        self
    }
}

/// A part of a picture.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A rectangle with round corners.
    Rect {
        /// The upper left corner.
        corner: Point,
        /// The width and the height.
        size: Point,
        /// The radius of the corners.
        radius: f32,
        /// The color inside.
        fill: Color,
    },
    /// A line with round ends.
    Line {
        /// Start point.
        from: Point,
        /// End point.
        to: Point,
        /// Its thickness.
        width: f32,
        /// Its color.
        color: Color,
    },
    /// A filled circle.
    Disc {
        /// The middle.
        center: Point,
        /// The radius.
        radius: f32,
        /// The color inside.
        fill: Color,
    },
    /// The outline of a circle.
    Ring {
        /// The middle.
        center: Point,
        /// The radius of the middle of the line.
        radius: f32,
        /// The thickness of the line.
        width: f32,
        /// The color of the line.
        color: Color,
    },
    /// Bold text around a point.
    Text {
        /// The middle of the text.
        center: Point,
        /// The font size.
        size: f32,
        /// The color of the letters.
        color: Color,
        /// The text.
        text: String,
    },
}
