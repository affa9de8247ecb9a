//! The preview of a scene as a PNG: the drawing of its board, painted with smooth edges.
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a picture has few pixels, and pixels outside are clipped"
)]

use quintet_drawing::{Color, Point, Shape, draw, light};
use quintet_games::Scene;

use super::png;

/// The size in which link previews are shown.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
const MARGIN: f32 = 40.0;

/// The largest scale, at which a cell is 150 pixels wide.
const SCALE: f32 = 1.5;

/// Strokes of characters in a square of side 1, for the labels and tokens of the games.
#[rustfmt::skip]
const GLYPHS: &[(char, &[&[Point]])] = &[
    ('0', &[&[(0.2, 0.0), (0.8, 0.0), (1.0, 0.25), (1.0, 0.75), (0.8, 1.0), (0.2, 1.0), (0.0, 0.75), (0.0, 0.25), (0.2, 0.0)]]),
    ('1', &[&[(0.2, 0.25), (0.6, 0.0), (0.6, 1.0)]]),
    ('2', &[&[(0.0, 0.2), (0.3, 0.0), (0.75, 0.0), (1.0, 0.2), (0.95, 0.45), (0.0, 1.0), (1.0, 1.0)]]),
    ('3', &[&[(0.0, 0.0), (1.0, 0.0), (0.5, 0.4), (0.9, 0.55), (1.0, 0.8), (0.7, 1.0), (0.0, 0.95)]]),
    ('4', &[&[(0.75, 1.0), (0.75, 0.0), (0.0, 0.7), (1.0, 0.7)]]),
    ('5', &[&[(0.9, 0.0), (0.1, 0.0), (0.05, 0.45), (0.7, 0.4), (1.0, 0.65), (0.9, 0.9), (0.6, 1.0), (0.0, 0.95)]]),
    ('6', &[&[(0.85, 0.0), (0.3, 0.2), (0.0, 0.65), (0.2, 1.0), (0.8, 1.0), (1.0, 0.7), (0.75, 0.45), (0.05, 0.55)]]),
    ('7', &[&[(0.0, 0.0), (1.0, 0.0), (0.35, 1.0)]]),
    ('8', &[
        &[(0.5, 0.45), (0.1, 0.25), (0.3, 0.0), (0.7, 0.0), (0.9, 0.25), (0.5, 0.45)],
        &[(0.5, 0.45), (0.0, 0.75), (0.3, 1.0), (0.7, 1.0), (1.0, 0.75), (0.5, 0.45)],
    ]),
    ('9', &[&[(0.15, 1.0), (0.7, 0.8), (1.0, 0.35), (0.8, 0.0), (0.2, 0.0), (0.0, 0.3), (0.25, 0.55), (0.95, 0.45)]]),
    ('A', &[&[(0.0, 1.0), (0.5, 0.0), (1.0, 1.0)], &[(0.2, 0.65), (0.8, 0.65)]]),
    ('B', &[&[(0.0, 0.5), (0.8, 0.5), (0.8, 0.0), (0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.5), (0.8, 0.5)]]),
    ('C', &[&[(1.0, 0.15), (0.7, 0.0), (0.3, 0.0), (0.0, 0.3), (0.0, 0.7), (0.3, 1.0), (0.7, 1.0), (1.0, 0.85)]]),
    ('D', &[&[(0.0, 0.0), (0.6, 0.0), (1.0, 0.35), (1.0, 0.65), (0.6, 1.0), (0.0, 1.0), (0.0, 0.0)]]),
    ('E', &[&[(1.0, 0.0), (0.0, 0.0), (0.0, 1.0), (1.0, 1.0)], &[(0.0, 0.5), (0.8, 0.5)]]),
    ('F', &[&[(1.0, 0.0), (0.0, 0.0), (0.0, 1.0)], &[(0.0, 0.5), (0.8, 0.5)]]),
    ('G', &[&[(1.0, 0.15), (0.7, 0.0), (0.3, 0.0), (0.0, 0.3), (0.0, 0.7), (0.3, 1.0), (1.0, 1.0), (1.0, 0.55), (0.6, 0.55)]]),
    ('P', &[&[(0.0, 1.0), (0.0, 0.0), (0.7, 0.0), (1.0, 0.15), (1.0, 0.4), (0.7, 0.55), (0.0, 0.55)]]),
];

/// Returns the preview of a scene.
pub(super) fn of(scene: &Scene) -> Vec<u8> {
    let drawing = draw(scene, &[]);
    let (width, height) = drawing.size;
    let across = (WIDTH as f32 - 2.0 * MARGIN) / width;
    let down = (HEIGHT as f32 - 2.0 * MARGIN) / height;
    let scale = across.min(down).min(SCALE);
    let mut canvas = Canvas {
        pixels: vec![light::PAPER; (WIDTH * HEIGHT) as usize],
        scale,
        origin: (
            (WIDTH as f32 - scale * width) / 2.0,
            (HEIGHT as f32 - scale * height) / 2.0,
        ),
    };
    for shape in &drawing.shapes {
        canvas.shape(shape);
    }
    png::encoded(WIDTH, HEIGHT, &canvas.pixels)
}

/// A bitmap on which shapes are painted.
struct Canvas {
    pixels: Vec<Color>,
    /// Pixels per unit of the drawing.
    scale: f32,
    /// The pixel of the upper left corner of the drawing.
    origin: Point,
}

impl Canvas {
    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect {
                corner,
                size,
                radius,
                fill,
            } => self.rect(*corner, *size, *radius, *fill),
            Shape::Line {
                from,
                to,
                width,
                color,
            } => self.line(*from, *to, *width, *color),
            Shape::Disc {
                center,
                radius,
                fill,
            } => {
                self.line(*center, *center, 2.0 * radius, *fill);
            }
            Shape::Ring {
                center,
                radius,
                width,
                color,
            } => {
                self.ring(*center, *radius, *width, *color);
            }
            Shape::Text {
                center,
                size,
                color,
                text,
            } => self.text(*center, *size, *color, text),
        }
    }

    fn rect(&mut self, (x, y): Point, (width, height): Point, radius: f32, color: Color) {
        let (half_x, half_y) = (width / 2.0, height / 2.0);
        let (middle_x, middle_y) = (x + half_x, y + half_y);
        self.paint((x, y), (x + width, y + height), color, |px, py| {
            let dx = (px - middle_x).abs() - (half_x - radius);
            let dy = (py - middle_y).abs() - (half_y - radius);
            dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - radius
        });
    }

    /// Paints a line with round ends, or a disc if both ends are the same.
    fn line(&mut self, from: Point, to: Point, width: f32, color: Color) {
        let half = width / 2.0;
        let low = (from.0.min(to.0) - half, from.1.min(to.1) - half);
        let high = (from.0.max(to.0) + half, from.1.max(to.1) + half);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).max(f32::EPSILON);
        self.paint(low, high, color, |px, py| {
            let along = ((px - from.0) * dx + (py - from.1) * dy) / length;
            let along = along.clamp(0.0, 1.0);
            (px - from.0 - along * dx).hypot(py - from.1 - along * dy) - half
        });
    }

    fn ring(&mut self, (x, y): Point, radius: f32, width: f32, color: Color) {
        let reach = radius + width;
        let (low, high) = ((x - reach, y - reach), (x + reach, y + reach));
        self.paint(low, high, color, |px, py| {
            ((px - x).hypot(py - y) - radius).abs() - width / 2.0
        });
    }

    /// Paints the characters that have a glyph.
    fn text(&mut self, (x, y): Point, size: f32, color: Color, text: &str) {
        let (width, height, pitch) = (0.42 * size, 0.66 * size, 0.68 * size);
        let count = text.chars().count() as f32;
        let mut left = x - 0.5 * (pitch * (count - 1.0) + width);
        for letter in text.chars() {
            let glyph = GLYPHS.iter().find(|(of, _)| *of == letter);
            for stroke in glyph.map_or(&[][..], |(_, strokes)| strokes) {
                for ends in stroke.windows(2) {
                    let [from, to] = [ends[0], ends[1]]
                        .map(|(across, down)| (left + width * across, y + height * (down - 0.5)));
                    self.line(from, to, 0.13 * size, color);
                }
            }
            left += pitch;
        }
    }

    /// Paints the pixels between two corners at which the signed distance to a shape is negative. A pixel on its edge is
    /// blended.
    fn paint(&mut self, low: Point, high: Point, color: Color, distance: impl Fn(f32, f32) -> f32) {
        let (scale, (left, top)) = (self.scale, self.origin);
        let bounds = |low: f32, high: f32, origin: f32, most: u32| {
            let from = (origin + scale * low - 1.0).clamp(0.0, most as f32) as u32;
            from..(origin + scale * high + 2.0).clamp(0.0, most as f32) as u32
        };
        for y in bounds(low.1, high.1, top, HEIGHT) {
            for x in bounds(low.0, high.0, left, WIDTH) {
                let unit = |pixel: u32, origin: f32| (pixel as f32 + 0.5 - origin) / scale;
                let pixels = scale * distance(unit(x, left), unit(y, top));
                let covered = (0.5 - pixels).clamp(0.0, 1.0);
                let pixel = &mut self.pixels[(y * WIDTH + x) as usize];
                for (old, new) in pixel.iter_mut().zip(color) {
                    let mixed = f32::from(*old) + (f32::from(new) - f32::from(*old)) * covered;
                    *old = mixed.round() as u8;
                }
            }
        }
    }
}
