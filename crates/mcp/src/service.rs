//! Implementation of the tools and resources.

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use quintet_api::{
    Act, AnalysisDocument, Analyze, AnyRequest, ContinueSession, DescribeGame, ListGames,
    RecordText, RecordedGame, Request, RequestError, ReviewGame, SessionDocument, kind,
};
use quintet_arena::{Dice, Layout, Who, legal_moves};
use quintet_games::{AnyPosition, Catalogue, escape};
use quintet_rules::Player;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::backend::{Backend, today};
use crate::exam::{AnswerArguments, Exam};
use crate::games::{Game, Games, SharedGame, made, new_id, seated};
use crate::schema::without_drawing;
use crate::tool::{
    GameArguments, GameDocument, HintDocument, NewGameArguments, NoArguments, PlayArguments,
    RulesArguments, Tool,
};

/// The arguments of a tool.
pub(crate) type Arguments = Map<String, Value>;

/// Configuration of the server: its games in progress, and the available tools.
pub struct Config {
    /// The games in progress.
    pub games: Games,
    /// True if the tools that reveal values, or take back a move, are available. Without them an assistant can be measured.
    pub has_analysis: bool,
    /// Questions that replace the games.
    pub exam: Option<Box<dyn Exam>>,
}

/// The service for one client.
pub(crate) struct Service {
    config: Arc<Config>,
    backend: Box<dyn Backend>,
    /// Ids of the games that this client has started.
    started: Mutex<Vec<String>>,
}

/// The result of a tool: text and a document.
pub(crate) struct ToolOutput {
    pub(crate) text: String,
    pub(crate) document: Value,
}

/// A resource that a client can read.
pub(crate) struct Resource {
    pub(crate) address: String,
    pub(crate) title: String,
    pub(crate) kind: &'static str,
}

/// Prefix of the URIs of rules.
const RULES: &str = "quintet://rules/";

/// URI templates of all resources.
pub(crate) const ADDRESSES: [(&str, &str, &str); 2] = [
    (
        "quintet://rules/{game}",
        "The rules of a game",
        "text/markdown",
    ),
    (
        "quintet://games/{id}/record",
        "The record of a game in progress",
        "text/plain",
    ),
];

/// Returns the URI of the record of a game.
fn record_address(id: &str) -> String {
    format!("quintet://games/{id}/record")
}

impl ToolOutput {
    fn new(text: impl Into<String>, document: &impl Serialize) -> Self {
        let mut document = serde_json::to_value(document).expect("a document can be serialized");
        without_drawing(&mut document);
        ToolOutput {
            text: text.into(),
            document,
        }
    }
}

impl Service {
    pub(crate) fn new(config: Arc<Config>, backend: Box<dyn Backend>) -> Self {
        Service {
            config,
            backend,
            started: Mutex::default(),
        }
    }

    async fn answer<Q: Request + Send + 'static>(
        &self,
        question: Q,
    ) -> Result<Q::Response, RequestError> {
        let (question, answer) = AnyRequest::new(question);
        self.backend.answer(question).await?;
        Ok(answer.take())
    }

    /// Returns the available games.
    pub(crate) fn catalogue(&self) -> Catalogue {
        self.backend.catalogue()
    }

    /// True if questions replace the games.
    pub(crate) fn has_exam(&self) -> bool {
        self.config.exam.is_some()
    }

    /// Returns the available tools.
    pub(crate) fn tools(&self) -> impl Iterator<Item = Tool> {
        let (has_analysis, has_exam) = (self.config.has_analysis, self.has_exam());
        let is_available =
            move |tool: &Tool| tool.is_of_exam() == has_exam && (has_analysis || !tool.is_help());
        Tool::ALL.iter().copied().filter(is_available)
    }

    /// Calls a tool. If the call fails or is cancelled, the game does not change.
    pub(crate) async fn call(
        &self,
        tool: Tool,
        arguments: Arguments,
    ) -> Result<ToolOutput, RequestError> {
        match tool {
            Tool::ListGames => {
                let NoArguments {} = parse(arguments)?;
                self.list_games().await
            }
            Tool::Rules => self.rules(parse(arguments)?).await,
            Tool::NewGame => self.new_game(parse(arguments)?).await,
            Tool::Play => self.play(parse(arguments)?).await,
            Tool::State => self.state(&self.game(arguments)?).await,
            Tool::LegalMoves => self.legal_moves(&self.game(arguments)?).await,
            Tool::TakeBack => self.take_back(&self.game(arguments)?).await,
            Tool::Analyze => self.analyze(&self.game(arguments)?).await,
            Tool::Hint => self.hint(&self.game(arguments)?).await,
            Tool::Review => self.review(&self.game(arguments)?).await,
            Tool::Question => {
                let NoArguments {} = parse(arguments)?;
                Ok(question(self.exam()?))
            }
            Tool::Answer => {
                let AnswerArguments { mv } = parse(arguments)?;
                let exam = self.exam()?;
                let recorded = exam.answer(&mv);
                recorded.map_err(|error| RequestError::new(kind::BAD_REQUEST, error))?;
                Ok(question(exam))
            }
        }
    }

    fn exam(&self) -> Result<&dyn Exam, RequestError> {
        let missing = || RequestError::new(kind::NOT_FOUND, "there are no questions");
        self.config.exam.as_deref().ok_or_else(missing)
    }

    /// Returns the game whose id is the only argument.
    fn game(&self, arguments: Arguments) -> Result<SharedGame, RequestError> {
        let GameArguments { id } = parse(arguments)?;
        self.config.games.find(&id)
    }

    async fn list_games(&self) -> Result<ToolOutput, RequestError> {
        let found = self.answer(ListGames {}).await?;
        let mut lines: Vec<_> = found
            .games
            .iter()
            .map(|game| {
                let sizes = game.sizes.join(", ");
                format!("{}: {} Sizes: {sizes}.", game.id, game.summary)
            })
            .collect();
        let levels: Vec<_> = Who::ALL[1..].iter().map(Who::name).collect();
        lines.push(format!("Opponents: {}.", levels.join(", ")));
        Ok(ToolOutput::new(lines.join("\n"), &found))
    }

    async fn rules(&self, arguments: RulesArguments) -> Result<ToolOutput, RequestError> {
        let page = self.answer(DescribeGame {
            game: arguments.game,
        });
        let page = page.await?;
        Ok(ToolOutput::new(page.rules, &page))
    }

    async fn new_game(&self, arguments: NewGameArguments) -> Result<ToolOutput, RequestError> {
        let seat = arguments
            .seat
            .map_or(Ok(Player::One), quintet_api::player)?;
        let opponent = arguments.opponent.as_deref().unwrap_or(Who::Medium.name());
        if opponent == Who::Human.name() {
            let detail = "the opponent must be a level; list_games lists them";
            return Err(RequestError::new(kind::BAD_REQUEST, detail));
        }
        let seed = arguments.seed.unwrap_or_else(Dice::random_seed);
        let state = ContinueSession {
            game: arguments.game,
            size: arguments.size,
            first: arguments.first,
            players: Some(seated(seat, opponent)),
            seed: Some(seed),
            ..ContinueSession::default()
        };
        let started = self.answer(state.clone()).await?;
        self.backend.admit_game()?;
        let mut game = Game {
            id: new_id(),
            seat,
            seed,
            date: today(),
            state: ContinueSession {
                // A random first player is drawn only once.
                first: None,
                start: Some(started.view.position),
                ..state
            },
        };
        let question = game.with_reply(game.state.clone(), 0);
        let document = self.answer(question).await?;
        game.set(&document);
        let answer = self.show(&game, document, true)?;
        let id = game.id.clone();
        self.config.games.insert(game);
        self.started().push(id);
        Ok(answer)
    }

    async fn state(&self, game: &SharedGame) -> Result<ToolOutput, RequestError> {
        let game = game.lock().await;
        let document = self.answer(game.state.clone()).await?;
        self.show(&game, document, true)
    }

    async fn legal_moves(&self, game: &SharedGame) -> Result<ToolOutput, RequestError> {
        let game = game.lock().await;
        let document = self.answer(game.state.clone()).await?;
        let position = self.position_of(&document)?;
        Ok(ToolOutput::new(moves_of(&*position), &document.view))
    }

    async fn play(&self, arguments: PlayArguments) -> Result<ToolOutput, RequestError> {
        let game = self.config.games.find(&arguments.id)?;
        let mut game = game.lock().await;
        let state = ContinueSession {
            act: Some(Act::Play(arguments.mv)),
            ..game.state.clone()
        };
        // The opponent replies after the move.
        let question = game.with_reply(state, game.plies() + 1);
        let document = match self.answer(question).await {
            Ok(document) => document,
            Err(refusal) => return Err(self.with_moves(&game, refusal).await),
        };
        let answer = self.show(&game, document.clone(), false)?;
        game.set(&document);
        Ok(answer)
    }

    /// Adds the legal moves to the error about an illegal one.
    async fn with_moves(&self, game: &Game, refusal: RequestError) -> RequestError {
        let is_move = [kind::ILLEGAL_MOVE.name, kind::NOT_A_MOVE.name].contains(&refusal.name);
        let position = match self.answer(game.state.clone()).await {
            Ok(document) if is_move => self.position_of(&document),
            _ => return refusal,
        };
        match position {
            Ok(position) => {
                let detail = format!("{}\n\n{}", refusal.detail, moves_of(&*position));
                RequestError { detail, ..refusal }
            }
            Err(_) => refusal,
        }
    }

    async fn take_back(&self, game: &SharedGame) -> Result<ToolOutput, RequestError> {
        let mut game = game.lock().await;
        let undo = ContinueSession {
            act: Some(Act::Undo),
            ..game.state.clone()
        };
        let undone = self.answer(undo).await?;
        if undone.at == game.plies() {
            return Err(RequestError::new(
                kind::BAD_REQUEST,
                undone.messages.join(" "),
            ));
        }
        let before = ContinueSession {
            moves: Some(made(&undone)),
            ..game.state.clone()
        };
        let mut document = self.answer(before).await?;
        document.messages = undone.messages;
        let answer = self.show(&game, document.clone(), false)?;
        game.set(&document);
        Ok(answer)
    }

    async fn analyze(&self, game: &SharedGame) -> Result<ToolOutput, RequestError> {
        let analysis = self.explained(game).await?;
        Ok(ToolOutput::new(analysis.to_string(), &analysis))
    }

    async fn hint(&self, game: &SharedGame) -> Result<ToolOutput, RequestError> {
        let analysis = self.explained(game).await?;
        let hint = HintDocument {
            hint: analysis.hint.unwrap_or_default(),
            hinted: analysis.hinted,
        };
        Ok(ToolOutput::new(hint.hint.clone(), &hint))
    }

    /// Analyzes the position of a game.
    async fn explained(&self, game: &SharedGame) -> Result<AnalysisDocument, RequestError> {
        let game = game.lock().await;
        let document = self.answer(game.state.clone()).await?;
        let question = Analyze {
            game: document.game.to_owned(),
            size: Some(document.size),
            position: Some(document.view.position),
            moves: None,
            explain: true,
            quick: false,
        };
        self.answer(question).await
    }

    async fn review(&self, game: &SharedGame) -> Result<ToolOutput, RequestError> {
        let record = game.lock().await.record(self.catalogue())?.to_string();
        let request = ReviewGame(RecordedGame::Record(RecordText { record }));
        let review = self.answer(request).await?;
        Ok(ToolOutput::new(review.to_string(), &review))
    }

    /// Returns the resources: all rules, and the records of the games of this client.
    pub(crate) fn resources(&self) -> Vec<Resource> {
        if self.has_exam() {
            return Vec::new();
        }
        let rules = self.catalogue().iter().map(|listing| Resource {
            address: format!("{RULES}{}", listing.id),
            title: format!("Rules of {}", listing.name),
            kind: ADDRESSES[0].2,
        });
        let started = self.started();
        let records = started.iter().map(|id| Resource {
            address: record_address(id),
            title: format!("Record of game {id}"),
            kind: ADDRESSES[1].2,
        });
        rules.chain(records).collect()
    }

    /// Returns the text of a resource and its media type.
    pub(crate) async fn read(&self, address: &str) -> Result<(String, &'static str), RequestError> {
        if let Some(game) = address.strip_prefix(RULES) {
            let listing = quintet_api::listing(self.catalogue(), game)?;
            return Ok((listing.rules.to_owned(), ADDRESSES[0].2));
        }
        let id = address.strip_prefix("quintet://games/");
        let id = id.and_then(|rest| rest.strip_suffix("/record"));
        let id = id.ok_or_else(|| {
            let detail = format!("unknown resource '{}'", escape(address));
            RequestError::new(kind::NOT_FOUND, detail)
        })?;
        let game = self.config.games.find(id)?;
        let record = game.lock().await.record(self.catalogue())?;
        Ok((record.to_string(), ADDRESSES[1].2))
    }

    /// Returns the ids of the existing games of this client.
    fn started(&self) -> MutexGuard<'_, Vec<String>> {
        let mut started = self.started.lock();
        started.retain(|id| self.config.games.has(id));
        started
    }

    /// Returns a game as text, like in the terminal, and as a document. The players are named if `is_whole`.
    fn show(
        &self,
        game: &Game,
        document: SessionDocument,
        is_whole: bool,
    ) -> Result<ToolOutput, RequestError> {
        let position = self.position_of(&document)?;
        let mut paragraphs = Vec::new();
        if is_whole {
            let variant = position.variant();
            let (you, other) = (variant.name(game.seat), variant.name(game.seat.other()));
            let who = &document.players[usize::from(game.seat.other().number()) - 1];
            let id = &game.id;
            let mut lines = vec![format!(
                "{variant:?}, game {id}: you are {you}, {other} is {who}."
            )];
            lines.extend(document.level_warning.clone());
            paragraphs.push(lines.join("\n"));
        }
        if !document.messages.is_empty() {
            paragraphs.push(document.messages.join("\n"));
        }
        let next = match (&document.ending, &document.chooses) {
            (Some(ending), _) => ending.clone(),
            (None, Some(_)) => format!("{}\n{}", document.view.prompt, document.view.how),
            (None, None) => String::new(),
        };
        paragraphs.push(format!("{}\n{next}", position.drawing()));
        let document = GameDocument {
            id: game.id.clone(),
            seat: game.seat.number(),
            seed: game.seed,
            record: record_address(&game.id),
            session: document,
        };
        Ok(ToolOutput::new(paragraphs.join("\n\n"), &document))
    }

    /// Returns the position of a document.
    fn position_of(
        &self,
        document: &SessionDocument,
    ) -> Result<Box<dyn AnyPosition>, RequestError> {
        let variant = quintet_api::variant(self.catalogue(), document.game, Some(&document.size))?;
        quintet_api::position(variant, &document.view.position)
    }
}

/// Returns the current question of an exam.
fn question(exam: &dyn Exam) -> ToolOutput {
    let question = exam.question();
    ToolOutput::new(question.text(), &question)
}

/// Parses the arguments of a tool.
fn parse<T: DeserializeOwned>(arguments: Arguments) -> Result<T, RequestError> {
    let parsed = T::deserialize(Value::Object(arguments));
    parsed.map_err(|error| RequestError::new(kind::BAD_REQUEST, error.to_string()))
}

/// Returns the legal moves as text, or how the game ended.
fn moves_of(position: &dyn AnyPosition) -> String {
    match position.ending() {
        Some(ending) => ending.sentence,
        None => legal_moves(position, Layout::default()),
    }
}
