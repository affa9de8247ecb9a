//! The invariants of a game, checked from the histories of all its clients and the logs of every node once play has ended.

use std::fmt;

use quintet_games::Variant;
use quintet_rules::Player;
use serde::Deserialize;
use serde_json::json;

use super::model::Model;

/// An entry of a log, as a server reports it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Event {
    pub(crate) ply: usize,
    pub(crate) player: u8,
    pub(crate) action: String,
    #[serde(rename = "move", default)]
    pub(crate) mv: Option<String>,
    pub(crate) position: String,
    pub(crate) at: String,
}

/// An action that a client has requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SentAction {
    pub(crate) ply: usize,
    pub(crate) action: &'static str,
    pub(crate) mv: Option<String>,
}

/// The history of one client.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// The name of the client in reports.
    pub(crate) client: String,
    /// `None` for a spectator.
    pub(crate) seat: Option<Player>,
    /// The events that it received, in this order.
    pub(crate) seen: Vec<Event>,
    pub(crate) asked: Vec<SentAction>,
    /// The events that were acknowledged.
    pub(crate) acknowledged: Vec<Event>,
    /// The actions that were refused because another action was faster.
    pub(crate) refused: Vec<SentAction>,
}

/// A game and its histories.
pub(crate) struct Case {
    pub(crate) game: String,
    pub(crate) variant: &'static dyn Variant,
    pub(crate) first: Player,
    /// The log as reported by each node.
    pub(crate) logs: Vec<Vec<Event>>,
    pub(crate) histories: Vec<History>,
}

/// The kinds of violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A log lacks a number.
    Gap,
    /// A log has a number twice.
    Doubled,
    /// Two nodes report different logs.
    NodesDiffer,
    /// The log breaks the rules of the game.
    AgainstTheRules,
    /// An acknowledged action is not in the log.
    Lost,
    /// Two clients received acknowledgements for the same number.
    TwoWinners,
    /// A client received an event that is not in the log, or in a different order.
    ClientDiffers,
    /// A client did not receive all events.
    Behind,
    /// An entry that no client requested.
    Unasked,
    /// An action that was refused is in the log.
    RefusedButKept,
}

/// A violation.
pub(crate) struct Violation {
    pub(crate) kind: Kind,
    detail: String,
}

impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.detail)
    }
}

impl SentAction {
    /// Returns true if a player requested this.
    pub(crate) fn is_in(&self, event: &Event, player: Player) -> bool {
        event.ply == self.ply
            && event.player == player.number()
            && event.action == self.action
            && event.mv == self.mv
    }
}

impl Case {
    /// Returns all violations.
    pub(crate) fn violations(&self) -> Vec<Violation> {
        let mut violations = Vec::new();
        let mut find = |kind, detail: String| {
            let detail = format!("game {}: {detail}", self.game);
            violations.push(Violation { kind, detail });
        };
        let (log, others) = self.logs.split_first().expect("one node at least");
        for (n, other) in others.iter().enumerate() {
            if other != log {
                let detail = format!("{log:?}, but log {} is {other:?}", n + 1);
                find(Kind::NodesDiffer, detail);
            }
        }
        // An invalid log makes all other comparisons meaningless.
        if let Some((kind, detail)) = disorder(log) {
            find(kind, detail);
            return violations;
        }
        if let Err(detail) = self.follows_the_rules(log) {
            find(Kind::AgainstTheRules, detail);
        }
        for event in log {
            let is_asked = |history: &History| {
                let mut asked = history.asked.iter();
                let is_by = |seat| asked.any(|asked| asked.is_in(event, seat));
                history.seat.is_some_and(is_by)
            };
            if !self.histories.iter().any(is_asked) {
                find(Kind::Unasked, format!("{event:?}"));
            }
        }
        for history in &self.histories {
            self.judge(history, log, &mut find);
        }
        violations
    }

    /// Returns the violations in the history of one client.
    fn judge(&self, history: &History, log: &[Event], find: &mut impl FnMut(Kind, String)) {
        let client = &history.client;
        for event in &history.acknowledged {
            let stored = log.get(event.ply);
            if stored == Some(event) {
                continue;
            }
            let is_rival = |other: &History| {
                let mut acknowledged = other.acknowledged.iter();
                other.client != *client && acknowledged.any(|event| Some(event) == stored)
            };
            let has_rival = self.histories.iter().any(is_rival);
            let kind = [Kind::Lost, Kind::TwoWinners][usize::from(has_rival)];
            let detail = format!("{client} was acknowledged {event:?}, stored is {stored:?}");
            find(kind, detail);
        }
        let seen = &history.seen;
        let mut pairs = seen.iter().zip(log);
        if let Some((seen, stored)) = pairs.find(|(seen, stored)| seen != stored) {
            let detail = format!("{client} saw {seen:?}, stored is {stored:?}");
            find(Kind::ClientDiffers, detail);
        } else if seen.len() > log.len() {
            let detail = format!("{client} saw {:?}", &seen[log.len()..]);
            find(Kind::ClientDiffers, detail);
        } else if seen.len() < log.len() {
            let detail = format!("{client} has seen {} of {}", seen.len(), log.len());
            find(Kind::Behind, detail);
        }
        for refused in &history.refused {
            let stored = log.get(refused.ply);
            let seat = history.seat.expect("only players receive refusals");
            if stored.is_some_and(|event| refused.is_in(event, seat)) {
                let detail = format!("{client} was refused {refused:?}");
                find(Kind::RefusedButKept, detail);
            }
        }
    }

    /// Replays the log with the model of a game.
    fn follows_the_rules(&self, log: &[Event]) -> Result<(), String> {
        let mut model = Model::begun_by(self.variant, self.first);
        for event in log {
            let player = Player::BOTH[usize::from(event.player == 2)];
            let mut sent = json!({"ply": event.ply, "action": event.action});
            if let Some(mv) = &event.mv {
                sent["move"] = json!(mv);
            }
            let received = model.receive(player, &sent);
            received.map_err(|refusal| format!("{event:?} is refused: {refusal:?}"))?;
            let position = model.position().text();
            if position != event.position {
                return Err(format!("{event:?} leads to {position}"));
            }
        }
        Ok(())
    }
}

/// Returns the first number that a log lacks or has twice.
fn disorder(log: &[Event]) -> Option<(Kind, String)> {
    let mut numbered = log.iter().enumerate();
    let (ply, event) = numbered.find(|(ply, event)| event.ply != *ply)?;
    let kind = [Kind::Gap, Kind::Doubled][usize::from(event.ply < ply)];
    Some((kind, format!("{event:?} at the place of {ply}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::table::{line, variant};

    const GAME: &str = "gridlock";

    /// Returns a game of four moves with complete histories.
    fn good() -> Case {
        let mut position = variant(GAME).start(Player::One);
        let mut players = Player::BOTH.map(|player| History {
            client: format!("{player}"),
            seat: Some(player),
            ..History::default()
        });
        let mut log = Vec::new();
        for (ply, mv) in line(GAME).into_iter().enumerate().take(4) {
            position = position.play(&mv).expect("a line").position;
            let event = Event {
                ply,
                player: 1 + (ply % 2) as u8,
                action: "move".to_owned(),
                mv: Some(mv.clone()),
                position: position.text(),
                at: format!("at {ply}"),
            };
            let player = &mut players[ply % 2];
            player.asked.push(SentAction {
                ply,
                action: "move",
                mv: Some(mv),
            });
            player.acknowledged.push(event.clone());
            log.push(event);
        }
        let spectator = History {
            client: "spectator".to_owned(),
            ..History::default()
        };
        let mut histories: Vec<_> = players.into_iter().chain([spectator]).collect();
        for history in &mut histories {
            history.seen = log.clone();
        }
        Case {
            game: GAME.to_owned(),
            variant: variant(GAME),
            first: Player::One,
            logs: vec![log; 3],
            histories,
        }
    }

    /// Changes the logs of all nodes and the events of all clients.
    fn everywhere(case: &mut Case, change: impl Fn(&mut Vec<Event>)) {
        case.logs.iter_mut().for_each(&change);
        let seen = case.histories.iter_mut().map(|history| &mut history.seen);
        seen.for_each(change);
    }

    type Change = fn(&mut Case);

    #[test]
    fn every_kind_of_violation_is_found_and_no_other() {
        let cases: [(&str, &[Kind], Change); 15] = [
            ("a good game", &[], |_| ()),
            ("a lost move", &[Kind::Lost], |case| {
                everywhere(case, |log| drop(log.pop()));
            }),
            // Another client wrote it again.
            ("a move of another time", &[Kind::Lost], |case| {
                everywhere(case, |log| log[3].at = "later".to_owned());
            }),
            ("a duplicate move", &[Kind::Doubled], |case| {
                everywhere(case, |log| log.insert(2, log[1].clone()));
            }),
            ("a gap", &[Kind::Gap], |case| {
                everywhere(case, |log| drop(log.remove(1)));
            }),
            ("a node that differs", &[Kind::NodesDiffer], |case| {
                case.logs[1].pop();
            }),
            ("another order", &[Kind::ClientDiffers], |case| {
                case.histories[2].seen.swap(0, 1);
            }),
            ("a repeated event", &[Kind::ClientDiffers], |case| {
                let last = case.histories[2].seen[3].clone();
                case.histories[2].seen.push(last);
            }),
            ("a client that is behind", &[Kind::Behind], |case| {
                case.histories[0].seen.pop();
            }),
            ("two winners of one number", &[Kind::TwoWinners], |case| {
                let mut event = case.logs[0][1].clone();
                event.player = 1;
                case.histories[0].acknowledged.push(event);
            }),
            ("a move that nobody asked for", &[Kind::Unasked], |case| {
                case.histories[1].asked.pop();
            }),
            ("a move of the other player", &[Kind::Unasked], |case| {
                let asked = case.histories[1].asked.pop().expect("two moves");
                case.histories[0].asked.push(asked);
            }),
            ("a stored refusal", &[Kind::RefusedButKept], |case| {
                let asked = case.histories[0].asked[1].clone();
                case.histories[0].refused.push(asked);
            }),
            ("a wrong turn", &[Kind::AgainstTheRules], |case| {
                case.first = Player::Two;
            }),
            ("a wrong position", &[Kind::AgainstTheRules], |case| {
                everywhere(case, |log| log[0].position = log[1].position.clone());
                case.histories[0].acknowledged[0].position = case.logs[0][1].position.clone();
            }),
        ];
        for (name, kinds, change) in cases {
            let mut case = good();
            change(&mut case);
            let found: Vec<_> = case.violations().iter().map(|fault| fault.kind).collect();
            assert_eq!(found, kinds, "{name}");
        }
    }
}
