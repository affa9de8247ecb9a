//! The facts of each game in a reason, verified with a second, slow computation of everything that they count.

#![expect(
    clippy::cast_possible_wrap,
    reason = "counts of cells and moves are small"
)]

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use quintet_arena::{Explanation, FactKind};
use quintet_games::{AnyOracle, AnyPosition, GameFact, Mark, MarkKind, Scene, TokenKind};
use quintet_rules::Player;
use quintet_solver::{Budget, Value};

use crate::support::{after, random_positions, solved, texts, value};

/// The neighbors of a cell.
fn beside(scene: &Scene, cell: usize) -> Vec<usize> {
    let (row, column) = (cell / scene.columns, cell % scene.columns);
    let mut cells = Vec::new();
    cells.extend((row > 0).then(|| cell - scene.columns));
    cells.extend((row + 1 < scene.rows).then_some(cell + scene.columns));
    cells.extend((column > 0).then(|| cell - 1));
    cells.extend((column + 1 < scene.columns).then_some(cell + 1));
    cells
}

/// The cells on which a player may place.
fn open(position: &dyn AnyPosition, player: Player) -> BTreeSet<usize> {
    let position = if position.to_move() == player {
        position.boxed()
    } else if let Some(passed) = position.analysis().passed() {
        passed
    } else {
        return BTreeSet::new();
    };
    position
        .moves()
        .into_iter()
        .flat_map(|mv| mv.marks)
        .collect()
}

/// The open cells of a player that no marker of the opponent can ever close.
fn private(position: &dyn AnyPosition, player: Player) -> BTreeSet<usize> {
    let scene = position.scene();
    let theirs = open(position, player.other());
    let is_safe = |cell: &usize| {
        !theirs.contains(cell)
            && beside(&scene, *cell)
                .iter()
                .all(|next| !theirs.contains(next))
    };
    open(position, player).into_iter().filter(is_safe).collect()
}

/// The cell of a player's piece.
fn piece(scene: &Scene, player: Player) -> usize {
    let is_piece = |cell: usize| {
        let token = scene.cells[cell].token;
        token.is_some_and(|token| token.kind == TokenKind::Piece && token.owner == Some(player))
    };
    let mut cells = 0..scene.cells.len();
    cells
        .find(|cell| is_piece(*cell))
        .expect("a piece of each player")
}

/// The distances from a cell over cells that are not closed.
fn distances(
    scene: &Scene,
    from: usize,
    is_closed: impl Fn(usize) -> bool,
) -> BTreeMap<usize, i64> {
    let mut found = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        for next in beside(scene, cell) {
            if !is_closed(next) && !found.contains_key(&next) {
                found.insert(next, found[&cell] + 1);
                queue.push_back(next);
            }
        }
    }
    found
}

fn is_obstacle(scene: &Scene, cell: usize) -> bool {
    let token = scene.cells[cell].token;
    token.is_some_and(|token| token.kind == TokenKind::Obstacle)
}

/// The steps of a runner to its goal.
fn steps(position: &dyn AnyPosition, player: Player) -> i64 {
    let scene = position.scene();
    let goal = scene.idea.goals[player as usize][0];
    let found = distances(&scene, piece(&scene, player), |cell| {
        is_obstacle(&scene, cell)
    });
    found[&goal]
}

/// The cells that a piece reaches, and their distances, without its own.
fn room(position: &dyn AnyPosition, player: Player) -> BTreeMap<usize, i64> {
    let scene = position.scene();
    let (own, other) = (piece(&scene, player), piece(&scene, player.other()));
    let closed = |cell: usize| is_obstacle(&scene, cell) || cell == other;
    let mut found = distances(&scene, own, closed);
    found.remove(&own);
    found
}

fn exits(position: &dyn AnyPosition, player: Player) -> i64 {
    let near = room(position, player);
    near.values().filter(|distance| **distance == 1).count() as i64
}

/// Cells that a piece reaches before the other one.
fn nearer(position: &dyn AnyPosition, player: Player) -> i64 {
    let [own, other] = [player, player.other()].map(|player| room(position, player));
    let is_first =
        |(cell, distance): &(&usize, &i64)| other.get(cell).is_none_or(|theirs| *distance < theirs);
    own.iter().filter(is_first).count() as i64
}

/// The least result of the best winning answers to all moves, without moves that lose at once.
fn secured(
    position: &dyn AnyPosition,
    oracle: &dyn AnyOracle,
    measure: impl Fn(&dyn AnyPosition) -> i64,
) -> i64 {
    let mut results = Vec::new();
    for mv in texts(position) {
        let next = after(position, &mv);
        let answers = texts(&*next)
            .into_iter()
            .map(|answer| after(&*next, &answer));
        let is_won = |after: &dyn AnyPosition| matches!(value(oracle, after), Value::Loss(_));
        let wins: Vec<_> = answers.filter(|after| is_won(&**after)).collect();
        assert!(!wins.is_empty(), "{mv} does not lose in {position:?}");
        if wins.iter().all(|after| after.outcome().is_none()) {
            results.extend(wins.iter().map(|after| measure(&**after)).max());
        }
    }
    results
        .into_iter()
        .min()
        .expect("a move that does not lose at once")
}

/// The position after the exchange that a fact shows, or the position itself.
fn shown(fact: &GameFact, position: &dyn AnyPosition) -> Box<dyn AnyPosition> {
    let marked = |kind, on: &dyn AnyPosition| {
        let mark = fact.marks.iter().find(|mark| mark.kind == kind)?;
        let mut moves = on.moves().into_iter();
        let found = moves.find(|mv| mv.marks == mark.cells);
        let mv = found.unwrap_or_else(|| panic!("no move {mark:?} in {on:?}"));
        Some(after(on, &mv.text))
    };
    let Some(next) = marked(MarkKind::Move, position) else {
        return position.boxed();
    };
    marked(MarkKind::Answer, &*next).expect("an answer to the move")
}

/// True if the pieces are an even number of steps apart on a board without obstacles.
fn is_even(position: &dyn AnyPosition) -> bool {
    let scene = position.scene();
    let [one, two] = Player::BOTH.map(|player| piece(&scene, player));
    distances(&scene, one, |_| false)[&two] % 2 == 0
}

/// The number of barriers that a player has left.
fn stock(position: &dyn AnyPosition, player: Player) -> i64 {
    position.scene().idea.stock[player as usize].left.into()
}

/// The steps of a runner to its goal after the best barrier of the other player, who need not be to move.
fn longest_path(position: &dyn AnyPosition, player: Player) -> i64 {
    let builder = if position.to_move() == player {
        position.analysis().passed().expect("an unfinished game")
    } else {
        position.boxed()
    };
    let barriers = builder.moves().into_iter();
    let barriers = barriers.filter(|mv| mv.text.starts_with("BARRIER"));
    let after = barriers.map(|mv| steps(&*after(&*builder, &mv.text), player));
    after.max().unwrap_or(0)
}

/// The number of moves with which the player to move wins at once.
fn count_wins(position: &dyn AnyPosition) -> i64 {
    let moves = texts(position).into_iter();
    let wins = moves.filter(|mv| after(position, mv).outcome().is_some());
    wins.count() as i64
}

/// True if the player to move can win at once.
fn wins_at_once(position: &dyn AnyPosition) -> bool {
    count_wins(position) > 0
}

/// True if the player to move wins within a number of moves, by threats that must be answered at once.
fn wins_by_threats(position: &dyn AnyPosition, moves: i64) -> bool {
    if wins_at_once(position) {
        return true;
    }
    moves > 1
        && texts(position).iter().any(|mv| {
            let next = after(position, mv);
            let threatens = next
                .analysis()
                .passed()
                .is_some_and(|passed| wins_at_once(&*passed));
            let replies = texts(&*next);
            let mut after_reply = replies.iter().map(|reply| after(&*next, reply));
            threatens
                && after_reply
                    .all(|after| after.outcome().is_none() && wins_by_threats(&*after, moves - 1))
        })
}

/// Checks that a path is connected, free and as long as its label says. It ends at the goal or at the other piece.
fn check_path(position: &dyn AnyPosition, mark: &Mark, is_to_goal: bool) {
    let scene = position.scene();
    let player = mark.player.expect("a path belongs to a player");
    let end = if is_to_goal {
        scene.idea.goals[player as usize][0]
    } else {
        piece(&scene, player.other())
    };
    assert_eq!(mark.cells[0], piece(&scene, player));
    assert_eq!(mark.cells.last(), Some(&end));
    for pair in mark.cells.windows(2) {
        assert!(beside(&scene, pair[0]).contains(&pair[1]), "{mark:?}");
        assert!(!is_obstacle(&scene, pair[1]), "{mark:?}");
    }
    let closed = |cell: usize| is_obstacle(&scene, cell);
    let length = distances(&scene, piece(&scene, player), closed)[&end];
    assert_eq!(mark.cells.len() as i64, length + 1, "{mark:?}");
    assert_eq!(mark.label, Some(length.to_string()));
}

/// Checks the steps that the best move, a barrier, adds to the opponent's path.
fn check_added(fact: &GameFact, position: &dyn AnyPosition, oracle: &dyn AnyOracle) {
    let analysis = oracle.analyze(position, Budget::NONE);
    let after = after(position, &analysis.moves[0].mv);
    let runner = position.to_move().other();
    assert_eq!(fact.statement, "added");
    assert_eq!(
        fact.numbers,
        [steps(position, runner), steps(&*after, runner)]
    );
    assert!(matches!(value(oracle, &*after), Value::Loss(_)));
}

#[expect(clippy::too_many_lines, reason = "one arm for each statement")]
fn check(fact: &GameFact, position: &dyn AnyPosition, oracle: &dyn AnyOracle) {
    let what = format!("{fact:?} in {position:?}");
    let (loser, winner) = (position.to_move(), position.to_move().other());
    let worth = value(oracle, position);
    let numbers = &fact.numbers;
    let least = |measure: &dyn Fn(&dyn AnyPosition) -> i64| secured(position, oracle, measure);
    let lead = |measure: &dyn Fn(&dyn AnyPosition, Player) -> i64| {
        least(&|after| measure(after, winner) - measure(after, loser))
    };
    let count = |cells: BTreeSet<usize>| cells.len() as i64;
    match fact.statement {
        "reserve" => {
            let [open, private] = [open(position, loser), private(position, winner)].map(count);
            assert_eq!(*numbers, [open, private], "{what}");
            assert!(open <= private, "{what}");
        }
        "reserve-secured" => {
            let spare = least(&|after| count(private(after, winner)) - count(open(after, loser)));
            assert_eq!(*numbers, [spare], "{what}");
            assert!(spare >= 0, "{what}");
        }
        "private-lead" => {
            let found = lead(&|after, player| count(private(after, player)));
            assert_eq!(*numbers, [found], "{what}");
            assert!(found > 0, "{what}");
        }
        "open-lead" => {
            let found = lead(&|after, player| count(open(after, player)));
            assert_eq!(*numbers, [found], "{what}");
            assert!(found > 0, "{what}");
        }
        "trapped" => {
            assert_eq!(worth, Value::loss(2), "{what}");
            assert_eq!(*numbers, [exits(position, loser)], "{what}");
        }
        "one-exit" => {
            let found = -least(&|after| -exits(after, loser));
            assert_eq!(*numbers, [found], "{what}");
            assert_eq!(found, 1, "{what}");
        }
        "room-lead" => {
            let found = lead(&|after, player| room(after, player).len() as i64);
            assert_eq!(*numbers, [found], "{what}");
        }
        "near-lead" => assert_eq!(*numbers, [lead(&nearer)], "{what}"),
        "exit-lead" => assert_eq!(*numbers, [lead(&exits)], "{what}"),
        "run" => {
            let [own, theirs] = [loser, winner].map(|player| steps(position, player));
            assert_eq!(*numbers, [own, theirs], "{what}");
            assert_eq!(worth.distance().map(i64::from), Some(2 * theirs), "{what}");
            assert!(theirs < own, "{what}");
        }
        "race-lead" => {
            let found = least(&|after| steps(after, loser) - steps(after, winner));
            assert_eq!(*numbers, [found], "{what}");
            assert!(found > 0, "{what}");
        }
        "detour" => {
            let longest = longest_path(position, loser);
            assert_eq!(*numbers, [longest - steps(position, loser)], "{what}");
        }
        "threat-lead" => {
            let found = least(&|after| {
                let passed = after.analysis().passed().expect("an unfinished game");
                count_wins(&*passed)
            });
            assert_eq!(*numbers, [found], "{what}");
            assert!(found > 0, "{what}");
        }
        "opposition" => {
            assert!(is_even(position), "{what}");
            assert!(matches!(worth, Value::Loss(_)), "{what}");
            let left = Player::BOTH.map(|player| stock(position, player));
            assert_eq!(left, [0, 0], "{what}");
        }
        "opposition-secured" => {
            let found = least(&|after| {
                i64::from(is_even(after) && stock(after, winner) >= stock(after, loser))
            });
            assert_eq!(found, 1, "{what}");
        }
        "safe-moves" => {
            let found = -least(&|position| {
                let next = texts(position).into_iter().map(|mv| after(position, &mv));
                -(next.filter(|next| !wins_at_once(&**next)).count() as i64)
            });
            assert_eq!(*numbers, [found], "{what}");
        }
        "plan" => assert!(matches!(worth, Value::Loss(_)), "{what}"),
        "stand-off" => assert_eq!(worth, Value::Endless, "{what}"),
        "series" => {
            let moves = texts(position);
            let replies = moves.iter().map(|mv| after(position, mv));
            let mut lost = replies.filter(|next| !wins_at_once(&**next));
            let longest = numbers[0];
            if longest <= 3 {
                assert!(lost.all(|next| wins_by_threats(&*next, longest)), "{what}");
            }
            assert!(matches!(worth, Value::Loss(_)), "{what}");
        }
        other => panic!("an unknown statement {other} in {what}"),
    }
    let shown = shown(fact, position);
    for mark in &fact.marks {
        match mark.kind {
            MarkKind::Path => {
                check_path(&*shown, mark, !fact.statement.starts_with("opposition"));
            }
            MarkKind::Room | MarkKind::Private | MarkKind::Open | MarkKind::Exit => {
                // Both players can have cells in common.
                let own = |other: &&Mark| other.kind == mark.kind && other.player.is_none();
                let shared = fact.marks.iter().find(own);
                let shared = shared.map_or(0, |shared| shared.cells.len());
                let count = (mark.cells.len() + shared).to_string();
                assert_eq!(mark.label, mark.player.map(|_| count), "{what}");
            }
            _ => {}
        }
    }
}

#[test]
fn every_fact_of_a_game_is_true() {
    for (variant, oracle) in solved() {
        let mut statements = BTreeSet::new();
        for position in random_positions(variant, 21, 60) {
            for claim in Explanation::of(&*position, &*oracle, Budget::NONE).claims {
                let fact = match claim.fact.kind {
                    FactKind::Game { fact } => fact,
                    FactKind::Effect { fact } => {
                        check_added(&fact, &*position, &*oracle);
                        continue;
                    }
                    _ => continue,
                };
                let mv = claim.fact.after;
                let subject = mv.map_or_else(|| position.boxed(), |mv| after(&*position, &mv));
                check(&fact, &*subject, &*oracle);
                if statements.insert(fact.statement) {
                    println!("{} {} {}", fact.idea, fact.statement, subject.text());
                }
            }
        }
        println!("{variant:?}: {statements:?}");
    }
}
