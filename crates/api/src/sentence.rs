//! Positions as text for screen readers.
//!
//! Reading every cell aloud would take too long. The sentences list the tokens by owner instead: "Player 1 (X) to move.
//! Player 1 (X) at (1,1) and (2,3). Player 2 (O) at (3,3). 13 cells are empty."

use quintet_arena::to_move;
use quintet_games::{AnyPosition, Scene, join_words};
use quintet_rules::Player;

/// Describes a position.
pub(crate) fn of(position: &dyn AnyPosition, scene: &Scene) -> String {
    let variant = position.variant();
    let ending = position.ending().map(|end| end.sentence.replace('\n', " "));
    let mut sentences: Vec<_> = ending.or_else(|| to_move(position)).into_iter().collect();
    let left = position.instructions().left;
    for player in Player::BOTH {
        let name = variant.name(player);
        sentences.extend(standing(scene, Some(player), name));
        if let Some(left) = &left[player] {
            sentences.push(format!("{name} has {left} left."));
        }
    }
    sentences.extend(standing(scene, None, "Obstacles"));
    let is_empty = |token: &Option<_>| token.is_none();
    let tokens = scene.cells.iter().map(|cell| cell.token);
    sentences.push(match tokens.filter(is_empty).count() {
        0 => "No cell is empty.".to_owned(),
        1 => "1 cell is empty.".to_owned(),
        count if count == scene.cells.len() => format!("All {count} cells are empty."),
        count => format!("{count} cells are empty."),
    });
    sentences.join(" ")
}

/// Lists the tokens of an owner; `None` if there are none.
fn standing(scene: &Scene, owner: Option<Player>, name: &str) -> Option<String> {
    let tokens = scene.cells.iter().enumerate().filter_map(|(n, cell)| {
        let token = cell.token.filter(|token| token.owner == owner)?;
        let body = scene.bodies.iter().find(|body| body.contains(&n));
        // A body is listed once, at its first cell.
        let others = match body {
            Some(body) if body.first() != Some(&n) => return None,
            Some(body) => &body[1..],
            None => &[],
        };
        let names = others.iter().map(|other| scene.cells[*other].name.as_str());
        let name = names.fold(cell.name.clone(), |name, other| name + " with " + other);
        Some((token.text, name))
    });
    let (texts, cells): (Vec<_>, Vec<_>) = tokens.unzip();
    let text = texts.first()?;
    // Some rule books include the token in the player's name.
    let name = if name.contains(text) {
        name.to_owned()
    } else {
        format!("{name} ({text})")
    };
    Some(format!("{name} at {}.", join_words(&cells, "and")))
}

#[cfg(test)]
mod tests {
    use quintet_games::Catalogue;

    use super::*;

    #[test]
    fn the_description_names_the_player_to_move_and_all_tokens() {
        let spoken = |id: &str| {
            let listing = Catalogue::STANDARD
                .find(id)
                .expect("it is in the catalogue");
            let position = listing.standard().position(listing.picture);
            let position = position.expect("a picture is a position");
            of(&*position, &position.scene())
        };
        let examples = [
            "gridlock",
            "adjacency-block",
            "matrix-isolation",
            "grid-runner",
            "quad-block",
        ];
        assert_eq!(
            examples.map(spoken),
            [
                "Player 1 (X) to move. Player 1 (X) at (1,1), (1,2), (2,1) and (4,4). \
                 Player 2 (O) at (1,4), (2,3), (2,4) and (3,2). 8 cells are empty.",
                "Player 2 to move. Player 1 (X) at 1, 2 and 7. Player 2 (O) at 4 and 10. \
                 5 cells are empty.",
                "Player 1 to move. Player 1 (P1) at (2,2). Player 2 (P2) at (3,3). \
                 Obstacles (X) at (1,3), (2,4), (3,1) and (4,2). 10 cells are empty.",
                "P1 to move. P1 at B2. P1 has 1 barrier left. P2 at D4. P2 has 2 barriers left. \
                 Obstacles (X) at C1, C3 and E3. 20 cells are empty.",
                "Player 1 to move. Player 1 (X) at 3, 7, 13 and 20. Player 2 (O) at 8, 12, 14 \
                 and 18. 17 cells are empty.",
            ]
        );
    }

    #[test]
    fn the_cells_of_a_body_are_listed_together() {
        let variant = Catalogue::STANDARD
            .find("gridlock")
            .expect("listed")
            .standard();
        let position = variant.position("XX../...O/..../X.OO 1").expect("legal");
        let mut scene = position.scene();
        scene.bodies = vec![vec![0, 1], vec![14, 15]];
        let spoken = of(&*position, &scene);
        assert!(
            spoken.contains("at (1,1) with (1,2) and (4,1). "),
            "{spoken}"
        );
        assert!(
            spoken.contains("at (2,4) and (4,3) with (4,4). "),
            "{spoken}"
        );
    }

    #[test]
    fn the_description_of_a_finished_game_begins_with_its_end() {
        let variant = Catalogue::STANDARD
            .find("gridlock")
            .expect("listed")
            .standard();
        let position = variant.position("X.OO/XX../X..X/.OO. 2").expect("legal");
        let spoken = of(&*position, &position.scene());
        let ending = "Player 2 has no legal moves remaining. Player 1 (X) wins the game!";
        assert!(spoken.starts_with(ending), "{spoken}");
    }
}
