//! Graph of the value over the moves from Player 1's view: bars point up where Player 1 wins, down where Player 2 wins,
//! and are higher near the end of the game.
//!
//! ```text
//!     1 wins │     ██
//!            │██ █████
//!            ├──?─────?──    a mistake is marked on the axis
//!     2 wins │  █     ██
//! ```

use std::ops::Range;

use quintet_arena::Review;
use quintet_rules::Player;
use quintet_solver::Value;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use crate::look::Look;

/// The columns of each move.
pub(super) type Columns = Vec<(usize, Range<u16>)>;

/// Columns before the bars.
const LABEL: u16 = 9;

/// Draws bars of at most `half` lines in each direction; `at` is the current move. Also returns the columns of each move.
pub(super) fn lines(
    review: &Review,
    at: usize,
    half: usize,
    width: u16,
    look: Look,
) -> (Vec<Line<'static>>, Columns) {
    let room = usize::from(width).saturating_sub(10);
    let is_wide = 2 * review.moves.len() <= room;
    let shown = if is_wide { room / 2 } else { room }.max(1);
    let from = (at + 1).saturating_sub(shown);
    let (axis, line) = (half, look.lines().horizontal);
    let mut lines = Vec::new();
    for row in 0..=2 * half {
        let label = match row {
            0 => "1 wins",
            row if row == 2 * half => "2 wins",
            _ => "",
        };
        let mut spans = vec![Span::styled(format!(" {label:>7} "), look.quiet())];
        for (n, mv) in review.moves.iter().enumerate().skip(from).take(shown) {
            let height = height(mv.after, mv.player, half);
            let level = axis.cast_signed() - row.cast_signed();
            let is_on_side = level != 0 && level.signum() == height.signum();
            let is_filled = is_on_side && height.abs() >= level.abs();
            let (text, filler, mut style) = match (is_filled, row == axis) {
                (true, _) => {
                    let winner = if height > 0 { Player::One } else { Player::Two };
                    (look.bar(), look.bar(), look.player(winner))
                }
                (false, true) if mv.is_mistake => ("?", line, look.wrong()),
                (false, true) => (line, line, look.quiet()),
                (false, false) => (" ", " ", look.quiet()),
            };
            if n == at && row == axis {
                style = style.add_modifier(Modifier::REVERSED);
            }
            let filler = if is_wide { filler } else { "" };
            spans.push(Span::styled(format!("{text}{filler}"), style));
        }
        lines.push(Line::from(spans));
    }
    let width = if is_wide { 2 } else { 1 };
    let columns = (from..review.moves.len()).take(shown).enumerate();
    let columns = columns.map(|(n, index)| {
        let start = LABEL + n as u16 * width;
        (index, start..start + width)
    });
    (lines, columns.collect())
}

/// Returns height of a bar, positive for Player 1. A distant win is still visible.
fn height(value: Option<Value>, player: Player, half: usize) -> isize {
    let of = |plies: Option<u8>| {
        half.saturating_sub(plies.map_or(half, |plies| usize::from(plies) / 6))
            .max(1)
            .cast_signed()
    };
    let height = match value {
        Some(Value::Win(plies)) => of(plies),
        Some(Value::Loss(plies)) => -of(plies),
        Some(Value::Endless) | None => 0,
    };
    if player == Player::One {
        height
    } else {
        -height
    }
}
