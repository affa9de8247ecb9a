#![expect(clippy::unreadable_literal, reason = "colors are written as in CSS")]

use std::fmt::Write;

/// A color: red, green and blue.
pub type Color = [u8; 3];

/// A CSS variable with its colors in the light and in the dark theme.
struct Variable {
    name: &'static str,
    light: Color,
    dark: Color,
}

macro_rules! palette {
    ($($constant:ident $name:literal $light:literal $dark:literal)*) => {
        const PALETTE: &[Variable] = &[
            $(Variable { name: $name, light: rgb($light), dark: rgb($dark) },)*
        ];

        /// The colors of the light theme.
        pub mod light {
            use super::{Color, rgb};
            $(
                #[doc = concat!("The color `", $name, "`.")]
                pub const $constant: Color = rgb($light);
            )*
        }
    };
}

palette! {
    PAPER "paper" 0xf5f1e8 0x14161b
    SURFACE "surface" 0xfdfbf6 0x1b1e25
    RAISED "raised" 0xffffff 0x252a33
    INK "ink" 0x24272e 0xece8df
    QUIET "quiet" 0x5c5f66 0xa7abb2
    LINE "line" 0xddd5c5 0x343a45
    EDGE "edge" 0x8a8478 0x78808d
    PLATE "plate" 0xe2dacb 0x0c0e12
    TILE "tile" 0xfbf8f2 0x262b34
    ONE "one" 0xb43f29 0xf28f70
    TWO "two" 0x1b5e92 0x79bef1
    NONE "none" 0x5b606b 0x929aa6
    ONE_WASH "one-wash" 0xf6ddd3 0x46302b
    TWO_WASH "two-wash" 0xd7e6f2 0x243a4d
    NONE_WASH "none-wash" 0xe4e2de 0x33373f
    WIN "win" 0x1f6f3c 0x72d39a
    LOSS "loss" 0x9c2456 0xf594bb
    WIN_WASH "win-wash" 0xd9eddd 0x1f3a2b
    LOSS_WASH "loss-wash" 0xf7dbe6 0x46232f
    FOCUS "focus" 0x5b3fc4 0xb9a2ff
}

const fn rgb(hex: u32) -> Color {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red, green, blue]
}

/// Formats a color for CSS and SVG.
pub fn hex([red, green, blue]: Color) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns the palette as a style sheet with a variable for each color.
pub fn palette_css() -> String {
    let mut css = String::from(":root {\n");
    for Variable { name, light, dark } in PALETTE {
        let (light, dark) = (hex(*light), hex(*dark));
        writeln!(css, "  --{name}: light-dark({light}, {dark});")
            .expect("a string can be written to");
    }
    css.push_str("}\n");
    css
}
