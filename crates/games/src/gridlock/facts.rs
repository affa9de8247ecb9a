//! Facts that explain who wins in Gridlock and Adjacency Block.
//!
//! A cell is **private** if only one player can use it and the opponent can never close it:
//!
//! ```text
//!     X . . O        the second cell is open to X alone, but an O on the third closes it;
//!     X . X O        here it is private
//! ```

use quintet_rules::{Cells, Player};

use crate::fact::{GameFact, Voice, exchanges, secured};
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
        type CellsOf<P, C> = (MarkKind, fn(&P) -> C);
        let reserve = self.reserve(name);
        if reserve.is_some() {
            return reserve.into_iter().collect();
        }
        let Some(exchanges) = exchanges(self, values) else {
            return Vec::new();
        };
        let (loser, winner) = (self.to_move, self.to_move.other());
        let private: CellsOf<Self, Cells<R, C>> = (MarkKind::Private, Self::private);
        let open: CellsOf<Self, Cells<R, C>> = (MarkKind::Open, Self::legal);
        // The cells of the loser and of the winner to compare, and the least difference that matters.
        let leads = [
            ("reserve-secured", IDEA, open, private, 0, ""),
            (
                "private-lead",
                IDEA,
                private,
                private,
                1,
                "more private cell",
            ),
            ("open-lead", "open-cells", open, open, 1, "more open cell"),
        ];
        let find = |must_decide: bool| {
            leads
                .iter()
                .find_map(|&(statement, idea, mine, theirs, enough, more)| {
                    let sides = |after: &Self| {
                        let of_winner = (theirs.1)(&after.passed());
                        [
                            (loser, mine.0, (mine.1)(after)),
                            (winner, theirs.0, of_winner),
                        ]
                    };
                    let lead = secured(&exchanges, |after| {
                        let [(.., mine), (.., theirs)] = sides(after);
                        i64::from(theirs.len()) - i64::from(mine.len())
                    })?;
                    if lead.least < enough || (must_decide && !lead.decides) {
                        return None;
                    }
                    let marks = sides(&lead.after).into_iter();
                    let marks = marks.filter(|(.., cells)| !cells.is_empty());
                    let marks = marks.map(|(player, kind, cells)| {
                        Mark::of(kind, player, indices(cells)).labeled(cells.len().to_string())
                    });
                    let clause = |voice: Voice| {
                        let begin = lead.begin(voice, loser, "get");
                        if enough == 0 {
                            let has = voice.does(loser, "have");
                            return format!(
                                "{begin} at least as many private cells as {has} cells left"
                            );
                        }
                        let more = count(lead.least, more);
                        format!("{begin} at least {more} than {}", voice.name(loser))
                    };
                    let marks = lead.marks(loser, marks.collect());
                    let fact = (statement, vec![lead.least]);
                    Some(GameFact::new(idea, name, clause, marks, fact))
                })
        };
        // A lead that decides is a better reason.
        find(true).or_else(|| find(false)).into_iter().collect()
    }

    /// Finds enough private cells of the opponent to answer all moves, even if the player to move could fill every cell that
    /// is still open to them.
    fn reserve(&self, name: fn(Player) -> &'static str) -> Option<GameFact> {
        let (loser, winner) = (self.to_move, self.to_move.other());
        let open = self.legal();
        let private = self.passed().private();
        (private.len() >= open.len()).then(|| {
            let marks = vec![
                Mark::of(MarkKind::Open, loser, indices(open)).labeled(open.len().to_string()),
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
