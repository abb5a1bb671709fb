"""Makes the plain functions of the internal model callable from compiled code, as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba.core.compiler import Compiler
from numba.extending import register_jitable

from ce_core.internal_model import angles, draw
from ce_core.internal_model.robot_controller import (
    avoidance,
    calibrate_ir,
    controller,
    go_straight,
    move_to,
    print_proximity_values,
    reset_dspic,
    stop,
    turn_left,
    turn_right,
)
from ce_core.internal_model.sensors import rays
from ce_core.internal_model.simulator import (
    contacts,
    control_step,
    gaussian,
    grid,
    holonomic_motion,
    infrared_ring,
    motion,
    motors,
    neighbours,
    plain_simulator,
    stall,
    torque_motion,
    world_step,
)
from ce_core.kernels.cache_folder import cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])

PLAIN_FUNCTIONS: tuple[Callable[..., Any], ...] = (
    angles.cos_sin,
    angles.direction,
    angles.wrapped,
    avoidance.avoidance,
    calibrate_ir.calibrate_ir,
    controller.control,
    controller.run_sub_action,
    controller.to_twist,
    controller.uses_pose,
    go_straight.go_straight,
    move_to.move_to,
    print_proximity_values.print_proximity_values,
    reset_dspic.reset_dspic,
    stop.stop,
    turn_left.turn_left,
    turn_right.turn_right,
    rays.ray_circle,
    rays.ray_segment,
    contacts.count_pushes,
    contacts.keep_off_walls,
    contacts.push_apart,
    contacts.separate,
    contacts.separate_robots,
    contacts.settle,
    control_step.begin,
    control_step.begin_step,
    control_step.control_step,
    control_step.cruise,
    control_step.decide,
    control_step.finish_step,
    control_step.move_all,
    control_step.run_controller,
    control_step.run_special_motors,
    control_step.stall,
    control_step.start_motors,
    draw.gaussian,
    draw.mix,
    draw.relative_error,
    gaussian.beyond_the_tail,
    gaussian.factor,
    gaussian.normal,
    gaussian.outside_of_the_boxes,
    gaussian.robot_key,
    gaussian.step_key,
    gaussian.unit,
    holonomic_motion.turn_velocity,
    holonomic_motion.wanted_velocity,
    grid.fill_grid,
    grid.shape_of_grid,
    grid.sort,
    infrared_ring.apply_law,
    infrared_ring.cast_rays_of,
    infrared_ring.see_circle,
    infrared_ring.see_end_of_wall,
    infrared_ring.see_wall,
    motors.disturb_wheels,
    motors.drive,
    motion.accelerate,
    motion.follow,
    motion.move,
    neighbours.add,
    neighbours.compare_all,
    neighbours.find_neighbours,
    neighbours.find_walls,
    neighbours.from_wall,
    neighbours.may_meet,
    neighbours.meet_the_neighbours,
    neighbours.n_things,
    neighbours.search_cells,
    neighbours.thing_at,
    neighbours.travel,
    plain_simulator.begin_batch,
    plain_simulator.write_poses,
    stall.touches,
    torque_motion.accelerate_by_torques,
    torque_motion.body_of,
    torque_motion.follow,
    torque_motion.motor_torque,
    world_step.count_odometry,
    world_step.disturb_wheels,
    world_step.drive_body,
    world_step.measure_speed,
    world_step.run_motors,
    world_step.sense_world,
    world_step.step_world,
    world_step.walk,
)


_OPTIONS: dict[str, Any] = {
    # Division as IEEE 754 does it, without a test for 0 each time: the functions never divide by 0.
    "error_model": "numpy",
    # Inlined and without reference counts the kernel is five times as fast. Nothing is allocated in it, and
    # its caller owns every array for as long as it runs, so that nothing needs to be counted.
    "forceinline": True,
    "_nrt": False,
}


class ArraysApart(Compiler):
    """Compiles a function whose arguments never overlap in memory where one of them is written.

    With this known, loops over arrays need no tests for it before they work on several places at once.
    """

    def __init__(self, *arguments: Any) -> None:
        *_, flags, _ = arguments
        flags.noalias = True
        super().__init__(*arguments)  # type: ignore[no-untyped-call]


RARE_FUNCTIONS: tuple[Callable[..., Any], ...] = (
    contacts.separate,
    control_step.begin,
    control_step.run_special_motors,
    control_step.stall,
    control_step.start_motors,
    draw.gaussian,
    gaussian.outside_of_the_boxes,
    infrared_ring.see_end_of_wall,
    neighbours.find_neighbours,
)
"""Called seldom."""


def callable_from_kernels(
    *functions: Callable[..., Any], inline: bool = True, arrays_apart: bool = False
) -> None:
    """Let compiled code call these plain functions; they stay what they are.

    Functions that call each other in many places compile faster, and run no slower, when not inlined. With
    `arrays_apart` none is ever given arrays that overlap and writes one of them.
    """
    options = {**_OPTIONS, "forceinline": inline}
    if arrays_apart:
        options["pipeline_class"] = ArraysApart
    for function in functions:
        register_jitable(**options)(function)


callable_from_kernels(*(f for f in PLAIN_FUNCTIONS if f not in RARE_FUNCTIONS), arrays_apart=True)
callable_from_kernels(*RARE_FUNCTIONS, inline=False, arrays_apart=True)


def compiled(function: Function) -> Function:
    """Compile a function and keep the result in our own cache folder."""
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())  # read here, when the function is decorated
    try:
        result: Function = numba.njit(cache=True, nogil=True, **_OPTIONS)(function)
        return result
    finally:
        config.CACHE_DIR = before
