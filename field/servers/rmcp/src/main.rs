//! The smallest server on rmcp that offers what the SDK can: texts, a blob, several contents, pages, templates with
//! completion, subscriptions and list changes. Over stdio, or over HTTP with `--http <port>`.
mod library;

use std::sync::Arc;

use library::{Library, NOTES, News, USERS};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    handler::server::wrapper::Parameters,
    model::*,
    schemars,
    service::{NotificationContext, RequestContext, SubscriptionContext},
    tool, tool_handler, tool_router,
    transport::{
        stdio,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
        },
    },
};
use serde_json::json;

const PAGE: usize = 3;

/// The server of one client; the library is that of all.
#[derive(Clone)]
struct Demo {
    library: Arc<Library>,
    session: usize,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Touched {
    uri: String,
}

#[tool_router]
impl Demo {
    fn new(library: Arc<Library>) -> Self {
        let session = library.next_session();
        Self { library, session }
    }

    #[tool(description = "Changes a resource")]
    async fn touch(&self, Parameters(Touched { uri }): Parameters<Touched>) -> String {
        self.library.touch(&uri).await;
        format!("touched {uri}")
    }

    #[tool(description = "Adds a resource")]
    async fn add(&self) -> String {
        format!("added demo://added/{}", self.library.add().await)
    }
}

#[tool_handler]
impl ServerHandler for Demo {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(
            ServerCapabilities::builder()
                .enable_resources()
                .enable_resources_subscribe()
                .enable_resources_list_changed()
                .enable_completions()
                .enable_tools()
                .build(),
        )
        .with_server_info(Implementation::new("rmcp-demo", "1.0.0"))
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let (items, next_cursor) = page(&self.library.listed(), request)?;
        let mut result = ListResourcesResult::with_all_items(items);
        result.next_cursor = next_cursor;
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let all = [
            ResourceTemplate::new("demo://users/{user}/notes/{note}", "note").with_mime_type("text/plain"),
            ResourceTemplate::new("demo://files/{+path}", "file").with_mime_type("text/plain"),
        ];
        let (items, next_cursor) = page(&all, request)?;
        let mut result = ListResourceTemplatesResult::with_all_items(items);
        result.next_cursor = next_cursor;
        Ok(result)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri == "demo://ask" {
            return Ok(greet(request, &context));
        }
        match self.library.contents(&request.uri).await {
            Some(contents) => Ok(ReadResourceResult::new(contents).into()),
            None => Err(ErrorData::resource_not_found(
                "Resource not found",
                Some(json!({ "uri": request.uri })),
            )),
        }
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let known: &[&str] = match request.argument.name.as_str() {
            "user" => &USERS,
            "note" => &NOTES,
            _ => &[],
        };
        let begins = |value: &&&str| value.starts_with(&request.argument.value);
        let values = known.iter().filter(begins).map(|value| value.to_string()).collect();
        let completion = CompletionInfo::with_all_values(values);
        Ok(CompleteResult::new(completion.map_err(|why| ErrorData::internal_error(why, None))?))
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.library.joined(self.session, context.peer);
    }

    #[allow(deprecated)]
    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.library.subscribe(self.session, request.uri);
        Ok(())
    }

    #[allow(deprecated)]
    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.library.unsubscribe(self.session, &request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.supported_by(&self.get_info().capabilities))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut news = self.library.news.subscribe();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                heard = news.recv() => {
                    // The sink lets through what was asked for.
                    let _ = match heard {
                        Ok(News::Updated(uri)) => context.sink().notify_resource_updated(uri).await,
                        Ok(News::Listed) => context.sink().notify_resource_list_changed().await,
                        Err(_) => return Ok(()),
                    };
                }
            }
        }
    }
}

/// The page of a list that a cursor names, and the cursor of the next; the SDK leaves pages to the server.
fn page<T: Clone>(
    all: &[T],
    request: Option<PaginatedRequestParams>,
) -> Result<(Vec<T>, Option<String>), ErrorData> {
    let from = match request.and_then(|params| params.cursor) {
        None => 0,
        Some(cursor) => cursor
            .parse()
            .ok()
            .filter(|from| (1..all.len()).contains(from))
            .ok_or_else(|| ErrorData::invalid_params("unknown cursor", None))?,
    };
    let to = all.len().min(from + PAGE);
    Ok((all[from..to].to_vec(), (to < all.len()).then(|| to.to_string())))
}

/// Greets whoever reads by name, where the client can ask for that.
fn greet(request: ReadResourceRequestParams, context: &RequestContext<RoleServer>) -> ReadResourceResponse {
    let modern = context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
    let asks = context
        .client_capabilities()
        .and_then(|capabilities| capabilities.elicitation)
        .is_some_and(|kinds| kinds.form.is_some() || kinds.url.is_none());
    let answer = request.input_responses.as_ref().and_then(|answers| answers.get("name"));
    let name = match answer.map(|answer| (answer["action"].as_str(), answer["content"]["name"].as_str())) {
        _ if !modern || !asks => "whoever you are",
        Some((Some("accept"), Some(name))) => name,
        Some((Some("decline" | "cancel"), _)) => "whoever you are",
        _ => {
            let requested_schema = serde_json::from_value(json!({
                "type": "object",
                "properties": { "name": { "type": "string" } },
                "required": ["name"],
            }));
            let form = ElicitRequestParams::FormElicitationParams {
                meta: None,
                message: "What is your name?".into(),
                requested_schema: requested_schema.expect("the schema is one"),
            };
            let question = InputRequest::Elicitation(ElicitRequest::new(form));
            let questions = InputRequests::from([("name".to_string(), question)]);
            return InputRequiredResult::new(Some(questions), None).into();
        }
    };
    ReadResourceResult::new(vec![ResourceContents::text(format!("Hello, {name}"), request.uri.clone())]).into()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let library = Arc::new(Library::new("files".into()));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--http", port] => {
            let config = StreamableHttpServerConfig::default()
                .with_allowed_origins(["http://127.0.0.1:*", "http://localhost:*"]);
            let service = StreamableHttpService::new(
                move || Ok(Demo::new(library.clone())),
                Arc::new(LocalSessionManager::default()),
                config,
            );
            let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
            axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
        }
        _ => {
            Demo::new(library).serve(stdio()).await?.waiting().await?;
        }
    }
    Ok(())
}
