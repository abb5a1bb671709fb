"""Makes the plain functions of the internal model callable from compiled code, as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba.extending import register_jitable

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
from ce_core.internal_model.sensors import infrared, rays
from ce_core.internal_model.simulator import (
    contacts,
    control_step,
    holonomic_motion,
    infrared_ring,
    motion,
    noise,
    plain_simulator,
    stall,
    torque_motion,
)
from ce_core.kernels.cache_folder import cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])

PLAIN_FUNCTIONS: tuple[Callable[..., Any], ...] = (
    avoidance.avoidance,
    calibrate_ir.calibrate_ir,
    controller.control,
    controller.run_sub_action,
    controller.to_twist,
    go_straight.go_straight,
    move_to.move_to,
    print_proximity_values.print_proximity_values,
    reset_dspic.reset_dspic,
    stop.stop,
    turn_left.turn_left,
    turn_right.turn_right,
    infrared.ray_activation,
    rays.ray_circle,
    rays.ray_segment,
    contacts.from_wall,
    contacts.keep_off_walls,
    contacts.push_apart,
    contacts.separate,
    contacts.separate_robots,
    control_step.control_step,
    control_step.disturb,
    control_step.disturb_wheels,
    control_step.drive_robot,
    holonomic_motion.turn_velocity,
    holonomic_motion.wanted_velocity,
    infrared_ring.cast_rays_of,
    infrared_ring.see_circle,
    infrared_ring.see_wall,
    infrared_ring.sense_infrared,
    motion.accelerate,
    motion.move,
    noise.gaussian,
    noise.mix,
    noise.relative_error,
    plain_simulator.simulate_request,
    plain_simulator.write_poses,
    stall.touches,
    torque_motion.accelerate_by_torques,
    torque_motion.body_of,
    torque_motion.follow,
    torque_motion.motor_torque,
)

_OPTIONS: dict[str, Any] = {
    # Division as IEEE 754 does it, without a test for 0 each time: the functions never divide by 0.
    "error_model": "numpy",
    # Inlined and without reference counts the kernel is five times as fast. Nothing is allocated in it, and
    # its caller owns every array for as long as it runs, so that nothing needs to be counted.
    "forceinline": True,
    "_nrt": False,
}


def callable_from_kernels(*functions: Callable[..., Any], inline: bool = True) -> None:
    """Let compiled code call these plain functions; they stay what they are.

    Functions that call each other in many places compile faster, and run no slower, when not inlined.
    """
    for function in functions:
        register_jitable(**{**_OPTIONS, "forceinline": inline})(function)


callable_from_kernels(*PLAIN_FUNCTIONS)


def compiled(function: Function) -> Function:
    """Compile a function of a module in this package and keep the result in our own cache folder."""
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())  # read here, when the function is decorated
    try:
        result: Function = numba.njit(cache=True, nogil=True, **_OPTIONS)(function)
        return result
    finally:
        config.CACHE_DIR = before
