"""Other people's programs: ordinary blocking Python in a file, run in lock-step with the simulation."""

from __future__ import annotations

import contextlib
import random
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType

from ce_core.family import unknown_name
from ce_core.lego.lego_world import LegoWorld
from ce_core.lego.vocabulary import ProgramStopped, TrialOver, vocabulary

EXAMPLES = Path(__file__).parent / "programs"

THINKING_TIME = 2.0
"""Processor time that a program may take without letting any time pass in the simulation [s] ..."""
SLEEPING_TIME = 10.0
"""... and real time [s]."""
TICK = 0.25
"""How often that is looked at [s]."""


class ProgramError(ValueError):
    """A program cannot be read; the message says where and why."""


@dataclass(frozen=True)
class Program:
    """A program and the user's settings for it; small, so that it can be sent to other processes."""

    name: str
    path: str
    source: str
    settings: Mapping[str, float] = field(default_factory=dict)

    @staticmethod
    def find(text: str, settings: Mapping[str, float] | None = None) -> Program:
        """Read a program: a file, or one of the examples by name."""
        path = Path(text)
        examples = example_names()
        if not path.is_file() and text in examples:
            path = EXAMPLES / f"{text}.py"
        try:
            program = Program(path.stem, str(path), path.read_text(encoding="utf-8"), settings or {})
        except FileNotFoundError:
            raise ProgramError(f"{unknown_name('program', text, examples)}, or a file of your own") from None
        except (OSError, UnicodeDecodeError) as error:
            raise ProgramError(f"{text}: cannot be read: {error}") from None
        program.compile()
        return program

    def compile(self) -> CodeType:
        """Compile the program."""
        try:
            return compile(self.source, self.path, "exec")
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None)
            where = f"{self.path}, line {line}" if line else self.path
            raise ProgramError(f"{where}: is not Python: {getattr(error, 'msg', error)}") from None


def example_names() -> list[str]:
    """Return the names of the programs that come with the simulation."""
    return sorted(path.stem for path in EXAMPLES.glob("*.py") if path.stem != "__init__")


def run_program(program: Program, world: LegoWorld, defied: Callable[[], None] = lambda: None) -> str:
    """Run a program until the trial is over; return what is wrong with the program, or nothing."""
    code = program.compile()
    words = vocabulary(world, program.settings, defied)
    random.seed(0)  # a program that draws from Python's own generator does the same again, too
    try:
        with stop_when_stuck(world):
            exec(code, {"__name__": "__main__", "__file__": program.path, **words})
    except TrialOver:
        return ""
    except ProgramStopped as stopped:
        return f"{program.name} was stopped: {stopped}"
    except SystemExit:
        pass
    except BaseException as error:  # KeyboardInterrupt, too; Ctrl-C goes to another process
        return f"{program.name} raised {_last_line(program, error)}"
    world.motor(0, 0)
    return "" if world.advance(50) else f"{program.name} ended at {world.step / 50 - 1:.2f} s"


def _last_line(program: Program, error: BaseException) -> str:
    """Say what was raised, and the line of the program that it came from."""
    words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == program.path:
            lines = program.source.splitlines()
            shown = lines[frame.lineno - 1].strip() if frame.lineno and frame.lineno <= len(lines) else ""
            return f"{words} in {program.path}, line {frame.lineno}: {shown}"
    return words


@contextlib.contextmanager
def stop_when_stuck(world: LegoWorld) -> Iterator[None]:
    """Stop a program that thinks or sleeps for long without letting time pass; only in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    last_step, busy, wall = world.step, time.process_time(), time.monotonic()

    def look(number: int, frame: FrameType | None) -> None:
        nonlocal last_step, busy, wall
        if world.step != last_step:
            last_step, busy, wall = world.step, time.process_time(), time.monotonic()
        elif time.process_time() - busy > THINKING_TIME:
            raise ProgramStopped(
                f"it computed for {THINKING_TIME:g} s without letting time pass: put wait(20) into its loop"
            )
        elif time.monotonic() - wall > SLEEPING_TIME:
            raise ProgramStopped(
                f"nothing happened for {SLEEPING_TIME:g} s: use wait(milliseconds) and no other way to wait"
            )

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
