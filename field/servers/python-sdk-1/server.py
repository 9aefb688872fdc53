"""The smallest server on `FastMCP` of the Python SDK 1: resources, templates, completion, a tool that adds."""

import base64
import sys
from pathlib import Path

from mcp.server.fastmcp import Context, FastMCP
from mcp.server.fastmcp.resources import TextResource
from mcp.types import Completion, CompletionArgument, CompletionContext, PromptReference, ResourceTemplateReference

over_http = sys.argv[1:2] == ["--http"]
mcp = FastMCP("python-sdk-1-demo", host="127.0.0.1", port=int(sys.argv[2]) if over_http else 8000)

FILES = (Path(__file__).parent / "files").resolve()
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
        raise ValueError(f"There is no note {note} of {user}")
    return f"Note {note} of {user}"


# A variable of this SDK stands for one segment of a path, so the folder is served without those below it.
@mcp.resource("demo://files/{name}")
def file(name: str) -> str:
    """A file of the folder."""
    path = (FILES / name).resolve()
    if not path.is_relative_to(FILES) or not path.is_file():
        raise ValueError(f"There is no file {name}")
    return path.read_text(encoding="utf-8")


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
    await ctx.session.send_resource_updated(uri)
    return f"touched {uri}"


@mcp.tool()
async def add(ctx: Context) -> str:
    """Adds a resource."""
    global added
    added += 1
    uri = f"demo://added/{added}"
    mcp.add_resource(TextResource(uri=uri, name=f"added-{added}", text=f"Added as number {added}"))
    await ctx.session.send_resource_list_changed()
    return f"added {uri}"


if __name__ == "__main__":
    mcp.run(transport="streamable-http" if over_http else "stdio")
