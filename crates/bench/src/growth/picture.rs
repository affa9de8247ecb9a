//! The pictures: a quantity by the number of cells, on a logarithmic scale.
//!
//! ```text
//!     10^9 |          .          each game is a line through its sizes
//!     10^6 |     .  '
//!     10^3 |  .'
//!          +-----------------
//!            9   16   25  cells
//! ```

use std::io::{self, Write};

use super::{Family, QUANTITIES, cells};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;

/// The edges of the diagram.
const LEFT: f64 = 70.0;
const RIGHT: f64 = 550.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 375.0;

/// Writes the picture of a quantity as SVG.
pub(super) fn write(families: &[Family], quantity: usize, out: &mut dyn Write) -> io::Result<()> {
    let lines = families.iter().map(|family| {
        let figures = family.points.iter().filter_map(|point| {
            let figure = point.figures[quantity].filter(|figure| *figure > 0.0);
            Some((f64::from(cells(point.variant)), figure?.log10()))
        });
        (family.listing, figures.collect::<Vec<_>>())
    });
    let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty()).collect();
    let points = || lines.iter().flat_map(|(_, line)| line);
    let most_cells = points().map(|point| point.0).fold(0.0, f64::max) + 2.0;
    let least = points()
        .map(|point| point.1)
        .fold(f64::MAX, f64::min)
        .floor();
    let most = points()
        .map(|point| point.1)
        .fold(least + 1.0, f64::max)
        .ceil();
    let x = |cells: f64| LEFT + cells / most_cells * (RIGHT - LEFT);
    let y = |power: f64| BOTTOM - (power - least) / (most - least) * (BOTTOM - TOP);

    let (name, unit) = QUANTITIES[quantity];
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>{name} by the number of cells</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" fill=\"#222222\">{name}, {unit}</text>"
    )?;
    let step = if most - least > 8.0 { 2.0 } else { 1.0 };
    for power in ticks(least, most, step) {
        let (x, y) = (LEFT - 8.0, y(power));
        writeln!(
            out,
            "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"#dddddd\"/>\
             <text x=\"{x}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#555555\">10<tspan dy=\"-5\" \
             font-size=\"10\">{power}</tspan></text>",
            y + 4.0
        )?;
    }
    for cells in ticks(0.0, most_cells, 5.0) {
        let (x, y) = (x(cells), BOTTOM + 18.0);
        writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"#555555\">{cells}</text>"
        )?;
    }
    let below = HEIGHT - 8.0;
    writeln!(
        out,
        "<text x=\"{RIGHT}\" y=\"{below}\" text-anchor=\"end\" fill=\"#222222\">cells</text>"
    )?;
    let rows = ticks(TOP + 18.0, HEIGHT, 22.0);
    for ((listing, line), row) in lines.iter().zip(rows) {
        let colour = format!("hsl({} 65% 38%)", listing.hue);
        let points = line.iter().map(|(cells, power)| (x(*cells), y(*power)));
        let path: Vec<_> = points
            .clone()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let path = path.join(" ");
        writeln!(
            out,
            "<polyline points=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        )?;
        let legend = (RIGHT + 20.0, row);
        for (x, y) in points.chain([legend]) {
            writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>"
            )?;
        }
        let (x, y, name) = (legend.0 + 12.0, legend.1 + 4.0, listing.name);
        writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" fill=\"#222222\">{name}</text>"
        )?;
    }
    writeln!(out, "</svg>")
}

/// The numbers from `first` to at most `last` in steps.
fn ticks(first: f64, last: f64, step: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(first), move |at| Some(at + step)).take_while(move |at| *at <= last)
}
