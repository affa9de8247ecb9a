//! The page `docs/growth.md`.

use super::{BYTES, Family, Fit, POSITIONS, Point, SECONDS, State, cells, fit};

/// Fills the template of the page.
pub(super) fn page(families: &[Family], seconds: f64) -> String {
    let sizes = families.iter().flat_map(|family| {
        let points = family.points.iter();
        points.map(|point| point.row(family.listing.name))
    });
    let next_sizes = families.iter().map(Family::next_row);
    include_str!("page.md")
        .replace("{seconds}", &seconds.to_string())
        .replace("{sizes}", &sizes.collect::<Vec<_>>().join("\n"))
        .replace("{next_sizes}", &next_sizes.collect::<Vec<_>>().join("\n"))
}

impl Point {
    /// Returns a row of the first table.
    fn row(&self, name: &str) -> String {
        let (size, cells) = (self.variant.size(), cells(self.variant));
        let [positions, seconds, bytes] = [POSITIONS, SECONDS, BYTES].map(|quantity| {
            match (self.figures[quantity].map(short), self.state) {
                (Some(figure), State::Estimated) => format!("about {figure}"),
                (Some(figure), _) => figure,
                (None, State::Searched) => "searched".to_owned(),
                (None, State::OnDemand) => "on demand".to_owned(),
                (None, State::Solved) if quantity == BYTES => "none".to_owned(),
                (None, _) => "not counted".to_owned(),
            }
        });
        format!("| {name} | {size} | {cells} | {positions} | {seconds} | {bytes} |")
    }
}

impl Family {
    /// Returns a row of the second table.
    fn next_row(&self) -> String {
        let (size, cells) = self.next_size();
        let fits = [POSITIONS, SECONDS].map(|quantity| fit(&self.points, quantity));
        let or_unknown = |text: Option<String>| text.unwrap_or_else(|| "unknown".to_owned());
        let rate = |fit: Option<Fit>| or_unknown(fit.map(|fit| format!("{:.2}", fit.rate)));
        let [positions_rate, seconds_rate] = fits.map(rate);
        let [positions, seconds] = fits.map(|fit| fit.map(|fit| fit.at(cells)));
        let positions = or_unknown(positions.map(short));
        // A machine has two cores.
        let [one, hundred] = [1.0, 100.0]
            .map(|count| or_unknown(seconds.map(|seconds| duration(seconds / 2.0 / count))));
        let name = self.listing.name;
        format!(
            "| {name} | {positions_rate} | {seconds_rate} | {size} | {positions} | {one} | {hundred} |"
        )
    }

    /// Returns the smallest board that is not solved and its cells: a listed size, or the one after the largest.
    fn next_size(&self) -> (String, u32) {
        let mut points = self.points.iter();
        if let Some(point) = points.find(|point| point.state == State::Searched) {
            return (point.variant.size().to_string(), cells(point.variant));
        }
        let largest = self.points.last().expect("a game has a size");
        let largest = largest.variant.size();
        let side = largest.columns + 1;
        match largest.rows {
            1 => (side.to_string(), side as u32),
            _ => (format!("{side}x{side}"), (side * side) as u32),
        }
    }
}

/// Returns a number with two or three significant digits.
fn short(number: f64) -> String {
    match number {
        _ if number >= 1e15 => format!("{number:.1e}").replace('e', " x 10^"),
        _ if number >= 1e12 => format!("{:.1} T", number / 1e12),
        _ if number >= 1e9 => format!("{:.1} G", number / 1e9),
        _ if number >= 1e6 => format!("{:.1} M", number / 1e6),
        _ if number >= 1e4 => format!("{:.1} k", number / 1e3),
        _ if number >= 100.0 || number.fract() == 0.0 => format!("{number:.0}"),
        _ if number >= 1.0 => format!("{number:.1}"),
        _ => format!("{number:.4}"),
    }
}

fn duration(seconds: f64) -> String {
    let (length, name) = match seconds {
        _ if seconds >= 365.25 * 86_400.0 => (365.25 * 86_400.0, "years"),
        _ if seconds >= 86_400.0 => (86_400.0, "days"),
        _ if seconds >= 3600.0 => (3600.0, "hours"),
        _ if seconds >= 60.0 => (60.0, "minutes"),
        _ if seconds >= 1.0 => (1.0, "seconds"),
        _ => return "less than a second".to_owned(),
    };
    format!("{} {name}", short(seconds / length))
}
