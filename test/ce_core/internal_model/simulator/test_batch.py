import math
from dataclasses import replace

import numpy as np
import pytest

from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.simulator import KernelSimulator, PlainSimulator, SimulationError
from ce_core.internal_model.simulator.batch import check_batch, n_steps


@pytest.fixture
def good(corridor_request):
    return corridor_request(0, duration=0.3)


def moved(request, robot, **coordinates):
    poses = request.poses.copy()
    for name, value in coordinates.items():
        poses[robot, ["x", "y", "theta"].index(name)] = value
    return replace(request, poses=poses)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"duration": 0.0}, r"duration = 0\.0 s; expected more than 0 and at most 600"),
        ({"duration": -1.0}, r"duration = -1\.0 s"),
        ({"duration": math.nan}, "duration = nan s"),
        ({"duration": 601.0}, r"duration = 601\.0 s"),
        ({"world": "coridor"}, r"unknown arena 'coridor'; did you mean 'corridor'\?"),
        ({"world": "nowhere.yaml"}, r"nowhere\.yaml: cannot be read"),
        ({"models": ("epuck",) * 5 + ("epuk",)}, r"model of 'epuck5': unknown robot model 'epuk'; did you"),
        ({"models": ("epuck",)}, "1 models for 6 robots; expected one each"),
        ({"actions": ()}, "0 actions for 6 robots"),
        ({"robots": ("a", "b", "a", "c", "d", "e")}, "two robots are named 'a'"),
        ({"robots": ()}, "0 robots; expected 1 to 20000"),
        ({"poses": np.zeros((6, 2))}, r"poses have shape \(6, 2\); expected \(6, 3\)"),
        ({"poses": [[0.0, 0.0, 0.0]] * 6}, "poses are a list; expected a numpy array of numbers"),
        ({"poses": np.full((6, 3), "x")}, "poses are an array of <U1; expected a numpy array of numbers"),
        ({"velocities": np.full((6, 2), math.inf)}, r"velocities of 'epuck0' = \[inf, inf\]"),
        ({"seed": -1}, "seed = -1"),
        ({"scenario": -1}, "scenario = -1"),
        ({"scenario": 2**32}, "scenario = 4294967296; expected 0 to 2"),
        (
            {"actions": (Action.parse("MoveTo(1)"),) * 6},
            r"action of 'epuck0': MoveTo\(1\) .* expected MoveTo",
        ),
        ({"actions": (Action.parse("GoStrait(1)"),) * 6}, "did you mean 'GoStraight'"),
    ],
)
def test_a_wrong_request_names_itself_the_value_and_what_would_be_right(good, change, message):
    with pytest.raises(SimulationError, match=f"request 1: .*{message}"):
        check_batch([good, replace(good, **change)])


def test_a_pose_that_is_not_a_number_names_the_robot(good):
    with pytest.raises(SimulationError, match=r"request 0: poses of 'epuck3' = \[.*nan"):
        check_batch([moved(good, 3, theta=math.nan)])


def test_a_robot_outside_of_the_walls_is_refused(good):
    with pytest.raises(
        SimulationError, match=r"request 0: 'epuck2' at \[1\.2, .*outside of the walls of 'corridor'"
    ):
        check_batch([moved(good, 2, x=1.2)])


def test_robots_inside_of_each_other_are_refused_but_touching_ones_are_not(good):
    close = moved(good, 1, x=-1.0 + 0.04, y=0.0)
    with pytest.raises(
        SimulationError, match=r"'epuck0' and 'epuck1' stand 0\.0400 m apart.*at least 0\.0525 m"
    ):
        check_batch([close])
    check_batch([moved(good, 1, x=-1.0 + 0.06, y=0.0)])


def test_more_robots_or_poses_than_fit_are_refused_at_once(good):
    names = tuple(f"r{k}" for k in range(1_000_000))
    with pytest.raises(SimulationError, match="1000000 robots; expected 1 to 20000"):
        check_batch([replace(good, robots=names)])
    with pytest.raises(SimulationError, match=r"poses .* expected at most 10000000 in one batch"):
        check_batch([replace(good, duration=600.0)] * 300)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_wrong_request_is_counted_from_the_first_of_the_batch(good, threads):
    requests = [good] * 100  # more than are simulated side by side
    requests[90] = replace(good, duration=-1.0)
    with pytest.raises(SimulationError, match=r"request 90: duration = -1\.0 s"):
        KernelSimulator(threads=threads).simulate(requests)


def test_no_requests_give_no_trajectories():
    assert PlainSimulator().simulate([]) == []


@pytest.mark.parametrize(
    ("duration", "steps"), [(0.1, 1), (0.01, 1), (7.5, 75), (15.0, 150), (0.3, 3), (0.31, 4)]
)
def test_steps_cover_the_duration(duration, steps):
    assert n_steps(duration) == steps
