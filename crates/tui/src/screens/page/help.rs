//! The help page: keys and symbols.

use quintet_arena::LEGEND;
use quintet_rules::Player;

use super::document::Block;
use super::{Kind, Page};
use crate::context::Context;
use crate::keys::{Binding, Commands};
use crate::look::Look;

/// Columns before the descriptions.
const COLUMN: usize = 34;

impl Page {
    /// Returns the keys of a screen: first those that work now.
    pub(crate) fn help<C: Commands>(screen: &C, context: &Context) -> Self {
        let item = |binding: &Binding<C::Command>| {
            let shortcut = binding.shortcut(&context.keymap);
            Block::Item(
                shortcut.names().join(", "),
                COLUMN,
                shortcut.label.to_owned(),
            )
        };
        let bindings = screen.bindings().iter();
        let (now, later): (Vec<_>, Vec<_>) =
            bindings.partition(|binding| screen.is_available(binding.command));
        let mut blocks = vec![Block::Heading("Keys".to_owned())];
        blocks.extend(now.into_iter().map(item));
        let always = [
            ("ctrl-c", "exit; an unfinished game is saved"),
            ("ctrl-z", "suspend the app"),
            (
                "mouse",
                "click cells, moves, reasons and the help bar; scroll text",
            ),
        ];
        blocks
            .extend(always.map(|(key, what)| Block::Item(key.to_owned(), COLUMN, what.to_owned())));
        if !later.is_empty() {
            blocks.extend([Block::Gap, Block::Heading("Not available now".to_owned())]);
            blocks.extend(later.into_iter().map(item));
        }
        blocks.extend([Block::Gap, Block::Heading("Signs on a board".to_owned())]);
        let signs = signs(context.look).into_iter();
        blocks.extend(signs.map(|(sign, meaning)| Block::Item(sign, COLUMN, meaning)));
        Page::of(Kind::Help, "Help", blocks)
    }
}

fn signs(look: Look) -> Vec<(String, String)> {
    let mut signs = vec![
        (
            "[ ] or a thick frame",
            "the cursor; a dim token previews the move".to_owned(),
        ),
        (look.dot(), "a cell that can be chosen".to_owned()),
        ("( )", "the last move".to_owned()),
        (
            "> <",
            "picked for a move; in a review, the next move".to_owned(),
        ),
        ("* *", "decided the game".to_owned()),
        (
            "+3, -2, =, ?",
            format!("values for the player to move: {LEGEND}"),
        ),
        (look.star(), "the best move".to_owned()),
    ]
    .into_iter()
    .map(|(sign, meaning)| (sign.to_owned(), meaning))
    .collect::<Vec<_>>();
    let reasons = look.signs_of_reasons();
    signs.extend(
        reasons.map(|(sign, meaning)| (sign.to_owned(), format!("in a reason: {meaning}"))),
    );
    if look.ascii {
        let shapes = Player::BOTH.map(|player| {
            let lines = look.token_lines(player);
            [lines.top_left, lines.horizontal_top, lines.top_right].concat()
        });
        signs.push((
            shapes.join("  "),
            "pieces of Player 1 and Player 2".to_owned(),
        ));
    }
    signs
}
