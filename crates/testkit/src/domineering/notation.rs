//! Moves are two cells, column letter first, in either order: `B1 B2`.
//!
//! In positions, the cells of Player 1 are `V` and those of Player 2 are `H`.

use quintet_games::text::{
    Fields, cell_name, count, expect_words, parse_cell_name, read_cells, write_cells,
};
use quintet_games::{EntryError, NotAPosition, Notation};
use quintet_rules::{Cell, Cells, PerPlayer, Player, Position};

use super::{Domino, Dominoes, DominoesRefusal};

impl<const R: usize, const C: usize> Notation for Dominoes<R, C> {
    fn write_position(&self) -> String {
        let cells = write_cells(|cell| match self.owner(cell) {
            Some(Player::One) => 'V',
            Some(Player::Two) => 'H',
            None => '.',
        });
        format!("{cells} {}", self.to_move())
    }

    /// Every valid position is reachable, because dominoes can be placed in any order.
    fn read_position(text: &str) -> Result<Self, NotAPosition> {
        let fields = Fields::of(text, ["cells", "player to move"])?;
        let [one, two] = read_cells(fields.0[0], ['V', 'H'])?;
        let to_move = fields.player()?;
        let position = Dominoes::new(PerPlayer { one, two }, to_move);
        let [one, two] = [
            dominoes(&position, Player::One)?,
            dominoes(&position, Player::Two)?,
        ];
        let [mine, theirs] = match to_move {
            Player::One => [one, two],
            Player::Two => [two, one],
        };
        if theirs != mine && theirs != mine + 1 {
            return Err(NotAPosition::new(
                format!("{one} and {two} dominoes with player {to_move} to move"),
                format!(
                    "as many of each, or one more of player {}'s",
                    to_move.other()
                ),
            ));
        }
        Ok(position)
    }

    fn write_move(domino: Domino<R, C>) -> String {
        domino.cells().map(cell_name).join(" ")
    }

    fn read_move(&self, words: &[&str]) -> Result<Domino<R, C>, EntryError<DominoesRefusal>> {
        let [one, other] = expect_words(words)?;
        let off = EntryError::Refused(DominoesRefusal::OffTheGrid);
        match (parse_cell_name(one)?, parse_cell_name(other)?) {
            (Some(one), Some(other)) => Ok(Domino::on(one, other)),
            _ => Err(off),
        }
    }

    fn candidates(&self) -> impl Iterator<Item = Domino<R, C>> {
        let from = |one: Cell<R, C>| {
            let others = Cells::ALL.iter().filter(move |other| one <= *other);
            others.map(move |other| Domino::on(one, other))
        };
        Cells::ALL.iter().flat_map(from)
    }
}

/// Returns the number of a player's dominoes.
fn dominoes<const R: usize, const C: usize>(
    position: &Dominoes<R, C>,
    player: Player,
) -> Result<usize, NotAPosition> {
    let dominoes = position.dominoes(player).map_err(|cell| {
        let found = format!("half a domino of player {player} at {}", cell_name(cell));
        NotAPosition::new(found, format!("{} each", count(2, "cell")))
    })?;
    Ok(dominoes.len())
}
