import subprocess
import sys

import numpy as np
import pytest

from ce_core.internal_model.robot_controller import Senses, control, encode, to_twist
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator import PlainSimulator, RunningWorld, WorldNoise
from ce_core.internal_model.world_model import load_arena

EPUCK = ROBOT_MODELS["epuck"]
CORRIDOR = load_arena("corridor")
NOISE = WorldNoise(motor=0.05, motor_bias=0.02, infrared=0.1, odometry_bias=0.02)


def world(*poses, **options):
    return RunningWorld(CORRIDOR, [EPUCK] * len(poses), np.array(poses, dtype=float), **options)


def drive(running, commands, seconds):
    for _ in range(round(seconds / running.time_step)):
        running.step(np.array(commands, dtype=float))


def test_a_straight_line_and_its_odometry_from_its_own_start():
    running = world((-0.5, 0.2, np.pi / 2), (0.5, 0.0, 0.0), time_step=0.1)
    drive(running, [(0.05, 0.0), (0.1, 0.0)], 2.0)
    assert running.time == pytest.approx(2.0)
    assert running.poses == pytest.approx(np.array([(-0.5, 0.3, np.pi / 2), (0.7, 0.0, 0.0)]))
    assert running.odometry == pytest.approx(np.array([(0.1, 0.0, 0.0), (0.2, 0.0, 0.0)]))
    assert running.velocities == pytest.approx(np.array([(0.05, 0.0), (0.1, 0.0)]))


def test_motors_take_time_and_are_limited_to_their_top_speed():
    running = world((0.0, 0.0, 0.0))
    running.step(np.array([(5.0, 0.0)]))
    assert running.velocities[0] == pytest.approx((0.02, 0.0))  # 1 m/s^2 for 0.02 s
    drive(running, [(5.0, 0.0)], 1.0)
    assert running.velocities[0] == pytest.approx((0.1, 0.0))


def test_a_wall_stops_the_body_but_not_the_odometry():
    running = world((1.0, 0.0, 0.0), time_step=0.1)
    drive(running, [(0.1, 0.0)], 2.0)
    assert running.poses[0, 0] == pytest.approx(1.1 - EPUCK.radius)
    assert running.velocities[0, 0] == pytest.approx(0.0, abs=1e-12)
    assert running.odometry[0, 0] == pytest.approx(0.2)
    assert running.contacts > 5


def test_driving_along_a_wall_slides():
    running = world((0.0, 0.46, 0.3))
    drive(running, [(0.1, 0.0)], 3.0)
    assert running.poses[0, 1] == pytest.approx(0.5 - EPUCK.radius)
    assert running.poses[0, 0] == pytest.approx(3.0 * 0.1 * np.cos(0.3), abs=0.01)


def test_readings_of_a_wall_on_the_left_and_of_a_robot_ahead():
    running = world((0.0, 0.5 - 0.035 - 0.02, 0.0), (-0.5, 0.0, 0.0), (-0.39, 0.0, 0.0))
    ir = running.infrared()
    assert ir.shape == (3, 8)
    assert ir[0, 5] == pytest.approx(EPUCK.infrared.activation_from_range(0.02))
    assert ir[1, 0] == pytest.approx(ir[1, 7])
    assert ir[1, 0] > 0.0
    assert not ir[2, [0, 1, 2, 5, 6, 7]].any()
    assert running.scan(1, 4, 1.0) == pytest.approx([0.6, 0.5, 0.075, 0.5])


def test_the_same_controller_gives_nearly_the_path_that_the_internal_simulation_predicts(corridor_request):
    request = corridor_request(1, duration=4.0)
    actions = [encode(action) for action in request.actions]
    running = RunningWorld(CORRIDOR, [EPUCK] * 6, request.poses)
    for _ in range(40):
        ir, poses = running.infrared(), running.poses
        commands = [
            to_twist(control(*action, Senses(ir[k], *poses[k].tolist()), EPUCK.drive()), EPUCK.drive())
            for k, action in enumerate(actions)
        ]
        drive(running, commands, 0.1)
    (predicted,) = PlainSimulator().simulate([request])
    error = np.linalg.norm(running.poses[:, :2] - predicted.poses[:, -1, :2], axis=1)
    assert np.median(error) < 0.02


def noisy_run(seed, noise, **options):
    running = world((0.0, 0.44, 0.0), (0.5, -0.2, 1.0), seed=seed, noise=noise, **options)
    drive(running, [(0.08, 0.1), (0.08, -0.1)], 3.0)
    return running


def test_a_run_is_a_function_of_its_seed():
    first, again, other = (noisy_run(seed, NOISE) for seed in (1, 1, 2))
    for name in ("poses", "odometry", "velocities"):
        assert np.array_equal(getattr(first, name), getattr(again, name))
        assert not np.array_equal(getattr(first, name), getattr(other, name))
    assert np.array_equal(first.infrared(), again.infrared())


def test_reading_a_sensor_changes_nothing():
    running = noisy_run(1, NOISE)
    assert np.array_equal(running.infrared(), running.infrared())


def test_the_odometry_drifts_only_with_noise():
    exact = noisy_run(1, WorldNoise())
    assert exact.odometry[1, :2] @ exact.odometry[1, :2] == pytest.approx(
        ((exact.poses[1, :2] - (0.5, -0.2)) ** 2).sum()
    )
    biased = noisy_run(1, WorldNoise(odometry_bias=0.05))
    assert np.array_equal(biased.poses, exact.poses)
    assert not np.allclose(biased.odometry, exact.odometry, atol=1e-3)


def test_a_magellan_pro_reads_all_its_sensors():
    running = RunningWorld(CORRIDOR, [ROBOT_MODELS["magellan_pro"]], np.array([[0.0, 0.0, 0.0]]))
    assert running.read(0, "laser")[[0, 90, 180]] == pytest.approx([0.5, 1.1, 0.5])
    assert running.read(0, "sonar")[4] in (pytest.approx(0.5 - 0.203), 6.0)
    assert running.read(0, "infrared")[4] == pytest.approx(running.infrared()[0, 4])
    assert not running.read(0, "bumper").any()


def test_a_slow_sensor_keeps_its_last_value_while_the_robot_moves_on():
    running = RunningWorld(CORRIDOR, [ROBOT_MODELS["alphabot"]], np.array([[0.0, 0.0, 0.0]]), time_step=0.1)
    ahead = []
    for _ in range(7):
        ahead.append(running.read(0, "scan")[180])
        running.step(np.array([(0.098, 0.0)]))
    moved = 1.1 - 0.098 * 0.1 * np.array([0, 0, 2, 2, 4, 4, 6])  # read every 0.2 s
    assert ahead == pytest.approx(moved)


def test_a_robot_that_is_not_round_is_seen_by_its_outline():
    models = [ROBOT_MODELS["alphabot"], EPUCK]
    running = RunningWorld(CORRIDOR, models, np.array([[0.0, 0.0, 0.0], [-0.5, 0.0, 0.0]]))
    assert running.scan(1, 4, 2.0)[2] == pytest.approx(0.5 - 0.16)
    assert running.scan(0, 4, 2.0)[0] == pytest.approx(0.5 - 0.035)


def test_a_khepera_in_a_world_of_short_steps_reads_its_sensors_one_by_one():
    khepera = ROBOT_MODELS["khepera"]
    running = RunningWorld(CORRIDOR, [khepera], np.array([[1.1 - 0.05, 0.0, 0.0]]), time_step=0.0025)
    before = running.infrared()[0]
    assert before[2] == pytest.approx(before[3])
    running.step(np.array([(0.1, 0.0)]))
    after = running.infrared()[0]
    assert np.flatnonzero(after != before).tolist() in ([], [1])
    assert running.timing_problems == ()
    assert np.array_equal(running.read(0, "ps"), after)


def test_a_world_that_steps_faster_than_the_hardware_reads_says_so(caplog):
    khepera = ROBOT_MODELS["khepera"]
    running = RunningWorld(CORRIDOR, [khepera, khepera], np.array([[0, 0, 0], [0.5, 0, 0]]), time_step=0.001)
    (problem,) = running.timing_problems
    assert problem.startswith("khepera: sensor 'ps' needs 2.5 ms in a step of 1 ms")
    assert problem in caplog.text


@pytest.mark.parametrize(
    ("commands", "message"), [([[np.nan, 0.0]], "nan"), ([[0.0, 0.0]] * 2, "expected v, omega for 1 robots")]
)
def test_wrong_commands_are_refused(commands, message):
    with pytest.raises(ValueError, match=message):
        world((0.0, 0.0, 0.0)).step(np.array(commands))


@pytest.mark.parametrize(
    ("poses", "options", "message"),
    [
        ([(0.0, np.nan, 0.0)], {}, "expected finite x, y, theta"),
        ([(3.0, 0.0, 0.0)], {}, r"'robot 0' at \[3.0, 0.0\] is outside"),
        ([(0.0, 0.0, 0.0), (0.01, 0.0, 0.0)], {}, "stand 0.0100 m apart"),
        ([(0.0, 0.0, 0.0)], {"time_step": 0.0}, "time_step = 0.0 s"),
        ([], {}, "for 0 models"),
    ],
)
def test_a_wrong_world_is_refused(poses, options, message):
    with pytest.raises(ValueError, match=message):
        world(*poses, **options)


def test_nothing_outside_of_the_kernels_imports_numba():
    program = (
        "import sys, ce_core.internal_model.simulator, ce_core.internal_model.robot_controller, "
        "ce_core.internal_model.robot_model, ce_core.internal_model.world_model\n"
        "sys.exit([m for m in ('numba', 'scipy', 'shapely', 'yaml') if m in sys.modules] or 0)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("compiled", [False, True])
def test_a_snapshot_and_a_fork_go_on_bit_for_bit(compiled):
    def going_on(world):
        drive(world, [(0.1, 0.4), (0.1, -0.3)], 2.0)
        return np.concatenate((world.poses, world.odometry, world.velocities, world.infrared()), axis=1)

    running = noisy_run(3, NOISE, compiled=compiled)
    kept, contacts = running.snapshot(), running.contacts
    twin = running.fork()
    first = going_on(running)
    assert np.array_equal(going_on(twin), first)
    running.restore(kept)
    assert (running.steps, running.contacts) == (150, contacts)
    assert np.array_equal(going_on(running), first)


def test_a_compiled_world_is_the_same_bit_for_bit():
    plain, compiled = (noisy_run(5, NOISE, compiled=choice) for choice in (False, True))
    for name in ("poses", "odometry", "velocities", "contacts"):
        assert np.array_equal(getattr(plain, name), getattr(compiled, name))
    assert np.array_equal(plain.infrared(), compiled.infrared())


def test_a_snapshot_of_another_world_is_refused():
    with pytest.raises(ValueError, match="2 robots, this one has 1"):
        world((0.0, 0.0, 0.0)).restore(noisy_run(1, NOISE).snapshot())


def test_a_scan_has_the_noise_it_is_asked_for_and_the_same_one_in_the_same_step():
    running = world((0.0, 0.0, 0.0))
    exact, noisy = running.scan(0, 3600, 0.8), running.scan(0, 3600, 0.8, 0.005)
    met = exact > 0.0
    assert 0 < np.count_nonzero(met) < 3600
    assert np.array_equal(noisy > 0.0, met)
    assert np.std(noisy[met] - exact[met]) == pytest.approx(0.005, rel=0.1)
    assert np.array_equal(noisy, running.scan(0, 3600, 0.8, 0.005))
    running.step(np.zeros((1, 2)))
    assert not np.array_equal(noisy, running.scan(0, 3600, 0.8, 0.005))
