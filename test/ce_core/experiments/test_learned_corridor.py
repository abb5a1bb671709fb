"""A robot that learns its internal model from its own log, and drives with it."""

import numpy as np
import pytest

from ce_core.experiments.condition import CONDITIONS
from ce_core.experiments.epuck_exploration import ExplorationConfig, explore
from ce_core.experiments.learned_corridor import REACH, SPACING, WIDTH
from ce_core.experiments.learned_corridor_command import learned_results
from ce_core.experiments.reality_gap import RealityGapConfig, measure
from ce_core.identified_environment import ENVIRONMENT_MODELS, approximate_signatures
from ce_core.identified_environment.identified_simulator import IdentifiedSimulator
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator import SimulationError
from ce_core.internal_model.world_model import load_arena

BOX = "name: box\nwalls:\n  - [[-0.3, -0.2], [0.3, -0.2], [0.3, 0.2], [-0.3, 0.2]]\n"
EPUCK = ROBOT_MODELS["epuck"]


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    path = tmp_path_factory.mktemp("arena") / "box.yaml"
    path.write_text(BOX)
    return str(path)


@pytest.fixture(scope="module")
def logs(box):
    """Logs in a small box, in a world like the internal model and in one that differs."""
    return {
        name: explore(load_arena(box), EPUCK, CONDITIONS[name], 3, ExplorationConfig(duration=duration))
        for name, duration in (("sim", 600.0), ("gap", 2400.0))
    }


def learned(log):
    signatures = approximate_signatures(log, SPACING, REACH, ranges=False, width=WIDTH)
    return ENVIRONMENT_MODELS["piecewise"](signatures, log.sensor)


def test_the_exploration_touches_the_walls_and_logs_as_the_tracker_saw_it(logs):
    sim, gap = logs["sim"], logs["gap"]
    assert np.abs(sim.poses[:, 0]).max() == pytest.approx(0.265, abs=1e-6)
    assert np.abs(sim.poses[:, 1]).max() == pytest.approx(0.165, abs=1e-6)
    assert sim.readings.max() > 0.9
    assert (sim.readings == 0.0).all(axis=1).mean() > 0.1
    # The tracker's frame is turned by 3 degrees and shifted by 1 cm: the box is elsewhere in the log.
    assert gap.poses[:, 0].max() > 0.275 > 0.265 > -gap.poses[:, 0].min() - 0.01


def test_the_log_is_a_function_of_the_seed(box, logs):
    again = explore(load_arena(box), EPUCK, CONDITIONS["sim"], 3, ExplorationConfig(duration=30.0))
    np.testing.assert_array_equal(again.poses, logs["sim"].poses[:300])
    np.testing.assert_array_equal(again.readings, logs["sim"].readings[:300])
    other = explore(load_arena(box), EPUCK, CONDITIONS["sim"], 4, ExplorationConfig(duration=30.0))
    assert not np.array_equal(other.poses, again.poses)


def test_wide_readings_come_from_nearer_places(logs):
    narrow, wide = (
        approximate_signatures(logs["sim"], SPACING, REACH, ranges=False, width=width) for width in (0, WIDTH)
    )
    assert len(narrow.locations) <= len(wide.locations)
    assert wide.distance.mean() < narrow.distance.mean()


def test_a_learned_model_predicts_about_as_well_in_a_world_that_differs(box, logs):
    config = RealityGapConfig(world=box, n_robots=1, duration=60.0, horizon=5.0)
    by_log = IdentifiedSimulator(learned(logs["gap"]))
    pairs = [(measure(s, "gap", config), measure(s, "gap", config, by_log)) for s in range(11, 15)]
    assert all(log.normalised.shape == hand.normalised.shape for hand, log in pairs)
    hand, log = np.mean([[errors.median[-1] for errors in pair] for pair in pairs], axis=0)
    assert log < 1.5 * hand


def test_an_exploration_too_short_to_know_a_place_is_no_guess(box, logs):
    short = explore(load_arena(box), EPUCK, CONDITIONS["sim"], 3, ExplorationConfig(duration=20.0))
    config = RealityGapConfig(world=box, n_robots=1, duration=10.0, horizon=5.0)
    with pytest.raises(SimulationError, match="knows nothing of"):
        measure(11, "sim", config, IdentifiedSimulator(learned(short)))


def test_a_robot_without_a_ring_cannot_explore(box):
    with pytest.raises(ValueError, match="'alphabot' has no infrared ring"):
        explore(load_arena(box), ROBOT_MODELS["alphabot"], CONDITIONS["sim"], 0)


def test_results_are_by_condition_and_internal_model():
    from ce_core.experiments.learned_corridor import LearnedTrial

    rows = [
        LearnedTrial(seed, "gap", model, 5, 100, 0.1, 0.2, 0.3, error, True, 0.0, 2.5, 30.0, 0, False)
        for seed in (0, 1)
        for model, error in (("hand_made", 0.5), ("piecewise", 0.4))
    ]
    content = learned_results(0, rows)
    assert content["summary"]["gap/piecewise"]["error_10s"]["mean"] == pytest.approx(0.4)
    assert content["summary"]["gap/hand_made"]["error_10s"] == {"mean": 0.5, "sd": 0.0, "n": 2}
