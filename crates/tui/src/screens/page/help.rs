//! The page of keys and signs.

use quintet_rules::Player;

use super::Page;
use crate::keys::{Binding, Commands};
use crate::look::Look;

impl Page {
    /// All keys of a screen.
    pub(crate) fn help<C: Commands>(screen: &C, look: Look) -> Self {
        let line = |Binding { command, offer }: &Binding<C::Command>| {
            let now = if screen.is_possible(*command) {
                ""
            } else {
                "  (not now)"
            };
            format!("{:<22} {}{now}\n", offer.names().join(", "), offer.what)
        };
        let bindings = screen.bindings().iter();
        let keys: String = bindings.map(line).collect();
        Page::new("Keys and signs", keys + &signs(look))
    }
}

fn signs(look: Look) -> String {
    let shapes = Player::BOTH.map(|player| {
        let lines = look.token_lines(player);
        let [left, _, right] = lines.crossings[0];
        format!("{left}{}{right}", lines.horizontal)
    });
    format!(
        "\nctrl-c, ctrl-z         leave, and pause the app; an unfinished game is kept\n\
         mouse                  point and click at the board, scroll a page\n\
         1, 2, a, b ...         at the board: type a move as the book spells it\n\
         \n\
         [ ] or a thick frame   the cursor; dim is what it would do\n\
         {}                      cells that can be chosen\n\
         ( )                    the last move\n\
         > <                    what has been picked for a move\n\
         * *                    what decided the game\n\
         +5  -4  =  ?           wins in 5, loses in 4 moves of both players, endless, unsolved\n\
         {}  {}               the tokens of Player 1 and Player 2, where there is room\n",
        look.dot(),
        shapes[0],
        shapes[1],
    )
}
