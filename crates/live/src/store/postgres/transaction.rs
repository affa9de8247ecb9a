//! A transaction with a batch of changes.

use std::collections::HashMap;

use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::connection::{Failure, Session};
use super::statements::{ACT, Actions, BEGIN, COMMIT, EXPLAIN, Pipeline, time};
use crate::GameId;
use crate::store::log_hash::LogHash;
use crate::store::{Change, StoreError};

/// The result of a change, with the hash of an action that this transaction added.
pub(super) type Outcome = Result<Option<LogHash>, StoreError>;

/// Returns the games that a change concerns: the game itself, and the one that it follows.
pub(super) fn games_of(change: &Change) -> impl Iterator<Item = GameId> {
    let (game, before) = match change {
        Change::Open(game) => (Some(game.id), game.rematch_of),
        Change::Seat(change) => (Some(change.game), None),
        Change::Action(id, ..) | Change::Delete(id) | Change::Expire(id, _) => (Some(*id), None),
        Change::Probe => (None, None),
    };
    game.into_iter().chain(before)
}

/// Writes changes in one transaction. If an earlier attempt may have succeeded (`is_retry`), changes that are already
/// stored count as made.
pub(super) async fn write(
    session: &Session,
    changes: &[Change],
    is_retry: bool,
) -> Result<Vec<Outcome>, Failure> {
    let mut pipeline = Pipeline::new(session);
    let steps = steps(changes);
    // Actions of different games are one statement, which needs no explicit transaction.
    let is_single = steps.len() == 1 && changes.iter().all(is_action);
    if !is_single {
        pipeline.send(BEGIN, Vec::new()).await;
    }
    // The response of each change.
    let mut indices = vec![0; changes.len()];
    let mut acts = Vec::new();
    for step in steps {
        let (acting, others): (Vec<_>, Vec<_>) = step
            .into_iter()
            .partition(|number| is_action(&changes[*number]));
        for number in others {
            indices[number] = pipeline.send_change(&changes[number]).await;
        }
        let mut actions = Actions::default();
        for number in &acting {
            if let Change::Action(id, ply, event) = &changes[*number] {
                actions.add(*id, *ply, event);
            }
        }
        if !acting.is_empty() {
            let index = pipeline.send(ACT, actions.parameters()).await;
            acts.push(index);
            for number in acting {
                indices[number] = index;
            }
        }
    }
    if !is_single {
        pipeline.send(COMMIT, Vec::new()).await;
    }
    let responses = pipeline.responses().await?;
    let added: HashMap<(usize, &str), &[u8]> = acts
        .into_iter()
        .flat_map(|index| {
            let rows = responses[index].iter();
            rows.map(move |row| ((index, row.get(0)), row.get(1)))
        })
        .collect();
    let mut outcomes = Vec::with_capacity(changes.len());
    for (change, index) in changes.iter().zip(indices) {
        let made = match change {
            Change::Action(id, ..) => {
                let id = id.to_string();
                let hash = added.get(&(index, id.as_str()));
                hash.map(|hash| LogHash::from_bytes(hash))
            }
            _ => (!responses[index].is_empty()).then_some(None),
        };
        outcomes.push(match made {
            Some(hash) => Ok(hash),
            None => explain(session, change, is_retry).await?.map(|()| None),
        });
    }
    Ok(outcomes)
}

fn is_action(change: &Change) -> bool {
    matches!(change, Change::Action(..))
}

/// Divides changes into steps. Each game occurs at most once in a step, so the changes of one game stay in order.
fn steps(changes: &[Change]) -> Vec<Vec<usize>> {
    let mut steps: Vec<Vec<usize>> = Vec::new();
    let mut latest: HashMap<GameId, usize> = HashMap::new();
    for (number, change) in changes.iter().enumerate() {
        let step = games_of(change)
            .filter_map(|id| latest.get(&id))
            .map(|step| step + 1)
            .max()
            .unwrap_or(0);
        latest.extend(games_of(change).map(|id| (id, step)));
        if steps.len() == step {
            steps.push(Vec::new());
        }
        steps[step].push(number);
    }
    steps
}

/// Returns why a change was not made, or `Ok` if an earlier attempt made it.
async fn explain(
    session: &Session,
    change: &Change,
    is_retry: bool,
) -> Result<Result<(), StoreError>, Failure> {
    let (ply, player) = match change {
        Change::Action(_, ply, _) => (ply.cast_signed(), 0),
        Change::Seat(change) => (0, i16::from(change.player.number())),
        _ => (0, 0),
    };
    let Some(id) = games_of(change).next() else {
        return Ok(Err(StoreError::Broken("the probe failed".to_owned())));
    };
    let find = |id: GameId| async move {
        let parameters: [&(dyn ToSql + Sync); 3] = [&id.to_string(), &player, &ply];
        let statement = session.statement(EXPLAIN);
        session.client.query_opt(statement, &parameters).await
    };
    let found = find(id).await?;
    if let Change::Open(game) = change {
        let opening = LogHash::begin(game);
        let is_same = |found: Row| found.get::<_, &[u8]>(0) == opening.as_bytes();
        if is_retry && found.is_some_and(is_same) {
            return Ok(Ok(()));
        }
        let is_orphan = match game.rematch_of {
            Some(before) => find(before).await?.is_none(),
            None => false,
        };
        return Ok(Err(if is_orphan {
            StoreError::Missing
        } else {
            StoreError::Taken
        }));
    }
    let Some(found) = found else {
        let is_deleted = is_retry && matches!(change, Change::Delete(_) | Change::Expire(..));
        return Ok(is_deleted.then_some(()).ok_or(StoreError::Missing));
    };
    Ok(match change {
        Change::Seat(change) => {
            let token: Option<&[u8]> = found.get(1);
            let wanted = change.now.as_ref().map(|seat| seat.token.as_bytes());
            // Freeing a free seat succeeds.
            let was_free = change.was.is_none() && wanted.is_none();
            let is_made = token == wanted && (is_retry || was_free);
            is_made.then_some(()).ok_or(StoreError::Taken)
        }
        Change::Action(_, _, event) => {
            let is_same = found.get::<_, Option<i16>>(2) == Some(event.player.number().into())
                && found.get::<_, Option<&str>>(3) == Some(event.action.name())
                && found.get::<_, Option<&str>>(4) == event.action.as_move()
                && found.get::<_, Option<i64>>(5) == Some(time(event.at));
            let is_taken: bool = found.get(6);
            if is_taken && is_retry && is_same {
                Ok(())
            } else if is_taken {
                Err(StoreError::Taken)
            } else {
                Err(StoreError::Missing)
            }
        }
        // The game exists, so it was not idle.
        Change::Expire(..) => Err(StoreError::Missing),
        Change::Open(_) | Change::Delete(_) | Change::Probe => {
            Err(StoreError::Broken("nothing was written".to_owned()))
        }
    })
}
