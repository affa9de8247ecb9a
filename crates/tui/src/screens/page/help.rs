//! The help page: keys and symbols.

use quintet_arena::LEGEND;
use quintet_rules::Player;

use super::Page;
use crate::context::Context;
use crate::keys::{Binding, Commands};
use crate::look::Look;

impl Page {
    /// All keys of a screen.
    pub(crate) fn help<C: Commands>(screen: &C, context: &Context) -> Self {
        let line = |binding: &Binding<C::Command>| {
            let shortcut = binding.shortcut(&context.keymap);
            let now = if screen.is_available(binding.command) {
                ""
            } else {
                "  (not now)"
            };
            format!(
                "{:<22} {}{now}\n",
                shortcut.names().join(", "),
                shortcut.label
            )
        };
        let bindings = screen.bindings().iter();
        let keys: String = bindings.map(line).collect();
        let mut page = Page::new("Keys and signs", &(keys + &signs(context.look)));
        page.is_help = true;
        page
    }
}

fn signs(look: Look) -> String {
    let [one, two] = Player::BOTH.map(|player| {
        let lines = look.token_lines(player);
        [lines.top_left, lines.horizontal_top, lines.top_right].concat()
    });
    let dot = look.dot();
    format!(
        "\nctrl-c, ctrl-z         leave, and pause the app\n\
         mouse                  point and click at the board, scroll a page\n\
         1, 2, a, b ...         at the board: type a move as the book spells it\n\
         \n\
         [ ] or a thick frame   the cursor; dim is what it would do\n\
         {dot}                      cells that can be chosen\n\
         ( )                    the last move\n\
         > <                    what has been picked for a move\n\
         * *                    what decided the game\n\
         values                 {LEGEND}\n\
         \x20                       They are for the player to move, and color the cell; the best stand out.\n\
         {one}  {two}               the tokens of Player 1 and Player 2, where there is room\n"
    )
}
