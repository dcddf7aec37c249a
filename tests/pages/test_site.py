"""The pages say everything that the registry and the families declare, and their links land."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import unquote

import httpx2
import orjson
import pytest
from starlette.testclient import TestClient

from service.api.documents.site.guides import trust
from service.api.documents.site.guides.playing_guide import BOT, PLAIN
from service.api.documents.site.html import Html, pretty, prose, tag
from service.api.documents.site.index import sections_of
from service.api.middleware.idempotency import PUBLISHED
from service.app import FAMILIES, create_app, registry
from service.errors import problems
from service.rules.kernel.family import Family
from service.settings.environment import Settings
from tests.architecture.source import ROOT, SERVICE
from tests.pages.conftest import called

IS_A_RULE = re.compile(r"/docs/families/[a-z]+/rules/[^/]+/")
FAMILY_NAMES = [family.name for family in FAMILIES]


class Reader:
    """What a page has: its links, but not the images that stand in it; its anchors, its text."""

    def __init__(self, page: str) -> None:
        self.links = [unescape(each) for each in re.findall(r' (?:href|src)="(?!data:image/)([^"]*)"', page)]
        self.anchors = [unescape(each) for each in re.findall(r' id="([^"]*)"', page)]
        self.title = unescape(page.partition("<title>")[2].partition("</title>")[0])
        self.text = " ".join(unescape(re.sub(r"<[^>]*>", "", page)).split())


@pytest.fixture(scope="module")
def read(client: httpx2.Client) -> "Read":
    """A way to read pages, each once."""
    return Read(client)


class Read:
    """Reads pages, each once."""

    def __init__(self, client: httpx2.Client) -> None:
        self.client = client
        self.page = cache(self._page)
        self.operations = cache(self._operations)

    def _page(self, path: str) -> Reader:
        response = self.client.get(path)
        assert response.status_code == 200, path
        return Reader(response.text)

    def _operations(self, group: str) -> Any:
        return orjson.loads(self.client.get(f"/openapi/{group}.json").content)["paths"]


def crawled(read: Read) -> Iterator[tuple[str, Reader]]:
    """Yield every page that can be reached from the first one."""
    waiting, seen = ["/docs"], {"/docs"}
    while waiting:
        path = waiting.pop()
        page = read.page(path)
        yield path, page
        for address in page.links:
            target = address.partition("#")[0]
            if (
                target.startswith(("/docs", "/problems"))
                and target not in seen
                and not ("." in target or IS_A_RULE.match(target))
            ):
                seen.add(target)
                waiting.append(target)


def lands(read: Read, path: str, address: str) -> bool:
    """Whether an address leads to a page, and to a place on it."""
    target, _, anchor = address.partition("#")
    target = target or path
    if target.startswith("/docs/api/") and anchor:
        method, _, of = anchor.split("/", 2)[2].partition("/")
        return method.lower() in read.operations(target.removeprefix("/docs/api/"))[f"/{of}"]
    if IS_A_RULE.match(target):
        return lands(read, path, read.client.get(target, follow_redirects=False).headers["location"])
    if not target.startswith(("/docs", "/problems")):
        return read.client.get(target, headers={"accept": "text/html, application/json"}).status_code == 200
    return not anchor or unquote(anchor) in read.page(target).anchors


def test_every_link_lands(read: Read) -> None:
    """Every page can be reached from the first one, titles differ, and no link leads to nothing or to another host."""
    pages = dict(crawled(read))
    links = {(path, address) for path, page in pages.items() for address in page.links}
    unique = {(path if address.startswith("#") else "", address) for path, address in links}
    assert [each for each in sorted(unique) if not each[1].startswith(("/", "#"))] == []
    assert [each for each in sorted(unique) if not lands(read, *each)] == []
    for name in FAMILY_NAMES:
        assert {
            f"/docs/families/{name}",
            f"/docs/families/{name}/rules",
            f"/docs/families/{name}/tables",
        } <= pages.keys()
    assert {f"/problems/{each.slug()}" for each in problems()} <= pages.keys()
    assert len({page.title for page in pages.values()}) == len(pages)
    for path, page in pages.items():
        assert len(page.anchors) == len(set(page.anchors)), path


PRINTED = re.compile(r"""Idempotency-Key["']?\s?[:=]\s?["'`]?([!-~]+?)(?=["'`\s]|$)""", re.IGNORECASE)
"""A key that stands where one is sent."""
MARKDOWN = ("*.md", "docs/**/*.md", "clients/*/*.md", "deploy/**/*.md")


def test_every_key_that_is_printed_is_refused(read: Read) -> None:
    """Pages, guides and READMEs show how a key is made; one that stands there itself opens nothing."""
    texts = {path: page.text for path, page in crawled(read)}
    written = [ROOT / "openapi.yaml", *(file for each in MARKDOWN for file in ROOT.glob(each))]
    texts |= {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in written}
    found = {(path, key) for path, text in texts.items() for key in PRINTED.findall(text)}
    assert ("docs/encounters.md", "$(new_key)") in found
    printed = {each for each in found if not each[1].startswith("$")}
    assert [each for each in sorted(printed) if each[1].encode() not in PUBLISHED] == []
    for way in ("$(uuidgen)", "uuid.uuid4()", "is printed in a page of this project is refused"):
        assert way in read.page("/docs/encounters").text


def test_the_first_page_lists_every_operation(read: Read) -> None:
    """With method, address and summary, and a link to where it can be tried."""
    page = read.page("/docs")
    for operation in registry():
        assert f"{operation.method} {operation.path}{operation.summary.replace('`', '')}" in page.text, operation.name
        assert any(each.endswith(f"/{operation.method}{operation.path}") for each in page.links)


def family_named(name: str) -> Family:
    """The declaration of a family."""
    return next(each for each in FAMILIES if each.name == name)


@pytest.mark.parametrize("name", FAMILY_NAMES)
def test_a_family_page_leads_to_all_that_the_family_offers(read: Read, name: str) -> None:
    """What it is and whom it suits, and a link to each procedure and option."""
    family, page = family_named(name), read.page(f"/docs/families/{name}")
    assert family.summary in page.text
    assert family.suits in page.text
    assert {f"/docs/families/{name}/procedures/{each.name}" for each in family.procedures} <= set(page.links)
    assert {f"/docs/families/{name}/options/{option}" for option in family.rulings.model_fields} <= set(page.links)


@pytest.mark.parametrize("name", FAMILY_NAMES)
def test_a_procedure_page_has_all_examples(read: Read, name: str) -> None:
    """Each operation of the family stands on a page, with its path, its requests and their answers."""
    here = f"/docs/families/{name}/procedures"
    for operation in (each for each in registry() if each.name.startswith(f"{name}/")):
        _, procedure, *_ = operation.name.split("/")
        page = read.page(f"{here}/{procedure}")
        assert operation.path in page.text
        examples = operation.examples[:1] if operation.name.endswith("/odds") else operation.examples
        assert all(example.title in page.text for example in examples), operation.name


@pytest.mark.parametrize("name", FAMILY_NAMES)
def test_an_option_page_has_every_value(read: Read, name: str) -> None:
    """What an option decides, each value with its sentence, and the rulings behind it."""
    family = family_named(name)
    for option, info in family.rulings.model_fields.items():
        page = read.page(f"/docs/families/{name}/options/{option}")
        assert (info.description or "").replace("`", "") in page.text
        for value in getattr(info.annotation, "__members__", {}).values():
            assert value.value in page.text
            assert getattr(value, "says", "") in page.text
        behind = {each.id for each in family.decisions if option in (each.option or "").split(", ")}
        assert {f"/docs/families/{name}/rules/{each.partition('/')[2]}" for each in behind} <= set(page.links)


def part_with(client: httpx2.Client, rule: str) -> str:
    """The page that a rule stands on, as its address leads there."""
    family, _, short = rule.partition("/")
    moved = client.get(f"/docs/families/{family}/rules/{short}", follow_redirects=False)
    page, _, anchor = moved.headers["location"].partition("#")
    assert (moved.status_code, anchor) == (308, short)
    return page


@pytest.mark.parametrize("name", FAMILY_NAMES)
def test_a_rules_page_says_what_the_rules_say(read: Read, client: httpx2.Client, name: str) -> None:
    """Each rule with its section, its notes and what stands behind it; each ruling with what else was possible."""
    family = family_named(name)
    for rule in family.rules:
        page = read.page(part_with(client, rule.id))
        assert rule.id.partition("/")[2] in page.anchors
        assert rule.title in page.text
        assert f"Source: {rule.cites}" in page.text
        assert all(" ".join(note.replace("`", "").split()) in page.text for note in rule.notes)
        assert {f"/docs/families/{name}/rules/{each.partition('/')[2]}" for each in rule.behind_ids} <= set(page.links)
    for ruling in family.decisions:
        page = read.page(part_with(client, ruling.id))
        assert ruling.does in page.text
        assert ruling.alternatives.replace("`", "") in page.text
        options = ruling.option.split(", ") if ruling.option else []
        assert {f"/docs/families/{name}/options/{each}" for each in options} <= set(page.links)
    assert client.get(f"/docs/families/{name}/rules/no/such-rule").status_code == 404


def test_no_page_of_rules_is_long(read: Read) -> None:
    """A page has at most twenty rules, so that nobody scrolls through a whole book."""
    parts = [path for path, _ in crawled(read) if re.fullmatch(r"/docs/families/[a-z]+/rules/[^/]+", path)]
    assert len(parts) > len(FAMILY_NAMES)
    assert all(read.page(path).text.count("Source: ") <= 20 for path in parts)


@pytest.mark.parametrize("name", FAMILY_NAMES)
def test_a_tables_page_has_every_cell(read: Read, name: str) -> None:
    """Each table has a page with its title, its headings, and its words and numbers."""
    family = family_named(name)
    for anchor, table in family.tables.items():
        page = read.page(f"/docs/families/{name}/tables/{anchor}")
        assert table.title in page.text
        cells = [
            cell for row in table.rows for cell in row if isinstance(cell, str) and not cell.startswith(f"{name}/")
        ]
        assert all(" ".join(cell.split()) in page.text for cell in cells)


def test_the_modifiers_of_a_rule_stand_with_it(read: Read, client: httpx2.Client) -> None:
    """A rule that a table counts with says how much, and when."""
    page = read.page(part_with(client, "opposed/strike-modifier/close-no-fatigue"))
    assert "No Fatigue −20: A close strike: the attacker has no Fatigue." in page.text


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("your own dice", "/docs/own-dice"),
        ("cors", "/docs/http#pages"),
        ("compression", "/docs/http#compression"),
        ("idempotency-key", "/docs/encounters#when-an-answer-is-lost"),
        ("webhook", "/docs/encounters#webhooks"),
        ("barred", "/docs/playing#moves"),
        ("x-api-key", "/docs/access"),
    ],
)
def test_guides_are_found_by_what_stands_in_them(client: httpx2.Client, words: str, address: str) -> None:
    """The index of the search has each guide and each of its sections, with all their words."""
    found = [
        each["address"]
        for each in client.get("/docs/search.json").json()
        if each["kind"].startswith("guide") and words in f"{each['title']} {each['text']}".lower()
    ]
    assert address in found


def test_sections_of_a_page() -> None:
    """A page is cut at its headings; the anchor is the heading's, or that of the section around it."""
    body = Html('<p>First</p><section id="a"><h2>One <a href="#a">#</a></h2><p>x</p></section><h2 id="b">Two</h2>y')
    told = [(each.anchor, each.title, each.text.split()) for each in sections_of(body)]
    assert told == [("", "", ["First"]), ("a", "One", ["x"]), ("b", "Two", ["y"])]


def test_answers_are_the_service_own(read: Read, client: httpx2.Client) -> None:
    """The guide to own dice shows what the service answers when faces are missing, and when they are all there."""
    page = read.page("/docs/own-dice")
    assert '"status": "needs_dice"' in page.text
    attack = min(
        (registry()[f"{each}/resolve-attack"] for each in FAMILY_NAMES),
        key=lambda each: len(orjson.dumps(each.examples[0].request)),
    )
    answer = client.post(attack.path, json=dict(attack.examples[0].request)).json()
    for step in answer["steps"]:
        assert step["text"] in page.text
        assert step["text"] in read.page("/docs").text


def test_bots_are_shown_whole(read: Read) -> None:
    """The two programs of the guide to playing stand on its page, and are those of the repository's guide."""
    page, guide = read.page("/docs/playing"), (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    for program in (BOT, PLAIN):
        assert len(program.splitlines()) <= 40
        assert " ".join(program.split()) in page.text
        assert f"<<'END'\n{program}END\n" in guide


def test_the_script_of_the_map_is_shown_whole(client: httpx2.Client, read: Read) -> None:
    """It has at most 60 lines, uses no library, and stands on the page as it is served."""
    script = (SERVICE / "api" / "documents" / "assets" / "map.js").read_text(encoding="utf-8")
    assert len(script.splitlines()) <= 60
    assert max(map(len, script.splitlines())) <= 130
    assert " ".join(script.split()) in read.page("/docs/viewers").text
    (address,) = [each for each in read.page("/docs/viewers/map").links if "map." in each]
    assert client.get(address).text == script


def test_parts_of_the_document_are_whole(client: httpx2.Client) -> None:
    """Each operation is in exactly one part, and each part has every component that it refers to, and no other."""
    whole = re.findall(r"^      operationId: (\w+)$", client.get("/openapi.yaml").text, re.MULTILINE)
    found: list[str] = []
    for group in (*FAMILY_NAMES, "encounters", "service"):
        part = client.get(f"/openapi/{group}.json")
        assert part.headers["content-type"] == "application/json"
        text, document = part.text, part.json()
        found += [each["operationId"] for methods in document["paths"].values() for each in methods.values()]
        for kind, named in document["components"].items():
            for name in named if kind != "securitySchemes" else ():
                assert f'"#/components/{kind}/{name}"' in text
        for reference in _references(document):
            kind, name = reference.removeprefix("#/components/").split("/")
            assert name in document["components"][kind]
    assert sorted(found) == sorted(whole)


def _references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for each in value.values():
            yield from _references(each)
    elif isinstance(value, list):
        for each in value:
            yield from _references(each)


def test_what_is_served_as_a_document_can_be_cached(client: httpx2.Client) -> None:
    """Pages, the contract and the icon are asked for again each time; assets never, since their names have hashes."""
    asset = next(each for each in Reader(client.get("/docs").text).links if each.startswith("/assets/page."))
    for path, cache_control in (
        ("/docs", "no-cache"),
        ("/openapi.yaml", "no-cache"),
        ("/problems/not-json", "no-cache"),
        ("/favicon.ico", "no-cache"),
        (asset, "public, max-age=31536000, immutable"),
    ):
        response = client.get(path)
        assert response.headers["cache-control"] == cache_control
        again = client.get(path, headers={"if-none-match": response.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert client.head(path).headers["content-length"] == response.headers["content-length"]
    policy = client.get("/docs").headers["content-security-policy"]
    assert policy.startswith("default-src 'self'")
    assert "unsafe" not in policy


def test_without_interactive_pages() -> None:
    """Where the settings switch them off, guides and problems stay, and link to nothing that is not there."""
    client = TestClient(create_app(Settings(docs=False)))
    for path in ("/docs", "/docs/families/opposed", "/docs/api", "/docs/search"):
        assert client.get(path).status_code == 404
    assert client.get("/graphql", headers={"accept": "text/html"}).status_code == 406
    assert client.get("/docs/own_dice").json()["detail"].endswith("Did you mean /docs/own-dice?")
    assert client.get("/docs/families/oposed").json()["detail"] == "There is nothing at /docs/families/oposed."
    read = Read(client)
    named = ("encounters", "playing", "own-dice", "seeded-dice", "http", "assistants", "access", "verify", "credits")
    guides = [f"/docs/{each}" for each in named]
    for path in (*guides, "/problems", *[f"/problems/{each.slug()}" for each in problems()]):
        links = read.page(path).links
        assert {each for each in links if each.startswith("/docs")} <= {*guides, *trust.files()}
        assert [each for each in links if not lands(read, path, each)] == []


def test_text_is_escaped() -> None:
    """What is not HTML becomes text, in elements, attributes, sentences and code."""
    assert tag("p", "a < b & c", title='"quoted"') == '<p title="&quot;quoted&quot;">a &lt; b &amp; c</p>'
    assert prose("`a<b>` & [here](/docs)") == '<code>a&lt;b&gt;</code> &amp; <a href="/docs">here</a>'
    assert prose("see `/docs/maps`") == 'see <a href="/docs/maps">/docs/maps</a>'


def test_json_is_written_on_as_few_lines_as_fit() -> None:
    """Short values stand on one line, longer ones on several, and every value reads back as it was."""
    value = {"short": [1, 2], "empty": {}, "long": {f"key {n}": ["word"] * 5 for n in range(4)}}
    assert orjson.loads(pretty(value)) == value
    assert pretty(value).splitlines()[1] == '  "short": [1, 2],'
    assert max(map(len, pretty(value).splitlines())) <= 110


@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_figures_stand_as_stat_blocks(read: Read, family: str) -> None:
    """The page of a family's figures has each with its numbers, and its fights; every figure is found by search."""
    page = read.page(f"/docs/families/{family}/figures")
    figures = read.client.get(f"/v1/{family}/figures").json()["figures"]
    fights = read.client.get(f"/v1/{family}/fights").json()["fights"]
    found = {each["address"] for each in read.client.get("/docs/search.json").json()}
    for each in figures:
        assert f"figure-{each['id']}" in page.anchors
        assert f"{each['id']}. Power {each['power']}." in page.text
        assert f"/docs/families/{family}/figures#figure-{each['id']}" in found
    assert all(f"{each['title']} ({each['id']})." in page.text for each in fights)
    knight = read.client.get(f"/v1/{family}/figures/{figures[0]['id']}").json()["figure"]
    numbers = {name: value for name, value in knight.items() if isinstance(value, int) and not name.endswith("_max")}
    assert [name for name, value in numbers.items() if f"{called(name)} {value}" not in page.text] == []
    assert re.findall(r"\b(?:st|dx|hp|dr|db|armour ft|move ft) \d+", page.text) == []
