"""What holds for every simulator: exact paths, agreement, and independence of batch, order and threads."""

from dataclasses import replace

import numpy as np
import pytest
import scipy.stats

from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator import (
    Box2DSimulator,
    KernelSimulator,
    PlainSimulator,
    SimRequest,
    WorldNoise,
)
from ce_core.internal_model.simulator.batch import build_batch
from ce_core.internal_model.simulator.noise import noise_levels
from ce_core.internal_model.simulator.plain_simulator import simulate_batch

NOISE = WorldNoise(motor=0.05, motor_bias=0.02, infrared=0.1)
SIMULATORS = [PlainSimulator, KernelSimulator]


def alone(action, pose=(0.0, 0.0, 0.0), duration=5.0, velocity=(0.0, 0.0)):
    return SimRequest(
        "corridor",
        ("epuck",),
        ("epuck",),
        np.array([pose]),
        np.array([velocity]),
        (Action.parse(action),),
        duration,
    )


@pytest.mark.parametrize("simulator", SIMULATORS)
def test_a_straight_line_at_the_asked_speed(simulator):
    (path,) = simulator().simulate([alone("GoStraight(0.5)", (-0.5, 0.1, 0.0))])
    assert path.poses.shape == (1, 51, 3)
    assert path.time_step == 0.1
    assert path.poses[0, :, 0] == pytest.approx(-0.5 + 0.05 * 0.1 * np.arange(51))
    assert (path.poses[0, :, 1] == 0.1).all()


@pytest.mark.parametrize("simulator", SIMULATORS)
@pytest.mark.parametrize(("action", "sign"), [("TurnLeft(0.5)", 1), ("TurnRight(0.5)", -1)])
def test_a_turn_on_the_spot(simulator, action, sign):
    (path,) = simulator().simulate([alone(action)])
    assert not path.poses[0, :, :2].any()
    assert path.poses[0, :, 2] == pytest.approx(sign * 2 * 0.05 / 0.053 * 0.1 * np.arange(51))


@pytest.mark.parametrize("simulator", SIMULATORS)
def test_the_initial_speed_counts(simulator):
    (path,) = simulator().simulate([alone("GoStraight(-1)", velocity=(0.1, 0.0))])
    # One step of 1 m/s^2 takes the wheels from 0.1 m/s to a halt, a second one to -0.1 m/s.
    assert path.poses[0, :3, 0] == pytest.approx([0.0, 0.0, -0.01], abs=1e-12)


def test_move_to_crosses_the_empty_corridor_in_twenty_seconds():
    (path,) = PlainSimulator().simulate([alone("MoveTo(1, 0);Avoidance", (-1, 0, 0), duration=30.0)])
    distance = np.hypot(path.poses[0, :, 0] - 1.0, path.poses[0, :, 1])
    arrived = np.argmax(distance <= 0.03)
    assert 19.0 < arrived * 0.1 < 21.0
    assert distance[-1] <= 0.03


@pytest.mark.parametrize("noise", [WorldNoise(), NOISE])
def test_kernel_and_plain_simulator_agree_bit_for_bit(corridor_request, noise):
    requests = [corridor_request(seed, duration=12.0) for seed in range(6)]
    plain = PlainSimulator(noise).simulate(requests)
    kernel = KernelSimulator(noise).simulate(requests)
    for a, b in zip(plain, kernel, strict=True):
        assert a.robots == b.robots
        assert np.array_equal(a.poses, b.poses)


def mixed_requests(corridor_request):
    requests = [corridor_request(seed, duration=1.0 + seed) for seed in range(9)]
    requests[3] = replace(requests[3], world="arena")
    requests[5] = alone("GoStraight(1);Avoidance", (0.9, 0.0, 0.2))
    return requests


@pytest.mark.parametrize("noise", [WorldNoise(), NOISE])
@pytest.mark.parametrize("threads", [1, 2, 20])
def test_a_batch_is_the_same_as_one_by_one_in_any_order_on_any_threads(corridor_request, noise, threads):
    requests = mixed_requests(corridor_request)
    single = KernelSimulator(noise)
    expected = [single.simulate([request])[0].poses for request in requests]
    order = np.random.default_rng(threads).permutation(len(requests))
    found = KernelSimulator(noise, threads).simulate([requests[k] for k in order])
    for place, k in enumerate(order):
        assert np.array_equal(found[place].poses, expected[k])


def test_one_seed_reproduces_a_run_and_another_gives_another(corridor_request):
    request = corridor_request(0)
    simulator = KernelSimulator(NOISE)
    first, again, other = simulator.simulate([request, request, replace(request, seed=99)])
    assert np.array_equal(first.poses, again.poses)
    assert not np.array_equal(first.poses, other.poses)


@pytest.mark.parametrize("simulator", [*SIMULATORS, Box2DSimulator])
def test_a_scenario_meets_noise_of_its_own_wherever_it_is_in_the_batch(simulator):
    request = alone("GoStraight(1)", (-1.0, 0.0, 0.0), duration=2.0)
    requests = [replace(request, scenario=scenario) for scenario in (0, 1, 2, 1)]
    run = simulator(NOISE).simulate
    none, one, two, one_again = (path.poses for path in run(requests))
    assert np.array_equal(one, one_again)
    for a, b in ((none, one), (one, two), (none, two)):
        assert not np.array_equal(a, b)
    two_first, none_last = (path.poses for path in run([requests[2], requests[0]]))
    assert np.array_equal(two_first, two)
    assert np.array_equal(none_last, none)


def test_scenarios_of_one_seed_scatter_as_seeds_do():
    request = alone("GoStraight(1)", (-1.0, 0.0, 0.0), duration=2.0)
    simulator = KernelSimulator(WorldNoise(motor_bias=0.02))
    by_seed = simulator.simulate([replace(request, seed=seed) for seed in range(500)])
    by_scenario = simulator.simulate([replace(request, scenario=scenario) for scenario in range(500)])
    travelled = [[path.poses[0, -1, 0] for path in paths] for paths in (by_seed, by_scenario)]
    assert scipy.stats.ks_2samp(*travelled).pvalue > 0.01


def test_requests_are_not_changed(corridor_request):
    request = corridor_request(0)
    before = request.poses.copy()
    KernelSimulator().simulate([request])
    assert np.array_equal(request.poses, before)


def run_with_weights(request, left, right):
    batch = build_batch([request], noise_levels(WorldNoise()))
    table = batch.run.table._replace(avoid_left=np.array([left]), avoid_right=np.array([right]))
    simulate_batch(batch._replace(run=batch.run._replace(table=table)))
    return batch.log.poses.reshape(-1, len(request.robots), 3)


@pytest.mark.parametrize("seed", range(4))
def test_a_mirrored_world_with_mirrored_robots_gives_mirrored_paths(corridor_request, seed):
    epuck = ROBOT_MODELS["epuck"]
    mirror = np.array([1.0, -1.0, -1.0])
    request = corridor_request(seed, duration=8.0)
    mirrored = replace(request, poses=request.poses * mirror)
    paths = run_with_weights(request, epuck.avoid_left, epuck.avoid_right)
    # ps0 .. ps7 seen in a mirror are ps7 .. ps0, and left is right.
    expected = run_with_weights(mirrored, epuck.avoid_right[::-1], epuck.avoid_left[::-1])
    assert paths == pytest.approx(expected * mirror, abs=1e-9)


def test_the_order_of_robots_does_not_matter(corridor_request):
    request = corridor_request(1)
    order = [3, 1, 5, 0, 4, 2]
    shuffled = replace(
        request,
        robots=tuple(request.robots[k] for k in order),
        poses=request.poses[order],
        actions=tuple(request.actions[k] for k in order),
    )
    a, b = KernelSimulator().simulate([request, shuffled])
    assert b.poses == pytest.approx(a.poses[order], abs=1e-9)


def test_threads_must_be_at_least_one():
    with pytest.raises(ValueError, match="threads = 0"):
        KernelSimulator(threads=0)
