"""The smallest server on `MCPServer`: resources, templates, completion, subscriptions, changes of the list."""

import base64
import sys
from pathlib import Path

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.server.mcpserver.resources import TextResource
from mcp.shared.path_security import PathEscapeError, safe_join
from mcp.types import Completion, CompletionArgument, CompletionContext, PromptReference, ResourceTemplateReference

mcp = MCPServer("python-sdk-demo", version="1.0.0")

FILES = Path(__file__).parent / "files"
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4n3wCAASPAivHKEFGAAAAAElFTkSuQmCC"
)
USERS = ["ada", "grace"]
NOTES = ["1", "2", "3"]
touched = 0
added = 0


@mcp.resource("demo://greeting")
def greeting() -> str:
    """A greeting that tells how often it was touched."""
    return f"Grüße, touched {touched} times\n"


@mcp.resource("demo://pixel", mime_type="image/png")
def pixel() -> bytes:
    """A picture of one pixel."""
    return PIXEL


@mcp.resource("demo://empty")
def empty() -> str:
    """A text of no characters."""
    return ""


@mcp.resource("demo://users/{user}/notes/{note}")
def user_note(user: str, note: str) -> str:
    """A note of a user."""
    if user not in USERS or note not in NOTES:
        raise ResourceNotFoundError(f"There is no note {note} of {user}")
    return f"Note {note} of {user}"


@mcp.resource("demo://files/{+path}")
def file(path: str) -> str:
    """A file of the folder."""
    try:
        return safe_join(FILES, path).read_text(encoding="utf-8")
    except (PathEscapeError, OSError):
        raise ResourceNotFoundError(f"There is no file {path}")


@mcp.completion()
async def complete(
    ref: PromptReference | ResourceTemplateReference,
    argument: CompletionArgument,
    context: CompletionContext | None,
) -> Completion | None:
    if isinstance(ref, ResourceTemplateReference):
        known = {"user": USERS, "note": NOTES}.get(argument.name, [])
        return Completion(values=[value for value in known if value.startswith(argument.value)])
    return None


@mcp.tool()
async def touch(uri: str, ctx: Context) -> str:
    """Changes the greeting."""
    global touched
    touched += 1
    await ctx.notify_resource_updated(uri)
    await ctx.session.send_resource_updated(uri)
    return f"touched {uri}"


@mcp.tool()
async def add(ctx: Context) -> str:
    """Adds a resource."""
    global added
    added += 1
    uri = f"demo://added/{added}"
    mcp.add_resource(TextResource(uri=uri, name=f"added-{added}", text=f"Added as number {added}"))
    await ctx.notify_resources_changed()
    await ctx.session.send_resource_list_changed()
    return f"added {uri}"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--http"]:
        mcp.run(transport="streamable-http", host="127.0.0.1", port=int(sys.argv[2]))
    else:
        mcp.run()
