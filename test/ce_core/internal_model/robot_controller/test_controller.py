import numpy as np
import pytest

from ce_core.family import UnknownNameError
from ce_core.internal_model.robot_controller import (
    MAX_ARGUMENTS,
    MAX_SUB_ACTIONS,
    SUB_ACTIONS,
    Action,
    Senses,
    SubAction,
    Wheels,
    control,
    encode,
    to_twist,
)
from ce_core.internal_model.robot_model import ROBOT_MODELS

DRIVE = ROBOT_MODELS["epuck"].drive()


def test_the_papers_nine_sub_actions_have_kinds_of_their_own():
    assert set(SUB_ACTIONS) == {
        *("GoStraight", "Avoidance", "MoveTo", "Stop", "TurnLeft", "TurnRight"),
        *("CalibrateIR", "ResetDSPIC", "PrintProximityValues"),
    }
    kinds = [SUB_ACTIONS[name].kind for name in SUB_ACTIONS]
    assert len(set(kinds)) == len(kinds)
    assert 0 not in kinds
    assert max(len(SUB_ACTIONS[name].arguments) for name in SUB_ACTIONS) == MAX_ARGUMENTS


def test_sub_actions_run_in_order():
    senses = Senses(np.zeros(8), 0.0, 0.0, 0.0)
    assert control(*encode(Action.parse("Stop;GoStraight(1)")), senses, DRIVE) == Wheels(0.1, 0.1)
    assert control(*encode(Action.parse("GoStraight(1);Stop")), senses, DRIVE) == Wheels(0.0, 0.0)


def test_wheels_are_limited_to_the_top_speed_after_the_last_sub_action():
    senses = Senses(np.ones(8), 0.0, 0.0, 0.0)
    wheels = control(*encode(Action.parse("GoStraight(1);Avoidance")), senses, DRIVE)
    assert max(abs(wheels.left), abs(wheels.right)) <= DRIVE.max_speed


def test_encoded_actions_are_shared_and_therefore_read_only():
    kinds, arguments = encode(Action.parse("MoveTo(1, 0.2);Avoidance"))
    assert kinds.shape == (MAX_SUB_ACTIONS,)
    assert arguments.shape == (MAX_SUB_ACTIONS, MAX_ARGUMENTS)
    assert arguments[0].tolist() == [1.0, 0.2]
    with pytest.raises(ValueError, match="read-only"):
        kinds[0] = 3


def test_an_unknown_sub_action_names_the_nearest():
    with pytest.raises(UnknownNameError, match=r"'MoveTwo'; did you mean 'MoveTo'\?"):
        encode(Action.parse("MoveTwo(1, 2)"))


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Action.parse("MoveTo(1)"), r"MoveTo\(1\) .* has 1 arguments; expected MoveTo\(x, y\)"),
        (Action.parse("Stop(1)"), r"Stop\(1\) .* expected Stop"),
        (Action.parse(";".join(["Stop"] * 9)), "has 9 sub-actions; expected 1 to 8"),
        (Action(()), "has 0 sub-actions"),
        (Action((SubAction("MoveTo", (1.0, float("nan"))),)), "not finite"),
    ],
)
def test_a_wrong_action_says_what_would_be_right(action, message):
    with pytest.raises(ValueError, match=message):
        encode(action)


def test_twist_of_a_differential_drive():
    assert to_twist(Wheels(0.1, 0.1), DRIVE) == (0.1, 0.0)
    v, omega = to_twist(Wheels(-0.05, 0.05), DRIVE)
    assert (v, omega) == (0.0, pytest.approx(0.1 / 0.053))
