//! One transaction: all changes of a group, and what has become of each.

use std::collections::HashMap;

use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::line::Fault;
use super::requests::{ACT, Actions, BEGIN, COMMIT, Connection, Requests, WHY, send, time};
use crate::GameId;
use crate::store::log_hash::LogHash;
use crate::store::{Change, StoreError};

/// What becomes of a change. Of an action that this attempt has written, its hash.
pub(super) type Answer = Result<Option<LogHash>, StoreError>;

/// The games that a change concerns: the game itself, and the one that it follows.
pub(super) fn games_of(change: &Change) -> impl Iterator<Item = GameId> {
    let (game, before) = match change {
        Change::Open(game) => (Some(game.id), game.rematch_of),
        Change::Seat(change) => (Some(change.game), None),
        Change::Action(id, ..) | Change::Delete(id) | Change::Expire(id, _) => (Some(*id), None),
        Change::Probe => (None, None),
    };
    game.into_iter().chain(before)
}

/// Writes all changes in one transaction. If an earlier attempt may have succeeded, what is there already was written
/// by it.
pub(super) async fn write(
    connection: &Connection,
    changes: &[Change],
    is_again: bool,
) -> Result<Vec<Answer>, Fault> {
    let mut requests = Requests::new(connection);
    let steps = steps(changes);
    // One statement is a transaction by itself, and actions of different games are one statement.
    let is_single = steps.len() == 1 && changes.iter().all(is_action);
    if !is_single {
        requests.send(BEGIN, Vec::new()).await;
    }
    // Which request is that of which change.
    let mut places = vec![0; changes.len()];
    let mut acts = Vec::new();
    for step in steps {
        let mut actions = Actions::default();
        let (acting, others): (Vec<_>, Vec<_>) = step
            .into_iter()
            .partition(|number| is_action(&changes[*number]));
        for number in others {
            places[number] = send(&mut requests, &changes[number]).await;
        }
        for number in &acting {
            if let Change::Action(id, ply, event) = &changes[*number] {
                actions.add(*id, *ply, event);
            }
        }
        if !acting.is_empty() {
            let request = requests.send(ACT, actions.parameters()).await;
            acts.push(request);
            for number in acting {
                places[number] = request;
            }
        }
    }
    if !is_single {
        requests.send(COMMIT, Vec::new()).await;
    }
    let answers = requests.answers().await?;
    let acted: HashMap<(usize, &str), &[u8]> = acts
        .into_iter()
        .flat_map(|request| {
            let rows = answers[request].iter();
            rows.map(move |row| ((request, row.get(0)), row.get(1)))
        })
        .collect();
    let mut outcomes = Vec::with_capacity(changes.len());
    for (change, request) in changes.iter().zip(places) {
        let done = match change {
            Change::Action(id, ..) => {
                let id = id.to_string();
                let written = acted.get(&(request, id.as_str()));
                written.map(|chain| LogHash::from_bytes(chain))
            }
            _ => (!answers[request].is_empty()).then_some(None),
        };
        outcomes.push(match done {
            Some(chain) => Ok(chain),
            None => why(connection, change, is_again).await?.map(|()| None),
        });
    }
    Ok(outcomes)
}

fn is_action(change: &Change) -> bool {
    matches!(change, Change::Action(..))
}

/// The changes in steps, in each of which a game occurs at most once: what concerns one game stays in order.
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

/// Why a change was not made; or that it was, by an earlier attempt.
async fn why(
    connection: &Connection,
    change: &Change,
    is_again: bool,
) -> Result<Result<(), StoreError>, Fault> {
    let (ply, player) = match change {
        Change::Action(_, ply, _) => (ply.cast_signed(), 0),
        Change::Seat(change) => (0, i16::from(change.player.number())),
        _ => (0, 0),
    };
    let Some(id) = games_of(change).next() else {
        return Ok(Err(StoreError::Broken(
            "a probe was not written".to_owned(),
        )));
    };
    let look = |id: GameId| async move {
        let parameters: [&(dyn ToSql + Sync); 3] = [&id.to_string(), &player, &ply];
        let found = connection
            .client
            .query_opt(&connection.statements[WHY], &parameters);
        found.await
    };
    let found = look(id).await?;
    if let Change::Open(game) = change {
        let begun = LogHash::begin(game);
        let is_ours = |found: Row| found.get::<_, &[u8]>(0) == begun.as_bytes();
        if is_again && found.is_some_and(is_ours) {
            return Ok(Ok(()));
        }
        let is_orphan = match game.rematch_of {
            Some(before) => look(before).await?.is_none(),
            None => false,
        };
        return Ok(Err(if is_orphan {
            StoreError::Missing
        } else {
            StoreError::Taken
        }));
    }
    let Some(found) = found else {
        let is_deleted = matches!(change, Change::Delete(_) | Change::Expire(..));
        return Ok((is_again && is_deleted)
            .then_some(())
            .ok_or(StoreError::Missing));
    };
    Ok(match change {
        Change::Seat(change) => {
            let now: Option<&[u8]> = found.get(1);
            let wanted = change.now.as_ref().map(|seat| seat.token.as_bytes());
            // To leave a free seat free is nothing to be written.
            let is_free = change.was.is_none() && wanted.is_none();
            taken_unless(now == wanted && (is_again || is_free))
        }
        Change::Action(_, _, event) => {
            let is_ours = found.get::<_, Option<i16>>(2) == Some(event.player.number().into())
                && found.get::<_, Option<&str>>(3) == Some(event.action.name())
                && found.get::<_, Option<&str>>(4) == event.action.as_move()
                && found.get::<_, Option<i64>>(5) == Some(time(event.at));
            if found.get(6) {
                taken_unless(is_again && is_ours)
            } else {
                Err(StoreError::Missing)
            }
        }
        // It is there: it was not idle.
        Change::Expire(..) => Err(StoreError::Missing),
        Change::Open(_) | Change::Delete(_) | Change::Probe => {
            Err(StoreError::Broken("nothing was written".to_owned()))
        }
    })
}

fn taken_unless(is_done: bool) -> Result<(), StoreError> {
    is_done.then_some(()).ok_or(StoreError::Taken)
}
