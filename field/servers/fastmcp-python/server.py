"""The smallest server on fastmcp: resources of one and of several contents, pages, templates, changes of the list."""

import base64
import sys
from pathlib import Path

from fastmcp import Context, FastMCP
from fastmcp.exceptions import NotFoundError
from fastmcp.resources import ResourceContent, ResourceResult, TextResource
from mcp.types import (
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceListChangedNotification,
    ResourceTemplateReference,
)

mcp = FastMCP("fastmcp-python-demo", version="1.0.0", list_page_size=3)

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


@mcp.resource("demo://bundle")
def bundle() -> ResourceResult:
    """Two contents."""
    return ResourceResult(
        contents=[
            ResourceContent(content="Two parts", mime_type="text/plain"),
            ResourceContent(content=PIXEL, mime_type="image/png"),
        ]
    )


@mcp.resource("demo://users/{user}/notes/{note}")
def user_note(user: str, note: str) -> str:
    """A note of a user."""
    if user not in USERS or note not in NOTES:
        raise NotFoundError(f"There is no note {note} of {user}")
    return f"Note {note} of {user}"


@mcp.resource("demo://files/{path*}")
def file(path: str) -> str:
    """A file of the folder."""
    found = (FILES / path).resolve()
    if not found.is_relative_to(FILES) or not found.is_file():
        raise NotFoundError(f"There is no file {path}")
    return found.read_text(encoding="utf-8")


@mcp.completion
async def complete(
    ref: PromptReference | ResourceTemplateReference,
    argument: CompletionArgument,
    context: CompletionContext | None,
) -> list[str]:
    if isinstance(ref, ResourceTemplateReference):
        known = {"user": USERS, "note": NOTES}.get(argument.name, [])
        return [value for value in known if value.startswith(argument.value)]
    return []


@mcp.tool
def touch(uri: str) -> str:
    """Changes the greeting."""
    global touched
    touched += 1
    return f"touched {uri}"


@mcp.tool
async def add(ctx: Context) -> str:
    """Adds a resource."""
    global added
    added += 1
    uri = f"demo://added/{added}"
    mcp.add_resource(TextResource(uri=uri, name=f"added-{added}", text=f"Added as number {added}"))
    await ctx.send_notification(ResourceListChangedNotification())
    return f"added {uri}"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--http"]:
        mcp.run(transport="http", host="127.0.0.1", port=int(sys.argv[2]), show_banner=False)
    else:
        mcp.run(show_banner=False)
