//! A game in progress on one device. Every request contains the whole game.

use quintet_arena::{Ending, First, Library, Score, Session, Who, level_warning};
use quintet_games::{Catalogue, Variant};
use quintet_rules::{PerPlayer, Player};
use serde::{Deserialize, Serialize};

use crate::names::{self, Beginner, MoveWords};
use crate::replay::{replayed, resign};
use crate::{GameStep, Needs, Prepared, Request, RequestError, View, choice};

/// A game in progress and the next action in it.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ContinueSession {
    /// The id of a game.
    pub game: String,
    /// Board size. Default: the rule book's.
    pub size: Option<String>,
    /// The initial position. Default: the start of the game.
    pub start: Option<String>,
    /// The first player, unless there is an initial position. Default: 1. `"random"` begins a new game with a random player,
    /// which depends on the seed.
    pub first: Option<Beginner>,
    /// The moves of the game.
    pub moves: Option<MoveWords>,
    /// Number of moves before the current position. Default: all.
    pub at: Option<usize>,
    /// The kinds of players, Player 1 first. Default: two people.
    #[cfg_attr(feature = "schema", schema(schema_with = names::players_schema))]
    pub players: Option<[String; 2]>,
    /// The player who resigned, if any.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub resigned: Option<u8>,
    /// Wins in earlier games of the match, Player 1 first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub score: Option<[u32; 2]>,
    /// The action.
    pub act: Option<Act>,
    /// If true, a computer player whose turn it is then moves.
    #[serde(default)]
    pub reply: bool,
    /// Seed of the reply and of a random first player. Default: random.
    pub seed: Option<u64>,
}

/// An action in a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// Play a move, in either notation. It replaces the moves after the current position.
    Play(String),
    /// Undo a resignation, or the moves since a person's last decision.
    Undo,
    /// Redo moves that were undone.
    Redo,
    /// Discard the moves after the current position.
    Forget,
    /// Resign, for the person to move at the end of the game or for the only person.
    Resign,
    /// Start the next game of the match.
    Next,
}

/// A game in progress.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Session))]
pub struct SessionDocument {
    /// The id of the game.
    pub game: &'static str,
    /// Board size, such as `4x4`.
    pub size: String,
    /// The initial position; `null` for the start of the game.
    #[cfg_attr(feature = "schema", schema(required))]
    pub start: Option<String>,
    /// The first player.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub first: u8,
    /// The kinds of players, Player 1 first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: [String; 2],
    /// A warning that a level may make mistakes; `null` if the size is solved or no level plays.
    #[cfg_attr(feature = "schema", schema(required))]
    pub level_warning: Option<String>,
    /// Every move.
    pub plies: Vec<PlyDocument>,
    /// Number of moves before the current position.
    pub at: usize,
    /// The player who resigned, if any.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub resigned: Option<u8>,
    /// Wins in earlier games of the match, Player 1 first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub score_before: [u32; 2],
    /// Wins in the match including this game, Player 1 first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub score: [u32; 2],
    /// True if the game is over, even if the current position is an earlier one.
    pub over: bool,
    /// The winner, if any.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub winner: Option<u8>,
    /// How the game ended, in words.
    #[cfg_attr(feature = "schema", schema(required))]
    pub ending: Option<String>,
    /// The kind of player that moves next in the current position; `null` if nobody does.
    #[cfg_attr(feature = "schema", schema(required))]
    pub chooses: Option<String>,
    /// True if something can be undone.
    pub can_undo: bool,
    /// True if something can be redone.
    pub can_redo: bool,
    /// The number of the person able to resign, if any.
    #[cfg_attr(feature = "schema", schema(required, minimum = 1, maximum = 2))]
    pub can_resign: Option<u8>,
    /// The effect of this request in words; may be empty.
    pub messages: Vec<String>,
    /// The moves played by this request: the person's and the reply. Their views have no moves.
    pub played: Vec<GameStep>,
    /// The moves that another move replaced, starting with the first that differs.
    pub replaced: Vec<String>,
    /// The current position.
    pub view: View,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Ply))]
pub struct PlyDocument {
    /// The move as the rule book writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The player who made it.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 2))]
    pub player: u8,
    /// The cells in the move's notation.
    pub touches: Vec<usize>,
    /// The player and the move in words.
    pub sentence: String,
}

impl PlyDocument {
    /// Returns every move of a session.
    pub fn all(session: &Session) -> Vec<Self> {
        let ply = |n: usize| {
            let ply = &session.plies()[n];
            PlyDocument {
                mv: ply.mv.clone(),
                player: session.mover_of(n).number(),
                touches: ply.marks.clone(),
                sentence: session.sentence_of(n),
            }
        };
        (0..session.plies().len()).map(ply).collect()
    }
}

/// A session and the effects of this request on it.
struct SessionUpdate {
    session: Session,
    /// The player of the requested reply.
    replies: Option<Who>,
    messages: Vec<String>,
    played: Vec<GameStep>,
    replaced: Vec<String>,
}

impl Request for ContinueSession {
    type Response = SessionDocument;

    fn is_long(&self) -> bool {
        self.moves.as_ref().is_some_and(MoveWords::is_long)
    }

    fn read(self, catalogue: Catalogue) -> Result<Prepared<SessionDocument>, RequestError> {
        let first = names::first(self.first)?;
        let variant = names::variant(catalogue, &self.game, self.size.as_deref())?;
        // A random first player depends on the context's seed: until then, prepare for both.
        let beginners = match first {
            First::Player(player) => vec![player],
            First::Random => Player::BOTH.to_vec(),
        };
        let updates = beginners
            .into_iter()
            .map(|first| self.apply(variant, first));
        let mut updates = updates.collect::<Result<Vec<_>, _>>()?;
        let needs = updates.iter().map(SessionUpdate::needs);
        let needs = needs.max_by_key(|needs| !matches!(needs, Needs::Nothing));
        let seed = names::seed(self.seed)?;
        Ok(Prepared::new(
            needs.unwrap_or(Needs::Nothing),
            move |context| {
                let seed = seed.unwrap_or(context.seed);
                let chosen = usize::from(first.player(seed).number());
                let mut update = updates.swap_remove(updates.len().min(chosen) - 1);
                if let Some(who) = update.replies.take() {
                    let position = update.session.position();
                    let mv = choice::choose(&who, position, seed, context);
                    update.play(&mv)?;
                }
                Ok(update.document(&context.library))
            },
        ))
    }
}

impl ContinueSession {
    /// Applies the action to the session.
    fn apply(&self, variant: &dyn Variant, first: Player) -> Result<SessionUpdate, RequestError> {
        let mut update = SessionUpdate {
            session: self.session(variant, first)?,
            replies: None,
            messages: Vec::new(),
            played: Vec::new(),
            replaced: Vec::new(),
        };
        if let Some(act) = &self.act {
            update.act(act)?;
        }
        let next = update.to_choose().filter(|_| self.reply);
        update.replies = next.filter(|who| **who != Who::Human).cloned();
        Ok(update)
    }

    /// Returns the session before the action.
    fn session(&self, variant: &dyn Variant, first: Player) -> Result<Session, RequestError> {
        let start = match &self.start {
            Some(text) => names::position(variant, text)?,
            None => variant.start(first),
        };
        let mut session = Session::new(start);
        if let Some([one, two]) = &self.players {
            session.players = PerPlayer {
                one: names::who(one, Who::ALL)?,
                two: names::who(two, Who::ALL)?,
            };
        }
        if let Some([one, two]) = self.score {
            session = session.after(Score {
                won: PerPlayer { one, two },
                unfinished: 0,
            });
        }
        let mut session = replayed(
            session,
            self.moves.as_ref().unwrap_or(&MoveWords::default()),
        )?;
        if let Some(resigned) = self.resigned {
            resign(&mut session, resigned)?;
        }
        session.go_to(self.at.unwrap_or(usize::MAX));
        Ok(session)
    }
}

impl SessionUpdate {
    /// Returns the requirements of the reply.
    fn needs(&self) -> Needs {
        match &self.replies {
            Some(who) => choice::needs(who, self.session.position()),
            None => Needs::Nothing,
        }
    }

    fn act(&mut self, act: &Act) -> Result<(), RequestError> {
        let session = &mut self.session;
        match act {
            Act::Play(entry) => return self.play(entry),
            Act::Undo => self.messages.push(session.undo().sentence()),
            Act::Redo => {
                if session.redo() > 0 {
                    self.messages.push(Session::PLAYED_AGAIN.to_owned());
                }
            }
            Act::Forget => {
                let later = session.forget_later();
                self.replaced = later.into_iter().map(|ply| ply.mv).collect();
            }
            Act::Resign => {
                session.resign();
            }
            Act::Next => *session = session.next(),
        }
        Ok(())
    }

    fn play(&mut self, entry: &str) -> Result<(), RequestError> {
        let at = self.session.cursor();
        names::check_length(at + 1)?;
        let later = self.session.plies()[at..].iter();
        let later: Vec<_> = later.map(|ply| ply.mv.clone()).collect();
        let mv = &self.session.play(entry)?.mv;
        if later.first().is_some_and(|replaced| replaced != mv) {
            self.replaced = later;
        }
        let step = GameStep::of(&self.session, at, false);
        self.messages.extend(self.session.last_move());
        self.messages.extend(step.notice.clone());
        self.played.push(step);
        Ok(())
    }

    /// Returns the kind of player that moves next. Nobody does after [`names::LONGEST_GAME`] moves.
    fn to_choose(&self) -> Option<&Who> {
        let has_room = self.session.cursor() < names::LONGEST_GAME;
        let (_, who) = self.session.to_choose().filter(|_| has_room)?;
        Some(who)
    }

    fn document(mut self, library: &Library) -> SessionDocument {
        let chooses = self.to_choose().map(|who| who.name().to_owned());
        if chooses.is_none() && self.session.is_open() {
            let most = names::LONGEST_GAME;
            self.messages
                .push(format!("The game has reached its limit of {most} moves."));
        }
        let session = self.session;
        let variant = session.variant();
        let start = (!session.is_from_usual_start()).then(|| session.start().text());
        let resigned = session.ended().and_then(Ending::resigned);
        let wins = |score: Score| [score.won.one, score.won.two];
        SessionDocument {
            game: variant.id(),
            size: variant.size().to_string(),
            start,
            first: session.start().to_move().number(),
            players: Player::BOTH.map(|player| session.players[player].name().to_owned()),
            level_warning: level_warning(library.is_solved(variant), &session.players),
            plies: PlyDocument::all(&session),
            at: session.cursor(),
            resigned: resigned.map(Player::number),
            score_before: wins(session.score_before()),
            score: wins(session.score()),
            over: session.ended().is_some(),
            winner: session.outcome().map(|outcome| outcome.winner.number()),
            ending: session.ending(),
            chooses,
            can_undo: session.can_undo(),
            can_redo: session.redo_target().is_some(),
            can_resign: session.resigner().map(Player::number),
            messages: self.messages,
            played: self.played,
            replaced: self.replaced,
            view: View::of(session.position()),
        }
    }
}
