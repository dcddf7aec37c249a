"""The manifests are what Kubernetes takes, and give nothing more rights or more network than it needs."""

import re
import subprocess
import tomllib
from importlib import import_module
from typing import Any, Final

import pytest
import yaml

from service.settings.access.allowances import Allowance
from service.store.client.address import Address
from service.store.private.server import program_found
from tests.architecture.source import ROOT
from tests.deploy.kustomize import Object, containers_of, pod_of, rendered

OVERLAYS: Final = ROOT / "deploy" / "kubernetes" / "overlays"
ENTRANCE: Final = ROOT / "deploy" / "kubernetes" / "entrance"
KUBERNETES: Final = "1.37"
NAMES: Final = sorted(each.name for each in OVERLAYS.iterdir())
VERSION: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
DIGEST: Final = re.compile(r"[a-z/]+:[\w.-]+@sha256:[0-9a-f]{64}")
PROBES: Final = ("startupProbe", "livenessProbe", "readinessProbe")


@pytest.fixture(scope="module")
def kubernetes() -> Any:
    """What knows the forms of Kubernetes; it has no types, and its import takes seconds."""
    return import_module("kubernetes_validate")


@pytest.fixture(scope="module", params=NAMES)
def objects(request: pytest.FixtureRequest) -> list[Object]:
    """The objects of one overlay."""
    return rendered(OVERLAYS / request.param)


def of_kind(objects: list[Object], kind: str) -> dict[str, Object]:
    """The objects of a kind by name."""
    return {each["metadata"]["name"]: each for each in objects if each["kind"] == kind}


def address_in(objects: list[Object]) -> str:
    """The address of the store that the service is given."""
    (container,) = containers_of(of_kind(objects, "Deployment")["umpire-service"])
    environment = {each["name"]: each for each in container["env"]}
    names = [each["name"] for each in container["env"]]
    assert names.index("STORE_PASSWORD") < names.index("UMPIRE_REDIS_URL")  # it is named in it
    address: str = environment["UMPIRE_REDIS_URL"]["value"]
    return address


def test_there_is_an_overlay_with_workers_of_dask_and_one_without() -> None:
    """Both have one store, whose address the service reads."""
    assert NAMES == ["dask", "single"]
    told = [Address.of(address_in(rendered(OVERLAYS / name))) for name in NAMES]
    assert [(each.nodes, each.sentinels, each.replicas) for each in told] == [((), None, 0)] * 2


def test_kubernetes_takes_them(objects: list[Object], kubernetes: Any) -> None:
    """Every object has the form of its kind, with no field that Kubernetes does not know."""
    for each in objects:
        kubernetes.validate(each, KUBERNETES, strict=True)


def test_this_test_sees_mistakes(kubernetes: Any) -> None:
    """A field that is misspelt, and a value of another type, are found."""
    for wrong in ({"replicaz": 1}, {"replicas": "many"}):
        (deployment, *_) = of_kind(rendered(OVERLAYS / "single"), "Deployment").values()
        deployment["spec"] |= wrong
        with pytest.raises(kubernetes.ValidationError):
            kubernetes.validate(deployment, KUBERNETES, strict=True)


def test_no_container_has_rights_that_it_does_not_need(objects: list[Object]) -> None:
    """No container is root, writes to its image, gains privileges or has capabilities; all have limits."""
    pods = [pod for pod in map(pod_of, objects) if pod is not None]
    assert len(pods) >= 2
    for pod in pods:
        own = pod["securityContext"]
        assert (own["runAsNonRoot"], own["seccompProfile"]) == (True, {"type": "RuntimeDefault"})
        assert own["runAsUser"] >= 1
        assert pod["automountServiceAccountToken"] is False
        for container in pod["containers"]:
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }
            assert set(container["resources"]) == {"requests", "limits"}
            assert all(set(each) == {"cpu", "memory"} for each in container["resources"].values())


def test_whatever_runs_on_is_asked_how_it_is(objects: list[Object]) -> None:
    """Everything but a job has three probes; the service is restarted only if it does not live."""
    for each in objects:
        if each["kind"] in {"Deployment", "StatefulSet"}:
            assert [container["name"] for container in containers_of(each) if not set(PROBES) <= set(container)] == []
    (service,) = containers_of(of_kind(objects, "Deployment")["umpire-service"])
    paths = [service[probe]["httpGet"]["path"] for probe in PROBES]
    assert paths == ["/livez", "/livez", "/readyz"]


def test_images_are_named_exactly(objects: list[Object]) -> None:
    """Our own image has the version of the project, every other one a digest."""
    images = {container["image"] for each in objects for container in containers_of(each)}
    assert f"umpire:{VERSION}" in images
    assert [each for each in images - {f"umpire:{VERSION}"} if not DIGEST.fullmatch(each)] == []


def test_the_store_is_the_one_that_is_embedded() -> None:
    """The composition and the overlays have the version of the store that the service starts itself, as tests do."""
    told = subprocess.run([program_found(), "--version"], capture_output=True, text=True, check=True).stdout
    (embedded,) = re.findall(r"v=([\d.]+)", told)
    files = [ROOT / "deploy" / "compose.yaml", *OVERLAYS.glob("*/store.yaml")]
    named = [version for file in files for version in re.findall(r"image: valkey/valkey:([\d.]+)-", file.read_text())]
    assert len(named) >= len(files)
    assert set(named) == {embedded}


def test_what_is_named_is_there(objects: list[Object]) -> None:
    """Autoscalers, budgets, policies and services find what they name, and addresses lead to services."""
    pods = [each["spec"]["template"]["metadata"]["labels"] for each in objects if pod_of(each) is not None]
    workloads = {(each["kind"], each["metadata"]["name"]) for each in objects}
    for each in of_kind(objects, "HorizontalPodAutoscaler").values():
        target = each["spec"]["scaleTargetRef"]
        assert (target["kind"], target["name"]) in workloads
    selectors: list[dict[str, str]] = []
    for kind, way in (("PodDisruptionBudget", "selector"), ("NetworkPolicy", "podSelector")):
        selectors += [each["spec"][way].get("matchLabels", {}) for each in of_kind(objects, kind).values()]
    selectors += [each["spec"]["selector"] for each in of_kind(objects, "Service").values()]
    assert [each for each in selectors if not any(each.items() <= labels.items() for labels in pods)] == []
    hosts = re.findall(r"@?([\w-]+(?:\.[\w-]+)?):\d+", address_in(objects).split("@")[1])
    assert {host.split(".")[-1] for host in hosts} <= of_kind(objects, "Service").keys()


def test_the_autoscaler_alone_says_how_many_there_are(objects: list[Object]) -> None:
    """What an autoscaler scales has no number of its own, which would undo the autoscaler's when applied again."""
    scaled = {each["spec"]["scaleTargetRef"]["name"] for each in of_kind(objects, "HorizontalPodAutoscaler").values()}
    assert scaled
    deployments = of_kind(objects, "Deployment")
    assert [name for name in scaled if "replicas" in deployments[name]["spec"]] == []
    assert [name for name in deployments.keys() - scaled if "replicas" not in deployments[name]["spec"]] == []


def test_there_are_two_ways_in(kubernetes: Any) -> None:
    """A route of a Gateway and an Ingress lead to the service under one host; neither is of one controller alone."""
    (service,) = of_kind(rendered(OVERLAYS / "single"), "Service").keys() & {"umpire"}
    ports = of_kind(rendered(OVERLAYS / "single"), "Service")[service]["spec"]["ports"]
    route, ingress = (
        yaml.load((ENTRANCE / name).read_bytes(), Loader=yaml.CSafeLoader) for name in ("gateway.yaml", "ingress.yaml")
    )
    kubernetes.validate(ingress, KUBERNETES, strict=True)
    for each in (route, ingress):
        assert set(each["metadata"]) == {"name", "namespace", "labels"}
    assert (route["apiVersion"], route["kind"]) == ("gateway.networking.k8s.io/v1", "HTTPRoute")
    (rule,) = route["spec"]["rules"]
    assert rule["backendRefs"] == [{"name": service, "port": ports[0]["port"]}]
    assert rule["timeouts"] == {"request": "0s", "backendRequest": "0s"}
    (host,) = ingress["spec"]["rules"]
    assert route["spec"]["hostnames"] == [host["host"]]
    (path,) = host["http"]["paths"]
    assert path["backend"]["service"] == {"name": service, "port": {"name": ports[0]["name"]}}


def test_campaigns_are_played_by_the_service_unless_there_is_a_scheduler(objects: list[Object]) -> None:
    """Only the overlay with Dask has a scheduler, which only the service and workers reach: it can run code."""
    (container,) = containers_of(of_kind(objects, "Deployment")["umpire-service"])
    told = {each["name"]: each.get("value") for each in container["env"]}
    policies = of_kind(objects, "NetworkPolicy")
    if "umpire-scheduler" not in of_kind(objects, "Deployment"):
        assert ("UMPIRE_DASK" in told, told["UMPIRE_CAMPAIGN_PROCESSES"]) == (False, "1")
        assert not policies.keys() & {"umpire-scheduler", "umpire-worker"}
        return
    assert (told["UMPIRE_DASK"], "UMPIRE_CAMPAIGN_PROCESSES" in told) == ("tcp://umpire-scheduler:8786", False)
    (rule,) = policies["umpire-scheduler"]["spec"]["ingress"]
    assert [each["podSelector"]["matchLabels"]["part"] for each in rule["from"]] == ["service", "worker"]


def test_only_the_service_reaches_the_store(objects: list[Object]) -> None:
    """Nothing else may speak unless a rule says so."""
    policies = of_kind(objects, "NetworkPolicy")
    assert policies["umpire-nothing"]["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    (rule,) = policies["umpire-store"]["spec"]["ingress"]
    assert [each["podSelector"]["matchLabels"]["part"] for each in rule["from"]] == ["service", "store"]


def test_a_stopping_instance_has_the_time_it_needs(objects: list[Object]) -> None:
    """The time to end is longer than draining and finishing together."""
    deployment = of_kind(objects, "Deployment")["umpire-service"]
    (container,) = containers_of(deployment)
    drain = next(float(each["value"]) for each in container["env"] if each["name"] == "UMPIRE_DRAIN_SECONDS")
    probe = container["readinessProbe"]
    assert drain > probe["periodSeconds"] * probe["failureThreshold"]
    assert deployment["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] > drain + 10
    assert deployment["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0


def test_only_the_proxy_is_believed_and_requests_are_limited(objects: list[Object]) -> None:
    """The believed network has to be named; only the proxy's namespace reaches the service; requests are limited."""
    (container,) = containers_of(of_kind(objects, "Deployment")["umpire-service"])
    told = {each["name"]: each.get("value") or each["valueFrom"] for each in container["env"]}
    assert told["UMPIRE_TRUSTED_PROXIES"] == {"configMapKeyRef": {"name": "umpire-proxy", "key": "network"}}
    assert Allowance.of(told["UMPIRE_RATE_LIMIT"]) is not None
    sources = [
        source
        for rule in of_kind(objects, "NetworkPolicy")["umpire-service"]["spec"]["ingress"]
        if 8000 in {port["port"] for port in rule["ports"]}
        for source in rule["from"]
    ]
    assert sources == [{"namespaceSelector": {"matchLabels": {"umpire.proxy": "true"}}}]
