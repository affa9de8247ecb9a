//! What a question is, and what answering one needs.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use quintet_arena::{Library, Tables, Who};
use quintet_games::{AnyOracle, AnyPosition, Catalogue, Variant};
use quintet_solver::{Allowance, Budget};
use serde::Serialize;

use crate::Refusal;

/// A question about a game or a position. Nothing is remembered from the questions before.
pub trait Question: Sized {
    /// The document that answers it.
    type Answer: Serialize + Send + 'static;

    /// Whether parsing the question is slow: it contains a long game.
    fn is_long(&self) -> bool {
        false
    }

    /// Reads the names and texts of the question: everything that is wrong with it is found here.
    fn read(self, catalogue: Catalogue) -> Result<Reading<Self::Answer>, Refusal>;

    /// Reads the question and answers it.
    fn answer(self, context: &Context) -> Result<Self::Answer, Refusal> {
        self.read(context.library.catalogue())?.answer(context)
    }
}

/// A question that has been read and can be answered.
pub struct Reading<A> {
    /// What answering it needs.
    pub needs: Needs,
    answer: Answering<A>,
}

/// The work of answering a question.
type Answering<A> = Box<dyn FnOnce(&Context) -> Result<A, Refusal> + Send>;

/// A question of any kind. Its answer goes to an [`AnswerSlot`], so that code which schedules questions is compiled once and not
/// for every kind of question.
pub struct AnyQuestion {
    /// Whether reading the question takes a while: it tells a long game.
    pub is_long: bool,
    read: Box<dyn FnOnce(Catalogue) -> Result<Reading<()>, Refusal> + Send>,
}

/// Holds the answer to an [`AnyQuestion`] once there is one.
pub struct AnswerSlot<A>(Arc<Mutex<Option<A>>>);

/// What answering a question needs.
#[derive(Debug)]
pub enum Needs {
    /// Next to nothing.
    Nothing,
    /// No oracle, but a long game has to be played through.
    Work,
    /// The values of this position and of what follows it.
    Values(Box<dyn AnyPosition>),
    /// The oracle of a game, for many positions.
    Oracle(&'static dyn Variant),
}

/// How many positions may be looked at for one question, unless a front end says otherwise.
pub const NODES: u64 = 5_000_000;

/// What a front end brings along to answer questions.
#[derive(Clone)]
pub struct Context {
    /// The games and their oracles.
    pub library: Library,
    /// How much may be searched for one value where no table answers.
    pub budget: Budget<'static>,
    /// How much may be searched for the whole answer; any amount if it is `None`. Another thread may
    /// withdraw it.
    pub allowance: Option<Arc<Allowance>>,
    /// Today in universal time, as `2026-11-15`.
    pub date: String,
    /// The seed of random choices where a question names none.
    pub seed: u64,
}

/// The games of Quintet, without stored tables and with a fixed seed.
impl Default for Context {
    fn default() -> Self {
        Context {
            library: Library::new(Catalogue::STANDARD, Tables::nowhere()),
            budget: Who::BUDGET,
            allowance: None,
            date: "1970-01-01".to_owned(),
            seed: 0,
        }
    }
}

impl Context {
    pub(crate) fn oracle(&self, variant: &dyn Variant) -> Arc<dyn AnyOracle> {
        self.library.oracle(variant)
    }

    /// What may be searched.
    pub(crate) fn budget(&self) -> Budget<'_> {
        let allowance = self.allowance.as_deref();
        allowance.map_or(self.budget, |allowance| self.budget.within(allowance))
    }

    /// What a level may search for its move.
    pub(crate) fn effort(&self) -> Budget<'_> {
        let budget = match self.allowance.as_deref() {
            Some(allowance) => Budget::UNBOUNDED.within(allowance),
            None => Budget::UNBOUNDED,
        };
        budget.at_most(Who::EFFORT)
    }
}

impl<A> Reading<A> {
    pub(crate) fn new(
        needs: Needs,
        answer: impl FnOnce(&Context) -> Result<A, Refusal> + Send + 'static,
    ) -> Self {
        Reading {
            needs,
            answer: Box::new(answer),
        }
    }

    /// A question whose answer is there already.
    pub(crate) fn at_once(answer: A) -> Self
    where
        A: Send + 'static,
    {
        Reading::new(Needs::Nothing, |_| Ok(answer))
    }

    /// The same question, its answer as something else.
    pub(crate) fn map<B>(self, change: impl FnOnce(A) -> B + Send + 'static) -> Reading<B>
    where
        A: 'static,
    {
        let answer = self.answer;
        Reading::new(self.needs, |context| answer(context).map(change))
    }

    /// Answers the question. It may take as long as [`needs`](Reading::needs) suggests.
    pub fn answer(self, context: &Context) -> Result<A, Refusal> {
        (self.answer)(context)
    }
}

impl AnyQuestion {
    /// A question, and the place of its answer.
    pub fn new<Q: Question + Send + 'static>(question: Q) -> (Self, AnswerSlot<Q::Answer>) {
        let slot = Arc::new(Mutex::new(None));
        let filled = Arc::clone(&slot);
        let any = AnyQuestion {
            is_long: question.is_long(),
            read: Box::new(move |catalogue| {
                let fill = move |answer| {
                    *filled.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
                };
                Ok(question.read(catalogue)?.map(fill))
            }),
        };
        (any, AnswerSlot(slot))
    }

    /// Reads the question: everything that is wrong with it is found here.
    pub fn read(self, catalogue: Catalogue) -> Result<Reading<()>, Refusal> {
        (self.read)(catalogue)
    }
}

impl<A> AnswerSlot<A> {
    /// The answer.
    ///
    /// # Panics
    ///
    /// If the question was not answered.
    pub fn take(self) -> A {
        let answer = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        answer.expect("the question was answered")
    }
}

impl<A> fmt::Debug for Reading<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reading")
            .field("needs", &self.needs)
            .finish_non_exhaustive()
    }
}
