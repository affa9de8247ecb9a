//! Facts that explain who wins in Gridlock and Adjacency Block.
//!
//! A cell is **private** if only one player can use it and the opponent can never close it:
//!
//! ```text
//!     X . . O        the second cell is open to X alone, but an O on the third closes it;
//!     X . X O        here it is private
//! ```

use quintet_rules::{Cells, Player};

use crate::fact::{GameFact, exchanges, secured};
use crate::game::Values;
use crate::gridlock::Snort;
use crate::mark::{Mark, MarkKind};
use crate::scene::indices;
use crate::text::count;

const IDEA: &str = "private-cells";

impl<const R: usize, const C: usize> Snort<R, C> {
    /// Returns the private cells of the player to move: open to them alone, and not adjacent to an open cell of the opponent.
    fn private(&self) -> Cells<R, C> {
        let theirs = self.passed().legal();
        self.legal() - (theirs | theirs.beside())
    }

    /// Returns the facts that explain why the player to move loses.
    pub(crate) fn facts(
        &self,
        name: fn(Player) -> &'static str,
        values: &Values<Self>,
    ) -> Vec<GameFact> {
        let reserve = self.reserve(name);
        if reserve.is_some() {
            return reserve.into_iter().collect();
        }
        let Some(exchanges) = exchanges(self, values) else {
            return Vec::new();
        };
        let (loser, winner) = (self.to_move, self.to_move.other());
        let mut marks = Vec::new();
        for (player, cells) in [(loser, self.private()), (winner, self.passed().private())] {
            if !cells.is_empty() {
                let mark = Mark::of(MarkKind::Private, player, indices(cells));
                marks.push(mark.labeled(cells.len().to_string()));
            }
        }
        // How many cells the winner has in reserve, if the loser may fill all open cells.
        let reserve = secured(&exchanges, |after| {
            i64::from(after.passed().private().len()) - i64::from(after.legal().len())
        });
        let lead = secured(&exchanges, |after| {
            i64::from(after.passed().private().len()) - i64::from(after.private().len())
        });
        let open = secured(&exchanges, |after| {
            i64::from(after.passed().legal().len()) - i64::from(after.legal().len())
        });
        let fact = if let Some(secured) = reserve.filter(|reserve| reserve.least >= 0) {
            GameFact::new(
                IDEA,
                name,
                |voice| {
                    format!(
                        "{} {} at least as many private cells as {} cells left",
                        secured.begin(voice, loser),
                        voice.still(winner, "have"),
                        voice.does(loser, "have"),
                    )
                },
                marks,
                ("reserve-secured", vec![secured.least]),
            )
        } else if let Some(secured) = lead.filter(|lead| lead.least > 0) {
            let more = count(secured.least, "more private cell");
            GameFact::new(
                IDEA,
                name,
                |voice| {
                    format!(
                        "{} {} at least {} than {}",
                        secured.begin(voice, loser),
                        voice.still(winner, "have"),
                        more,
                        voice.name(loser),
                    )
                },
                marks,
                ("private-lead", vec![secured.least]),
            )
        } else if let Some(secured) = open.filter(|open| open.least > 0) {
            let mut marks = Vec::new();
            for (player, cells) in [(loser, self.legal()), (winner, self.passed().legal())] {
                if !cells.is_empty() {
                    let mark = Mark::of(MarkKind::Room, player, indices(cells));
                    marks.push(mark.labeled(cells.len().to_string()));
                }
            }
            let more = count(secured.least, "more open cell");
            GameFact::new(
                "open-cells",
                name,
                |voice| {
                    format!(
                        "{} {} at least {} than {}",
                        secured.begin(voice, loser),
                        voice.still(winner, "have"),
                        more,
                        voice.name(loser),
                    )
                },
                marks,
                ("open-lead", vec![secured.least]),
            )
        } else {
            return Vec::new();
        };
        vec![fact]
    }

    /// Finds enough private cells of the opponent to answer all moves, even if the player to move could fill every cell that
    /// is still open to them.
    fn reserve(&self, name: fn(Player) -> &'static str) -> Option<GameFact> {
        let (loser, winner) = (self.to_move, self.to_move.other());
        let open = self.legal();
        let private = self.passed().private();
        (private.len() >= open.len()).then(|| {
            let marks = vec![
                Mark::of(MarkKind::Room, loser, indices(open)).labeled(open.len().to_string()),
                Mark::of(MarkKind::Private, winner, indices(private))
                    .labeled(private.len().to_string()),
            ];
            GameFact::new(
                IDEA,
                name,
                |voice| {
                    format!(
                        "{} at most {} left, and {} {} that nobody can close",
                        voice.does(loser, "have"),
                        count(open.len(), "move"),
                        voice.does(winner, "have"),
                        count(private.len(), "private cell"),
                    )
                },
                marks,
                ("reserve", vec![open.len().into(), private.len().into()]),
            )
        })
    }
}
