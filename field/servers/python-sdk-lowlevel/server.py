"""The smallest server on the low-level `Server`: all that it can do with resources, in both eras."""

import base64
import sys
from pathlib import Path
from typing import Any

import anyio
import uvicorn
from mcp import MCPError
from mcp.server import NotificationOptions, Server, ServerRequestContext
from mcp.server.session import ServerSession
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourcesListChanged, ResourceUpdated
from mcp.shared.path_security import PathEscapeError, safe_join
from mcp.shared.uri_template import UriTemplate
from mcp.types import (
    INVALID_PARAMS,
    BlobResourceContents,
    CallToolRequestParams,
    CallToolResult,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    EmptyResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    SubscribeRequestParams,
    TextContent,
    TextResourceContents,
    Tool,
    UnsubscribeRequestParams,
)

FILES = Path(__file__).parent / "files"
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC"
)
USERS = ["ada", "grace"]
NOTES = ["1", "2", "3"]
PAGE_SIZE = 3
NOTE = UriTemplate.parse("demo://users/{user}/notes/{note}")
FILE = UriTemplate.parse("demo://files/{+path}")

Context = ServerRequestContext[Any, Any]
bus = InMemorySubscriptionBus()
resources = [
    Resource(uri="demo://greeting", name="greeting", mime_type="text/plain"),
    Resource(uri="demo://pixel", name="pixel", mime_type="image/png"),
    Resource(uri="demo://empty", name="empty", mime_type="text/plain"),
    Resource(uri="demo://bundle", name="bundle"),
]
touched = 0
# The clients of the revisions with a handshake that have subscribed, by the resource and by the HTTP session.
subscribers: dict[str, dict[str | None, ServerSession]] = {}


async def list_resources(ctx: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
    start = 0 if params is None or params.cursor is None else int(params.cursor)
    end = start + PAGE_SIZE
    return ListResourcesResult(
        resources=resources[start:end], next_cursor=str(end) if end < len(resources) else None
    )


async def list_resource_templates(ctx: Context, params: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
    return ListResourceTemplatesResult(
        resource_templates=[
            ResourceTemplate(name="note", uri_template=str(NOTE), mime_type="text/plain"),
            ResourceTemplate(name="file", uri_template=str(FILE), mime_type="text/plain"),
        ]
    )


def text(uri: str, content: str) -> TextResourceContents:
    return TextResourceContents(uri=uri, mime_type="text/plain", text=content)


def blob(uri: str) -> BlobResourceContents:
    return BlobResourceContents(uri=uri, mime_type="image/png", blob=PIXEL)


def contents(uri: str) -> list[TextResourceContents | BlobResourceContents] | None:
    match uri:
        case "demo://greeting":
            return [text(uri, f"Grüße, touched {touched} times\n")]
        case "demo://pixel":
            return [blob(uri)]
        case "demo://empty":
            return [text(uri, "")]
        case "demo://bundle":
            return [text("demo://bundle/readme", "Two parts"), blob("demo://bundle/pixel")]
    if uri in [resource.uri for resource in resources]:
        return [text(uri, "Added")]
    if (variables := NOTE.match(uri)) is not None:
        user, note = str(variables["user"]), str(variables["note"])
        return [text(uri, f"Note {note} of {user}")] if user in USERS and note in NOTES else None
    if (variables := FILE.match(uri)) is not None:
        try:
            return [text(uri, safe_join(FILES, str(variables["path"])).read_text(encoding="utf-8"))]
        except (PathEscapeError, OSError):
            return None
    return None


async def read_resource(ctx: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
    found = contents(params.uri)
    if found is None:
        raise MCPError(INVALID_PARAMS, f"Unknown resource: {params.uri}", {"uri": params.uri})
    return ReadResourceResult(contents=found)


async def complete(ctx: Context, params: CompleteRequestParams) -> CompleteResult:
    known = {"user": USERS, "note": NOTES}.get(params.argument.name, [])
    return CompleteResult(
        completion=Completion(values=[value for value in known if value.startswith(params.argument.value)])
    )


def session_of(ctx: Context) -> str | None:
    return ctx.request.headers.get("mcp-session-id") if ctx.request else None


async def subscribe(ctx: Context, params: SubscribeRequestParams) -> EmptyResult:
    subscribers.setdefault(params.uri, {})[session_of(ctx)] = ctx.session
    return EmptyResult()


async def unsubscribe(ctx: Context, params: UnsubscribeRequestParams) -> EmptyResult:
    subscribers.get(params.uri, {}).pop(session_of(ctx), None)
    return EmptyResult()


async def list_tools(ctx: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
    schema = {"type": "object", "properties": {"uri": {"type": "string"}}}
    return ListToolsResult(
        tools=[Tool(name="touch", input_schema=schema), Tool(name="add", input_schema={"type": "object"})]
    )


async def call_tool(ctx: Context, params: CallToolRequestParams) -> CallToolResult:
    global touched
    if params.name == "touch":
        touched += 1
        uri = (params.arguments or {})["uri"]
        await bus.publish(ResourceUpdated(uri=uri))
        for session in subscribers.get(uri, {}).values():
            await session.send_resource_updated(uri)
    else:
        uri = f"demo://added/{len(resources)}"
        resources.append(Resource(uri=uri, name=uri.removeprefix("demo://"), mime_type="text/plain"))
        await bus.publish(ResourcesListChanged())
        # Over HTTP the SDK declares no changes of lists to the clients of these revisions.
        if ctx.request is None:
            await ctx.session.send_resource_list_changed()
    return CallToolResult(content=[TextContent(text=f"done with {uri}")])


server = Server(
    "python-sdk-lowlevel-demo",
    version="1.0.0",
    on_list_resources=list_resources,
    on_list_resource_templates=list_resource_templates,
    on_read_resource=read_resource,
    on_subscribe_resource=subscribe,
    on_unsubscribe_resource=unsubscribe,
    on_subscriptions_listen=ListenHandler(bus),
    on_completion=complete,
    on_list_tools=list_tools,
    on_call_tool=call_tool,
)


async def serve_stdio() -> None:
    async with stdio_server() as (read_stream, write_stream):
        options = server.create_initialization_options(NotificationOptions(resources_changed=True))
        await server.run(read_stream, write_stream, options)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--http"]:
        uvicorn.run(server.streamable_http_app(), host="127.0.0.1", port=int(sys.argv[2]), log_level="warning")
    else:
        anyio.run(serve_stdio)
