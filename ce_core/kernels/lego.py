"""The LEGO world, compiled: time and sensors for programs that run beside it in lock-step."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ce_core.kernels.compiled import callable_from_kernels, compiled
from ce_core.lego.world import contact, cubes, playground, pushing, robot, time_step, wall_contact
from ce_core.lego.world.sensors import blink, red_reflection, reflection_down, ultrasound
from ce_core.lego.world.time_step import FLOATS, INTEGERS, TRACE, views

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
    wall_contact.collide_arm,
    wall_contact.best_edge_for_arm,
    wall_contact.best_side_of_arm,
    wall_contact.facing_edge,
    wall_contact.clip_piece_on_arm,
    wall_contact.clip_arm_on_edge,
    pushing.find_contacts,
    pushing.touch_robot,
    pushing.touch_with_walls,
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
    red_reflection.is_near,
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
    time_step.go_on,
    time_step.look,
    time_step.look_for_red,
    time_step.turn,
    time_step.write_trace,
)

callable_from_kernels(*PLAIN_FUNCTIONS, inline=False)


@compiled
def advance(floats: Floats, integers: Integers, trace: Floats, steps: int) -> bool:
    """Let time steps pass; return whether the trial is over."""
    return time_step.advance(views(floats, integers), trace, steps)


@compiled
def turn(floats: Floats, integers: Integers, trace: Floats, speed: float, degrees: float) -> bool:
    """Turn on the spot, clockwise if positive; return whether the trial is over."""
    return time_step.turn(views(floats, integers), trace, speed, degrees)


@compiled
def look_for_red(floats: Floats, integers: Integers) -> None:
    """Take the readings of both light sensors."""
    time_step.look_for_red(views(floats, integers))


@cache
def make_ready() -> None:
    """Load or compile all of the above now, so that nobody's time is taken for it later."""
    floats, integers, trace = np.zeros(FLOATS), np.zeros(INTEGERS, np.int64), np.zeros((0, TRACE))
    advance(floats, integers, trace, 0)
    turn(floats, integers, trace, 0.0, 0.0)
    look_for_red(floats, integers)
