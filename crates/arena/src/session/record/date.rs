//! Dates and times in UTC, in ISO 8601 format.

/// Seconds per day.
const DAY: u64 = 86_400;

/// Formats the date of a Unix time: `2026-11-15`.
pub fn date(seconds: u64) -> String {
    day_name(seconds / DAY)
}

/// Formats a Unix time: `2026-11-15T12:30:00Z`.
pub fn timestamp(seconds: u64) -> String {
    let (day, rest) = (seconds / DAY, seconds % DAY);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    let mut text = day_name(day);
    for (mark, part) in [('T', hour), (':', minute), (':', second)] {
        text.push(mark);
        push_two_digits(&mut text, part);
    }
    text.push('Z');
    text
}

/// Formats a number of days since 1970-01-01, such as `2026-11-15`.
///
/// Years begin in March here, so that a leap day is the last day of its year. An era of 400 years has 146,097 days.
pub fn day_name(day: u64) -> String {
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
    let year = era * 400 + year + next_year;
    // Has room for a time.
    let mut text = String::with_capacity("2026-11-15T12:30:00Z".len());
    if year < 10_000 {
        push_two_digits(&mut text, year / 100);
        push_two_digits(&mut text, year % 100);
    } else {
        text.push_str(&year.to_string());
    }
    for part in [month, day] {
        text.push('-');
        push_two_digits(&mut text, part);
    }
    text
}

/// Ten times as fast as `format!`, because every action of a live game has a timestamp.
fn push_two_digits(text: &mut String, number: u64) {
    let digit = |number: u64| char::from(b'0' + (number % 10) as u8);
    text.extend([digit(number / 10), digit(number)]);
}

/// Parses a date such as `2026-11-15` into days since 1970-01-01. `None` if the date is invalid.
pub fn day_number(date: &str) -> Option<u64> {
    let mut parts = date.split('-');
    let mut part = || parts.next()?.parse::<u64>().ok();
    let (year, month, day) = (part()?, part()?, part()?);
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March, as in `day_name`.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let (era, year) = (year / 400, year % 400);
    let days = era * 146_097 + 365 * year + year / 4 - year / 100;
    let number = (days + (153 * month + 2) / 5 + day - 1).checked_sub(719_468)?;
    (day_name(number) == date).then_some(number)
}

/// True for a valid date such as `2026-11-15`, from 1970 on.
pub fn is_day(date: &str) -> bool {
    day_number(date).is_some()
}

#[cfg(test)]
mod tests {
    use super::{day_name, day_number, timestamp};

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
            assert_eq!(day_name(day), expected);
            assert_eq!(day_number(expected), Some(day));
        }
        for wrong in [
            "2026-02-29",
            "2026-13-01",
            "2026-11-00",
            "2026-11-31",
            "1969-12-31",
            "2026-1-5",
            "today",
            "",
        ] {
            assert_eq!(day_number(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_moment_is_a_day_and_a_time() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp(20_772 * 86_400 + 45_296), "2026-11-15T12:34:56Z");
    }
}
