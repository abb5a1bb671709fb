"""The LEGO world, compiled: time and sensors for programs that run beside it in lock-step."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from ce_core.kernels.compiled import compiled
from ce_core.lego.world import contact, cubes, playground, pushing, robot, time_step
from ce_core.lego.world.pushing import ROBOT
from ce_core.lego.world.sensors import blink, red_reflection, reflection_down, ultrasound
from ce_core.lego.world.time_step import FLOATS, INTEGERS, PRESET, TRACE, views

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

PLAIN_FUNCTIONS: tuple[Callable[..., Any], ...] = (
    cubes.fold,
    playground.to_rectangle,
    playground.square_to_rectangle,
    robot.clamp,
    robot.drive,
    contact.collide,
    contact.best_edge_of_piece,
    contact.best_side_of_cube,
    contact.clip_cube_on_edge,
    contact.clip_piece_on_side,
    contact.clip,
    contact.into_frame,
    pushing.find_contacts,
    pushing.touch_robot,
    pushing.see_from,
    pushing.note_turn,
    pushing.push_apart,
    pushing.correct,
    pushing.softness,
    pushing.move,
    blink.distance_term,
    blink.view_term,
    blink.turned_term,
    blink.dimming_term,
    blink.brightness,
    blink.blink_now,
    reflection_down.reflection_down,
    ultrasound.ultrasound,
    red_reflection.red_reflection,
    red_reflection.tangent,
    red_reflection.reflected,
    red_reflection.cos_and_sin,
    red_reflection.to_cube,
    red_reflection.to_wall,
    time_step.views,
    time_step.step,
    time_step.is_over,
    time_step.notice_touches,
    time_step.is_off_white,
    time_step.put_away,
    time_step.is_off_cardboard,
    time_step.advance,
    time_step.turn,
    time_step.write_trace,
)

for _function in PLAIN_FUNCTIONS:
    register_jitable(error_model="numpy")(_function)


@compiled
def advance(
    floats: Floats, integers: Integers, trace: Floats, steps: int, turning: float, speed: float
) -> bool:
    """Let `steps` time steps pass or, if that is 0, turn by so many degrees; return whether it is over."""
    world = views(floats, integers)
    if steps > 0:
        return time_step.advance(world, trace, steps)
    return time_step.turn(world, trace, speed, turning)


@compiled
def read_ultrasound(floats: Floats, integers: Integers) -> int:
    """Return the reading of the ultrasound sensor."""
    now = views(floats, integers)
    return ultrasound.ultrasound(now.bodies[ROBOT], now.bodies, now.status[PRESET])


@compiled
def read_red_reflection(floats: Floats, integers: Integers, right: bool) -> int:
    """Return the reading of the left or right light sensor."""
    now = views(floats, integers)
    return red_reflection.red_reflection(now.bodies[ROBOT], now.bodies, right, now.status[PRESET])


@cache
def make_ready() -> None:
    """Load or compile all of the above now, so that nobody's time is taken for it later."""
    floats, integers, trace = np.zeros(FLOATS), np.zeros(INTEGERS, np.int64), np.zeros((0, TRACE))
    advance(floats, integers, trace, 0, 0.0, 0.0)
    read_ultrasound(floats, integers)
    read_red_reflection(floats, integers, True)
