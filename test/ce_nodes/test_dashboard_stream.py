"""The JSON stream says what the messages say, in strict JSON."""

import json
import math
from array import array
from types import SimpleNamespace

import pytest

from ce_nodes.dashboard_stream import arena_object, message_object, to_json


class Fake:
    """Stands in for a ROS message: fields in order, and their names on request."""

    def __init__(self, **fields):
        self.__dict__.update(fields)

    def get_fields_and_field_types(self):
        return dict.fromkeys(self.__dict__, "")


def trajectory(**changes):
    fields = {
        "robots": ["epuck0", "epuck1"],
        "n_steps": 3,
        "time_step": 0.1,
        "x": array("d", [0.0, 0.1, 0.2, 1.0, 0.9, 0.8]),
        "y": array("d", [0.0, 0.0, 0.1, 0.5, 0.5, 0.5]),
        "theta": array("d", [0.0] * 6),
    }
    return Fake(**(fields | changes))


def test_field_names_are_those_of_the_message():
    message = Fake(robot="epuck0", candidates=[Fake(value=1.5, chosen=True)], chosen=0)
    assert message_object("decision", message) == {
        "type": "decision",
        "robot": "epuck0",
        "candidates": [{"value": 1.5, "chosen": True}],
        "chosen": 0,
    }


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_json_cannot_say_is_null(value):
    message = Fake(danger_time=value, arguments=array("d", [1.0, value]))
    assert message_object("x", message) == {"type": "x", "danger_time": None, "arguments": [1.0, None]}


def test_a_time_is_a_number_of_seconds():
    header = Fake(stamp=SimpleNamespace(sec=3, nanosec=500_000_000), frame_id="map")
    assert message_object("x", Fake(header=header))["header"] == {"stamp": 3.5, "frame_id": "map"}


def test_a_trajectory_becomes_one_path_per_robot():
    prediction = message_object("decision", Fake(prediction=trajectory()))["prediction"]
    assert prediction == {
        "robots": ["epuck0", "epuck1"],
        "time_step": 0.1,
        "paths": [[[0.0, 0.0], [0.1, 0.0], [0.2, 0.1]], [[1.0, 0.5], [0.9, 0.5], [0.8, 0.5]]],
    }


def test_an_empty_trajectory_has_no_paths():
    empty = trajectory(robots=[], n_steps=0, x=array("d"), y=array("d"))
    assert message_object("decision", Fake(prediction=empty))["prediction"]["paths"] == []


def test_a_trajectory_of_the_wrong_length_is_an_error():
    with pytest.raises(ValueError, match="2 robots and 3 steps needs 6 positions, but has 5 x and 6 y"):
        message_object("x", Fake(prediction=trajectory(x=array("d", [0.0] * 5))))


def test_integers_that_javascript_would_round_are_text():
    message = Fake(small=2**53 - 1, seed=2**64 - 1)
    assert message_object("x", message) == {"type": "x", "small": 2**53 - 1, "seed": "18446744073709551615"}


def test_arena_holds_walls_and_sizes():
    walls = array("d", [-1.1, -0.5, 1.1, -0.5])
    arena = arena_object(
        SimpleNamespace(name="corridor", segments=[walls], circles=[[0.2, 0.1, 0.05]]), 0.035, 0.22
    )
    assert json.loads(to_json(arena)) == {
        "type": "arena",
        "name": "corridor",
        "segments": [[-1.1, -0.5, 1.1, -0.5]],
        "circles": [[0.2, 0.1, 0.05]],
        "robot_radius": 0.035,
        "safety_distance": 0.22,
    }


def test_a_wall_that_is_no_segment_is_an_error():
    with pytest.raises(ValueError, match="arena 'odd': a wall needs four finite numbers"):
        arena_object(SimpleNamespace(name="odd", segments=[[0.0, 0.0, math.nan, 1.0]]), 0.035, 0.22)


def test_real_messages_convert():
    messages = pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built")
    candidate = messages.CandidateAction(danger_time=math.nan, min_distance=math.inf)
    move = messages.SubAction(name="MoveTo", arguments=[1.0, 0.2])
    candidate.action.sub_actions.append(move)
    decision = message_object("decision", messages.Decision(robot="epuck0", candidates=[candidate]))
    assert decision["candidates"][0]["action"] == {
        "sub_actions": [{"name": "MoveTo", "arguments": [1.0, 0.2]}]
    }
    assert decision["candidates"][0]["danger_time"] is None
    assert decision["candidates"][0]["min_distance"] is None
    assert decision["prediction"] == {"robots": [], "time_step": 0.0, "paths": []}
    assert message_object("status", messages.ExperimentStatus(seed=7))["seed"] == 7
    json.loads(to_json(decision))
