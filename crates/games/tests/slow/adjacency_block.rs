//! Adjacency Block: a token goes on an empty cell that has no opponent's token next to it (A1).

use quintet_games::Size;
use quintet_rules::Player;
use quintet_testkit::slow::{SlowGame, player};

use super::{marker, numbers};

pub(crate) struct AdjacencyBlock {
    row: Vec<char>,
    to_move: Player,
}

impl SlowGame for AdjacencyBlock {
    fn start(size: Size, first: Player) -> Self {
        AdjacencyBlock {
            row: vec!['.'; size.columns],
            to_move: first,
        }
    }

    fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        AdjacencyBlock {
            row: fields[0].chars().collect(),
            to_move: player(fields[1]),
        }
    }

    fn text(&self) -> String {
        let row: String = self.row.iter().collect();
        format!("{row} {}", self.to_move)
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn winner(&self) -> Option<Player> {
        self.moves().is_empty().then_some(self.to_move.other())
    }

    fn moves(&self) -> Vec<String> {
        let theirs = marker(self.to_move.other());
        let mut moves = Vec::new();
        for cell in 0..self.row.len() {
            let empty = self.row[cell] == '.';
            let free_on_the_left = cell == 0 || self.row[cell - 1] != theirs;
            let free_on_the_right = cell + 1 == self.row.len() || self.row[cell + 1] != theirs;
            if empty && free_on_the_left && free_on_the_right {
                moves.push((cell + 1).to_string());
            }
        }
        moves
    }

    fn play(&self, mv: &str) -> Box<dyn SlowGame> {
        let mut row = self.row.clone();
        row[numbers(mv)[0] - 1] = marker(self.to_move);
        Box::new(AdjacencyBlock {
            row,
            to_move: self.to_move.other(),
        })
    }
}
