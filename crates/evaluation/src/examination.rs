//! A run in which the player requests the questions: the questions in order, and the answers received.

use std::sync::Arc;

use quintet_arena::Fault;
use quintet_games::{AnyOracle, Catalogue, Variant};

use crate::{Attempt, Exercise, GameReport, Prompt, QuestionSet, Report, Run, Scoring};

/// The prompt, in which the answer is the argument of a tool.
const PROMPT: &str = "You play {game} on a board of {size}. You are {player}. Here are the rules.\n\n{rules}\n\n{history}\n\n\
     The board now:\n\n{drawing}\n\n{question}\n\n{how}\n\n{scoring}";

/// The questions about one game and their answers.
struct Subject {
    variant: &'static dyn Variant,
    oracle: Arc<dyn AnyOracle>,
    exercises: Vec<Exercise>,
    answers: Vec<Attempt>,
}

/// Questions that are answered once each, in order.
pub struct Examination {
    run: Run,
    prompt: Prompt,
    subjects: Vec<Subject>,
}

impl Examination {
    /// Creates an examination. `oracle` returns the oracle of a game at a size.
    pub fn new(
        player: String,
        date: String,
        set: &QuestionSet,
        oracle: impl Fn(&'static dyn Variant) -> Arc<dyn AnyOracle>,
    ) -> Result<Self, String> {
        let mut subjects: Vec<Subject> = Vec::new();
        for question in &set.questions {
            let session = question.session(Catalogue::STANDARD)?;
            let variant = session.variant();
            let is_same = |one: &Subject| {
                one.variant.id() == variant.id() && one.variant.size() == variant.size()
            };
            let at = subjects.iter().position(is_same).unwrap_or_else(|| {
                subjects.push(Subject {
                    variant,
                    oracle: oracle(variant),
                    exercises: Vec::new(),
                    answers: Vec::new(),
                });
                subjects.len() - 1
            });
            let subject = &mut subjects[at];
            let exercise = Exercise::new(session, question.phase, &*subject.oracle);
            subject.exercises.push(exercise);
        }
        let prompt: Prompt = PROMPT.parse().expect("the template is valid");
        let positions = subjects.iter().map(|subject| subject.exercises.len());
        Ok(Examination {
            run: Run {
                player,
                version: env!("CARGO_PKG_VERSION").to_owned(),
                date,
                positions: positions.max().unwrap_or(0),
                questions: set.name.clone(),
                hash: set.hash.clone(),
                repeats: 1,
                prompt: Some(prompt.hash().to_owned()),
                ..Run::default()
            },
            prompt,
            subjects,
        })
    }

    /// Returns the number of answers, and that of questions.
    pub fn progress(&self) -> [usize; 2] {
        let sum = |count: fn(&Subject) -> usize| self.subjects.iter().map(count).sum();
        [sum(|one| one.answers.len()), sum(|one| one.exercises.len())]
    }

    /// Returns the current question; `None` after the last answer.
    pub fn question(&self) -> Option<&Exercise> {
        let mut subjects = self.subjects.iter();
        subjects.find_map(|one| one.exercises.get(one.answers.len()))
    }

    /// Returns the current question as text.
    pub fn text(&self) -> Option<String> {
        let session = &self.question()?.session;
        let message = self.prompt.messages(session, Scoring::Question).pop();
        message.map(|message| message.content)
    }

    /// Records the answer to the current question. Returns false after the last one.
    pub fn answer(&mut self, entry: &str, milliseconds: u64) -> bool {
        let mut subjects = self.subjects.iter_mut();
        let open = subjects.find(|one| one.answers.len() < one.exercises.len());
        let Some(subject) = open else {
            return false;
        };
        let exercise = &subject.exercises[subject.answers.len()];
        let (mv, error) = match exercise.session.position().play(entry) {
            Ok(played) => (Some(played.mv), None),
            Err(error) => (None, Some(error.to_string())),
        };
        subject.answers.push(Attempt {
            first_fault: mv.is_none().then_some(Fault::Illegal),
            mv,
            error,
            milliseconds,
            tokens: None,
        });
        true
    }

    /// Returns the report on the answers received.
    pub fn report(&self) -> Report {
        let parts = self.subjects.iter().filter(|one| !one.answers.is_empty());
        let parts = parts.map(|one| {
            let responses: Vec<_> = one.exercises.iter().zip(one.answers.clone()).collect();
            GameReport::of(one.variant, &*one.oracle, &responses, Vec::new())
        });
        Report::of(self.run.clone(), parts.collect())
    }
}
