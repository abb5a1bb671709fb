import math

import matplotlib as mpl
import numpy as np
import pytest

from ce_core.family import UnknownNameError
from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.simulator import KernelSimulator, PlainSimulator, SimulationError, WorldNoise
from ce_core.internal_model.simulator.batch import MAX_ROBOTS
from ce_core.internal_model.world import World
from ce_core.internal_model.world_model import parse_arena

mpl.use("Agg")


def two_robots(**options):
    world = World("corridor", **options)
    world.add_robot("smart", (-1.0, 0.0, 0.0), "MoveTo(1, 0);Avoidance")
    return world.add_robot("other", (0.0, 0.2, math.pi), "GoStraight(0.5)")


def test_a_rollout_has_a_path_with_names_for_every_robot():
    rollout = two_robots().rollout(2.0)
    assert list(rollout) == ["smart", "other"]
    path = rollout["other"]
    assert path.dtype.names == ("time", "x", "y", "theta")
    assert path["time"] == pytest.approx(np.arange(21) * 0.1)
    assert path["x"] == pytest.approx(-0.05 * path["time"], abs=1e-12)  # half of 0.1 m/s, to the left
    assert rollout.poses.shape == (2, 21, 3)
    assert rollout.distance("smart", "other")[0] == pytest.approx(math.hypot(1.0, 0.2))


def test_a_rollout_leaves_the_world_as_it_is():
    world = two_robots()
    first = world.rollout(3.0)
    assert np.array_equal(first.poses, world.rollout(3.0).poses)


def test_actions_tried_together_are_the_same_as_one_by_one():
    world = two_robots(noise=WorldNoise(motor=0.05), seed=3)
    actions = ["MoveTo(1, 0.3);Avoidance", "Stop", "GoStraight(-0.5)"]
    tried = world.try_actions("smart", actions, 4.0)
    assert list(tried) == actions
    for action in actions:
        alone = World("corridor", noise=WorldNoise(motor=0.05), seed=3)
        alone.add_robot("smart", (-1.0, 0.0, 0.0), action)
        alone.add_robot("other", (0.0, 0.2, math.pi), "GoStraight(0.5)")
        assert np.array_equal(tried[action].poses, alone.rollout(4.0).poses)


def test_seeds_in_one_batch_are_the_same_as_one_by_one():
    world = two_robots(noise=WorldNoise(motor=0.1))
    batch = world.rollouts(3.0, range(5))
    for seed, rollout in enumerate(batch):
        assert np.array_equal(rollout.poses, world.rollout(3.0, seed=seed).poses)
    assert not np.array_equal(batch[0].poses, batch[1].poses)


def test_any_simulator_will_do():
    kernel = two_robots(simulator=KernelSimulator()).rollout(2.0)
    plain = two_robots(simulator=PlainSimulator()).rollout(2.0)
    assert np.allclose(kernel.poses, plain.poses, atol=1e-12)


def test_an_arena_of_ones_own():
    content = {"name": "mine", "walls": [[[0, 0], [3, 0], [3, 1], [0, 1]]]}
    content["obstacles"] = [{"circle": [2.0, 0.5, 0.2]}]
    world = World(parse_arena(content)).add_robot("a", (1.0, 0.5, 0.0), "GoStraight(1)")
    assert world.rollout(20.0)["a"]["x"][-1] == pytest.approx(2.0 - 0.2 - 0.035, abs=1e-6)


def test_a_started_world_steps_and_reads_sensors():
    running = World("arena").add_robot("m", (0.0, 0.0, 0.0), model="magellan_pro").start(0.05)
    running.step(np.array([[0.4, 0.0]]))
    assert running.poses[0, 0] > 0.0
    assert running.read(0, "laser").shape == (181,)


def test_a_picture_shows_walls_paths_and_robots():
    future = two_robots().rollout(5.0)
    axes = future.draw(smart="red")
    assert [line.get_color() for line in axes.lines if len(line.get_xdata()) == 51] == ["red", "tab:orange"]
    assert [text.get_text() for text in axes.texts] == ["smart", "other"]
    n_patches = len(axes.patches)
    assert n_patches == 4  # two robots where they start and end
    assert future.draw(axes) is axes
    assert len(axes.patches) == n_patches + 2
    with pytest.raises(UnknownNameError, match=r"'smrt'; did you mean 'smart'\?"):
        future.draw(smrt="red")


def test_a_robot_that_is_not_round_and_obstacles_are_drawn():
    axes = World("hall").add_robot("a", (0.0, 1.0, 0.3), model="alphabot").rollout(1.0).draw()
    assert len(axes.patches) == 2 + 2


@pytest.mark.parametrize(
    ("pose", "message"),
    [
        ((math.nan, 0.0, 0.0), r"robot 'b': pose = \(nan, 0\.0, 0\.0\); expected 3 finite numbers"),
        ((0.0, 0.0), "expected 3 finite numbers: x, y"),
        ("here", "expected 3 finite numbers"),
        ((5.0, 0.0, 0.0), r"robot 'b' at \[5\.0, 0\.0\] is outside of the walls of 'corridor'"),
        ((0.0, 0.48, 0.0), r"is 0\.0200 m from a wall .* expected at least its radius, 0\.035 m"),
        (
            (-0.95, 0.0, 0.0),
            r"and 'a' stand 0\.0500 m apart, inside of each other; .* at least 0\.07 m",
        ),
    ],
)
def test_a_robot_in_a_wrong_place_is_refused_at_once(pose, message):
    world = World("corridor").add_robot("a", (-1.0, 0.0, 0.0))
    with pytest.raises(SimulationError, match=message):
        world.add_robot("b", pose)
    assert world.robots == ("a",)


def test_an_outline_in_a_wall_is_refused_though_the_centre_is_clear():
    world = World("corridor")
    world.add_robot("along", (0.0, -0.4, 0.0), model="alphabot")
    with pytest.raises(SimulationError, match="reaches into a wall or an obstacle with its outline"):
        world.add_robot("across", (-0.5, -0.4, math.pi / 2), model="alphabot")  # its back reaches 0.16 m


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"action": "MoveTo(1)"}, SimulationError, "robot 'a': MoveTo"),
        ({"action": "Fly"}, SimulationError, "unknown sub-action 'Fly'"),
        ({"action": "MoveTo(1, nan)"}, ValueError, "are not finite"),
        ({"model": "epuk"}, UnknownNameError, r"unknown robot model 'epuk'; did you mean 'epuck'\?"),
        ({"velocity": (0.1, math.inf)}, SimulationError, "velocity = .*expected 2 finite numbers"),
    ],
)
def test_a_wrong_robot_is_refused_at_once(options, error, message):
    with pytest.raises(error, match=message):
        World().add_robot("a", (0.0, 0.0, 0.0), **options)


@pytest.mark.parametrize("horizon", [-1.0, 0.0, math.nan, math.inf, 1e9])
def test_a_wrong_horizon_is_refused(horizon):
    with pytest.raises(SimulationError, match=r"duration = .* s; expected more than 0 and at most"):
        two_robots().rollout(horizon)


def test_an_empty_world_says_how_to_fill_it():
    with pytest.raises(SimulationError, match=r"the world is empty; .*add_robot"):
        World().rollout(1.0)
    with pytest.raises(SimulationError, match=r"the world is empty; .*add_robot"):
        World().start()


def test_an_unknown_arena_robot_or_a_second_of_the_same_name_is_named():
    with pytest.raises(UnknownNameError, match=r"'coridor'; did you mean 'corridor'\?"):
        World("coridor")
    with pytest.raises(SimulationError, match="robot 'smart' is there already"):
        two_robots().add_robot("smart", (0.5, 0.0, 0.0))
    with pytest.raises(SimulationError, match="robot 'x' is not there; expected one of smart, other"):
        two_robots().try_actions("x", ["Stop"], 1.0)
    with pytest.raises(UnknownNameError, match=r"'smrt'; did you mean 'smart'\?"):
        two_robots().rollout(1.0)["smrt"]


def test_more_robots_than_fit_are_refused_before_they_fill_the_memory(monkeypatch):
    monkeypatch.setattr("ce_core.internal_model.world.MAX_ROBOTS", 2)
    with pytest.raises(SimulationError, match="there are 2 robots; expected at most 2"):
        two_robots().add_robot("third", (0.5, -0.2, 0.0))
    assert MAX_ROBOTS >= 1000


def test_an_action_may_be_given_as_one():
    world = World().add_robot("a", (0.0, 0.0, 0.0), Action.parse("TurnLeft(0.5)"))
    assert world.rollout(1.0)["a"]["theta"][-1] > 0.0
