//! Matrix Isolation: a player moves their piece to an adjacent empty cell, then blocks an empty cell (M1).

use quintet_games::Size;
use quintet_rules::Player;
use quintet_testkit::slow::{Place, SlowBoard, SlowGame, board_and_mover};

use super::{numbers, piece};

pub(crate) struct MatrixIsolation {
    board: SlowBoard,
    to_move: Player,
}

impl MatrixIsolation {
    /// Returns the cell of the piece of the player to move.
    fn piece_cell(&self) -> Place {
        self.board.holding(piece(self.to_move))[0]
    }

    /// Returns the board after the first part of a turn, the move to `to`.
    fn after_the_move_phase(&self, to: Place) -> SlowBoard {
        let mut board = self.board.clone();
        board.put(self.piece_cell(), '.');
        board.put(to, piece(self.to_move));
        board
    }
}

impl SlowGame for MatrixIsolation {
    fn start(size: Size, first: Player) -> Self {
        let mut board = SlowBoard::empty(size);
        board.put((0, 0), '1');
        board.put(board.last(), '2');
        MatrixIsolation {
            board,
            to_move: first,
        }
    }

    fn read(text: &str) -> Self {
        let (board, to_move) = board_and_mover(text);
        MatrixIsolation { board, to_move }
    }

    fn text(&self) -> String {
        format!("{} {}", self.board.text(), self.to_move)
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for to in self.board.beside(self.piece_cell()) {
            if self.board.at(to) != '.' {
                continue;
            }
            for block in self.after_the_move_phase(to).holding('.') {
                let cell = |(row, column): Place| format!("{} {}", row + 1, column + 1);
                moves.push(format!("{} {}", cell(to), cell(block)));
            }
        }
        moves
    }

    fn play(&self, mv: &str) -> Box<dyn SlowGame> {
        let entry = numbers(mv);
        let mut board = self.after_the_move_phase((entry[0] - 1, entry[1] - 1));
        board.put((entry[2] - 1, entry[3] - 1), 'X');
        Box::new(MatrixIsolation {
            board,
            to_move: self.to_move.other(),
        })
    }
}
