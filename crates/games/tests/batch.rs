//! Batches against single positions, move by move, at every size of every game.

use std::collections::HashSet;

use quintet_games::Catalogue;
use quintet_games::batch::{AnyBatch, Arrays, IllegalAction, NO_ACTION, PlaceError, Settings};
use quintet_games::{ActionSet, AnyPosition, Symmetry, Variant};
use quintet_rules::{Player, Wyrand};
use quintet_solver::{Budget, Progress};

/// A batch, and room for its outputs. The room is filled with values that a batch never writes, so that missing writes show.
struct Games {
    batch: Box<dyn AnyBatch>,
    arrays: Arrays,
    actions: Vec<i32>,
}

impl Games {
    fn new(variant: &dyn Variant, settings: &Settings) -> Self {
        let mut arrays = Arrays::new(variant, settings.games);
        arrays.observations.fill(99);
        arrays.masks.fill(99);
        arrays.rewards.fill(99.0);
        arrays.terminated.fill(true);
        arrays.truncated.fill(true);
        arrays.to_move.fill(99);
        Games {
            batch: variant.batch(settings),
            arrays,
            actions: vec![0; settings.games],
        }
    }

    /// Plays these actions.
    fn step(&mut self, actions: &[i32]) -> Result<(), IllegalAction> {
        self.batch.step(actions, &mut self.arrays.outputs())
    }

    /// Plays random actions.
    fn step_at_random(&mut self) {
        self.batch.sample(&mut self.actions);
        let stepped = self.batch.step(&self.actions, &mut self.arrays.outputs());
        stepped.expect("random actions are legal");
    }

    fn texts(&self) -> Vec<String> {
        let games = 0..self.actions.len();
        games.map(|game| self.batch.position(game).text()).collect()
    }
}

/// Asserts that the outputs of a game show its position.
fn assert_show(arrays: &Arrays, game: usize, position: &dyn AnyPosition) {
    let variant = position.variant();
    let bytes = variant.planes().len() * variant.size().rows * variant.size().columns;
    let mut observation = vec![0; bytes];
    position
        .data()
        .observe(position.to_move(), &mut observation);
    assert_eq!(
        arrays.observations[game * bytes..][..bytes],
        observation,
        "{position:?}"
    );
    let legal = position.data().legal_actions();
    let mask = &arrays.masks[game * variant.actions()..][..variant.actions()];
    let expected: Vec<_> = (0..mask.len())
        .map(|n| u8::from(legal.contains(n)))
        .collect();
    assert_eq!(mask, expected, "{position:?}");
    assert_eq!(arrays.to_move[game], position.to_move().number());
}

fn variants() -> impl Iterator<Item = &'static dyn Variant> {
    Catalogue::STANDARD
        .iter()
        .flat_map(|listing| listing.sizes)
        .copied()
}

fn settings(games: usize) -> Settings {
    Settings {
        games,
        seed: 7,
        first: None,
        limit: None,
        autoreset: true,
        threads: 1,
    }
}

/// Plays one action in a position.
fn play(position: &dyn AnyPosition, action: i32) -> Box<dyn AnyPosition> {
    let action = usize::try_from(action).expect("a legal action");
    let mv = position.data().action_move(action).expect("a legal action");
    position.play(&mv).expect("a legal action").position
}

/// Steps a batch and single positions alongside. Returns the numbers of compared steps and of finished games.
fn play_in_step(variant: &dyn Variant, settings: &Settings, rounds: usize) -> (usize, usize) {
    let limit = settings.limit.unwrap_or(u32::MAX);
    let mut games = Games::new(variant, settings);
    games.batch.reset(None, &mut games.arrays.outputs());
    let mut positions: Vec<_> = (0..settings.games)
        .map(|game| games.batch.position(game))
        .collect();
    let mut plies = vec![0; settings.games];
    let (mut steps, mut ended) = (0, 0);
    for (game, position) in positions.iter().enumerate() {
        assert_show(&games.arrays, game, &**position);
    }
    for _ in 0..rounds {
        games.step_at_random();
        let Games {
            batch,
            arrays,
            actions,
        } = &games;
        for (game, position) in positions.iter_mut().enumerate() {
            let next = play(&**position, actions[game]);
            let outcome = next.outcome();
            plies[game] += 1;
            let mover = position.to_move();
            let reward = outcome.map_or(0.0, |won| if won.winner == mover { 1.0 } else { -1.0 });
            let truncated = outcome.is_none() && plies[game] >= limit;
            assert_eq!(arrays.rewards[game].to_bits(), f32::to_bits(reward));
            assert_eq!(arrays.terminated[game], outcome.is_some());
            assert_eq!(arrays.truncated[game], truncated);
            *position = next;
            if outcome.is_some() || truncated {
                ended += 1;
                plies[game] = 0;
                *position = batch.position(game);
                assert_is_start(&**position);
                let first = position.to_move();
                assert!(settings.first.is_none_or(|wanted| wanted == first));
            }
            assert_show(arrays, game, &**position);
            steps += 1;
        }
    }
    (steps, ended)
}

fn assert_is_start(position: &dyn AnyPosition) {
    let start = position.variant().start(position.to_move());
    assert_eq!(position.text(), start.text());
}

#[test]
fn batches_agree_with_single_games_over_a_million_steps() {
    let mut total = 0;
    for listing in Catalogue::STANDARD.iter() {
        for (n, variant) in listing.sizes.iter().enumerate() {
            // More games than one block of lanes, and not a multiple of it.
            let rounds = if n == 0 { 1500 } else { 110 };
            let (steps, ended) = play_in_step(*variant, &settings(131), rounds);
            println!("{variant:?}: {steps} steps, {ended} games");
            assert!(ended > 0, "{variant:?}");
            total += steps;
        }
    }
    assert!(total > 1_000_000, "{total}");
}

#[test]
fn one_player_can_begin_every_game() {
    for variant in variants() {
        for first in Player::BOTH.map(Some) {
            let settings = Settings {
                first,
                ..settings(70)
            };
            let (_, ended) = play_in_step(variant, &settings, 80);
            assert!(ended > 0, "{variant:?}");
        }
    }
}

#[test]
fn games_are_cut_off_at_the_limit() {
    for variant in variants() {
        let settings = Settings {
            limit: Some(5),
            ..settings(8)
        };
        let (steps, ended) = play_in_step(variant, &settings, 50);
        assert!(ended >= steps / 5, "{variant:?}");
    }
}

#[test]
fn a_game_does_not_depend_on_the_batch_that_it_is_in() {
    for variant in variants() {
        let run = |games: usize| {
            let mut games = Games::new(variant, &settings(games));
            let mut step = || {
                games.step_at_random();
                (games.actions[0], games.batch.position(0).text())
            };
            (0..60).map(|_| step()).collect::<Vec<_>>()
        };
        assert_eq!(run(1), run(9), "{variant:?}");
    }
}

#[test]
fn games_of_one_batch_differ() {
    for variant in variants() {
        let mut games = Games::new(variant, &settings(64));
        (0..3).for_each(|_| games.step_at_random());
        let texts = games.texts();
        let distinct: HashSet<_> = texts.iter().collect();
        assert!(distinct.len() > 16, "{variant:?}: {texts:?}");
    }
}

#[test]
fn an_illegal_action_is_reported_and_changes_nothing() {
    for variant in variants() {
        let mut games = Games::new(variant, &settings(8));
        let mut actions = [0; 8];
        games.batch.sample(&mut actions);
        let before = games.texts();
        let beyond = i32::try_from(variant.actions()).expect("few");
        for illegal in [-1, i32::MIN, i32::MAX, beyond] {
            actions[6] = illegal;
            actions[3] = illegal;
            let error = games.step(&actions).expect_err("an unknown action");
            assert_eq!((error.game, error.action), (3, illegal));
            let is_untouched = games.arrays.masks.iter().all(|byte| *byte == 99);
            assert!(is_untouched, "{variant:?}");
            assert_eq!(before, games.texts());
        }
    }
    let gridlock = Catalogue::STANDARD
        .find("gridlock")
        .expect("listed")
        .standard();
    let first = Some(Player::Two);
    let mut games = Games::new(
        gridlock,
        &Settings {
            first,
            ..settings(2)
        },
    );
    games.step(&[5, 5]).expect("an empty cell");
    let error = games.step(&[0, 5]).expect_err("an occupied cell");
    let refusal = games
        .batch
        .position(1)
        .play("2 2")
        .expect_err("an occupied cell");
    assert_eq!(error.to_string(), format!("game 1, action 5: {refusal}"));
}

#[test]
fn without_autoreset_a_finished_game_stays_and_accepts_no_action() {
    for variant in variants() {
        let settings = Settings {
            autoreset: false,
            limit: Some(7),
            ..settings(4)
        };
        let mut games = Games::new(variant, &settings);
        (0..200).for_each(|_| games.step_at_random());
        let texts = games.texts();
        games.step_at_random();
        assert_eq!(games.actions, [NO_ACTION; 4]);
        assert_eq!(games.texts(), texts);
        for game in 0..4 {
            assert!(games.arrays.terminated[game] || games.arrays.truncated[game]);
            let actions = games.arrays.masks.len() / games.actions.len();
            let mask = &games.arrays.masks[game * actions..][..actions];
            assert!(mask.iter().all(|byte| *byte == 0), "no action is left");
            assert_eq!(games.arrays.rewards[game].to_bits(), 0);
        }
        assert!(games.step(&[0; 4]).is_err());
        let Games { batch, arrays, .. } = &mut games;
        arrays.rewards.fill(99.0);
        batch.reset(Some(&[false, true, false, false]), &mut arrays.outputs());
        let untouched = arrays.rewards.iter().map(|reward| *reward > 1.0);
        assert!(
            untouched.eq([true, false, true, true]),
            "others are left alone"
        );
        assert!(!arrays.terminated[1] && !arrays.truncated[1]);
        assert_is_start(&*batch.position(1));
        assert_eq!(batch.position(0).text(), texts[0]);
    }
}

#[test]
fn values_and_best_actions_are_those_of_the_oracle() {
    for id in ["gridlock", "adjacency-block", "matrix-isolation"] {
        let variant = Catalogue::STANDARD.find(id).expect("listed").standard();
        let oracle = variant.solution().oracle(&Progress::default());
        let oracle = oracle.expect("not cancelled");
        let mut games = Games::new(variant, &settings(16));
        let mut best = vec![0; 16 * variant.actions()];
        for _ in 0..40 {
            let values = games.batch.values(&*oracle, Budget::NONE);
            games.batch.best_actions(&*oracle, Budget::NONE, &mut best);
            for (game, best) in best.chunks(variant.actions()).enumerate() {
                let position = games.batch.position(game);
                let analysis = oracle.analyze(&*position, Budget::NONE);
                assert_eq!(values[game], analysis.value);
                let expected = analysis
                    .best_moves()
                    .map(|mv| position.data().action(&mv.mv).expect("a legal move"))
                    .fold(ActionSet::NONE, |set, action| set.with(action, 1));
                let marked = (0..best.len()).filter(|n| best[*n] == 1);
                assert!(marked.eq(expected.iter()), "{position:?}");
            }
            games.step_at_random();
        }
    }
}

#[test]
fn threads_change_nothing_and_the_last_positions_remain() {
    for variant in variants() {
        let run = |threads| {
            let settings = Settings {
                threads,
                limit: Some(6),
                ..settings(if threads == 1 { 64 } else { 9_000 })
            };
            let mut games = Games::new(variant, &settings);
            games.arrays.final_observations = games.arrays.observations.clone();
            let mut ended = 0;
            let mut digest = Vec::new();
            for _ in 0..14 {
                let before: Vec<_> = (0..64).map(|game| games.batch.position(game)).collect();
                games.step_at_random();
                let arrays = &games.arrays;
                for (game, before) in before.iter().enumerate() {
                    if arrays.terminated[game] || arrays.truncated[game] {
                        let last = play(&**before, games.actions[game]);
                        let (planes, _) = seen(&*last);
                        let bytes = planes.len();
                        assert_eq!(arrays.final_observations[game * bytes..][..bytes], planes);
                        ended += 1;
                    }
                }
                digest.extend((0..64).map(|game| games.batch.position(game).text()));
            }
            assert!(ended > 10, "{variant:?}");
            digest
        };
        assert_eq!(run(1), run(3), "{variant:?}");
    }
}

#[test]
fn action_values_are_those_of_the_oracle() {
    for id in ["gridlock", "adjacency-block", "matrix-isolation"] {
        let variant = Catalogue::STANDARD.find(id).expect("listed").standard();
        let oracle = variant.solution().oracle(&Progress::default());
        let oracle = oracle.expect("not cancelled");
        // Enough games for several threads.
        let mut games = Games::new(variant, &settings(300));
        (0..3).for_each(|_| games.step_at_random());
        let mut found = vec![None; 300 * variant.actions()];
        let batch = &games.batch;
        batch.action_values(&*oracle, Budget::NONE, &mut found);
        for (game, found) in found.chunks(variant.actions()).enumerate() {
            let position = batch.position(game);
            let mut expected = vec![None; variant.actions()];
            for mv in oracle.analyze(&*position, Budget::NONE).moves {
                let action = position.data().action(&mv.mv).expect("a legal move");
                expected[action] = Some(mv.value);
            }
            assert_eq!(found, expected, "{position:?}");
        }
    }
}

/// The observation of a position by the player to move, and its legal actions.
fn seen(position: &dyn AnyPosition) -> (Vec<u8>, Vec<usize>) {
    let (variant, size) = (position.variant(), position.variant().size());
    let mut planes = vec![0; variant.planes().len() * size.rows * size.columns];
    position.data().observe(position.to_move(), &mut planes);
    (planes, position.data().legal_actions().iter().collect())
}

/// Returns the position with its cells moved, unless that is not a position.
fn turned(position: &dyn AnyPosition, symmetry: &Symmetry) -> Option<Box<dyn AnyPosition>> {
    let (text, columns) = (position.text(), position.variant().size().columns);
    let (cells, rest) = text.split_once(' ').expect("a position has fields");
    let mut image = vec![' '; symmetry.cells.len()];
    let cells = cells.chars().filter(|cell| *cell != '/');
    for (cell, to) in cells.zip(&symmetry.cells) {
        image[*to] = cell;
    }
    let rows: Vec<String> = image
        .chunks(columns)
        .map(|row| row.iter().collect())
        .collect();
    let text = format!("{} {rest}", rows.join("/"));
    position.variant().position(&text).ok()
}

#[test]
fn a_symmetry_maps_games_to_games() {
    for variant in variants() {
        let mut dice = Wyrand::new(5);
        for symmetry in variant.symmetries() {
            let is_image = |of: &dyn AnyPosition, image: &dyn AnyPosition| {
                let ((planes, legal), (image, mut image_legal)) = (seen(of), seen(image));
                let mut legal: Vec<_> = legal.iter().map(|one| symmetry.actions[*one]).collect();
                legal.sort_unstable();
                image_legal.sort_unstable();
                symmetry.image(&planes) == image && legal == image_legal
            };
            let mut position = variant.start(Player::One);
            let mut starts = Player::BOTH.map(|first| variant.start(first)).into_iter();
            // In some games the image of the start is not a start.
            let mut image = starts.find(|start| is_image(&*position, &**start));
            let mut compared = 0;
            while let Some(mv) = position.random_move(&mut dice) {
                let action = position.data().action(&mv).expect("a legal move");
                position = position.play(&mv).expect("a legal move").position;
                let next = |of: Box<dyn AnyPosition>| {
                    let mv = of.data().action_move(symmetry.actions[action]);
                    of.play(&mv.expect("a move"))
                        .expect("legal as well")
                        .position
                };
                image = image.map(next);
                let by_text = turned(&*position, &symmetry).filter(|_| image.is_none());
                for image in image.iter().chain(&by_text) {
                    assert!(is_image(&*position, &**image), "{position:?}, {image:?}");
                    compared += 1;
                }
            }
            assert!(compared > 2, "{variant:?}: {symmetry:?}");
        }
    }
}

#[test]
fn an_opponents_action_changes_the_outputs_of_the_player_before() {
    let row = Catalogue::STANDARD
        .find("adjacency-block")
        .expect("listed")
        .size("6")
        .expect("listed");
    let first = Some(Player::One);
    let mut games = Games::new(
        row,
        &Settings {
            first,
            ..settings(1)
        },
    );
    let mut see = |action: i32, opponents: i32| {
        games.step(&[action]).expect("a legal action");
        let Games { batch, arrays, .. } = &mut games;
        batch.step_opponent(&[opponents], &mut arrays.outputs());
        (arrays.rewards[0], arrays.terminated[0], arrays.to_move[0])
    };
    assert_eq!(see(0, 5), (0.0, false, 1));
    // Player 1 cannot move in XX.O.O: Player 2 has won, and another game begins.
    assert_eq!(see(1, 3), (-1.0, true, 1));
    assert_eq!(see(2, 5), (0.0, false, 1));
    assert_eq!(see(1, NO_ACTION).2, 2, "nothing is played");
}

#[test]
fn a_position_can_be_placed_in_a_game() {
    let gridlock = Catalogue::STANDARD.find("gridlock").expect("listed");
    let mut batch = gridlock.standard().batch(&settings(2));
    let text = "..../.X../..../.... 2";
    let position = gridlock.standard().position(text).expect("a position");
    assert_eq!(batch.place(1, &*position), Ok(()));
    assert_eq!(batch.position(1).text(), text);
    let other = gridlock.sizes[1].start(Player::One);
    assert_eq!(batch.place(0, &*other), Err(PlaceError::Foreign));
    assert_eq!(batch.boxed().position(1).text(), text);
}

#[test]
fn a_finished_position_can_only_be_placed_without_autoreset() {
    for variant in variants() {
        let mut over = variant.start(Player::One);
        let mut dice = Wyrand::new(3);
        while let Some(mv) = over.random_move(&mut dice) {
            over = over.play(&mv).expect("a random move is legal").position;
        }
        let mut batch = variant.batch(&settings(2));
        let before = batch.position(1).text();
        assert_eq!(batch.place(1, &*over), Err(PlaceError::Over), "{variant:?}");
        assert_eq!(batch.position(1).text(), before);
        batch.sample(&mut [0; 2]);
        let mut staying = variant.batch(&Settings {
            autoreset: false,
            ..settings(2)
        });
        assert_eq!(staying.place(1, &*over), Ok(()), "{variant:?}");
        let mut actions = [0; 2];
        staying.sample(&mut actions);
        assert!(actions[0] >= 0 && actions[1] == NO_ACTION, "{actions:?}");
    }
}

#[test]
fn a_batch_resumes_from_its_positions_and_run_states() {
    for variant in variants() {
        let [mut one, mut two] = [7, 8].map(|seed| {
            let limit = Some(9);
            Games::new(
                variant,
                &Settings {
                    seed,
                    limit,
                    ..settings(8)
                },
            )
        });
        (0..12).for_each(|_| one.step_at_random());
        for game in 0..8 {
            let placed = two.batch.place(game, &*one.batch.position(game));
            placed.expect("a position of the same game");
            two.batch.set_run_state(game, one.batch.run_state(game));
        }
        for _ in 0..40 {
            let [seen, expected] = [&mut two, &mut one].map(|games| {
                games.step_at_random();
                (
                    games.actions.clone(),
                    games.arrays.truncated.clone(),
                    games.texts(),
                )
            });
            assert_eq!(seen, expected, "{variant:?}");
        }
    }
}
