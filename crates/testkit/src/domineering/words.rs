//! The drawing and the sentences.

use std::fmt::Write;

use quintet_games::text::cell_name;
use quintet_games::{Malformed, Words};
use quintet_rules::{Cell, Cells, Player, Position};

use super::{Domineering, Domino, Dominoes, DominoesRefusal};

/// Returns the direction of a player's dominoes.
fn direction(player: Player) -> &'static str {
    match player {
        Player::One => "one above the other",
        Player::Two => "side by side",
    }
}

/// Returns an example of a legal domino on the empty grid.
fn example(player: Player) -> &'static str {
    match player {
        Player::One => "B1 B2",
        Player::Two => "B1 C1",
    }
}

impl<const R: usize, const C: usize> Domineering<R, C> {
    fn last_cell() -> String {
        let last = Cell::<R, C>::new(R * C - 1).expect("a grid has a cell");
        cell_name(last)
    }
}

impl<const R: usize, const C: usize> Words for Domineering<R, C> {
    const NAMES: [&'static str; 2] = ["Vertical", "Horizontal"];

    fn draw(position: &Dominoes<R, C>) -> String {
        let mut rows = vec![" ".to_owned()];
        for cell in Cells::<R, C>::ALL.iter().take(C) {
            let _ = write!(rows[0], " {}", &cell_name(cell)[..1]);
        }
        rows.extend((1..=R).map(|row| row.to_string()));
        for cell in Cells::<R, C>::ALL {
            let symbol = match position.owner(cell) {
                Some(Player::One) => "V",
                Some(Player::Two) => "H",
                None => ".",
            };
            let _ = write!(rows[cell.row() + 1], " {symbol}");
        }
        rows.join("\n")
    }

    fn prompt(position: &Dominoes<R, C>) -> String {
        format!("{}, place a domino:", Self::name(position.to_move()))
    }

    fn how_to_move(position: &Dominoes<R, C>) -> String {
        let mover = position.to_move();
        format!(
            "Enter two empty cells {}, such as {}.",
            direction(mover),
            example(mover)
        )
    }

    fn steps(position: &Dominoes<R, C>) -> &'static [&'static str] {
        match position.to_move() {
            Player::One => &[
                "Choose an empty cell.",
                "Now choose the cell above or below it.",
            ],
            Player::Two => &[
                "Choose an empty cell.",
                "Now choose the cell to its left or right.",
            ],
        }
    }

    fn confirm(_: &Dominoes<R, C>, domino: Domino<R, C>, _: &Dominoes<R, C>) -> String {
        let [first, second] = domino.cells().map(cell_name);
        format!("A domino covers {first} and {second}.")
    }

    fn malformed(position: &Dominoes<R, C>, fault: &Malformed) -> String {
        let wanted = Self::how_to_move(position);
        match fault {
            Malformed::NotACell { found } => {
                format!("No domino. '{found}' is not a cell. {wanted}")
            }
            _ => format!("No domino. {wanted}"),
        }
    }

    fn refused(position: &Dominoes<R, C>, refusal: &DominoesRefusal) -> String {
        let mover = position.to_move();
        match refusal {
            DominoesRefusal::OffTheGrid => {
                format!("No domino. The cells go from A1 to {}.", Self::last_cell())
            }
            DominoesRefusal::Covered => "No domino. Both cells must be empty.".to_owned(),
            DominoesRefusal::Apart => "No domino. The two cells must share a side.".to_owned(),
            DominoesRefusal::WrongDirection => format!(
                "No domino. {} places dominoes {}.",
                Self::name(mover),
                direction(mover)
            ),
        }
    }

    fn ending(position: &Dominoes<R, C>) -> String {
        let [loser, winner] = [position.to_move(), position.to_move().other()].map(Self::name);
        format!("{loser} has no room for a domino. {winner} wins!")
    }

    fn end_clause(position: &Dominoes<R, C>, reader: Player) -> String {
        if position.to_move() == reader {
            "you have no room for a domino".to_owned()
        } else {
            format!(
                "{} has no room for a domino",
                Self::name(position.to_move())
            )
        }
    }
}
