//! Draws a scene as a picture: the board of the page in its light colours, from a few shapes with smooth edges.
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "coordinates are within a small picture, and others are clipped"
)]

use quintet_games::{Scene, Token, TokenKind};
use quintet_rules::Player;

use super::png;

/// Usual size of previews of links.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
/// Margin around the board.
const MARGIN: f32 = 55.0;

type Colour = [u8; 3];

const PAPER: Colour = [0xf5, 0xf1, 0xe8];
const PLATE: Colour = [0xe2, 0xda, 0xcb];
const TILE: Colour = [0xfb, 0xf8, 0xf2];
const NONE: Colour = [0x5b, 0x60, 0x6b];
const NONE_WASH: Colour = [0xe4, 0xe2, 0xde];

/// The strong and the light colour of a player.
const fn colours(player: Player) -> (Colour, Colour) {
    match player {
        Player::One => ([0xb4, 0x3f, 0x29], [0xf6, 0xdd, 0xd3]),
        Player::Two => ([0x1b, 0x5e, 0x92], [0xd7, 0xe6, 0xf2]),
    }
}

/// A point, or a distance, in pixels.
type Point = (f32, f32);

/// Pixels on which shapes are painted.
struct Canvas {
    pixels: Vec<Colour>,
}

/// Draws a scene as a PNG.
pub(super) fn of(scene: &Scene) -> Vec<u8> {
    let mut canvas = Canvas {
        pixels: vec![PAPER; (WIDTH * HEIGHT) as usize],
    };
    let across = (WIDTH as f32 - 2.0 * MARGIN) / scene.columns as f32;
    let down = (HEIGHT as f32 - 2.0 * MARGIN) / scene.rows as f32;
    let cell = across.min(down).min(150.0);
    let (width, height) = (cell * scene.columns as f32, cell * scene.rows as f32);
    let left = (WIDTH as f32 - width) / 2.0;
    let top = (HEIGHT as f32 - height) / 2.0;
    let edge = cell * 0.12;
    canvas.tile(
        (left - edge, top - edge),
        (width + 2.0 * edge, height + 2.0 * edge),
        cell * 0.22,
        PLATE,
    );
    let corner = |n: usize| {
        let (row, column) = (n / scene.columns, n % scene.columns);
        (left + cell * column as f32, top + cell * row as f32)
    };
    for n in 0..scene.cells.len() {
        let (x, y) = corner(n);
        let gap = cell * 0.03;
        let side = cell - 2.0 * gap;
        canvas.tile((x + gap, y + gap), (side, side), cell * 0.13, TILE);
    }
    for body in &scene.bodies {
        let Some(player) = scene.cells[body[0]].token.and_then(|token| token.owner) else {
            continue;
        };
        let middle = |n: usize| (corner(n).0 + cell / 2.0, corner(n).1 + cell / 2.0);
        for pair in body.windows(2) {
            let wash = colours(player).1;
            canvas.line(middle(pair[0]), middle(pair[1]), cell * 0.76, wash);
        }
    }
    for (n, token) in scene.cells.iter().map(|cell| cell.token).enumerate() {
        if let Some(token) = token {
            canvas.token(corner(n), cell, token);
        }
    }
    png::encoded(WIDTH, HEIGHT, &canvas.pixels)
}

impl Canvas {
    /// A token, as the page draws it: in hundredths of a cell.
    fn token(&mut self, (x, y): Point, cell: f32, token: Token) {
        let at = |across: f32, down: f32| (x + cell * across, y + cell * down);
        let Some(player) = token.owner.filter(|_| token.kind != TokenKind::Obstacle) else {
            self.tile(at(0.15, 0.15), (cell * 0.7, cell * 0.7), cell * 0.12, NONE);
            let (inner, side) = (at(0.19, 0.19), cell * 0.62);
            self.tile(inner, (side, side), cell * 0.09, NONE_WASH);
            return;
        };
        let (strong, _) = colours(player);
        match (token.kind, token.text.trim_matches('\'')) {
            (TokenKind::Marker, "X") => {
                self.line(at(0.29, 0.29), at(0.71, 0.71), cell * 0.125, strong);
                self.line(at(0.71, 0.29), at(0.29, 0.71), cell * 0.125, strong);
            }
            (TokenKind::Marker, "O") => self.ring(at(0.5, 0.5), cell * 0.23, cell * 0.125, strong),
            _ => {
                let middle = at(0.5, 0.5);
                let digit = match player {
                    Player::One => {
                        self.line(middle, middle, cell * 0.66, strong);
                        TILE
                    }
                    Player::Two => {
                        self.ring(middle, cell * 0.295, cell * 0.07, strong);
                        strong
                    }
                };
                let points: &[Point] = match player {
                    Player::One => &[(0.46, 0.44), (0.52, 0.38), (0.52, 0.62)],
                    Player::Two => &[
                        (0.43, 0.43),
                        (0.5, 0.38),
                        (0.57, 0.44),
                        (0.43, 0.62),
                        (0.57, 0.62),
                    ],
                };
                for pair in points.windows(2) {
                    let ends = [pair[0], pair[1]].map(|(across, down)| at(across, down));
                    self.line(ends[0], ends[1], cell * 0.055, digit);
                }
            }
        }
    }

    /// A rectangle with round corners.
    fn tile(&mut self, (x, y): Point, (width, height): Point, round: f32, colour: Colour) {
        let (half_x, half_y) = (width / 2.0, height / 2.0);
        let (middle_x, middle_y) = (x + half_x, y + half_y);
        self.paint((x, y), (x + width, y + height), colour, |px, py| {
            let dx = (px - middle_x).abs() - (half_x - round);
            let dy = (py - middle_y).abs() - (half_y - round);
            dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - round
        });
    }

    /// A line with round ends; a disc if both ends are one.
    fn line(&mut self, from: Point, to: Point, width: f32, colour: Colour) {
        let half = width / 2.0;
        let low = (from.0.min(to.0) - half, from.1.min(to.1) - half);
        let high = (from.0.max(to.0) + half, from.1.max(to.1) + half);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).max(f32::EPSILON);
        self.paint(low, high, colour, |px, py| {
            let along = ((px - from.0) * dx + (py - from.1) * dy) / length;
            let along = along.clamp(0.0, 1.0);
            (px - from.0 - along * dx).hypot(py - from.1 - along * dy) - half
        });
    }

    fn ring(&mut self, (x, y): Point, radius: f32, width: f32, colour: Colour) {
        let reach = radius + width;
        self.paint(
            (x - reach, y - reach),
            (x + reach, y + reach),
            colour,
            |px, py| ((px - x).hypot(py - y) - radius).abs() - width / 2.0,
        );
    }

    /// Paints the pixels between two corners that are inside a shape, whose distance is negative there. A pixel that
    /// the edge crosses is painted in part.
    fn paint(
        &mut self,
        low: Point,
        high: Point,
        colour: Colour,
        distance: impl Fn(f32, f32) -> f32,
    ) {
        let bounds = |low: f32, high: f32, most: u32| {
            let from = (low - 1.0).clamp(0.0, most as f32) as u32;
            from..(high + 2.0).clamp(0.0, most as f32) as u32
        };
        for y in bounds(low.1, high.1, HEIGHT) {
            for x in bounds(low.0, high.0, WIDTH) {
                let covered = (0.5 - distance(x as f32 + 0.5, y as f32 + 0.5)).clamp(0.0, 1.0);
                let pixel = &mut self.pixels[(y * WIDTH + x) as usize];
                for (old, new) in pixel.iter_mut().zip(colour) {
                    let mixed = f32::from(*old) + (f32::from(new) - f32::from(*old)) * covered;
                    *old = mixed.round() as u8;
                }
            }
        }
    }
}
