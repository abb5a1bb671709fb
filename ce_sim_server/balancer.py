"""Spreads a batch over simulation servers by outstanding work; what one does not give, another does.

Knows nothing of ROS: a server is anything that is asked for trajectories and answers later.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Protocol

from annotated_types import Gt, Unit
from typing_extensions import Doc

from ce_core.internal_model.simulator.simulator import (
    SimRequest,
    SimulationError,
    Simulator,
    Trajectory,
)


@dataclass(frozen=True)
class BalancerConfig:
    """When a server has had its time."""

    patience: Annotated[
        float,
        Unit("s"),
        Gt(0.0),
        Doc("A server's share is asked of another one when it comes this much later than expected."),
    ] = 0.2
    give_up: Annotated[
        float, Unit("s"), Gt(0.0), Doc("A share that has not come by then is not waited for any more.")
    ] = 5.0
    longest_break: Annotated[
        float, Unit("s"), Gt(0.0), Doc("A server that gave nothing is tried again after this long at most.")
    ] = 30.0


class Call(Protocol):
    """What was asked of a server."""

    def answer(self) -> list[Trajectory] | None:
        """Return the trajectories, or None while they are not there.

        Raises SimulationError for a wrong request, ConnectionError if this server cannot answer it.
        """

    def forget(self) -> None:
        """Do not expect an answer any more."""


class Server(Protocol):
    """Somebody who simulates somewhere else."""

    def ready(self) -> bool:
        """Tell whether it can be reached."""

    def ask(self, requests: Sequence[SimRequest], wake: Callable[[], None]) -> Call:
        """Send requests; call `wake` from any thread when there is an answer."""


@dataclass(eq=False)
class _Share:
    """A part of a batch that one server owes."""

    batch: int
    """Number of the batch it belongs to."""
    server: _Known
    indices: list[int]
    call: Call
    work: float
    asked: float
    """When [s, monotonic]."""
    due: float
    """From when on it is late [s, monotonic]."""
    late: bool = False


@dataclass(eq=False)
class _Known:
    """What is known of one server."""

    name: str
    server: Server
    pace: float = 0.0
    """Seconds for a unit of work, smoothed; 0: not known yet."""
    owed: list[_Share] = field(default_factory=list)
    failures: int = 0
    """In a row."""
    back_at: float = 0.0
    """Not asked before [s, monotonic]."""

    def usable(self, now: float) -> bool:
        """Tell whether it can be asked: there, not on a break, and not late with anything."""
        return now >= self.back_at and not any(s.late for s in self.owed) and self.server.ready()

    def finish(self, work: float, pace: float) -> float:
        """Return how long it would need for this and what it owes [s]."""
        return (sum(s.work for s in self.owed) + work) * (self.pace or pace)


class Balancer:
    """A Simulator made of servers, and of one in process for when they fail."""

    def __init__(
        self,
        servers: dict[str, Server],
        config: BalancerConfig | None = None,
        *,
        in_process: Callable[[], Simulator],
        report: Callable[[str], None] = lambda text: None,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Ask these servers; `in_process` makes the last resort. `check` may raise to end a wait."""
        self.config = config or BalancerConfig()
        self.resent = 0
        """Requests that were asked of somebody else than at first."""
        self.simulated_here = 0
        """Requests that no server answered."""
        self._known = [_Known(name, server) for name, server in servers.items()]
        self._make = in_process
        self._here: Simulator | None = None
        self._making = threading.Lock()
        self._report, self._check = report, check
        self._news = threading.Event()
        self._batch = 0
        self._orphans: set[int] = set()
        """Requests of this batch that nobody is expected to answer in time."""

    def missing(self) -> list[str]:
        """Return the servers that cannot be reached now."""
        return [known.name for known in self._known if not known.server.ready()]

    def prepare(self) -> None:
        """Make the simulator in process, so that it is there the moment it is needed."""
        with self._making:
            if self._here is None:
                self._here = self._make()
        self._news.set()

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        """Simulate every request, in order."""
        self._batch += 1
        answers: dict[int, Trajectory] = {}
        self._orphans.clear()
        for known in self._known:
            for share in known.owed:
                share.late = True  # of an earlier batch, which somebody else has finished
        self._collect_late(answers)
        shares = self._send(list(range(len(requests))), requests)
        while len(answers) < len(requests):
            self._news.clear()
            for share in [s for s in shares if not s.late]:
                if not self._take(share, answers) and self._is_late(share):
                    owed = [i for i in share.indices if i not in answers]
                    self.resent += len(owed)
                    shares += self._send(owed, requests)
            self._collect_late(answers)
            self._help_orphans(requests, answers)
            if len(answers) < len(requests):
                now = time.monotonic()
                patience = [max(s.due - now, 0.001) for s in shares if not s.late]
                self._news.wait(min([0.05, *patience]))
                self._check()
        return [answers[i] for i in range(len(requests))]

    def _send(self, indices: list[int], requests: Sequence[SimRequest]) -> list[_Share]:
        """Ask those who can be asked; with nobody there, the requests are orphans."""
        now = time.monotonic()
        usable = [known for known in self._known if known.usable(now)]
        if not usable:
            self._orphans.update(indices)
            return []
        shares = []
        for known, part in _divide(indices, requests, usable):
            work = sum(_work(requests[i]) for i in part)
            expected = known.finish(work, 0.0)
            call = known.server.ask([requests[i] for i in part], self._news.set)
            due = now + 2.0 * expected + self.config.patience
            share = _Share(self._batch, known, part, call, work, now, due)
            known.owed.append(share)
            shares.append(share)
        return shares

    def _help_orphans(self, requests: Sequence[SimRequest], answers: dict[int, Trajectory]) -> None:
        """Simulate here what nobody gives in time.

        While the simulator in process is still being made, an answer that comes late is sooner there.
        """
        indices = sorted(i for i in self._orphans if i not in answers)
        if not indices:
            return
        if self._here is None and any(s.batch == self._batch for k in self._known for s in k.owed):
            if not self._making.locked():
                threading.Thread(target=self.prepare, name="in_process_simulator", daemon=True).start()
            return
        if self._known:
            self._report("no simulation server can be asked: simulating in this process")
        self.prepare()
        assert self._here is not None
        self.simulated_here += len(indices)
        found = self._here.simulate([requests[i] for i in indices])
        answers.update(zip(indices, found, strict=True))

    def _take(self, share: _Share, answers: dict[int, Trajectory]) -> bool:
        """Take a share's answer if it is there; tell whether it is settled."""
        known = share.server
        if share not in known.owed:
            return not share.late
        try:
            found = share.call.answer()
        except ConnectionError as error:
            self._report(f"{known.name}: {error}")
            share.late = True
            known.owed.remove(share)
            self._send_on_a_break(known)
            return False
        except SimulationError:
            known.owed.remove(share)
            if share.batch == self._batch:
                raise
            return True
        if found is None:
            return False
        known.owed.remove(share)
        known.failures, known.back_at = 0, 0.0
        pace = (time.monotonic() - share.asked) / share.work
        known.pace = pace if known.pace == 0.0 else known.pace + 0.2 * (pace - known.pace)
        if share.batch == self._batch:
            for index, trajectory in zip(share.indices, found, strict=True):
                answers.setdefault(index, trajectory)
        return True

    def _is_late(self, share: _Share) -> bool:
        """Tell whether a share must be asked of somebody else, now."""
        now = time.monotonic()
        if not share.late and (now >= share.due or not share.server.server.ready()):
            self._report(f"{share.server.name} is late after {now - share.asked:.2f} s: asking somebody else")
            share.late = True
        return share.late

    def _collect_late(self, answers: dict[int, Trajectory]) -> None:
        """Take what came late, and give up what will not come."""
        now = time.monotonic()
        for known in self._known:
            for share in [s for s in known.owed if s.late]:
                if not self._take(share, answers) and share in known.owed:
                    if now - share.asked < self.config.give_up and known.server.ready():
                        continue
                    share.call.forget()
                    known.owed.remove(share)
                    self._send_on_a_break(known)

    def _send_on_a_break(self, known: _Known) -> None:
        """Leave a server alone for a while, longer each time."""
        known.failures += 1
        pause = min(float(2**known.failures), self.config.longest_break)
        known.back_at = time.monotonic() + pause


def _work(request: SimRequest) -> float:
    """Return how much a request costs: every robot looks at every other one in every step."""
    n = len(request.robots)
    return request.duration * n * (n + 4)


def _divide(
    indices: list[int], requests: Sequence[SimRequest], usable: list[_Known]
) -> list[tuple[_Known, list[int]]]:
    """Give the largest request first to whoever would have finished it first."""
    paces = [known.pace for known in usable if known.pace > 0.0]
    typical = sum(paces) / len(paces) if paces else 1e-6
    parts: list[list[int]] = [[] for _ in usable]
    loads = [0.0] * len(usable)
    for index in sorted(indices, key=lambda i: (-_work(requests[i]), i)):
        work = _work(requests[index])
        ends = [known.finish(load + work, typical) for known, load in zip(usable, loads, strict=True)]
        best = ends.index(min(ends))
        parts[best].append(index)
        loads[best] += work
    return [(known, sorted(part)) for known, part in zip(usable, parts, strict=True) if part]
