//! The pictures: a quantity by the number of cells, on a logarithmic scale.
//!
//! ```text
//!     10^9 |          .          each game is a line through its sizes
//!     10^6 |     .  '
//!     10^3 |  .'
//!          +-----------------
//!            9   16   25  cells
//! ```

use super::{Family, Point, QUANTITIES, cells};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;

/// The edges of the diagram.
const LEFT: f64 = 70.0;
const RIGHT: f64 = 550.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 375.0;

/// Returns the picture of a quantity as SVG.
pub(super) fn picture(families: &[Family], quantity: usize) -> String {
    let power = |point: &Point| {
        let figure = point.figures[quantity].filter(|figure| *figure > 0.0)?;
        Some((f64::from(cells(point.variant)), figure.log10()))
    };
    let line = |family: &Family| family.points.iter().filter_map(power).collect::<Vec<_>>();
    let lines = families.iter().map(|family| (family.listing, line(family)));
    let lines: Vec<_> = lines.filter(|(_, line)| !line.is_empty()).collect();
    let fold = |first: f64, select: fn(f64, f64) -> f64, of: fn(&(f64, f64)) -> f64| {
        let points = lines.iter().flat_map(|(_, line)| line);
        points.map(of).fold(first, select)
    };
    let most_cells = fold(0.0, f64::max, |point| point.0) + 2.0;
    let least = fold(f64::MAX, f64::min, |point| point.1).floor();
    let most = fold(least + 1.0, f64::max, |point| point.1).ceil();
    let x = |cells: f64| LEFT + cells / most_cells * (RIGHT - LEFT);
    let y = |power: f64| BOTTOM - (power - least) / (most - least) * (BOTTOM - TOP);

    let (name, unit) = QUANTITIES[quantity];
    let mut svg = vec![format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="13">
<title>{name} by the number of cells</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>
<text x="{LEFT}" y="24" fill="#222222">{name}, {unit}</text>"##
    )];
    let step = if most - least > 8.0 { 2.0 } else { 1.0 };
    svg.extend(ticks(least, most, step).map(|power| {
        let (x, y, base) = (LEFT - 8.0, y(power), y(power) + 4.0);
        format!(
            r##"<path d="M{LEFT} {y:.1}H{RIGHT}" stroke="#dddddd"/><text x="{x}" y="{base:.1}" text-anchor="end" fill="#555555">10<tspan dy="-5" font-size="10">{power}</tspan></text>"##
        )
    }));
    svg.extend(ticks(0.0, most_cells, 5.0).map(|cells| {
        let (x, y) = (x(cells), BOTTOM + 18.0);
        format!(
            r##"<text x="{x:.1}" y="{y:.1}" text-anchor="middle" fill="#555555">{cells}</text>"##
        )
    }));
    let below = HEIGHT - 8.0;
    svg.push(format!(
        r##"<text x="{RIGHT}" y="{below}" text-anchor="end" fill="#222222">cells</text>"##
    ));
    for ((listing, line), row) in lines.iter().zip(ticks(TOP + 18.0, HEIGHT, 22.0)) {
        let (color, name) = (format!("hsl({} 65% 38%)", listing.hue), listing.name);
        let points = line.iter().map(|(cells, power)| (x(*cells), y(*power)));
        let path: Vec<_> = points
            .clone()
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect();
        let path = path.join(" ");
        svg.push(format!(
            r#"<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>"#
        ));
        svg.extend(
            points
                .chain([(RIGHT + 20.0, row)])
                .map(|(x, y)| format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="4" fill="{color}"/>"#)),
        );
        let (x, y) = (RIGHT + 32.0, row + 4.0);
        svg.push(format!(
            r##"<text x="{x}" y="{y}" fill="#222222">{name}</text>"##
        ));
    }
    svg.push("</svg>\n".to_owned());
    svg.join("\n")
}

/// The numbers from `first` to at most `last` in steps.
fn ticks(first: f64, last: f64, step: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(first), move |at| Some(at + step)).take_while(move |at| *at <= last)
}
