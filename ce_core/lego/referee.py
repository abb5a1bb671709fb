"""Runs other people's programs in processes of their own, which are ended when a program does not end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Generator, Sequence
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from ce_core.lego.lego_world import Conditions
from ce_core.lego.program import Program
from ce_core.lego.starts import Start
from ce_core.lego.trial import Trial, run_trial

REAL_TIME = 30.0
"""How long a trial may take in real time [s]; what a program does in a second is seldom worth more."""
GETTING_READY = 300.0
"""How long a process may take to load or compile the simulation [s]."""


class Job(NamedTuple):
    """One trial to run."""

    program: Program
    start: Start
    conditions: Conditions = Conditions()
    keep_trace: bool = False


def judge(
    jobs: Sequence[Job], workers: int = 1, real_time: float = REAL_TIME, quiet: bool = True
) -> Generator[tuple[int, Trial], None, None]:
    """Yield the number of each job and its trial, as each is finished, whatever the programs do.

    quiet: what the programs print is not shown. Closing the iterator ends all processes.
    """
    waiting = list(enumerate(jobs))[::-1]
    players = [_Player(quiet)]  # it compiles the simulation if need be; the others find that done
    try:
        while waiting or any(player.busy for player in players):
            players = [player for player in players if player.busy or player.alive]
            if waiting and (not players or players[0].ready) and len(players) < workers:
                players.append(_Player(quiet))
            for player in players:
                if waiting and not player.busy:
                    player.give(*waiting.pop(), real_time)
            wait([player.pipe for player in players if player.busy], timeout=0.2)
            for player in players:
                trial = player.answer() if player.busy else None
                if trial is not None:
                    yield player.take_number(), trial
    finally:
        for player in players:
            player.end()


class _Answer(NamedTuple):
    """What a process says: that it begins with a trial, or how that went."""

    trial: Trial | None
    goes_on: bool = True


class _Player:
    """A process that runs one trial after the other."""

    def __init__(self, quiet: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, quiet), daemon=True)
        self._process.start()
        theirs.close()
        self._number: int | None = None
        self.ready = False
        self.alive = True

    @property
    def busy(self) -> bool:
        return self._number is not None

    def give(self, number: int, job: Job, real_time: float) -> None:
        self._number, self._job, self._real_time = number, job, real_time
        self._deadline = time.monotonic() + GETTING_READY
        self.pipe.send(job)

    def take_number(self) -> int:
        number, self._number = self._number, None
        assert number is not None
        return number

    def answer(self) -> Trial | None:
        """Return the trial if it is finished, or was ended here."""
        try:
            while self.pipe.poll():
                answer: _Answer = self.pipe.recv()
                if answer.trial is not None:
                    if not answer.goes_on:
                        self.end()
                    return answer.trial
                self.ready = True
                self._deadline = time.monotonic() + self._real_time
        except (EOFError, OSError):
            self._process.join(1.0)
            self.end()
            return self._failed(f"ended its process with exit code {self._process.exitcode}")
        if time.monotonic() > self._deadline:
            self.end()
            return self._failed(f"did not end and was stopped after {self._real_time:g} s of real time")
        return None

    def end(self) -> None:
        self.alive = False
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
        self.pipe.close()

    def _failed(self, words: str) -> Trial:
        failed = f"{self._job.program.name} {words}"
        return Trial(self._job.start, (None, None, None), failed, failed)


def _serve(pipe: Connection, quiet: bool) -> None:
    """Run the trials that come through the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's
    if quiet:
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - for the rest of this process
    from ce_core.kernels.lego import make_ready

    make_ready()

    def send_and_end(trial: Trial) -> None:
        pipe.send(_Answer(trial, goes_on=False))
        os._exit(0)

    while True:
        try:
            job: Job = pipe.recv()
        except EOFError:
            return
        pipe.send(_Answer(None))
        trial = run_trial(job.program, job.start, job.conditions, job.keep_trace, send_and_end)
        sys.stdout.flush()
        pipe.send(_Answer(trial))
