//! Handlers of the official library.

use std::borrow::Cow;
use std::sync::Arc;

use quintet_api::RequestError;
use quintet_games::Catalogue;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestMethod,
    CompleteRequestParams, CompleteResult, ContentBlock, Implementation, ListPromptsRequestMethod,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    MetaObject, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceContents, ResourceTemplate, ServerCapabilities,
    ServerConfig, Tool as Listed, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler};

use crate::service::{ADDRESSES, Service};
use crate::tool::Tool;

/// Instructions for the assistant, sent with the response to `initialize`.
const INSTRUCTIONS: &str = "Two-player board games with known exact values. list_games lists them, rules explains one, and new_game starts a game \
     against a computer opponent. Pass the id that new_game returns to the other tools. The opponent replies at once.";

/// Instructions for an exam.
const EXAM_INSTRUCTIONS: &str = "Positions of two-player board games, in each of which you choose a move. question shows the current position, \
     and answer records your move and shows the next one. Answer all questions.";

/// Name of the problem document (RFC 9457) in the metadata of an error.
const PROBLEM: &str = "quintet/problem";

impl ServerHandler for Service {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .build();
        let server = Implementation::new("quintet", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities)
            .with_server_info(server.with_title("Quintet"))
            .with_instructions(if self.has_exam() {
                EXAM_INSTRUCTIONS
            } else {
                INSTRUCTIONS
            })
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools().map(|tool| listed(tool, self.catalogue()));
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Listed> {
        let tool = self.tools().find(|tool| tool.name() == name)?;
        Some(listed(tool, self.catalogue()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = self.tools().find(|tool| tool.name() == request.name);
        let tool = tool.ok_or_else(|| {
            let name = quintet_games::escape(&request.name);
            ErrorData::invalid_params(format!("unknown tool '{name}'"), None)
        })?;
        let called = tokio::select! {
            called = self.call(tool, request.arguments.unwrap_or_default()) => called,
            // The client has disconnected or cancelled the request: no response is sent.
            () = context.ct.cancelled() => {
                return Err(ErrorData::internal_error("the request was cancelled", None));
            }
        };
        let result = match called {
            Ok(answer) => {
                let mut result = CallToolResult::success(vec![ContentBlock::text(answer.text)]);
                result.structured_content = Some(answer.document);
                result
            }
            Err(refusal) => refused(&refusal),
        };
        Ok(result.into())
    }

    // By default the library returns empty results for unsupported methods.

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resource = |page: crate::service::Resource| {
            let resource = Resource::new(page.address, page.title.clone());
            resource.with_title(page.title).with_mime_type(page.kind)
        };
        let resources = self.resources().into_iter().map(resource).collect();
        Ok(ListResourcesResult::with_all_items(resources))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = |(address, title, kind): (&str, &str, &str)| {
            let template = ResourceTemplate::new(address, title);
            template.with_title(title).with_mime_type(kind)
        };
        let templates = ADDRESSES.into_iter().map(template).collect();
        Ok(ListResourceTemplatesResult::with_all_items(templates))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match self.read(&request.uri).await {
            Ok((text, kind)) => {
                let contents = ResourceContents::text(text, request.uri).with_mime_type(kind);
                Ok(ReadResourceResult::new(vec![contents]).into())
            }
            Err(refusal) => {
                let address = serde_json::json!({ "uri": request.uri });
                Err(ErrorData::resource_not_found(refusal.detail, Some(address)))
            }
        }
    }
}

/// Returns an error as the result of a tool, so that the assistant can read it. It has no structured content, since clients
/// would validate that against the output schema.
fn refused(refusal: &RequestError) -> CallToolResult {
    let mut result = CallToolResult::error(vec![ContentBlock::text(&refusal.detail)]);
    let mut meta = MetaObject::new();
    let problem = serde_json::to_value(refusal).expect("an error can be serialized");
    meta.insert(PROBLEM.to_owned(), problem);
    result.meta = Some(meta);
    result
}

/// Returns the description of a tool.
fn listed(tool: Tool, catalogue: Catalogue) -> Listed {
    let annotations = ToolAnnotations::new()
        .read_only(tool.is_read_only())
        .destructive(false)
        .open_world(false);
    Listed::new(
        tool.name(),
        Cow::Borrowed(tool.description()),
        Arc::new(tool.input(catalogue)),
    )
    .with_title(tool.title())
    .with_raw_output_schema(Arc::new(tool.output()))
    .with_annotations(annotations)
}
