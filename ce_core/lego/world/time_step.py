"""The world of a trial and its time step: look, drive, push, notice (paper 1, section 4.1).

The state is two flat arrays, so that a call into the compiled step is cheap; `views` names the parts.
Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.lego.world.contact import MANIFOLD
from ce_core.lego.world.cubes import CUBE_REACH, CUBE_STARTS, HALF_SIDE, PUT_AWAY
from ce_core.lego.world.playground import (
    FAR_AWAY,
    HALF_CARDBOARD,
    HALF_WHITE,
    SKIN,
    TIME_STEP,
    square_to_rectangle,
    to_rectangle,
)
from ce_core.lego.world.pushing import MAX_CONTACTS, ROBOT, Contacts, find_contacts, push_apart
from ce_core.lego.world.robot import OUTLINE, REACH, drive
from ce_core.lego.world.sensors.blink import DELAY, RING, blink_now
from ce_core.lego.world.sensors.red_reflection import red_reflection
from ce_core.lego.world.sensors.reflection_down import WHITE, reflection_down
from ce_core.lego.world.sensors.ultrasound import ultrasound

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SETTLING = 100
"""Steps in which everything comes to rest before the clock is set to zero."""
DEAD_TIME = 6
"""Steps on the clock before the program begins."""

STEP, LAST_STEP, PRESET, PUSHING, DOWN, FELL = range(6)
HEARD, RED_LEFT, RED_RIGHT, RED_AT, RED_ASKED, ANNOUNCED = range(6, 12)
"""Status: steps on the clock, the last one allowed, index of the preset, whether a cube is being pushed, what
the sensor below reads, the step at which the robot fell off the cardboard (0: it did not), the ultrasound's
reading, those of both light sensors and the step for which they hold, whether they were asked for since
time last passed, and the cube that is announced (NOBODY: none)."""
NOBODY = -1

CLOSE_ENOUGH = 1.0
"""A turn ends when less than this is left [deg]; ..."""
SLOW_BELOW = 4.0
"""... while no more than this is left [deg] ..."""
SLOW_TURN = 0.5
"""... it goes by this in a step [deg]."""

TRACE = 12
"""A line of the trace: x [m], y [m], theta [rad] of the three cubes and of the robot."""


class World(NamedTuple):
    """Everything that changes during a trial, as views of two flat arrays."""

    bodies: Floats
    """Shape (4, 3): x [m], y [m], theta [rad] of the red, green and blue cube and of the robot."""
    right_motor: Floats
    """Shape (2,): factor and offset [percentage points] of the right belt; 1 and 0 when it is well."""
    contacts: Contacts
    belts: Integers
    """Shape (4,): commanded left, right and executed left, right [%]."""
    status: Integers
    """Shape (12,), see STEP and so on."""
    lights: Integers
    """Shape (3,): which cubes have a blinking light."""
    touching: Integers
    """Shape (2, 3, 2): which cube touches the robot with its plate and with its walls, now and a step ago."""
    removed: Integers
    """Shape (3,): the step at which each cube was removed; 0: it was not."""
    announced: Integers
    """Shape (3,): the cube that was announced when each was removed."""
    blinks: Integers
    """Shape (RING,): past and coming readings of the blink sensor."""


_SIZES = (4, 12, 3, 2 * 3 * 2, 3, 3, RING, 2 * MAX_CONTACTS)
_BELTS, _STATUS, _LIGHTS, _TOUCHING, _REMOVED, _ANNOUNCED, _BLINKS, INTEGERS = np.cumsum(_SIZES).tolist()
FIRST_STATUS: int = _BELTS
FIRST_BLINK: int = _ANNOUNCED
"""Where status and blinks begin in the array of integers."""
_MANIFOLDS = 14 + MAX_CONTACTS * MANIFOLD
FLOATS = _MANIFOLDS + 8 + 4


def views(floats: Floats, integers: Integers) -> World:
    """Name the parts of the two arrays, which have FLOATS and INTEGERS elements."""
    bodies = floats[0:12].reshape(4, 3)
    contacts = Contacts(
        floats[14:_MANIFOLDS].reshape(MAX_CONTACTS, MANIFOLD),
        integers[_BLINKS:INTEGERS].reshape(MAX_CONTACTS, 2),
        bodies,
        floats[_MANIFOLDS : _MANIFOLDS + 8].reshape(4, 2),
        floats[_MANIFOLDS + 8 : FLOATS],
    )
    return World(
        bodies,
        floats[12:14],
        contacts,
        integers[0:_BELTS],
        integers[_BELTS:_STATUS],
        integers[_STATUS:_LIGHTS],
        integers[_LIGHTS:_TOUCHING].reshape(2, 3, 2),
        integers[_TOUCHING:_REMOVED],
        integers[_REMOVED:_ANNOUNCED],
        integers[_ANNOUNCED:_BLINKS],
    )


def reset(world: World, x: float, y: float, theta: float) -> None:
    """Put the robot to its start and the cubes to theirs, everything at rest."""
    world.bodies[:3] = CUBE_STARTS
    world.bodies[ROBOT] = x, y, theta
    world.belts[:] = 0
    world.touching[:] = 0
    world.removed[:] = 0
    world.blinks[:] = 0
    world.status[PUSHING] = world.status[FELL] = 0
    world.status[DOWN] = WHITE
    world.status[RED_ASKED] = 0
    world.status[RED_AT] = -SETTLING - 1
    world.status[ANNOUNCED] = NOBODY


def step(world: World) -> None:
    """Let one time step pass."""
    status = world.status
    robot = world.bodies[ROBOT]
    status[STEP] += 1
    seen = blink_now(robot, world.bodies, world.lights, status[PRESET])
    world.blinks[(status[STEP] + DELAY) % RING] = seen
    drive(robot, world.belts, world.right_motor)
    push_apart(world.contacts, find_contacts(world.contacts, world.touching[0]))
    notice_touches(world)
    status[DOWN] = reflection_down(robot, status[PRESET])
    for cube in range(3):
        if world.removed[cube] == 0 and is_off_white(world, cube):
            world.removed[cube] = status[STEP]
            world.announced[cube] = status[ANNOUNCED]
            put_away(world.bodies[cube], cube)
    if status[FELL] == 0 and is_off_cardboard(robot):
        status[FELL] = status[STEP]


def is_over(world: World) -> bool:
    """Tell whether the trial has ended: all cubes removed, the robot fallen off, or the time up."""
    removed = world.removed
    all_removed = removed[0] > 0 and removed[1] > 0 and removed[2] > 0
    return bool(all_removed or world.status[FELL] > 0 or world.status[STEP] >= world.status[LAST_STEP])


def notice_touches(world: World) -> None:
    """Pushing begins when a plate or walls begin to touch the robot, and ends when any of them cease to."""
    begun = False
    ended = False
    for cube in range(3):
        for part in range(2):
            now = world.touching[0, cube, part]
            before = world.touching[1, cube, part]
            begun = begun or now > before
            ended = ended or now < before
            world.touching[1, cube, part] = now
    if begun:
        world.status[PUSHING] = 1
    if ended:
        world.status[PUSHING] = 0


def is_off_white(world: World, cube: int) -> bool:
    """Tell whether no part of a cube is on or at the white area."""
    x = world.bodies[cube, 0]
    y = world.bodies[cube, 1]
    if abs(x) < HALF_WHITE[0] - CUBE_REACH and abs(y) < HALF_WHITE[1] - CUBE_REACH:
        return False
    return square_to_rectangle(x, y, world.bodies[cube, 2], HALF_SIDE, HALF_WHITE) > 2.0 * SKIN


def put_away(at: Floats, cube: int) -> None:
    """Move a removed cube far away along its own axis; it stays lit."""
    cos = math.cos(at[2])
    sin = math.sin(at[2])
    at[0] += FAR_AWAY * (cos * PUT_AWAY[cube, 0] - sin * PUT_AWAY[cube, 1])
    at[1] += FAR_AWAY * (sin * PUT_AWAY[cube, 0] + cos * PUT_AWAY[cube, 1])


def is_off_cardboard(robot: Floats) -> bool:
    """Tell whether no part of the robot is on or at the cardboard."""
    margin = 0.5 * REACH
    if abs(robot[0]) < HALF_CARDBOARD[0] + margin and abs(robot[1]) < HALF_CARDBOARD[1] + margin:
        return False
    cos = math.cos(robot[2])
    sin = math.sin(robot[2])
    for corner in range(len(OUTLINE)):
        x = robot[0] + cos * OUTLINE[corner, 0] - sin * OUTLINE[corner, 1]
        y = robot[1] + sin * OUTLINE[corner, 0] + cos * OUTLINE[corner, 1]
        if to_rectangle(x, y, HALF_CARDBOARD[0], HALF_CARDBOARD[1]) <= 2.0 * SKIN:
            return False
    return True


def advance(world: World, trace: Floats, steps: int) -> bool:
    """Let time pass, until the trial is over; write the trace if it has room; return whether it is over."""
    over = go_on(world, trace, steps)
    look(world)
    return over


def go_on(world: World, trace: Floats, steps: int) -> bool:
    """Let time pass as `advance` does, without a look at the sensors."""
    for _ in range(steps):
        if is_over(world):
            return True
        step(world)
        write_trace(world, trace)
    return is_over(world)


def look(world: World) -> None:
    """Take the readings that the program will ask for: the ultrasound's, and red light if it just did."""
    status = world.status
    status[HEARD] = ultrasound(world.bodies[ROBOT], world.bodies, status[PRESET])
    if status[RED_ASKED] != 0:
        look_for_red(world)
        status[RED_ASKED] = 0


def look_for_red(world: World) -> None:
    """Take the readings of both light sensors."""
    status = world.status
    robot = world.bodies[ROBOT]
    status[RED_LEFT] = red_reflection(robot, world.bodies, False, status[PRESET])
    status[RED_RIGHT] = red_reflection(robot, world.bodies, True, status[PRESET])
    status[RED_AT] = status[STEP]


def turn(world: World, trace: Floats, speed: float, degrees: float) -> bool:
    """Turn on the spot, clockwise if positive, as the participants' library does; return whether it is over.

    The belts stop as fast as they can, so the robot coasts; its heading is set in every step.
    """
    world.belts[0] = world.belts[1] = 0
    robot = world.bodies[ROBOT]
    begin = robot[2]
    rest = (degrees + 180.0) % 360.0 - 180.0
    sign = 1.0 if rest > 0.0 else -1.0
    rest = abs(rest)
    turned = 0.0
    while rest - turned >= CLOSE_ENOUGH:
        turned += 2.0 * speed * TIME_STEP if rest - turned > SLOW_BELOW else SLOW_TURN
        robot[2] = begin - math.radians(sign * turned)
        if go_on(world, trace, 1):
            look(world)
            return True
    world.belts[0] = world.belts[1] = 0
    look(world)
    return False


def write_trace(world: World, trace: Floats) -> None:
    """Write where everything is into the line of this step."""
    line = world.status[STEP]
    if 0 <= line < len(trace):
        for i in range(4):
            for j in range(3):
                trace[line, 3 * i + j] = world.bodies[i, j]
