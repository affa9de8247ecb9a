//! Days and months of the daily puzzles.

use quintet_arena::{day_name, day_number};

/// The first day with a puzzle in the calendar.
const FIRST: &str = "2026-01-01";

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Adds days to a date such as `2026-11-15`. Stays between the first day of the calendar and `last`.
pub(super) fn shifted(day: &str, by: i64, last: &str) -> String {
    let number = |day| day_number(day).unwrap_or(0);
    let (first, last) = (number(FIRST), number(last).max(number(FIRST)));
    let shifted = number(day).saturating_add_signed(by);
    day_name(shifted.clamp(first, last))
}

/// Returns the same day of the next or previous month, or the last one of that month.
pub(super) fn month_later(day: &str, is_later: bool, last: &str) -> String {
    let days = days_of_month(day);
    let middle = |month: &str| format!("{month}-15");
    let edge = if is_later { days.last() } else { days.first() };
    let edge = edge.and_then(|day| day_number(day)).unwrap_or(1);
    let other = day_name(if is_later { edge + 1 } else { edge - 1 });
    let others = days_of_month(&middle(&other[..7]));
    let at = usize::from(day_of_month(day)).min(others.len()) - 1;
    shifted(&others[at], 0, last)
}

/// Returns all days of the month of a day.
pub(super) fn days_of_month(day: &str) -> Vec<String> {
    let month = &day[..day.len().min(7)];
    let days = (1..=31).map(|number| format!("{month}-{number:02}"));
    days.filter(|day| day_number(day).is_some()).collect()
}

pub(super) fn day_of_month(day: &str) -> u8 {
    day.get(8..).and_then(|day| day.parse().ok()).unwrap_or(1)
}

/// Returns the weekday, counted from Monday.
pub(super) fn weekday(day: &str) -> usize {
    // The first of January 1970 was a Thursday.
    usize::try_from((day_number(day).unwrap_or(0) + 3) % 7).unwrap_or(0)
}

/// Returns the name of the month and the year.
pub(super) fn month_name(day: &str) -> String {
    let month = day.get(5..7).and_then(|month| month.parse::<usize>().ok());
    let name = MONTHS[month.unwrap_or(1).clamp(1, 12) - 1];
    format!("{name} {}", &day[..day.len().min(4)])
}

#[cfg(test)]
mod tests {
    use super::{days_of_month, month_later, month_name, shifted, weekday};

    #[test]
    fn days_and_months_are_turned_within_the_calendar() {
        let today = "2026-11-15";
        assert_eq!(shifted(today, -15, today), "2026-10-31");
        assert_eq!(shifted(today, 1, today), today, "tomorrow is not available");
        assert_eq!(shifted("2026-01-03", -7, today), "2026-01-01");
        assert_eq!(month_later("2026-03-31", false, today), "2026-02-28");
        assert_eq!(month_later("2026-10-31", true, today), today);
        assert_eq!(month_later("2026-01-20", false, today), "2026-01-01");
        assert_eq!(days_of_month(today).len(), 30);
        assert_eq!((weekday(today), weekday("1970-01-01")), (6, 3));
        assert_eq!(month_name(today), "November 2026");
    }
}
