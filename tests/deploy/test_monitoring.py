"""Alerts and the dashboard ask for what the service tells, and each alert has its section in the runbook."""

import re
from collections.abc import Iterator
from typing import Any, Final

import orjson
import promql_parser
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from service.api.middleware.metrics import Meters
from service.operations.work.process import Ending
from tests.architecture.source import ROOT

FOLDER: Final = ROOT / "deploy" / "monitoring"
RUNBOOK: Final = (ROOT / "deploy" / "runbook.md").read_text(encoding="utf-8")
ALERTS: Final = [
    rule
    for group in yaml.safe_load((FOLDER / "alerts.yaml").read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]
]
DASHBOARD: Final = orjson.loads((FOLDER / "dashboard.json").read_bytes())
ASKED: Final = [
    *((alert["alert"], alert["expr"]) for alert in ALERTS),
    *((panel["title"], target["expr"]) for panel in DASHBOARD["panels"] for target in panel["targets"]),
    *((each["name"], each["expr"]) for each in DASHBOARD["annotations"]["list"]),
]
OF_OTHERS: Final = {"up", "ALERTS", "redis_memory_used_bytes", "redis_memory_max_bytes"}
"""What Prometheus itself and redis_exporter tell."""
ADDED: Final = {"job", "instance", "alertstate", "alertname"}
"""Labels that Prometheus adds."""
VARIABLES: Final = {"$__rate_interval": "5m", "$instance": ".*"}
PARTS: Final = ("Symptom", "Cause", "Action")


def told() -> dict[str, set[str]]:
    """The labels of every metric that a service tells which has done everything once."""
    meters = Meters()
    meters.note("dice/roll", 200, 0.1)
    meters.note_load(1, 1)
    meters.note_work("batch", Ending.DONE)
    meters.note_delivery("delivered")
    meters.note_fights(1, 0.1)
    meters.note_campaigns(1)
    found: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(meters.exposition().decode()):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def selectors_in(expression: str) -> Iterator[Any]:
    """Every selector of an expression, wherever it stands."""
    for name, value in VARIABLES.items():
        expression = expression.replace(name, value)
    pending: list[Any] = [promql_parser.parse(expression)]
    while pending:
        part = pending.pop()
        if isinstance(part, promql_parser.VectorSelector):
            yield part
        elif isinstance(part, promql_parser.MatrixSelector):
            yield part.vector_selector
        else:
            inner = (getattr(part, name, None) for name in ("expr", "lhs", "rhs", "param"))
            pending += [each for each in (*inner, *getattr(part, "args", ())) if each is not None]


@pytest.mark.parametrize(("title", "expression"), ASKED, ids=[title for title, _ in ASKED])
def test_what_is_asked_for_is_told(title: str, expression: str) -> None:
    """Each expression can be read, and asks for metrics and labels that are in `/metrics`."""
    known = told()
    selectors = list(selectors_in(expression))
    assert selectors
    for each in selectors:
        assert each.name in known or each.name in OF_OTHERS, each.name
        labels = {matcher.name for matcher in each.matchers.matchers}
        assert labels <= known.get(each.name, set()) | ADDED, each.name


def test_endings_that_are_asked_for_exist() -> None:
    """An alert on how work or a delivery ended names an ending that there is."""
    asked = {value for _, expression in ASKED for value in re.findall(r'ending="(\w+)"', expression)}
    assert asked == {"turned_away", "lost", "timed_out", "given_up"}
    assert asked - {"given_up"} <= {str(each) for each in Ending}


def section(name: str) -> str:
    """What the runbook says of an alert."""
    found = re.search(rf"^### {name}\n(.*?)(?=^##)", RUNBOOK, re.MULTILINE | re.DOTALL)
    assert found, f"runbook.md has no section {name}"
    return found[1]


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: alert["alert"])
def test_every_alert_has_its_section(alert: dict[str, Any]) -> None:
    """The runbook says of each alert what is seen, why, and what to do; the alert says where."""
    text = section(alert["alert"])
    assert [part for part in PARTS if f"**{part}.**" not in text] == []
    assert alert["annotations"]["runbook"] == f"runbook.md#{alert['alert'].lower()}"
    assert alert["labels"]["severity"] in {"critical", "warning", "info"}


def test_the_runbook_tells_of_no_other_alert() -> None:
    """Every section of an alert belongs to one that there is."""
    told_of = set(re.findall(r"^### ((?:Umpire|Store)\w+)$", RUNBOOK, re.MULTILINE))
    assert told_of == {alert["alert"] for alert in ALERTS}
    assert len(ALERTS) == len({alert["alert"] for alert in ALERTS})


def test_panels_lie_beside_each_other() -> None:
    """The dashboard has each panel once, and none covers another."""
    places = [(each["gridPos"]["x"], each["gridPos"]["y"]) for each in DASHBOARD["panels"]]
    assert len(set(places)) == len(places) == len({each["id"] for each in DASHBOARD["panels"]})
