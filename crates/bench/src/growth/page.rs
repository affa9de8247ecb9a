//! The page in words and tables.

use std::fmt::Write;

use super::{BYTES, Family, POSITIONS, QUANTITIES, SECONDS, State, cells};

const WRITTEN: &str = "a text can be written to";

const INTRODUCTION: &str = "\
# How cost grows with the board

Every size of every game that can be known whole was solved from nothing, and what it took was measured: how many positions
there are, the seconds of processor to know them all, and the bytes that are kept. Where a game keeps no table, the seconds are
those of counting its positions; where these are too many to be counted, each is known when it is asked for. What is built
only on demand, and takes longer than was allowed here, has the figures that the game says beforehand, with `about`.
";

pub(super) fn page(families: &[Family], seconds: f64) -> String {
    let mut text = INTRODUCTION.to_owned();
    write!(
        text,
        "\nWritten by `cargo run --release -p quintet-bench -- growth --seconds {seconds}`, on two cores of a shared machine.\n"
    )
    .expect(WRITTEN);
    for quantity in &QUANTITIES {
        write!(
            text,
            "\n![{} by the number of cells]({})\n",
            quantity.name, quantity.file
        )
        .expect(WRITTEN);
    }
    text.push_str("\n| game | size | cells | positions | seconds of processor | bytes kept |\n");
    text.push_str("| --- | --- | ---: | ---: | ---: | ---: |\n");
    for family in families {
        for point in &family.points {
            let shown = |quantity: usize| match (point.figures[quantity], point.state) {
                (Some(figure), State::Estimated) => format!("about {}", short(figure)),
                (Some(figure), _) => short(figure),
                (None, State::Searched) => "searched".to_owned(),
                (None, State::Asked) => "when asked".to_owned(),
                (None, _) => "not counted".to_owned(),
            };
            let bytes = match (point.figures[BYTES], point.state) {
                (None, State::Solved) => "none".to_owned(),
                _ => shown(BYTES),
            };
            writeln!(
                text,
                "| {} | {} | {} | {} | {} | {bytes} |",
                family.listing.name,
                point.variant.size(),
                cells(point.variant),
                shown(POSITIONS),
                shown(SECONDS),
            )
            .expect(WRITTEN);
        }
    }
    expectations(families, &mut text);
    text
}

/// How fast each game grows, and what that makes of the next board.
fn expectations(families: &[Family], text: &mut String) {
    text.push_str(
        "\n## What the next size would take\n
The rate is the factor by which a figure grows with each cell, fitted to the sizes above by least squares of the logarithms.
A machine has two cores here, and the work is taken to be shared out without loss. These are guesses: a rate that is
fitted to few boards is rough, and a method may end at the memory of a machine before its time does.

| game | positions, times a cell | seconds, times a cell | next size | positions | one machine | a hundred machines |
| --- | ---: | ---: | --- | ---: | ---: | ---: |
",
    );
    for family in families {
        let [positions, seconds] = [POSITIONS, SECONDS].map(|quantity| family.fit(quantity));
        let (size, cells) = family.next();
        let rate = |fit: Option<super::Fit>| {
            fit.map_or_else(|| "unknown".to_owned(), |fit| format!("{:.2}", fit.rate))
        };
        let expected = |fit: Option<super::Fit>| fit.map(|fit| fit.at(cells));
        let number = expected(positions).map_or_else(|| "unknown".to_owned(), short);
        let machines = |count: f64| {
            expected(seconds)
                .map_or_else(|| "unknown".to_owned(), |all| duration(all / 2.0 / count))
        };
        writeln!(
            text,
            "| {} | {} | {} | {size} | {number} | {} | {} |",
            family.listing.name,
            rate(positions),
            rate(seconds),
            machines(1.0),
            machines(100.0),
        )
        .expect(WRITTEN);
    }
}

/// A number with two or three digits that count.
fn short(number: f64) -> String {
    match number {
        _ if number >= 1e15 => format!("{number:.1e}").replace('e', " x 10^"),
        _ if number >= 1e12 => format!("{:.1} T", number / 1e12),
        _ if number >= 1e9 => format!("{:.1} G", number / 1e9),
        _ if number >= 1e6 => format!("{:.1} M", number / 1e6),
        _ if number >= 1e4 => format!("{:.1} k", number / 1e3),
        _ if number >= 100.0 => format!("{number:.0}"),
        _ if number.fract() == 0.0 => format!("{number:.0}"),
        _ if number >= 1.0 => format!("{number:.1}"),
        _ => format!("{number:.4}"),
    }
}

fn duration(seconds: f64) -> String {
    const UNITS: [(f64, &str); 5] = [
        (365.25 * 86_400.0, "years"),
        (86_400.0, "days"),
        (3600.0, "hours"),
        (60.0, "minutes"),
        (1.0, "seconds"),
    ];
    let unit = UNITS.into_iter().find(|(length, _)| seconds >= *length);
    match unit {
        Some((length, name)) => format!("{} {name}", short(seconds / length)),
        None => "less than a second".to_owned(),
    }
}
