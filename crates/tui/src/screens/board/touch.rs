//! Making a move by touching cells, step by step.

use quintet_games::{Analysis, AnyPosition, Listed, Token};
use quintet_solver::Value;

/// A legal move and how it is made by hand.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) mv: String,
    /// The cells in the order in which they are touched.
    pub(super) cells: Vec<usize>,
}

/// What touching some cells comes to.
pub(super) enum Step<'a> {
    /// They make this move.
    Move(&'a Way),
    /// They are a part of these moves, and more cells must follow.
    Part(Vec<&'a Way>),
    /// No legal move begins so.
    Nothing,
}

/// The legal moves of a position, with the cells that a person touches to make them.
#[derive(Debug)]
pub(super) struct Turn {
    position: Box<dyn AnyPosition>,
    ways: Vec<Way>,
}

impl Turn {
    pub(super) fn of(position: &dyn AnyPosition) -> Self {
        let way = |mut listed: Listed| Way {
            mv: listed.text,
            cells: listed.touches.swap_remove(0),
        };
        Turn {
            position: position.boxed(),
            ways: position.moves().into_iter().map(way).collect(),
        }
    }

    /// The moves that begin with these cells.
    fn ways_from(&self, touched: &[usize]) -> Vec<&Way> {
        let begins = |way: &&Way| way.cells.starts_with(touched);
        self.ways.iter().filter(begins).collect()
    }

    /// The cells that can be touched next.
    pub(super) fn targets(&self, touched: &[usize]) -> Vec<usize> {
        let ways = self.ways_from(touched).into_iter();
        let next = |way: &Way| way.cells.get(touched.len()).copied();
        let mut targets: Vec<usize> = ways.filter_map(next).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    pub(super) fn step(&self, touched: &[usize]) -> Step<'_> {
        let ways = self.ways_from(touched);
        // Touches tell moves apart, by the contract of every game.
        match ways.iter().find(|way| way.cells == touched) {
            Some(way) => Step::Move(way),
            None if ways.is_empty() => Step::Nothing,
            None => Step::Part(ways),
        }
    }

    /// Why no legal move begins with these cells.
    pub(super) fn why_not(&self, touched: &[usize]) -> String {
        let why = self.position.why_not(touched);
        why.unwrap_or_else(|| self.position.how_to_move())
    }

    /// The first cell of a move.
    pub(super) fn first_cell(&self, mv: &str) -> Option<usize> {
        let way = self.ways.iter().find(|way| way.mv == mv)?;
        way.cells.first().copied()
    }

    /// Whether some move is typed with this character first.
    pub(super) fn is_typed_from(&self, char: char) -> bool {
        let first = |way: &Way| way.mv.chars().next();
        let mut firsts = self.ways.iter().filter_map(first);
        firsts.any(|first| first.eq_ignore_ascii_case(&char))
    }

    /// The best value behind each cell that can be touched next.
    pub(super) fn notes(
        &self,
        analysis: &Analysis,
        touched: &[usize],
    ) -> Vec<(usize, Option<Value>)> {
        let mut notes: Vec<(usize, Option<Value>)> = Vec::new();
        // Moves come best first, so the first that touches a cell is the best there.
        for known in &analysis.moves {
            let way = self.ways.iter().find(|way| way.mv == known.mv);
            let Some(way) = way.filter(|way| way.cells.starts_with(touched)) else {
                continue;
            };
            if let Some(cell) = way.cells.get(touched.len())
                && notes.iter().all(|(noted, _)| noted != cell)
            {
                notes.push((*cell, known.value));
            }
        }
        notes
    }

    /// The cells that would certainly change by touching these, and what they would hold.
    pub(super) fn changes(&self, touched: &[usize]) -> Vec<(usize, Option<Token>)> {
        let ways = match self.step(touched) {
            Step::Move(way) => vec![way],
            Step::Part(ways) => ways,
            Step::Nothing => return Vec::new(),
        };
        // Ways come in the order of their later cells: what the first and the last agree on, all do.
        let scene_after = |way: &&Way| Some(self.position.play(&way.mv).ok()?.position.scene());
        let (Some(one), Some(other)) = (
            ways.first().and_then(scene_after),
            ways.last().and_then(scene_after),
        ) else {
            return Vec::new();
        };
        let scenes = [self.position.scene(), one, other];
        let change = |cell: usize| {
            let [now, one, other] = scenes.each_ref().map(|scene| scene.cells[cell].token);
            (one == other && one != now).then_some((cell, one))
        };
        (0..scenes[0].cells.len()).filter_map(change).collect()
    }
}
