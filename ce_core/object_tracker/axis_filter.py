"""A Kalman filter for one coordinate and its rate of change, moved by unknown accelerations."""

from __future__ import annotations


class AxisFilter:
    """Value and rate with their covariance.

    Between measurements the rate is constant but for an acceleration that is white from step to step
    (Bar-Shalom, Li and Kirubarajan, Estimation with Applications to Tracking and Navigation, section 6.3.2).
    """

    __slots__ = ("_p00", "_p01", "_p11", "rate", "value")

    def __init__(self, value: float, value_sd: float, rate_sd: float) -> None:
        """Begin at a measured value, standing still as far as is known."""
        self.value, self.rate = value, 0.0
        self._p00, self._p01, self._p11 = value_sd**2, 0.0, rate_sd**2

    def predict(self, dt: float, acceleration_sd: float) -> None:
        """Move on by a time [s]."""
        q = acceleration_sd**2
        self.value += self.rate * dt
        self._p00 += dt * (2.0 * self._p01 + dt * self._p11) + q * dt**4 / 4.0
        self._p01 += dt * self._p11 + q * dt**3 / 2.0
        self._p11 += q * dt**2

    def correct(self, difference: float, sd: float) -> None:
        """Take in a measurement that lies by `difference` above the value, with its standard deviation."""
        total = self._p00 + sd**2
        gain, rate_gain = self._p00 / total, self._p01 / total
        self.value += gain * difference
        self.rate += rate_gain * difference
        self._p11 -= rate_gain * self._p01
        self._p01 *= 1.0 - gain
        self._p00 *= 1.0 - gain

    @property
    def covariance(self) -> tuple[float, float, float]:
        """Variance of the value, covariance of value and rate, variance of the rate."""
        return self._p00, self._p01, self._p11

    def copy(self) -> AxisFilter:
        """Return one that may be moved on without moving this one."""
        twin = AxisFilter(self.value, 0.0, 0.0)
        twin.rate = self.rate
        twin._p00, twin._p01, twin._p11 = self.covariance
        return twin
