"""The guide to tools for assistants (MCP): how they are set up, what they are, and where the tokens are."""

from collections.abc import Iterable, Mapping
from typing import Final

from service.api.documents.site.html import block, code, join, paragraphs, table
from service.api.documents.site.layout import Page, section
from service.api.documents.site.library import Library
from service.api.mcp.named_fights import SHORTEST_SECRET, Seat
from service.api.mcp.tool_answers import LIMIT
from service.api.mcp.toolbox import Changes, Tool, Toolbox

ON_THIS_MACHINE: Final = """\
{"mcpServers": {"umpire": {"command": "umpire", "args": ["mcp", "--data", "umpire-fights"]}}}
"""
OVER_HTTP: Final = """\
{"mcpServers": {"umpire": {"url": "http://127.0.0.1:8000/mcp", "headers": {"Authorization": "Bearer SECRET"}}}}
"""

SECTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "what": (
        "What it is for",
        """\
A program that talks with a language model can use this service as a referee: the model decides and tells the story, and
the service applies the rules, rolls the dice and keeps the state. The tools speak the Model Context Protocol (MCP).
They are made of the same operations as REST, GraphQL and the command line.
""",
    ),
    "here": (
        "On this machine",
        """\
`pip install "umpire-referee[mcp]"` installs the command with the SDK of the protocol. Most programs start it from a
settings file like this:
""",
    ),
    "http": (
        "Over HTTP",
        """\
A service offers the tools at `/mcp` if its operator sets `UMPIRE_MCP=true` (streamable HTTP; each request stands
alone). The settings of the client then name the address and a secret of your own:
""",
    ),
    "secret": (
        "The secret, and who may do what",
        f"""\
Fights have names, such as goblin-cave. Their ids and tokens are derived from the name and a secret, so that the
conversation never has a token, and nothing has to be kept but the secret. Over HTTP it is the bearer of the header
`Authorization`, with {SHORTEST_SECRET} characters or more; an API key in `X-Api-Key` is the secret if none is sent.
`umpire mcp` makes a secret at its first use and keeps it in a file of the user.

Players' assistants get `/mcp/player`, or `umpire mcp --player`: only tools that read, and only what viewers see. Their
secret is the viewer's token of a fight, and they name the fight by its id. `umpire mcp --tokens FIGHT` prints both, for
a person who gives them to the players, or opens the fight at `/play`. An encounter that was created elsewhere is led
the same way, with its id and its referee's token.
""",
    ),
    "answers": (
        "Answers",
        f"""\
An answer is a text of at most {LIMIT:,} bytes. It begins with sentences, which can be passed on as they are, and its
last line is JSON: the fight, its version, who is next, whether it is over, and who has won. What is left out is
counted. A refusal has the sentences of the problem, with the field and the rule. `act` takes keys that `legal_moves`
lists; those who are next and are not named do what is suggested, and `play` does so for all. With `faces` people roll
their own dice.
""",
    ),
}
CHANGES: Final[Mapping[Changes, str]] = {
    Changes.NOTHING: "reads",
    Changes.ADDS: "plays",
    Changes.TAKES_BACK: "takes back",
}


def assistants_page(library: Library) -> Page:
    """Write the guide."""
    tools = Toolbox(library.registry, tuple(library.families), Seat.REFEREE)
    settings = {"here": ON_THIS_MACHINE, "http": OVER_HTTP}
    told = [
        section(2, title, anchor, paragraphs(text), block(settings[anchor]) if anchor in settings else None)
        for anchor, (title, text) in SECTIONS.items()
    ]
    heads = ("Tool", "What it does", "Changes", "Players")
    listed = section(2, "The tools", "tools", table(heads, map(_row, tools), "Tools"))
    return Page(
        "Tools for assistants", "A referee for programs that talk with a language model (MCP).", join(told, listed)
    )


def _row(tool: Tool) -> Iterable[str]:
    return code(tool.name), tool.says, CHANGES[tool.changes], "yes" if tool.for_players else "no"
