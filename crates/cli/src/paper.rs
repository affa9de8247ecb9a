//! What records need from the world: the day, and their file.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use quintet_arena::Record;
use quintet_games::shown_up_to;

/// Today in universal time, as `2026-11-15`.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// The date of a day counted from 1970-01-01.
///
/// Years are taken to begin in March, so that the leap day is the last of one; an era of 400 years
/// has 146,097 days.
fn date(day: u64) -> String {
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + next_year)
}

/// A path made safe to show.
pub(crate) fn shown_path(path: &Path) -> String {
    shown_up_to(300, &path.display().to_string())
}

/// Writes records to a file, one after the other with a blank line between them.
pub(crate) fn save(path: &Path, records: &[&Record]) -> Result<()> {
    let texts: Vec<_> = records.iter().map(ToString::to_string).collect();
    quintet_arena::replace_file(path, &[texts.join("\n").as_bytes()])
        .with_context(|| format!("the record could not be saved in {}", shown_path(path)))
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_become_dates_across_leap_years() {
        for (day, expected) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (20_772, "2026-11-15"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(day), expected);
        }
    }
}
