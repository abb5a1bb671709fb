"""Cosine, sine and arctangent by arithmetic alone: the same bits in plain Python, compiled, on every machine.

Plain Python that `ce_core.kernels` compiles; without calls into a library the compiler can work on several
robots at once. Within 5e-16 of the true values.
"""

from __future__ import annotations

import math

MAX_ANGLE = 1e6
"""Beyond this the reduction to a quarter turn loses digits [rad]."""

_TO_QUARTERS = 0.6366197723675814
"""2 / pi"""
_QUARTER = 1.5707963267341256
"""The first 33 bits of pi / 2: times a whole number below 2^20 it is exact."""
_QUARTER_REST = 6.077100506506192e-11
"""What is left of pi / 2."""
_ROUND = 6755399441055744.0
"""1.5 * 2^52: a number plus this minus this is the nearest whole number."""

_ARCTAN_1_4, _ARCTAN_1_2, _ARCTAN_3_4 = math.atan(0.25), math.atan(0.5), math.atan(0.75)
_TURN = 2.0 * math.pi
_TO_TURNS = 1.0 / _TURN

# The series of sine and cosine, 1/n!; at pi/4 the first term left out is below 5e-17.
_S3, _S5, _S7, _S9 = -1.0 / 6.0, 1.0 / 120.0, -1.0 / 5040.0, 1.0 / 362880.0
_S11, _S13, _S15 = -1.0 / 39916800.0, 1.0 / 6227020800.0, -1.0 / 1307674368000.0
_C4, _C6, _C8, _C10 = 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40320.0, -1.0 / 3628800.0
_C12, _C14, _C16 = 1.0 / 479001600.0, -1.0 / 87178291200.0, 1.0 / 20922789888000.0


def cos_sin(angle: float) -> tuple[float, float]:
    """Return the cosine and the sine of an angle [rad]."""
    quarters = (angle * _TO_QUARTERS + _ROUND) - _ROUND
    r = (angle - quarters * _QUARTER) - quarters * _QUARTER_REST
    z = r * r
    sine = _S7 + z * (_S9 + z * (_S11 + z * (_S13 + z * _S15)))
    sine = r + r * z * (_S3 + z * (_S5 + z * sine))
    cosine = _C8 + z * (_C10 + z * (_C12 + z * (_C14 + z * _C16)))
    cosine = 1.0 - (0.5 * z - z * z * (_C4 + z * (_C6 + z * cosine)))
    turned = quarters - 4.0 * ((quarters * 0.25 + _ROUND) - _ROUND)  # -2 to 2 quarters
    if turned == 1.0:
        return -sine, cosine
    if turned == -1.0:
        return sine, -cosine
    if turned != 0.0:
        return -cosine, -sine
    return cosine, sine


def wrapped(angle: float) -> float:
    """Return the same direction as an angle from -pi to pi."""
    return angle - _TURN * ((angle * _TO_TURNS + _ROUND) - _ROUND)


def direction(x: float, y: float) -> float:
    """Return the angle of the vector (x, y) from the x axis [rad], -pi to pi: atan2(y, x); not for (0, 0)."""
    far, near = max(abs(x), abs(y)), min(abs(x), abs(y))
    slope = near / far
    # arctan(slope) = arctan(k) + arctan(t), with k the nearest of 0, 1/4 .. 1, so that |t| <= 1/8.
    quarters = (slope * 4.0 + _ROUND) - _ROUND
    k = quarters * 0.25
    t = (slope - k) / (1.0 + slope * k)
    z = t * t
    series = -1.0 / 7.0 + z * (1.0 / 9.0 + z * (-1.0 / 11.0 + z * (1.0 / 13.0 - z / 15.0)))
    angle = t + t * z * (-1.0 / 3.0 + z * (0.2 + z * series))
    if quarters >= 3.0:
        angle += math.pi / 4.0 if quarters == 4.0 else _ARCTAN_3_4
    elif quarters >= 1.0:
        angle += _ARCTAN_1_4 if quarters == 1.0 else _ARCTAN_1_2
    if abs(y) > abs(x):
        angle = math.pi / 2.0 - angle
    if x < 0.0:
        angle = math.pi - angle
    return angle if y >= 0.0 else -angle
