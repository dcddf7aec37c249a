"""Alerts and the dashboard ask for what the service tells, and each alert has its section in the runbook."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any, Final

import orjson
import promql_parser
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from service.api.middleware.metrics import Meters
from service.app import create_app, registry
from service.operations.work.process import Ending
from tests.architecture.source import ROOT
from tests.patience import PATIENCE

FOLDER: Final = ROOT / "deploy" / "monitoring"
RUNBOOK: Final = (ROOT / "deploy" / "runbook.md").read_text(encoding="utf-8")
ALERTS: Final = [
    rule
    for group in yaml.load((FOLDER / "alerts.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)["groups"]
    for rule in group["rules"]
]
DASHBOARD: Final = orjson.loads((FOLDER / "dashboard.json").read_bytes())
ASKED: Final = [
    *((alert["alert"], alert["expr"]) for alert in ALERTS),
    *((panel["title"], target["expr"]) for panel in DASHBOARD["panels"] for target in panel["targets"]),
    *((each["name"], each["expr"]) for each in DASHBOARD["annotations"]["list"]),
]
OF_OTHERS: Final = {"up", "ALERTS"}
"""What Prometheus itself tells."""
ADDED: Final = {"job", "instance", "alertstate", "alertname"}
"""Labels that Prometheus adds."""
VARIABLES: Final = {"$__rate_interval": "5m", "$instance": ".*"}
TRIED: Final = yaml.load((FOLDER / "alerts.test.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)["tests"]
PROMTOOL: Final = shutil.which("promtool")
"""What carries out the unit tests of alerts; Debian has it in its package prometheus."""
PARTS: Final = ("Symptom", "Cause", "Action")


def told() -> dict[str, set[str]]:
    """The labels of every metric that a service tells which has done everything once."""
    meters = Meters()
    meters.requests.begin()
    meters.requests.end("dice/roll", 200, 0.1)
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


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: alert["alert"])
def test_every_alert_is_tried(alert: dict[str, Any]) -> None:
    """The unit tests of alerts have a moment at which each fires, and one at which it does not."""
    tried = [each for test in TRIED for each in test["alert_rule_test"] if each["alertname"] == alert["alert"]]
    assert {bool(each.get("exp_alerts")) for each in tried} == {True, False}
    series = " ".join(each["series"] for test in TRIED for each in test["input_series"])
    assert [each.name for each in selectors_in(alert["expr"]) if each.name not in series] == []


@pytest.mark.parametrize("known", [{"promtool": PROMTOOL}], ids=["promtool" if PROMTOOL else "no promtool here"])
def test_alerts_fire_when_they_should(known: dict[str, str | None]) -> None:
    """Prometheus' tool takes the alerts, and their unit tests hold; the test's id says if the tool is not here."""
    for words in ([], ["check", "rules", "alerts.yaml"], ["test", "rules", "alerts.test.yaml"]):
        if known["promtool"] and words:
            run = [known["promtool"], *words]
            done = subprocess.run(run, cwd=FOLDER, capture_output=True, text=True, timeout=PATIENCE, check=False)
            assert done.returncode == 0, done.stdout + done.stderr


def test_failures_are_told_before_they_happen() -> None:
    """What an alert asks for by `increase` is zero at the start, for every operation: else the first is not seen."""
    meters = Meters()
    meters.begin(operation.name for operation in registry())
    told = {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(meters.exposition().decode())
        for sample in family.samples
    }
    names = {operation.name for operation in registry()} | {"graphql", "other", "readyz", "keys"}
    for name in names:
        assert told["umpire_requests_total", ("operation", name), ("status", "500")] == 0
        for ending in ("lost", "timed_out", "turned_away"):
            assert told["umpire_work_total", ("ending", ending), ("operation", name)] == 0
    assert told["umpire_requests_total", ("operation", "readyz"), ("status", "503")] == 0
    assert told["umpire_webhook_deliveries_total", ("ending", "given_up")] == 0


def test_a_service_begins_with_them() -> None:
    """The metrics of a service that has answered nothing have them already."""
    with TestClient(create_app()) as client:
        told = client.get("/metrics").text
    assert 'umpire_requests_total{operation="batch",status="500"} 0.0' in told
    assert 'umpire_work_total{ending="lost",operation="tactical/resolve-skirmish/odds"} 0.0' in told


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
