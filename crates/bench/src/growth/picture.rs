//! The pictures: a figure by the number of cells, on a logarithmic scale.
//!
//! ```text
//!     10^9 |          .          each game is a line through what was measured
//!     10^6 |     .  '
//!     10^3 |  .'
//!          +-----------------
//!            9   16   25  cells
//! ```

use std::fmt::Write;

use super::{Family, QUANTITIES, cells};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 170.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 45.0;
const WRITTEN: &str = "a text can be written to";

/// Where a board and a figure are on the picture.
struct Scale {
    most_cells: f64,
    /// Powers of ten.
    least: f64,
    most: f64,
}

impl Scale {
    fn place(&self, cells: u32, figure: f64) -> (f64, f64) {
        let x = f64::from(cells) / self.most_cells;
        let y = (figure.log10() - self.least) / (self.most - self.least);
        (
            LEFT + x * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - y * (HEIGHT - TOP - BOTTOM),
        )
    }
}

/// The picture of a quantity, as SVG.
pub(super) fn picture(families: &[Family], quantity: usize) -> String {
    let lines: Vec<Vec<(u32, f64)>> = families
        .iter()
        .map(|family| {
            let figures = family.points.iter().filter_map(|point| {
                let figure = point.figures[quantity]?;
                (figure > 0.0).then(|| (cells(point.variant), figure))
            });
            figures.collect()
        })
        .collect();
    let all = || lines.iter().flatten();
    let most_cells = all().map(|(cells, _)| *cells).max().unwrap_or(1);
    let least = all().map(|(_, figure)| *figure).fold(f64::MAX, f64::min);
    let most = all().map(|(_, figure)| *figure).fold(f64::MIN, f64::max);
    let scale = Scale {
        most_cells: f64::from(most_cells) + 2.0,
        least: least.log10().floor(),
        most: most.log10().ceil().max(least.log10().floor() + 1.0),
    };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>{0} by the number of cells</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" fill=\"#222222\">{0}, {1}</text>\n",
        QUANTITIES[quantity].name, QUANTITIES[quantity].unit
    );
    axes(&scale, &mut text);
    let mut row = TOP;
    for (family, line) in families.iter().zip(&lines) {
        if line.is_empty() {
            continue;
        }
        let colour = format!("hsl({} 65% 38%)", family.listing.hue);
        let places: Vec<_> = line
            .iter()
            .map(|(cells, figure)| scale.place(*cells, *figure))
            .collect();
        let path: Vec<_> = places
            .iter()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" ")
        )
        .expect(WRITTEN);
        for (x, y) in places {
            writeln!(
                text,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>"
            )
            .expect(WRITTEN);
        }
        let x = WIDTH - RIGHT + 20.0;
        row += 22.0;
        writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{}\" r=\"4\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"{row}\" fill=\"#222222\">{}</text>",
            row - 4.0,
            x + 12.0,
            family.listing.name
        )
        .expect(WRITTEN);
    }
    text.push_str("</svg>\n");
    text
}

/// Powers of ten, and numbers of cells.
fn axes(scale: &Scale, text: &mut String) {
    let right = WIDTH - RIGHT;
    let mut power = scale.least;
    while power <= scale.most {
        let (_, y) = scale.place(0, 10f64.powf(power));
        writeln!(
            text,
            "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#dddddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555555\">10<tspan dy=\"-5\" \
             font-size=\"10\">{power}</tspan></text>",
            LEFT - 8.0,
            y + 4.0
        )
        .expect(WRITTEN);
        power += if scale.most - scale.least > 8.0 {
            2.0
        } else {
            1.0
        };
    }
    let mut cells = 0;
    while f64::from(cells) <= scale.most_cells {
        let (x, y) = scale.place(cells, 10f64.powf(scale.least));
        writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555555\">{cells}</text>",
            y + 18.0
        )
        .expect(WRITTEN);
        cells += 5;
    }
    writeln!(
        text,
        "<text x=\"{right}\" y=\"{}\" text-anchor=\"end\" fill=\"#222222\">cells</text>",
        HEIGHT - 8.0
    )
    .expect(WRITTEN);
}
