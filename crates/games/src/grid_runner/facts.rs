//! Facts that explain who wins in Grid Runner: shortest paths, and what barriers add to them.
//!
//! ```text
//!     P1 .  .        P1 needs four steps, P2 as well. A barrier on the only short way makes it longer:
//!     .  X  .        with both cells next to P2 closed but one, P1 has to go around.
//!     .  .  P2
//! ```

use quintet_rules::{Cell, Cells, Player, Position};
use quintet_solver::Value;

use crate::fact::{AnsweredMove, GameFact, exchanges, secured};
use crate::game::{Values, Words};
use crate::grid_runner::position::goal;
use crate::grid_runner::{GridRunner, Runners, RunnersMove};
use crate::mark::{Mark, MarkKind};
use crate::text::{cell_name, count};

impl<const R: usize, const C: usize> Runners<R, C> {
    /// Returns a shortest free path; empty if there is none.
    fn path(&self, from: Cell<R, C>, to: Cell<R, C>) -> Vec<usize> {
        let free = !self.barriers();
        // The cells by their steps to the end.
        let mut layers = vec![to.alone()];
        let mut reached = layers[0];
        while !reached.contains(from) {
            let next = (reached.beside() & free) - reached;
            if next.is_empty() {
                return Vec::new();
            }
            reached = reached | next;
            layers.push(next);
        }
        let mut at = from;
        let mut path = vec![at.index()];
        for layer in layers.iter().rev().skip(1) {
            let next: Cells<R, C> = at.neighbors() & *layer;
            at = next.first().expect("each layer adjoins the next");
            path.push(at.index());
        }
        path
    }

    /// Marks a shortest path of a player's runner to its goal.
    fn path_mark(&self, player: Player) -> Mark {
        let path = self.path(self.runner(player), goal::<R, C>(player));
        Mark::of(MarkKind::Path, player, path).labeled(self.steps_to_goal(player).to_string())
    }

    /// Marks the way between the runners, which the player can use to capture.
    fn distance_mark(&self, player: Player) -> Mark {
        let path = self.path(self.runner(player), self.runner(player.other()));
        let steps = path.len().saturating_sub(1).to_string();
        Mark::of(MarkKind::Path, player, path).labeled(steps)
    }

    /// Returns the most that one barrier of a player adds to the other's path, and the barrier.
    fn longest_detour(&self, builder: Player) -> (i64, Option<Cell<R, C>>) {
        let position = if builder == self.to_move {
            *self
        } else {
            self.passed()
        };
        let runner = builder.other();
        let steps = position.steps_to_goal(runner);
        let mut longest = (0, None);
        for action in position.moves() {
            if let RunnersMove::Barrier(on) = action {
                let added = position.play_unchecked(action).steps_to_goal(runner) - steps;
                if added > longest.0 {
                    longest = (added, Some(on));
                }
            }
        }
        longest
    }

    /// Returns the facts that explain why the player to move loses, or why neither player wins.
    pub(super) fn facts(&self, values: &Values<Self>) -> Vec<GameFact> {
        match values(&[*self])[0] {
            Some(Value::Loss(plies)) => self.lost(plies, values),
            Some(Value::Endless) => self.standoff(values).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the steps that a winning barrier adds to the opponent's path.
    pub(super) fn effect(&self, action: RunnersMove<R, C>) -> Option<GameFact> {
        let RunnersMove::Barrier(site) = action else {
            return None;
        };
        let (builder, runner) = (self.to_move, self.to_move.other());
        let after = self.play_unchecked(action);
        let [before, now] = [self, &after].map(|position| position.steps_to_goal(runner));
        let added = now - before;
        (added > 0).then(|| {
            let cell = Mark::of(MarkKind::Move, builder, vec![site.index()]);
            let marks = vec![cell.labeled(format!("+{added}")), after.path_mark(runner)];
            GameFact::new(
                "cut-off",
                GridRunner::<R, C>::name,
                |voice| {
                    let whose = match voice.name(runner) {
                        "you" => "your path".to_owned(),
                        name => format!("{name}'s path"),
                    };
                    format!(
                        "barrier {} makes {whose} longer: {} instead of {before}",
                        cell_name(site),
                        count(now, "step"),
                    )
                },
                marks,
                ("added", vec![before, now]),
            )
        })
    }

    fn lost(&self, plies: Option<u8>, values: &Values<Self>) -> Vec<GameFact> {
        let name = GridRunner::<R, C>::name;
        let (loser, winner) = (self.to_move, self.to_move.other());
        let [own, theirs] = [loser, winner].map(|player| self.steps_to_goal(player));
        let paths = || {
            [winner, loser]
                .map(|player| self.path_mark(player))
                .to_vec()
        };
        let steps = |n: i64| count(n, "step");
        // The winner only runs.
        if plies.is_some_and(|plies| i64::from(plies) == 2 * theirs) && theirs < own {
            let barriers = self.barriers_left(loser);
            let race = GameFact::new(
                "race",
                name,
                |voice| {
                    let why = match barriers {
                        0 => "and no barriers are left to prevent that",
                        _ => "and no barrier can prevent that",
                    };
                    format!(
                        "{} {} to the goal and {} {}, so {} first, {why}",
                        voice.does(winner, "need"),
                        steps(theirs),
                        voice.does(loser, "need"),
                        own,
                        voice.does(winner, "arrive"),
                    )
                },
                paths(),
                ("run", vec![own, theirs]),
            );
            return vec![race];
        }
        let Some(exchanges) = exchanges(self, values) else {
            return Vec::new();
        };
        let lead = secured(&exchanges, |after| {
            after.steps_to_goal(loser) - after.steps_to_goal(winner)
        });
        let lead = lead.filter(|lead| lead.least > 0);
        // A lead that decides is a better reason.
        let lead = match (lead, self.opposition(&exchanges)) {
            (Some(lead), _) if lead.decides => lead,
            (_, Some(opposition)) => return vec![opposition],
            (Some(lead), None) => lead,
            (None, None) => return Vec::new(),
        };
        let ahead = GameFact::new(
            "race",
            name,
            |voice| {
                format!(
                    "{} at least {} nearer to the goal than {}",
                    lead.begin(voice, loser, "stay"),
                    steps(lead.least),
                    voice.name(loser)
                )
            },
            lead.marks(
                loser,
                [winner, loser]
                    .map(|player| lead.after.path_mark(player))
                    .to_vec(),
            ),
            ("race-lead", vec![lead.least]),
        );
        let mut facts = vec![ahead];
        let (added, site) = self.longest_detour(winner);
        if added > 0
            && let Some(site) = site
        {
            let mut marks = vec![self.path_mark(loser)];
            let cell = vec![site.index()];
            marks.push(Mark::of(MarkKind::Threat, winner, cell).labeled(format!("+{added}")));
            let is_last = self.barriers_left(winner) == 1 && self.barriers_left(loser) == 0;
            facts.push(GameFact::new(
                if is_last { "last-barrier" } else { "cut-off" },
                name,
                |voice| {
                    let whose = match voice.name(loser) {
                        "you" => "your path".to_owned(),
                        name => format!("{name}'s path"),
                    };
                    format!(
                        "barrier {} would make {whose} {} longer",
                        cell_name(site),
                        steps(added)
                    )
                },
                marks,
                ("detour", vec![added]),
            ));
        }
        facts
    }

    /// True if the runners are an even number of steps apart. With no barriers to come, only the player who is not to move can
    /// then ever capture: every step changes the parity.
    fn is_even(&self) -> bool {
        let [mine, theirs] = [self.mine, self.theirs].map(|cell| cell.row() + cell.column());
        (mine + theirs).is_multiple_of(2)
    }

    /// Finds that the winner has the opposition, or can obtain it.
    fn opposition(&self, exchanges: &[AnsweredMove<Self>]) -> Option<GameFact> {
        let name = GridRunner::<R, C>::name;
        let (loser, winner) = (self.to_move, self.to_move.other());
        let left = |position: &Self, player| position.barriers_left(player);
        if left(self, loser) == 0 && left(self, winner) == 0 && self.is_even() {
            return Some(GameFact::new(
                "opposition",
                name,
                |voice| {
                    format!(
                        "no barriers are left and {} the opposition: only {} can ever capture",
                        voice.does(winner, "have"),
                        voice.name(winner),
                    )
                },
                vec![self.distance_mark(winner)],
                ("opposition", Vec::new()),
            ));
        }
        let secured = secured(exchanges, |after| {
            i64::from(after.is_even() && left(after, winner) >= left(after, loser))
        });
        let secured = secured.filter(|secured| secured.least > 0)?;
        Some(GameFact::new(
            "opposition",
            name,
            |voice| {
                format!(
                    "{} an even number of steps between the runners (the opposition), and no fewer barriers than {}",
                    secured.begin(voice, loser, "get"),
                    voice.name(loser),
                )
            },
            secured.marks(loser, vec![secured.after.distance_mark(winner)]),
            ("opposition-secured", vec![1]),
        ))
    }

    /// Finds that neither player can approach the goal without losing.
    fn standoff(&self, values: &Values<Self>) -> Option<GameFact> {
        let name = GridRunner::<R, C>::name;
        let approach = |position: &Self| {
            let player = position.to_move;
            let steps = position.steps_to_goal(player);
            let moves = position.moves();
            let after = moves.filter(|action| matches!(action, RunnersMove::Move(_)));
            let after = after.map(|action| position.play_unchecked(action));
            let nearer = after.filter(|after| after.steps_to_goal(player) < steps);
            nearer.collect::<Vec<_>>()
        };
        let loses = |position: &Self| {
            let after = approach(position);
            let values = values(&after);
            values
                .iter()
                .all(|value| matches!(value, Some(Value::Win(_))))
        };
        let (me, other) = (self.to_move, self.to_move.other());
        (loses(self) && loses(&self.passed())).then(|| {
            let marks = [me, other].map(|player| self.path_mark(player)).to_vec();
            GameFact::new(
                "stand-off",
                name,
                |_| "the player who steps nearer to the goal first loses".to_owned(),
                marks,
                ("stand-off", Vec::new()),
            )
        })
    }
}
