//! Grid Runner: a player moves their runner to an adjacent cell without a barrier, or places a barrier on an empty cell.

use quintet_games::Size;
use quintet_rules::{PerPlayer, Player};
use quintet_testkit::slow::{Place, SlowBoard, SlowGame, board_and_mover};

use super::piece;

pub(crate) struct GridRunner {
    board: SlowBoard,
    to_move: Player,
    barriers_left: PerPlayer<u32>,
}

impl GridRunner {
    /// The opponent's starting corner.
    fn goal(&self, player: Player) -> Place {
        let (one, two) = (self.board.last(), (0, 0));
        PerPlayer { one, two }[player]
    }

    /// Returns the cell of a runner. `None` if it has been captured.
    fn runner(&self, player: Player) -> Option<Place> {
        self.board.holding(piece(player)).first().copied()
    }

    /// Returns the empty cells that are not adjacent to the runner of the player to move (R2), if the player has a barrier.
    fn cells_for_a_barrier(&self) -> Vec<Place> {
        if self.barriers_left[self.to_move] == 0 || self.winner().is_some() {
            return Vec::new();
        }
        let own = self.runner(self.to_move).expect("not captured");
        let beside_own = self.board.beside(own);
        let mut cells = self.board.holding('.');
        cells.retain(|place| !beside_own.contains(place));
        cells
    }

    /// Tests whether a barrier on `place` leaves a runner without a path to its goal (R3).
    fn encloses(&self, place: Place) -> bool {
        let mut board = self.board.clone();
        board.put(place, 'X');
        Player::BOTH.into_iter().any(|player| {
            let from = self.runner(player).expect("not captured");
            // The other runner does not block the path: it can be captured.
            let reached = board.reach(from, |symbol| symbol != 'X');
            !reached.contains(&self.goal(player))
        })
    }

    /// Returns the barriers that only R3 forbids and that leave each runner a free adjacent cell: with a narrow reading of
    /// the book they would be legal.
    pub(crate) fn barriers_that_cut_a_path(&self) -> Vec<String> {
        let has_a_step = |player: Player, barrier: Place| {
            let from = self.runner(player).expect("not captured");
            let beside = self.board.beside(from);
            let mut free = beside.iter().filter(|place| self.board.at(**place) != 'X');
            free.any(|place| *place != barrier)
        };
        self.cells_for_a_barrier()
            .into_iter()
            .filter(|place| {
                Player::BOTH
                    .iter()
                    .all(|player| has_a_step(*player, *place))
            })
            .filter(|place| *place != (0, 0) && *place != self.board.last())
            .filter(|place| self.encloses(*place))
            .map(|place| format!("BARRIER {}", name(place)))
            .collect()
    }

    pub(crate) fn is_captured(&self, player: Player) -> bool {
        self.runner(player).is_none()
    }

    pub(crate) fn is_on_its_goal(&self, player: Player) -> bool {
        self.runner(player) == Some(self.goal(player))
    }
}

/// Column letter and row number.
fn name((row, column): Place) -> String {
    let letter = ('A'..='Z').nth(column).expect("boards are narrow");
    format!("{letter}{}", row + 1)
}

/// The place with this [`name`].
fn place(name: &str) -> Place {
    let letter = name.chars().next().expect("a letter and a number");
    let column = ('A'..='Z').position(|column| column == letter);
    let row: usize = name[1..].parse().expect("a letter and a number");
    (row - 1, column.expect("a column letter"))
}

impl SlowGame for GridRunner {
    fn start(size: Size, first: Player) -> Self {
        let mut board = SlowBoard::empty(size);
        board.put((0, 0), '1');
        board.put(board.last(), '2');
        GridRunner {
            board,
            to_move: first,
            barriers_left: PerPlayer { one: 3, two: 3 },
        }
    }

    fn read(text: &str) -> Self {
        let (board, to_move) = board_and_mover(text);
        let fields: Vec<&str> = text.split(' ').collect();
        GridRunner {
            board,
            to_move,
            barriers_left: PerPlayer {
                one: fields[2].parse().expect("barriers left of player 1"),
                two: fields[3].parse().expect("barriers left of player 2"),
            },
        }
    }

    fn text(&self) -> String {
        let PerPlayer { one, two } = self.barriers_left;
        format!("{} {} {one} {two}", self.board.text(), self.to_move)
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    // R3 leaves every runner a path, so there is always a move.
    fn winner(&self) -> Option<Player> {
        Player::BOTH
            .into_iter()
            .find(|player| self.is_on_its_goal(*player) || self.is_captured(player.other()))
    }

    fn moves(&self) -> Vec<String> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let own = self.runner(self.to_move).expect("not captured");
        let mut moves = Vec::new();
        for to in self.board.beside(own) {
            // The cell may hold the opponent's runner: that is a capture (R1).
            if self.board.at(to) != 'X' {
                moves.push(format!("MOVE {}", name(to)));
            }
        }
        for place in self.cells_for_a_barrier() {
            if !self.encloses(place) {
                moves.push(format!("BARRIER {}", name(place)));
            }
        }
        moves
    }

    fn play(&self, mv: &str) -> Box<dyn SlowGame> {
        let (action, target) = mv.split_once(' ').expect("an action and a cell");
        let mut board = self.board.clone();
        let mut barriers_left = self.barriers_left;
        if action == "MOVE" {
            board.put(self.runner(self.to_move).expect("not captured"), '.');
            board.put(place(target), piece(self.to_move));
        } else {
            board.put(place(target), 'X');
            barriers_left[self.to_move] -= 1;
        }
        Box::new(GridRunner {
            board,
            to_move: self.to_move.other(),
            barriers_left,
        })
    }
}
