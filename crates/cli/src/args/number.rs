//! Numbers on the command line.

use std::ops::{Bound, RangeBounds};
use std::time::Duration;

/// Returns a parser of whole numbers in a range. Its errors name the range.
pub(super) fn whole<T: TryFrom<u64>>(
    range: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    let largest = u64::MAX >> (64 - 8 * size_of::<T>());
    let least = match range.start_bound() {
        Bound::Included(least) => *least,
        _ => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(most) => *most,
        _ => largest,
    };
    move |text| {
        let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number: Option<u64> = text.parse().ok().filter(|_| is_whole);
        let number = number.filter(|number| (least..=most).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| match (least, most < largest) {
            (0, false) if is_whole => format!("expected at most {most}"),
            (0, false) => "expected a whole number".to_owned(),
            (_, false) => format!("expected a whole number, at least {least}"),
            (0, true) => format!("expected a whole number, at most {most}"),
            (_, true) => format!("expected a whole number from {least} to {most}"),
        })
    }
}

/// Parses a time between a millisecond and a day.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    let seconds = seconds.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    let seconds = seconds.ok_or("expected seconds, from 0.001 to 86400")?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Parses a time of up to a day.
pub(super) fn patience(text: &str) -> Result<Duration, String> {
    match text {
        "0" => Ok(Duration::ZERO),
        text => seconds(text),
    }
}

/// Parses an amount of money.
pub(super) fn amount(text: &str) -> Result<f64, String> {
    let amount: Option<f64> = text.parse().ok();
    let amount = amount.filter(|amount| (0.0..=1e9).contains(amount));
    amount.ok_or_else(|| "expected an amount, such as 0.15".to_owned())
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn errors_name_the_range() {
        assert_eq!(whole::<u32>(..)("007"), Ok(7));
        for (text, wanted) in [
            ("4294967296", "expected at most 4294967295"),
            ("99999999999999999999999", "expected at most 4294967295"),
            ("-1", "expected a whole number"),
            ("+1", "expected a whole number"),
            ("", "expected a whole number"),
        ] {
            assert_eq!(whole::<u32>(..)(text), Err(wanted.to_owned()), "{text}");
        }
        let error = |parsed: Result<u32, String>| parsed.expect_err("not in the range");
        assert_eq!(
            error(whole(1..)("0")),
            "expected a whole number, at least 1"
        );
        assert_eq!(
            error(whole(..=9)("10")),
            "expected a whole number, at most 9"
        );
        assert_eq!(
            error(whole(1..=9)("x")),
            "expected a whole number from 1 to 9"
        );
    }
}
