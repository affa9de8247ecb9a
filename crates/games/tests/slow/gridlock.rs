//! Gridlock: a marker goes on an empty cell that has no opponent's marker beside it (G1).

use quintet_games::Size;
use quintet_rules::Player;
use quintet_testkit::slow::{SlowBoard, SlowGame, player};

use super::{marker, numbers};

pub(crate) struct Gridlock {
    board: SlowBoard,
    to_move: Player,
}

impl SlowGame for Gridlock {
    fn start(size: Size, first: Player) -> Self {
        Gridlock {
            board: SlowBoard::empty(size),
            to_move: first,
        }
    }

    fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        Gridlock {
            board: SlowBoard::read(fields[0]),
            to_move: player(fields[1]),
        }
    }

    fn text(&self) -> String {
        format!("{} {}", self.board.text(), self.to_move)
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
        for (row, column) in self.board.holding('.') {
            let beside = self.board.beside((row, column));
            if beside.iter().all(|place| self.board.at(*place) != theirs) {
                moves.push(format!("{} {}", row + 1, column + 1));
            }
        }
        moves
    }

    fn play(&self, mv: &str) -> Box<dyn SlowGame> {
        let entry = numbers(mv);
        let mut board = self.board.clone();
        board.put((entry[0] - 1, entry[1] - 1), marker(self.to_move));
        Box::new(Gridlock {
            board,
            to_move: self.to_move.other(),
        })
    }
}
