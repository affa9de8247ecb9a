//! Sorting by numbers.
//!
//! The code of a sort is long and compiled for every type that is sorted. Here only numbers are, which keeps the module
//! in the browser small.

/// Sorts by a number of each item; equals stay in their order.
///
/// ```
/// let mut words = vec!["three", "to", "one", "at"];
/// quintet_solver::sort_by_number(&mut words, |word| word.len() as u64);
/// assert_eq!(words, ["to", "at", "one", "three"]);
/// ```
pub fn sort_by_number<T>(items: &mut Vec<T>, number: impl Fn(&T) -> u64) {
    let mut order: Vec<_> = items.iter().map(number).zip(0..).collect();
    if sort(&mut order) {
        let mut unsorted: Vec<_> = items.drain(..).map(Some).collect();
        let mut take = |place: u32| unsorted[place as usize].take();
        items.extend(order.into_iter().filter_map(|(_, place)| take(place)));
    }
}

/// Sorts numbers and places. `false` if they were in order already.
pub(crate) fn sort(order: &mut [(u64, u32)]) -> bool {
    let is_sorted = order.is_sorted();
    if !is_sorted {
        order.sort_unstable();
    }
    !is_sorted
}
