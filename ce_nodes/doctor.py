"""./ce doctor: examines this installation, and says how to mend what is wrong."""

import contextlib
import fcntl
import importlib
import importlib.util
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Literal

ROOT = Path(__file__).resolve().parents[1]
HEARING_TIMEOUT = 10.0  # [s] for discovery and the first message


@dataclass(frozen=True)
class Finding:
    """One line of the report; `mend` says what to do, where there is something to do."""

    what: str
    state: Literal["ok", "note", "problem"]
    detail: str
    mend: str = ""


def examine() -> int:
    """Print every finding as soon as it is known; return 1 if there is a problem."""
    problems = 0
    for check in CHECKS:
        for finding in check():
            problems += finding.state == "problem"
            print(format_finding(finding), flush=True)
    print(f"\n{problems} problem{'' if problems == 1 else 's'}" if problems else "\nall is well")
    return int(problems > 0)


def format_finding(finding: Finding) -> str:
    line = f"{finding.state:<8}{finding.what:<20}{finding.detail}"
    return f"{line}\n{'':<28}-> {finding.mend}" if finding.mend else line


def check_python() -> Iterable[Finding]:
    detail = f"{sys.version.split()[0]} in {sys.prefix}"
    if (3, 11) <= sys.version_info < (3, 14):
        yield Finding("Python", "ok", detail)
    else:
        yield Finding(
            "Python", "problem", detail, "use Python 3.11, 3.12 or 3.13: delete .venv, start ./ce with it"
        )


def check_compiler(environment: Mapping[str, str] = os.environ) -> Iterable[Finding]:
    path = environment.get("PATH", "")
    for what, variable, default in (("C compiler", "CC", "cc"), ("C++ compiler", "CXX", "c++")):
        name = environment.get(variable, default).split()[0]
        found = shutil.which(name, path=path)
        if found:
            yield Finding(what, "ok", found)
        else:
            mend = "only needed when msg/ or srv/ change (Debian, Ubuntu: sudo apt install build-essential)"
            yield Finding(what, "note", f"{name} not found", mend)


def check_packages() -> Iterable[Finding]:
    lock = (Path(sys.prefix) / "requirements.txt").read_text(encoding="utf-8")
    wrong = list(wrong_packages(lock))
    if wrong:
        yield Finding(
            "packages", "problem", "; ".join(wrong), "delete .venv/stamps.json and start ./ce again"
        )
    else:
        yield Finding("packages", "ok", f"as in requirements.lock ({lock.count('==')} pins)")


def wrong_packages(lock: str) -> Iterable[str]:
    """Name the packages of a lock that apply here and are missing or of another version."""
    from packaging.requirements import Requirement

    for line in re.findall(r"^\w[^\\\n]*", lock, re.MULTILINE):
        requirement = Requirement(line)
        if requirement.marker and not requirement.marker.evaluate():
            continue
        try:
            installed = version(requirement.name)
        except PackageNotFoundError:
            yield f"{requirement.name} is missing"
        else:
            if installed not in requirement.specifier:
                yield f"{requirement.name} is {installed}, not {str(requirement.specifier).lstrip('=')}"


def check_setup() -> Iterable[Finding]:
    command = load_ce()
    ros = command.sourced_ros(os.environ, sys.path)
    late = [step.name for step in command.due(command.steps(ros, dict(os.environ)))]
    if late:
        yield Finding("set-up", "problem", f"due: {', '.join(late)}", "start ./ce again")
    else:
        yield Finding("set-up", "ok", "every step is current")


def load_ce() -> ModuleType:
    """Import the ./ce file, which has no .py at its end."""
    loader = SourceFileLoader("ce_command", str(ROOT / "ce"))
    specification = importlib.util.spec_from_loader("ce_command", loader)
    assert specification is not None
    module = importlib.util.module_from_spec(specification)
    loader.exec_module(module)
    return module


def check_interfaces(root: Path = ROOT) -> Iterable[Finding]:
    missing = list(missing_interfaces(root))
    if missing:
        mend = "delete .venv/build and .venv/stamps.json, then start ./ce again"
        yield Finding("ROS messages", "problem", f"cannot be imported: {', '.join(missing)}", mend)
    else:
        count = len([*root.glob("msg/*.msg"), *root.glob("srv/*.srv")])
        yield Finding("ROS messages", "ok", f"{count} in msg/ and srv/, all built and importable")


def missing_interfaces(root: Path) -> Iterable[str]:
    """Name the files in msg/ and srv/ for which there is no working Python class."""
    for path in sorted([*root.glob("msg/*.msg"), *root.glob("srv/*.srv")]):
        kind = path.parent.name
        try:
            interface = getattr(importlib.import_module(f"consequence_engine.{kind}"), path.stem)
            interface.__import_type_support__() if kind == "msg" else interface.Request()
        except Exception:  # a broken extension module can raise anything
            yield f"{kind}/{path.name}"


def check_ros(environment: Mapping[str, str] = os.environ) -> Iterable[Finding]:
    try:
        import rclpy
        from rclpy.utilities import get_rmw_implementation_identifier

        middleware = get_rmw_implementation_identifier()
    except Exception as error:  # rclpy loads shared libraries: anything can go wrong
        wanted = environment.get("RMW_IMPLEMENTATION")
        mend = "unset RMW_IMPLEMENTATION" if wanted else "delete .venv and start ./ce again"
        yield Finding("ROS 2", "problem", f"rclpy does not load: {error}", mend)
        return
    sourced = environment.get("ROS_DISTRO")
    source = f"{sourced}, sourced" if sourced else "jazzy, from wheels"
    yield Finding("ROS 2", "ok", f"{source}: {Path(rclpy.__file__).parent}")
    yield Finding("middleware", "ok", middleware)


def check_domain(environment: Mapping[str, str] = os.environ) -> Iterable[Finding]:
    """Fast DDS derives its UDP ports from the domain; above 101 they meet the ephemeral ports of Linux."""
    domain = environment.get("ROS_DOMAIN_ID") or "0"
    reach = environment.get("ROS_AUTOMATIC_DISCOVERY_RANGE") or "SUBNET"
    detail = f"ROS_DOMAIN_ID {domain}, discovery range {reach}"
    if not domain.isdecimal() or int(domain) > 232:
        yield Finding("domain", "problem", detail, "export ROS_DOMAIN_ID as a whole number from 0 to 101")
    elif int(domain) > 101:
        yield Finding("domain", "note", detail, "0 to 101 is safe; above, ports may already be taken")
    elif reach == "SUBNET":
        mend = "export ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST to stay on this machine"
        yield Finding("domain", "note", f"{detail}: nodes on the local network are heard too", mend)
    else:
        yield Finding("domain", "ok", detail)


def check_loopback() -> Iterable[Finding]:
    """Send a datagram to ourselves, as discovery does."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
            receiver.bind(("127.0.0.1", 0))
            receiver.settimeout(2.0)
            receiver.sendto(b"ce", receiver.getsockname())
            receiver.recv(2)
    except OSError as error:
        mend = "bring it up (sudo ip link set lo up) and let the firewall pass UDP on lo"
        yield Finding("loopback", "problem", f"no UDP on 127.0.0.1: {error}", mend)
    else:
        yield Finding("loopback", "ok", "UDP passes on 127.0.0.1")


def check_shared_memory(folder: Path = Path("/dev/shm")) -> Iterable[Finding]:
    """Fast DDS leaves files behind where a process was killed; they cost memory and noise, not messages."""
    stale = stale_segments(folder)
    if not os.access(folder, os.W_OK):
        mend = "export FASTDDS_BUILTIN_TRANSPORTS=UDPv4"
        yield Finding("shared memory", "note", f"{folder} cannot be written", mend)
    elif stale:
        mend = f"when no node runs: rm -f {folder}/*fastrtps_*"
        yield Finding("shared memory", "note", f"{len(stale)} segments left by killed nodes", mend)
    else:
        yield Finding("shared memory", "ok", f"nothing stale in {folder}")


def stale_segments(folder: Path) -> list[str]:
    """Name the Fast DDS segments and ports whose lock file (ending in _el) no living process holds."""
    stale = []
    for lock in sorted(folder.glob("fastrtps_*_el")):
        with contextlib.suppress(OSError), lock.open() as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            stale.append(lock.name.removesuffix("_el"))
    return stale


def check_hearing() -> Iterable[Finding]:
    mend = "check the firewall and the discovery range, or try: export FASTDDS_BUILTIN_TRANSPORTS=UDPv4"
    try:
        delay = hear_another_process()
    except Exception as error:  # the report must go on
        yield Finding("two processes", "problem", f"could not be tried: {error}", mend)
        return
    if delay is None:
        detail = f"nothing heard within {HEARING_TIMEOUT:.0f} s"
        yield Finding("two processes", "problem", detail, mend)
    else:
        yield Finding("two processes", "ok", f"hear each other; the first message took {delay:.1f} s")


SPEAKER = """
import sys
import rclpy
from std_msgs.msg import Empty

rclpy.init()
node = rclpy.create_node("doctor_speaker")
publisher = node.create_publisher(Empty, sys.argv[1], 1)
node.create_timer(0.05, lambda: publisher.publish(Empty()))
rclpy.spin(node)
"""


def hear_another_process(timeout: float = HEARING_TIMEOUT) -> float | None:
    """Let a second process publish on a private topic; return the time to its first message [s], or None."""
    import rclpy
    from rclpy.executors import SingleThreadedExecutor
    from std_msgs.msg import Empty

    topic = f"/doctor_{secrets.token_hex(4)}"
    heard: list[float] = []
    started = time.monotonic()
    speaker = subprocess.Popen([sys.executable, "-c", SPEAKER, topic], stderr=subprocess.DEVNULL)
    context = rclpy.Context()
    try:
        rclpy.init(context=context)
        node = rclpy.create_node("doctor_listener", context=context)
        node.create_subscription(Empty, topic, lambda _: heard.append(time.monotonic()), 1)
        executor = SingleThreadedExecutor(context=context)
        executor.add_node(node)
        while not heard and time.monotonic() - started < timeout:
            executor.spin_once(timeout_sec=0.1)
    finally:
        context.try_shutdown()
        speaker.terminate()
        try:
            speaker.wait(timeout=2.0)
        except subprocess.TimeoutExpired:
            speaker.kill()
            speaker.wait()
    return heard[0] - started if heard else None


def check_launch() -> Iterable[Finding]:
    if importlib.util.find_spec("launch_ros"):
        yield Finding("launch", "ok", "launch_ros")
    else:
        yield Finding("launch", "ok", "our own runner (launch_ros is not installed)")


def check_browser() -> Iterable[Finding]:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found:
        yield Finding("browser", "ok", found)
    else:
        yield Finding("browser", "note", "no Chromium: the dashboard's browser test is skipped")


CHECKS: tuple[Callable[[], Iterable[Finding]], ...] = (
    check_python,
    check_compiler,
    check_packages,
    check_setup,
    check_ros,
    check_interfaces,
    check_domain,
    check_loopback,
    check_shared_memory,
    check_hearing,
    check_launch,
    check_browser,
)
