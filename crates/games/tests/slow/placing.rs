//! Gridlock and Adjacency Block: a player places a marker on an empty cell that is not adjacent to an opponent's (G1, A1).

use quintet_games::Size;
use quintet_rules::Player;
use quintet_testkit::slow::{Place, SlowBoard, SlowGame, board_and_mover};

use super::{marker, numbers};

pub(crate) struct Placing {
    board: SlowBoard,
    to_move: Player,
}

impl Placing {
    /// Returns the name of a cell: on a single row, its number.
    fn name(&self, (row, column): Place) -> String {
        match self.board.last() {
            (0, _) => format!("{}", column + 1),
            _ => format!("{} {}", row + 1, column + 1),
        }
    }
}

impl SlowGame for Placing {
    fn start(size: Size, first: Player) -> Self {
        Placing {
            board: SlowBoard::empty(size),
            to_move: first,
        }
    }

    fn read(text: &str) -> Self {
        let (board, to_move) = board_and_mover(text);
        Placing { board, to_move }
    }

    fn text(&self) -> String {
        format!("{} {}", self.board.text(), self.to_move)
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> Vec<String> {
        let theirs = marker(self.to_move.other());
        let mut cells = self.board.holding('.');
        cells.retain(|place| {
            let beside = self.board.beside(*place);
            beside.iter().all(|place| self.board.at(*place) != theirs)
        });
        cells.into_iter().map(|place| self.name(place)).collect()
    }

    fn play(&self, mv: &str) -> Box<dyn SlowGame> {
        let place = match numbers(mv)[..] {
            [column] => (0, column - 1),
            [row, column] => (row - 1, column - 1),
            _ => panic!("{mv} is not a cell"),
        };
        let mut board = self.board.clone();
        board.put(place, marker(self.to_move));
        Box::new(Placing {
            board,
            to_move: self.to_move.other(),
        })
    }
}
