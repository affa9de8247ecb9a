//! A list of moves in columns labeled by player:
//!
//! ```text
//!      Player 1    Player 2
//!  1. 2 2         1 1
//!  2. 4 4 ?
//! ```

use quintet_rules::{PerPlayer, Player};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::look::Look;
use crate::text::cut;

/// A move in the list.
#[derive(Clone, Debug)]
pub(crate) struct ListedMove {
    pub(crate) player: Player,
    pub(crate) mv: String,
    /// Sign after the move, such as `??`.
    pub(crate) sign: Option<(String, Style)>,
}

/// The moves of a game.
#[derive(Clone, Debug)]
pub(crate) struct MoveList {
    pub(crate) names: PerPlayer<&'static str>,
    pub(crate) moves: Vec<ListedMove>,
    /// The number of moves before the current position. Later ones are dim.
    pub(crate) at: usize,
    /// The highlighted move.
    pub(crate) current: Option<usize>,
}

/// Columns before the moves.
const NUMBER: usize = 4;

impl MoveList {
    /// Returns the rounds: up to one move of each player, by index.
    fn rounds(&self, in_columns: bool) -> Vec<PerPlayer<Option<usize>>> {
        let mut rounds: Vec<PerPlayer<Option<usize>>> = Vec::new();
        for (index, listed) in self.moves.iter().enumerate() {
            let player = listed.player;
            let is_free = |round: &&mut PerPlayer<Option<usize>>| {
                in_columns && round[player].is_none() && (player == Player::Two)
            };
            if let Some(round) = rounds.last_mut().filter(is_free) {
                round[player] = Some(index);
            } else {
                let mut round = PerPlayer::from_fn(|_| None);
                round[player] = Some(index);
                rounds.push(round);
            }
        }
        rounds
    }

    fn width_of(&self, player: Player) -> usize {
        let moves = self.moves.iter().filter(|listed| listed.player == player);
        let width = |listed: &ListedMove| {
            let sign = listed.sign.as_ref().map_or(0, |(sign, _)| sign.len() + 1);
            listed.mv.chars().count() + sign
        };
        moves.map(width).max().unwrap_or(0)
    }

    /// True if both columns fit.
    fn has_columns(&self, width: usize) -> bool {
        let column = width.saturating_sub(NUMBER) / 2;
        Player::BOTH
            .iter()
            .all(|player| self.width_of(*player) < column)
    }

    /// Returns the number of lines.
    pub(crate) fn height(&self, width: usize) -> usize {
        match self.moves.len() {
            0 => 0,
            _ => self.rounds(self.has_columns(width)).len() + 1,
        }
    }

    /// Returns the lines that fit, around the current move, and the area of each move below `area`'s corner.
    pub(crate) fn lines(&self, area: Rect, look: Look) -> (Vec<Line<'static>>, Vec<(Rect, usize)>) {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let in_columns = self.has_columns(width);
        let rounds = self.rounds(in_columns);
        if rounds.is_empty() || height < 2 {
            return (Vec::new(), Vec::new());
        }
        let column = if in_columns {
            (width - NUMBER) / 2
        } else {
            width.saturating_sub(NUMBER)
        };
        let name = |player: Player| {
            let name = self.names[player];
            // Without its symbol if there is no room.
            let short = name.split(" (").next().unwrap_or(name);
            let shown = if name.len() < column { name } else { short };
            let name = cut(shown, column.saturating_sub(1), look);
            Span::styled(format!("{name:<column$}"), look.player(player))
        };
        let mut head = vec![Span::raw(" ".repeat(NUMBER))];
        if in_columns {
            head.extend(Player::BOTH.map(name));
        } else {
            head.push(Span::styled("Moves", look.title()));
        }
        let mut lines = vec![Line::from(head)];
        let mut areas = Vec::new();
        let shown = height - 1;
        let now = self.current.or(self.at.checked_sub(1)).unwrap_or(0);
        let has_now = |round: &PerPlayer<Option<usize>>| {
            Player::BOTH
                .iter()
                .any(|player| round[*player] == Some(now))
        };
        let now = rounds.iter().position(has_now).unwrap_or(0);
        let first = (now + 1 + shown / 3)
            .clamp(shown.min(rounds.len()), rounds.len())
            .saturating_sub(shown);
        for (n, round) in rounds.iter().enumerate().skip(first).take(shown) {
            let mut spans = vec![Span::styled(format!("{:>2}. ", n + 1), look.quiet())];
            let y = area.y + lines.len() as u16;
            for player in Player::BOTH {
                let x = area.x + spans.iter().map(Span::width).sum::<usize>() as u16;
                match round[player] {
                    Some(index) => {
                        areas.push((Rect::new(x, y, column as u16, 1), index));
                        spans.extend(self.entry(index, in_columns, column, look));
                    }
                    None if in_columns => spans.push(Span::raw(" ".repeat(column))),
                    None => {}
                }
            }
            lines.push(Line::from(spans));
        }
        (lines, areas)
    }

    fn entry(
        &self,
        index: usize,
        in_columns: bool,
        column: usize,
        look: Look,
    ) -> Vec<Span<'static>> {
        let listed = &self.moves[index];
        let style = match self.current {
            Some(current) if current == index => look.chosen(),
            _ if index >= self.at => look.quiet(),
            None if index + 1 == self.at => look.title(),
            _ => Style::new(),
        };
        let mut spans = Vec::new();
        if !in_columns {
            let color = Style {
                add_modifier: Modifier::empty(),
                ..look.player(listed.player)
            };
            spans.push(Span::styled(
                format!("{} ", self.names[listed.player]),
                color,
            ));
        }
        spans.push(Span::styled(listed.mv.clone(), style));
        if let Some((sign, style)) = &listed.sign {
            spans.push(Span::raw(" "));
            spans.push(Span::styled(sign.clone(), *style));
        }
        let used: usize = spans.iter().map(Span::width).sum();
        spans.push(Span::raw(" ".repeat(column.saturating_sub(used))));
        spans
    }
}
