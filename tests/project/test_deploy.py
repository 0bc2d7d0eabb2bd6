"""Images and manifests name programs, variables and files that exist."""

import re
from importlib.util import find_spec
from typing import Any

import yaml

from config.processes.worker import POOLS
from tests.support.server import ROOT

DEPLOY = ROOT / "deploy"
MODULE = re.compile(r"config\.processes\.\w+")
VARIABLE = re.compile(r"`([A-Z][A-Z_]+)`")


def manifests() -> list[Any]:
    """Every object of the Kubernetes manifests, as the kustomization lists their files."""
    base = DEPLOY / "kubernetes"
    listed = yaml.safe_load((base / "kustomization.yaml").read_text())["resources"]
    assert {*listed} | {"kustomization.yaml"} == {path.name for path in base.iterdir()}
    return [one for name in listed for one in yaml.safe_load_all((base / name).read_text())]


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def own_services() -> dict[str, Any]:
    """The services of compose.yaml that run our image."""
    return {name: one for name, one in compose()["services"].items() if "gobelet" in one["image"]}


def pods() -> dict[str, Any]:
    """The pod of each Deployment and Job."""
    return {
        one["metadata"]["name"].removeprefix("gobelet-"): one["spec"]["template"]["spec"]
        for one in manifests()
        if one["kind"] in ("Deployment", "Job")
    }


def test_compose_and_kubernetes_run_the_same_programs_that_exist() -> None:
    # Compose writes $ as $$.
    run = {
        name: " ".join(one["command"]).replace("$$", "$") for name, one in own_services().items()
    }
    pod_commands = {name: " ".join(pod["containers"][0]["command"]) for name, pod in pods().items()}
    assert run == pod_commands
    assert set(run) == {"migrate", "web", "worker", "bots", "outgoing", "beat", "mail"}
    for command in run.values():
        for module in MODULE.findall(command):
            assert find_spec(module), module


def test_a_worker_of_every_queue_is_deployed_everywhere() -> None:
    units = [path.read_text() for path in (ROOT / "docs" / "systemd").glob("*.service")]
    composed = [" ".join(service["command"]) for service in own_services().values()]
    for queue in POOLS:
        program = f"config.processes.worker {queue} "
        assert any(program in unit for unit in units), queue
        assert any(program in command for command in composed), queue


def test_the_proxy_finds_every_web_process_by_its_service() -> None:
    (upstream,) = re.findall(r"dynamic a (\S+) (\d+)", (DEPLOY / "Caddyfile").read_text())
    service, port = upstream
    assert service in own_services()
    assert f"EXPOSE {port}\n" in (DEPLOY / "Containerfile").read_text()


def test_every_variable_is_documented() -> None:
    known = set(VARIABLE.findall((ROOT / "docs" / "operate.md").read_text()))
    containerfile = (DEPLOY / "Containerfile").read_text()
    (built,) = re.findall(r"^ENV (.*)$", containerfile, re.M)
    named = {part.partition("=")[0] for part in built.split()} - {"PATH", "CELERY_SKIP_CHECKS"}
    for service in own_services().values():
        named |= set(service["environment"])
    for one in manifests():
        named |= set(one.get("data", {})) if one["kind"] == "ConfigMap" else set()
    assert named - known == set()


def test_containers_have_no_rights_and_write_only_to_memory() -> None:
    for service in own_services().values():
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert service["tmpfs"] == ["/tmp", "/data:uid=10001,gid=10001,mode=700"]
    for pod in pods().values():
        assert pod["securityContext"]["runAsNonRoot"]
        (container,) = pod["containers"]
        assert container["securityContext"]["readOnlyRootFilesystem"]
        assert not container["securityContext"]["allowPrivilegeEscalation"]
        mounts = {mount["mountPath"] for mount in container["volumeMounts"]}
        assert mounts == {"/tmp", "/data"}


def test_selectors_find_pods() -> None:
    labels = [
        one["spec"]["template"]["metadata"]["labels"]
        for one in manifests()
        if one["kind"] == "Deployment"
    ]
    for one in manifests():
        if one["kind"] in ("Service", "PodDisruptionBudget"):
            selector = one["spec"]["selector"]
            assert selector.get("matchLabels", selector) in labels
        if one["kind"] == "HorizontalPodAutoscaler":
            assert one["spec"]["scaleTargetRef"]["name"].removeprefix("gobelet-") in pods()


def test_the_image_copies_what_the_server_needs() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    allowed = (DEPLOY / "Containerfile.containerignore").read_text().splitlines()
    copied = [
        name for line in re.findall(r"^COPY (?!--)(.*)$", text, re.M) for name in line.split()[:-1]
    ]
    assert {f"!{name}" for name in copied} == {line for line in allowed if line[:1] == "!"}
    assert all((ROOT / name).exists() for name in copied)
