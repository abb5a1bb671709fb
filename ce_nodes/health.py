"""What every node says about itself on /diagnostics, once a second."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

PERIOD = 1.0
"""[s] of the machine's time, also when simulated time stands still."""


@dataclass
class Health:
    """One report: all is well unless somebody says otherwise."""

    values: dict[str, Any] = field(default_factory=dict)
    level: bytes = DiagnosticStatus.OK
    message: str = "ok"

    def warn(self, message: str) -> None:
        """Something is not as it should be."""
        self._worse(DiagnosticStatus.WARN, message)

    def error(self, message: str) -> None:
        """Something does not work."""
        self._worse(DiagnosticStatus.ERROR, message)

    def _worse(self, level: bytes, message: str) -> None:
        if level > self.level:
            self.level, self.message = level, message


def report_health(node: Node, examine: Callable[[Health], None]) -> None:
    """Publish what `examine` writes into a new report, every second."""
    publisher = node.create_publisher(DiagnosticArray, "/diagnostics", 10)
    name = node.get_fully_qualified_name()

    def report() -> None:
        health = Health()
        examine(health)
        status = DiagnosticStatus(
            name=f"consequence_engine: {name}",
            hardware_id=name,
            level=health.level,
            message=health.message,
            values=[KeyValue(key=key, value=_text(value)) for key, value in health.values.items()],
        )
        array = DiagnosticArray(status=[status])
        array.header.stamp = node.get_clock().now().to_msg()
        publisher.publish(array)

    node.create_timer(PERIOD, report, clock=Clock(clock_type=ClockType.STEADY_TIME))


class Intervals:
    """How regularly something happens: the intervals between calls, of the last few seconds."""

    def __init__(self, expected: float, window: int = 200) -> None:
        """Expect a call every so often [s]."""
        self._expected, self._window = expected, window
        self._last: float | None = None
        self._deviations: list[float] = []

    def note(self, now: float) -> None:
        """It happens now [s]."""
        if self._last is not None:
            self._deviations.append(abs(now - self._last - self._expected))
            del self._deviations[: -self._window]
        self._last = now

    def jitter(self) -> dict[str, str]:
        """Return the median and the largest deviation from the expected interval [ms]."""
        if not self._deviations:
            return {}
        ordered = sorted(self._deviations)
        return {
            "jitter_median_ms": f"{1e3 * ordered[len(ordered) // 2]:.2f}",
            "jitter_max_ms": f"{1e3 * ordered[-1]:.2f}",
        }


def _text(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
