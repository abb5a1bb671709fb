"""Robots of every kind in one world: wheels, torques, holonomic, stalling; compiled and as it is."""

import math

import numpy as np
import pytest

from ce_core.internal_model.robot_controller import CONTROL_PERIOD, Senses, Wheels, control, encode, to_twist
from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.robot_model.model_table import model_table
from ce_core.internal_model.simulator import (
    KernelSimulator,
    PlainSimulator,
    RunningWorld,
    SimRequest,
    SimulationError,
    WorldNoise,
)
from ce_core.internal_model.simulator.torque_motion import body_of, follow
from ce_core.internal_model.world_model import load_arena

NOISE = WorldNoise(motor=0.05, motor_bias=0.02, infrared=0.1, slip=0.03)


def request(robots, duration=10.0, world="hall", seed=1):
    """Robots as (model, pose, action)."""
    models, poses, actions = zip(*robots, strict=True)
    return SimRequest(
        world=world,
        robots=tuple(f"r{k}" for k in range(len(robots))),
        models=models,
        poses=np.array(poses, dtype=float),
        velocities=np.zeros((len(robots), 2)),
        actions=tuple(Action.parse(action) for action in actions),
        duration=duration,
        seed=seed,
    )


EVERYBODY = [
    ("epuck", (-1.8, 0.0, 0.3), "MoveTo(1.8, 0);Avoidance"),
    ("khepera", (-1.8, 1.0, 0.0), "GoStraight(0.9);Avoidance"),
    ("alphabot", (-0.5, -1.2, 1.0), "MoveTo(0, 1)"),
    ("magellan_pro", (0.0, 1.2, 2.0), "GoStraight(0.5);Avoidance"),
    ("pedestrian", (1.6, -1.1, 0.0), "MoveTo(-1.6, -1.1)"),
    ("epuck_stalling", (1.4, 0.6, 0.5), "GoStraight(0.8);Avoidance"),
]


@pytest.mark.parametrize("noise", [None, NOISE])
def test_the_kernel_gives_the_bits_of_the_plain_functions(noise):
    requests = [request(EVERYBODY, seed=seed) for seed in (1, 2)]
    compiled, plain = KernelSimulator(noise).simulate(requests), PlainSimulator(noise).simulate(requests)
    for one, other in zip(compiled, plain, strict=True):
        assert np.array_equal(one.poses, other.poses)
    moved = np.linalg.norm(np.ptp(compiled[0].poses[:, :, :2], axis=1), axis=1)
    assert (moved > 0.3).all()  # all of them do something


def test_nobody_leaves_the_hall_or_enters_an_obstacle():
    hall = load_arena("hall")
    for path in KernelSimulator(NOISE).simulate([request(EVERYBODY, 30.0, seed=seed) for seed in range(5)]):
        points = path.poses[:, :, :2].reshape(-1, 2)
        assert hall.contains(points).all()
        radii = np.array([ROBOT_MODELS[model].radius for model, _, _ in EVERYBODY])
        clearance = hall.clearance(points).reshape(len(radii), -1)
        assert (clearance >= radii[:, None] - 1e-3).all()


def test_a_khepera_follows_the_lectures_equations_step_by_step():
    (path,) = KernelSimulator().simulate([request([("khepera", (0.0, 1.0, 0.0), "GoStraight(0.8)")], 1.0)])
    khepera = ROBOT_MODELS["khepera"]
    body, v, omega, x = body_of(model_table([khepera]).body[0]), 0.0, 0.0, 0.0
    for step in range(10):
        v, omega = follow(body, khepera.wheel_base, (v, omega), Wheels(0.08, 0.08), CONTROL_PERIOD)
        x += v * CONTROL_PERIOD
        assert path.poses[0, step + 1, 0] == pytest.approx(x, rel=1e-12)


def test_a_pedestrian_walks_to_its_goal_in_a_straight_line_whatever_it_faced():
    start, goal = np.array([-0.6, -0.5]), np.array([0.6, 0.4])
    walk = [("pedestrian", (*start, 2.0), "MoveTo(0.6, 0.4)")]
    (path,) = KernelSimulator().simulate([request(walk, 4.0, "arena")])
    along = (goal - start) / np.linalg.norm(goal - start)
    offset = path.poses[0, :, :2] - start
    assert abs(offset[:, 0] * along[1] - offset[:, 1] * along[0]).max() < 1e-9
    assert np.linalg.norm(path.poses[0, -1, :2] - goal) < 0.03
    assert np.linalg.norm(np.diff(path.poses[0, :, :2], axis=0), axis=1).max() <= 1.34 * 0.1 + 1e-9


def test_a_pedestrian_has_no_wheels_to_turn():
    with pytest.raises(
        SimulationError, match=r"action of 'r0': TurnLeft\(1\) .*needs wheels; .*GoStraight, MoveTo, Stop"
    ):
        KernelSimulator().simulate([request([("pedestrian", (1.0, -1.2, 0.0), "TurnLeft(1)")])])


def test_slip_takes_its_part_of_every_wheels_travel():
    straight = [("epuck", (-0.5, 1.0, 0.0), "GoStraight(1)")]
    firm, slipping = (
        KernelSimulator(noise).simulate([request(straight, 2.0)])[0].poses[0, -1, 0] + 0.5
        for noise in (WorldNoise(), WorldNoise(slip=0.25))
    )
    assert slipping == pytest.approx(0.75 * firm)
    with pytest.raises(ValueError, match=r"slip = 1\.0 must be at least 0 and below 1"):
        WorldNoise(slip=1.0)


def test_a_stalling_robot_stands_still_before_the_wall_where_another_slides_along():
    ahead = "GoStraight(1)"
    paths = [
        KernelSimulator().simulate([request([(model, (0.0, 0.40, 0.5), ahead)], 6.0, "corridor")])[0].poses[0]
        for model in ("epuck", "epuck_stalling")
    ]
    assert paths[0][-1, 1] == pytest.approx(0.465)
    assert paths[0][-1, 0] - paths[0][-20, 0] > 0.1
    assert 0.45 < paths[1][-1, 1] <= 0.465
    assert np.array_equal(paths[1][-1], paths[1][-20])


# In a running world


def test_a_pedestrian_takes_velocities_in_the_map():
    running = RunningWorld(load_arena("hall"), [ROBOT_MODELS["pedestrian"]], np.array([[0.0, -1.2, 0.0]]))
    for _ in range(50):
        running.step(np.array([[-0.8, 0.0]]))
    assert running.poses[0, 0] < -0.6
    assert running.poses[0, 1] == pytest.approx(-1.2)
    assert running.velocities[0, 0] == pytest.approx(0.8)
    running.step(np.array([[9.0, 0.0]]))  # it cannot turn round at once
    assert running.velocities[0, 0] == pytest.approx(0.8 - 2.7 * 0.02)


def test_a_khepera_that_a_wall_has_stopped_must_be_brought_up_to_speed_again():
    running = RunningWorld(
        load_arena("corridor"), [ROBOT_MODELS["khepera"]], np.array([[1.05, 0.0, 0.0]]), time_step=0.02
    )
    for _ in range(100):
        running.step(np.array([[0.1, 0.0]]))
    assert running.velocities[0, 0] == pytest.approx(0.0, abs=1e-9)
    running.step(np.array([[-0.1, 0.0]]))
    assert -0.05 < running.velocities[0, 0] < 0.0


def test_a_stalled_robot_in_a_running_world_may_turn_on_the_spot():
    running = RunningWorld(
        load_arena("corridor"), [ROBOT_MODELS["epuck_stalling"]], np.array([[1.0, 0.0, 0.0]]), time_step=0.1
    )
    for _ in range(30):
        running.step(np.array([[0.1, 0.0]]))
    stalled = running.poses[0].copy()
    assert 1.045 < stalled[0] <= 1.065
    assert running.velocities[0].tolist() == [0.0, 0.0]
    assert running.contacts > 10
    for _ in range(10):
        running.step(np.array([[0.0, 1.0]]))
    assert running.poses[0, :2] == pytest.approx(stalled[:2], abs=0.011)
    assert running.poses[0, 2] > 0.5


def test_a_running_world_of_stalling_robots_does_what_the_kernel_predicts():
    robots = [("epuck_stalling", (0.95, 0.1, 0.4), "GoStraight(0.7);Avoidance"), EVERYBODY[5]]
    robots = [(model, (pose[0] * 0.6, pose[1] * 0.5, pose[2]), action) for model, pose, action in robots]
    asked = request(robots, 5.0, "corridor")
    (predicted,) = KernelSimulator().simulate([asked])
    model = ROBOT_MODELS["epuck_stalling"]
    drive = model.drive()
    running = RunningWorld(load_arena("corridor"), [model] * 2, asked.poses, time_step=CONTROL_PERIOD)
    for _ in range(50):
        ir, poses = running.infrared(), running.poses
        commands = [
            to_twist(control(*encode(action), Senses(ir[k], *poses[k].tolist()), drive), drive)
            for k, action in enumerate(asked.actions)
        ]
        running.step(np.array(commands))
    assert running.poses == pytest.approx(predicted.poses[:, -1], abs=0.02)
    assert math.isfinite(running.poses.sum())
