//! A new game in one file: [Col](https://en.wikipedia.org/wiki/Col_(game)). Players place markers in turn, never next to
//! one of their own. If you cannot place a marker, you lose.
//!
//! ```sh
//! cargo run --release -p quintet-e2e --example col -- solve col
//! cargo run --release -p quintet-e2e --example col -- play col --p2 perfect
//! cargo run --release -p quintet-e2e --example col                        # the full-screen app
//! cargo run --release -p quintet-e2e --example col -- serve --open        # the browser app
//! ```
//!
//! The position type has the rules (`Position`), their text form (`Notation`), the board (`Board`) and numbers for moves
//! (`Actions`). The game type has the start (`Rules`), the sentences (`Words`) and the solution (`Solving`). `LISTING` is the
//! game's entry in the catalogue, which `main` hands to the command.

use std::collections::HashMap;
use std::process::ExitCode;

use quintet_games::text::{Fields, cell_name, expect_words, parse_cell_name, read_cells};
use quintet_games::{
    ActionSet, Actions, Board, Catalogue, EntryError, Example, Guess, Labels, LessonStep, Level,
    Listing, Malformed, Markers, NotAPosition, Notation, Parts, Plane, Reason, Rules, Scene, Size,
    Solving, Task, Words,
};
use quintet_rules::{Cell, Cells, PerPlayer, Player, Position};
use quintet_solver::{Budget, Oracle, Solution, Value, reference};

const CATALOGUE: Catalogue = Catalogue::with(&[&LISTING]);

fn main() -> ExitCode {
    quintet_cli::run(CATALOGUE, std::env::args_os())
}

/// A grid with `R` rows and `C` columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Grid<const R: usize, const C: usize> {
    markers: PerPlayer<Cells<R, C>>,
    to_move: Player,
}

/// The reason why a move is illegal: a code for programs and a sentence for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Refusal(&'static str, &'static str);

const OFF_THE_GRID: Refusal = Refusal("off-the-grid", "That cell is not on the grid.");
const OCCUPIED: Refusal = Refusal("occupied", "That cell is already occupied.");
const NEXT_TO_OWN: Refusal = Refusal("next-to-own", "You cannot place a marker next to your own.");

impl Reason for Refusal {
    fn code(&self) -> &'static str {
        self.0
    }
}

impl<const R: usize, const C: usize> Grid<R, C> {
    fn legal(&self) -> Cells<R, C> {
        !(self.markers.one | self.markers.two | self.markers[self.to_move].beside())
    }
}

impl<const R: usize, const C: usize> Position for Grid<R, C> {
    type Move = Cell<R, C>;
    type Refusal = Refusal;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn is_over(&self) -> bool {
        self.legal().is_empty()
    }

    fn moves(&self) -> impl Iterator<Item = Cell<R, C>> {
        self.legal().iter()
    }

    fn check(&self, cell: Cell<R, C>) -> Result<(), Refusal> {
        if self.marker(cell).is_some() {
            Err(OCCUPIED)
        } else if self.legal().contains(cell) {
            Ok(())
        } else {
            Err(NEXT_TO_OWN)
        }
    }

    fn play_unchecked(&self, cell: Cell<R, C>) -> Self {
        let mut next = *self;
        next.markers[self.to_move] = self.markers[self.to_move] | cell.alone();
        next.to_move = self.to_move.other();
        next
    }
}

/// The positions are written with `X` and `O`.
impl<const R: usize, const C: usize> Markers<R, C> for Grid<R, C> {
    fn markers(&self, player: Player) -> Cells<R, C> {
        self.markers[player]
    }
}

/// Moves are the names of cells, such as `B2`.
impl<const R: usize, const C: usize> Notation for Grid<R, C> {
    fn write_position(&self) -> String {
        format!("{} {}", self.cells_text(), self.to_move)
    }

    fn read_position(text: &str) -> Result<Self, NotAPosition> {
        let fields = Fields::of(text, ["cells", "player to move"])?;
        let [one, two] = read_cells(fields.0[0], ['X', 'O'])?;
        let to_move = fields.player()?;
        let markers = PerPlayer { one, two };
        let (mine, theirs) = (markers[to_move].len(), markers[to_move.other()].len());
        if theirs != mine && theirs != mine + 1 {
            let found = format!("{mine} and {theirs} markers with player {to_move} to move");
            return Err(NotAPosition::new(
                found,
                "equal numbers, or one more of the other player",
            ));
        }
        if !(one.beside() & one | two.beside() & two).is_empty() {
            return Err(NotAPosition::new("two equal markers side by side", "none"));
        }
        Ok(Grid { markers, to_move })
    }

    fn write_move(cell: Cell<R, C>) -> String {
        cell_name(cell)
    }

    fn read_move(&self, words: &[&str]) -> Result<Cell<R, C>, EntryError<Refusal>> {
        let [word] = expect_words(words)?;
        parse_cell_name(word)?.ok_or(EntryError::Refused(OFF_THE_GRID))
    }

    fn candidates(&self) -> impl Iterator<Item = Cell<R, C>> {
        Cells::ALL.iter()
    }
}

/// A move is made by touching its cell.
impl<const R: usize, const C: usize> Board for Grid<R, C> {
    fn scene(&self) -> Scene {
        Scene::of(Labels::Letters, cell_name, |cell| self.token(cell))
    }

    fn marks(cell: Cell<R, C>) -> Vec<usize> {
        vec![cell.index()]
    }

    fn intended_move(&self, touched: &[usize]) -> Option<Cell<R, C>> {
        touched.first().and_then(|cell| Cell::new(*cell))
    }

    fn winning(&self) -> Vec<usize> {
        let markers = self.markers[self.to_move.other()];
        markers.iter().map(Cell::index).collect()
    }
}

/// The number of a move is the index of its cell.
impl<const R: usize, const C: usize> Actions for Grid<R, C> {
    const ACTIONS: usize = R * C;
    const LONGEST: Option<u32> = Some((R * C) as u32);
    const PLANES: &'static [&'static str] = &["own markers", "opponent's markers"];
    const PARTS: usize = 3;

    fn parts(&self) -> Parts {
        let PerPlayer { one, two } = self.markers;
        Parts::of([one.bits(), two.bits(), self.to_move as u64])
    }

    fn from_parts(parts: &Parts) -> Self {
        let (one, two) = (parts.cells(0), parts.cells(1));
        Grid {
            markers: PerPlayer { one, two },
            to_move: parts.player(2),
        }
    }

    fn number(&self, cell: Cell<R, C>) -> usize {
        cell.index()
    }

    fn action_move(&self, number: usize) -> Option<Cell<R, C>> {
        Cell::new(number)
    }

    fn legal_actions(&self) -> ActionSet {
        ActionSet::NONE.with(0, self.legal().bits())
    }

    fn observe(&self, viewer: Player, mut show: impl FnMut(Plane)) {
        show(Plane::Cells(self.markers[viewer].bits()));
        show(Plane::Cells(self.markers[viewer.other()].bits()));
    }
}

struct Col<const R: usize, const C: usize>;

impl<const R: usize, const C: usize> Rules for Col<R, C> {
    type Position = Grid<R, C>;
    const GAME: &'static Self = &Col;
    const ID: &'static str = LISTING.id;
    const LISTING: &'static Listing = &LISTING;
    const SIZE: Size = Size::new(R, C);

    fn start(first: Player) -> Grid<R, C> {
        Grid {
            markers: PerPlayer::default(),
            to_move: first,
        }
    }

    fn passed(position: &Grid<R, C>) -> Option<Grid<R, C>> {
        Some(Grid {
            to_move: position.to_move.other(),
            ..*position
        })
    }
}

impl<const R: usize, const C: usize> Words for Col<R, C> {
    const NAMES: [&'static str; 2] = ["Player 1 (X)", "Player 2 (O)"];

    fn draw(position: &Grid<R, C>) -> String {
        position.cells_text().replace('/', "\n")
    }

    fn prompt(position: &Grid<R, C>) -> String {
        format!("{}, place a marker:", Self::name(position.to_move))
    }

    fn how_to_move(_: &Grid<R, C>) -> String {
        "Enter the column and the row of a cell, such as B2.".to_owned()
    }

    fn steps(_: &Grid<R, C>) -> &'static [&'static str] {
        &["Choose a cell for your marker."]
    }

    fn confirm(_: &Grid<R, C>, cell: Cell<R, C>, _: &Grid<R, C>) -> String {
        format!("You placed a marker on {}.", cell_name(cell))
    }

    fn malformed(position: &Grid<R, C>, _: &Malformed) -> String {
        format!("That is not a cell. {}", Self::how_to_move(position))
    }

    fn refused(_: &Grid<R, C>, refusal: &Refusal) -> String {
        format!("Illegal move. {}", refusal.1)
    }

    fn ending(position: &Grid<R, C>) -> String {
        let [loser, winner] = [position.to_move, position.to_move.other()].map(Self::name);
        format!("{loser} cannot place a marker. {winner} wins!")
    }

    fn end_clause(position: &Grid<R, C>, reader: Player) -> String {
        let name = Self::name(position.to_move);
        let loser = if position.to_move == reader {
            "you"
        } else {
            name
        };
        format!("{loser} cannot place a marker")
    }
}

/// The values of all positions, computed by the slow and simple reference solver.
struct Values<const R: usize, const C: usize>(HashMap<Grid<R, C>, Value>);

impl<const R: usize, const C: usize> Oracle<Grid<R, C>> for Values<R, C> {
    fn value(&self, position: &Grid<R, C>, _: Budget) -> Option<Value> {
        self.0.get(position).copied()
    }

    fn is_solved(&self) -> bool {
        true
    }
}

impl<const R: usize, const C: usize> Solving for Col<R, C> {
    const IS_SOLVED: bool = true;

    fn solution() -> Solution<dyn Oracle<Grid<R, C>>> {
        Solution::direct(|| {
            let starts = Player::BOTH.map(Self::start);
            Values(starts.into_iter().flat_map(reference::solve).collect())
        })
    }
}

const LISTING: Listing = Listing {
    id: "col",
    name: "Col",
    summary: "Place markers, never next to your own; if you cannot, you lose.",
    rules: "# Col\n\nOn your turn, place a marker on an empty cell that does not share a side with one of your own.\n\
            If you cannot place a marker, you lose.\n\n## Sizes\n\nThe boards are 4x4, 3x3 and 3x5.\n",
    examples: &[Example {
        caption: "X cannot play here: the cell is next to an X.",
        position: "X.../..../..../...O 1",
        entry: "B1",
    }],
    picture: "X.O./.X../O.../...X 2",
    demo: &["B1", "C1", "A2", "C3", "D2", "D4", "B4", "A3"],
    lesson: &[LessonStep {
        idea: "You are X. Place markers, never next to your own.",
        todo: "Place an X on any cell.",
        position: "..../..../..../.... 1",
        task: Task::Any,
        praise: "Well done.",
        otherwise: "",
    }],
    ideas: &[],
    hue: 300,
    levels: [
        Level::new("Plays mostly at random.", 1, Guess::BestOf(1)),
        Level::new("Sees wins in one move.", 2, Guess::BestOf(1)),
        Level::new("Sees short plans.", 3, Guess::BestOf(2)),
        Level::new("Plans ahead.", 5, Guess::BestOf(3)),
        Level::new("Plans far ahead.", 7, Guess::BestOf(5)),
    ],
    favored: Some(Player::Two),
    sizes: &[&Col::<4, 4>, &Col::<3, 3>, &Col::<3, 5>],
};
