"""The part of kustomize that the manifests use: resources, a namespace, images, and patches that add.

Anything else in a kustomization is refused, so that what is checked is what `kubectl apply -k` would send.
"""

import copy
from pathlib import Path
from typing import Any, Final

import yaml

KNOWN: Final = {"apiVersion", "kind", "namespace", "resources", "images", "patches"}
OF_NO_NAMESPACE: Final = {"Namespace"}
Object = dict[str, Any]


def rendered(folder: Path) -> list[Object]:
    """Return the objects of a kustomization."""
    told = yaml.load((folder / "kustomization.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    assert set(told) <= KNOWN, f"{folder}: {set(told) - KNOWN}"
    objects: list[Object] = []
    for name in told["resources"]:
        place = folder / name
        if place.is_dir():
            objects += rendered(place)
        else:
            objects += list(yaml.safe_load_all(place.read_text(encoding="utf-8")))
    for each in objects:
        if "namespace" in told and each["kind"] not in OF_NO_NAMESPACE:
            each["metadata"]["namespace"] = told["namespace"]
        for container in containers_of(each):
            container["image"] = _image(container["image"], told.get("images", []))
    for patch in told.get("patches", []):
        _patch(objects, patch)
    return objects


def pod_of(each: Object) -> Object | None:
    """Return the description of the pods of an object, if it has any."""
    template = each.get("spec", {}).get("template")
    return template["spec"] if template and each["kind"] != "HorizontalPodAutoscaler" else None


def containers_of(each: Object) -> list[Object]:
    """Return the containers of an object's pods."""
    pod = pod_of(each)
    return [] if pod is None else [*pod.get("initContainers", []), *pod["containers"]]


def _image(image: str, images: list[dict[str, str]]) -> str:
    for each in images:
        assert set(each) == {"name", "newTag"}
        if image == each["name"]:
            return f"{image}:{each['newTag']}"
    return image


def _patch(objects: list[Object], patch: dict[str, Any]) -> None:
    """Carry out the operations of a patch (RFC 6902): `test`, `replace`, and `add` to the end of a list."""
    targets = [
        each
        for each in objects
        if (each["kind"], each["metadata"]["name"]) == (patch["target"]["kind"], patch["target"]["name"])
    ]
    assert len(targets) == 1, patch["target"]
    for operation in yaml.load(patch["patch"], Loader=yaml.CSafeLoader):
        *way, last = operation["path"].strip("/").split("/")
        place: Any = targets[0]
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        _carry_out(operation["op"], place, last, copy.deepcopy(operation["value"]))


def _carry_out(operation: str, place: Any, last: str, value: Any) -> None:
    key: Any = int(last) if isinstance(place, list) and last != "-" else last
    match operation:
        case "test":
            assert place[key] == value
        case "replace":
            place[key] = value
        case _:
            assert (operation, last) == ("add", "-")
            place.append(value)
