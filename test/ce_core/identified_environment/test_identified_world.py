"""Robots in identified worlds: a laser in a running world, and infrared in the internal simulation."""

import numpy as np
import pytest

from ce_core.consequence_engine import ConsequenceEngine, EngineConfig, Snapshot
from ce_core.experiments.scenario import draw
from ce_core.identified_environment import ENVIRONMENT_MODELS, PerceptionLog, approximate_signatures
from ce_core.identified_environment.identified_simulator import IdentifiedSimulator
from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors.draws import Draws
from ce_core.internal_model.sensors.perception import UnknownPlaceError
from ce_core.internal_model.sensors.sensor import View, read
from ce_core.internal_model.simulator import PlainSimulator, SimRequest, SimulationError
from ce_core.internal_model.simulator.running_world import RunningWorld
from ce_core.internal_model.world_model import load_arena, parse_arena

EPUCK, MAGELLAN = ROBOT_MODELS["epuck"], ROBOT_MODELS["magellan_pro"]
BOX = "name: box\nwalls:\n  - [[-0.3, -0.2], [0.3, -0.2], [0.3, 0.2], [-0.3, 0.2]]\n"


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    path = tmp_path_factory.mktemp("arena") / "box.yaml"
    path.write_text(BOX)
    return str(path)


def learn_infrared(arena, spacing):
    """Identify the ring from a log of an e-puck that has stood on every node in 15 headings."""
    ring = EPUCK.infrared_ring
    view = View(arena.segments, arena.circles)
    _, _, right, top = arena.bounds
    xs, ys = (
        np.arange(-int(e / spacing), int(e / spacing) + 1) * spacing for e in (right - 0.037, top - 0.037)
    )
    headings = np.deg2rad(np.arange(0.0, 360.0, 24.0))
    poses = np.array([(x, y, h) for x in xs for y in ys for h in headings])
    readings = np.zeros((len(poses), ring.n_values))
    sight = EPUCK.radius + ring.law.reach
    for k in np.flatnonzero((right - np.abs(poses[:, 0]) < sight) | (top - np.abs(poses[:, 1]) < sight)):
        readings[k] = read(ring, poses[k], view, Draws(0, 0, 0, 0))
    n = len(poses)
    log = PerceptionLog("ps", np.arange(n) * 0.1, poses, np.zeros((n, 2)), np.array(ring.angles), readings)
    signatures = approximate_signatures(log, spacing, reach=1.5 * spacing, ranges=False)
    return ENVIRONMENT_MODELS["lookup"](signatures, "ps")


@pytest.fixture(scope="module")
def infrared_environment(box):
    return learn_infrared(load_arena(box), 0.01)


def request(box, action="GoStraight(0.8);Avoidance", duration=8.0):
    return SimRequest(
        box,
        ("a", "b"),
        ("epuck", "epuck"),
        np.array([[-0.1, 0.02, 0.3], [0.15, 0.0, 2.0]]),
        np.zeros((2, 2)),
        (Action.parse(action), Action.parse("GoStraight(0.6);Avoidance")),
        duration,
    )


def test_a_laser_in_a_running_world_perceives_in_its_model_and_sees_others(signatures, true_range):
    room = parse_arena({"name": "room", "walls": [[[-1.0, -0.6], [1.0, -0.6], [1.0, 0.6], [-1.0, 0.6]]]})
    model = ENVIRONMENT_MODELS["lookup"](signatures, "laser")
    poses = np.array([[-0.5, 0.0, 0.0], [0.3, 0.2, 0.0]])
    world = RunningWorld(room, [MAGELLAN, MAGELLAN], poses, perception={"laser": model})
    plain = RunningWorld(room, [MAGELLAN, MAGELLAN], poses)
    learned, by_rays = world.read(0, "laser"), plain.read(0, "laser")
    np.testing.assert_allclose(learned, by_rays, atol=1e-6)
    laser = next(sensor for sensor in MAGELLAN.sensors if sensor.name == "laser")
    alone = true_range(-0.5, 0.0, laser.angles)
    assert (learned < alone - 0.05).sum() > 10  # the other robot stands in front of the wall
    world.step(np.array([[0.2, 0.1], [0.0, 0.0]]))
    assert np.isfinite(world.read(0, "laser")).all()


def test_a_sensor_where_its_model_knows_nothing_is_an_error(signatures):
    hall = parse_arena({"name": "hall", "walls": [[[-5.0, -5.0], [5.0, -5.0], [5.0, 5.0], [-5.0, 5.0]]]})
    model = ENVIRONMENT_MODELS["lookup"](signatures, "laser")
    world = RunningWorld(hall, [MAGELLAN], np.array([[3.0, 3.0, 0.0]]), perception={"laser": model})
    with pytest.raises(UnknownPlaceError, match=r"knows nothing of \(3\.000, 3\.000\) m"):
        world.read(0, "laser")


def test_the_internal_simulation_runs_in_a_world_learned_from_a_log(box, infrared_environment):
    (learned,) = IdentifiedSimulator(infrared_environment, compiled=False).simulate([request(box)])
    (hand_made,) = PlainSimulator().simulate([request(box)])
    assert learned.poses.shape == hand_made.poses.shape
    apart = np.hypot(*(learned.poses - hand_made.poses)[..., :2].transpose(2, 0, 1))
    assert apart[:, :20].max() < 0.01  # 2 s ahead
    travelled = np.hypot(*np.diff(hand_made.poses[..., :2], axis=1).transpose(2, 0, 1)).sum(axis=1)
    assert (travelled > 0.15).all()  # it was not standing still


@pytest.mark.timeout(600)  # compiles
def test_compiled_and_plain_are_the_same(box, infrared_environment):
    paths = [
        IdentifiedSimulator(infrared_environment, compiled=compiled).simulate([request(box)])[0].poses
        for compiled in (False, True)
    ]
    np.testing.assert_allclose(paths[0], paths[1], atol=1e-9)


def test_it_avoids_walls_that_it_has_only_learned_of(box, infrared_environment):
    (learned,) = IdentifiedSimulator(infrared_environment, compiled=False).simulate(
        [request(box, duration=15.0)]
    )
    x, y = learned.poses[..., 0], learned.poses[..., 1]
    gap = np.minimum(0.3 - np.abs(x), 0.2 - np.abs(y)).min(axis=1)
    assert (gap > EPUCK.radius + 0.002).all()


def test_a_simulation_that_leaves_what_is_known_is_refused(infrared_environment):
    far = request("corridor", "GoStraight(1)", 20.0)
    with pytest.raises(SimulationError, match="'a' comes to a place that the identified environment of 'ps'"):
        IdentifiedSimulator(infrared_environment, compiled=False).simulate([far])


def test_the_consequence_engine_decides_in_a_learned_world_as_in_one_made_by_hand():
    learned = IdentifiedSimulator(learn_infrared(load_arena("corridor"), 0.02), compiled=False)
    names = tuple(f"epuck_{i}" for i in range(6))
    scenario = draw(3, names)
    start = Snapshot.of(0.0, scenario.smart_robot, names, scenario.poses, np.zeros((6, 2)), scenario.actions)
    decisions = [ConsequenceEngine(EngineConfig(), one).decide(start) for one in (learned, PlainSimulator())]
    assert decisions[0].chosen == decisions[1].chosen
    assert [c.dangerous for c in decisions[0].candidates] == [c.dangerous for c in decisions[1].candidates]
