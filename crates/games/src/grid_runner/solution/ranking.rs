//! The numbering of sets of barriers.
//!
//! The cells where barriers can stand are numbered without gaps. Sets of the same size are ordered
//! as the numbers that their bits are; how many come before one is a sum of binomial coefficients,
//! one for each member:
//!
//! ```text
//!     sets of two:  {0,1}  {0,2}  {1,2}  {0,3}  {1,3}  {2,3}  ...
//!     rank:           0      1      2      3      4      5          rank of {a < b} = C(a,1) + C(b,2)
//! ```

use super::frame::{Frame, Squares, each};

/// How many sets of as many buildable cells come before this one.
#[inline]
pub(super) fn rank<const N: usize>(barriers: Squares) -> usize {
    let buildable = Frame::<N>::to_cells(barriers) >> 1;
    each(buildable)
        .enumerate()
        .map(|(i, cell)| BINOMIAL[i + 1][cell as usize] as usize)
        .sum()
}

/// All sets of `count` buildable cells, in the order of their ranks.
pub(super) fn sets_in_order<const N: usize>(count: u32) -> impl Iterator<Item = Squares> {
    let cells = Frame::<N>::BUILDABLE.count_ones();
    let first = (count <= cells).then(|| (1 << count) - 1);
    let successor = move |set: &u32| {
        // The next larger number with as many ones.
        let low = set & set.wrapping_neg();
        let carried = set.checked_add(low).filter(|_| low != 0)?;
        let next = carried | (set ^ carried) >> 2 >> low.trailing_zeros();
        (next < 1 << cells).then_some(next)
    };
    std::iter::successors(first, successor).map(|cells| Frame::<N>::from_cells(cells << 1))
}

/// `BINOMIAL[k][n]`: the ways to choose k out of n.
const BINOMIAL: [[u32; 25]; 25] = {
    let mut table = [[0; 25]; 25];
    let mut n = 0;
    while n < 25 {
        table[0][n] = 1;
        let mut k = 1;
        while k <= n {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_ranked_in_their_order() {
        for count in 0..=6 {
            for (i, set) in sets_in_order::<4>(count).enumerate() {
                assert_eq!(set.count_ones(), count);
                assert_eq!(set & !Frame::<4>::BUILDABLE, 0);
                assert_eq!(rank::<4>(set), i);
            }
            let all = BINOMIAL[count as usize][14] as usize;
            assert_eq!(sets_in_order::<4>(count).count(), all);
        }
        assert_eq!(BINOMIAL[6][23], 100_947);
    }

    #[test]
    fn there_is_no_set_of_more_cells_than_there_are() {
        assert_eq!(sets_in_order::<2>(2).count(), 1);
        assert_eq!(sets_in_order::<2>(3).count(), 0);
    }
}
