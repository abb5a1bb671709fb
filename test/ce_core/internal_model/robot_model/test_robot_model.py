import math
from dataclasses import replace

import numpy as np
import pytest

from ce_core.family import UnknownNameError
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.robot_model.model_table import model_table

EPUCK = ROBOT_MODELS["epuck"]


def test_the_epuck_has_the_papers_body():
    assert EPUCK.radius == 0.035
    assert EPUCK.wheel_base == 0.053
    assert EPUCK.max_speed == 0.1
    assert [round(math.degrees(a)) for a in EPUCK.sensor_angles] == [-15, -45, -90, -150, 150, 90, 45, 15]


def test_an_unknown_model_lists_the_known_ones():
    with pytest.raises(UnknownNameError, match=r"'epuk'; did you mean 'epuck'\?"):
        ROBOT_MODELS["epuk"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("radius", 0.0), ("max_speed", math.nan), ("wheel_base", -1.0), ("avoid_left", (1.0,))],
)
def test_a_wrong_model_says_which_field(field, value):
    with pytest.raises(ValueError, match=rf"'epuck': {field} = "):
        replace(EPUCK, **{field: value})


def test_sensors_sit_on_the_edge_and_their_middle_ray_looks_straight_out():
    table = model_table([EPUCK])
    mounts = table.mounts[0]
    assert np.allclose(np.hypot(mounts[:, 0], mounts[:, 1]), EPUCK.radius)
    middle = table.rays[0, :, EPUCK.infrared.rays // 2]
    assert np.allclose(middle / EPUCK.infrared.reach, mounts / EPUCK.radius)


def test_models_with_fewer_sensors_and_rays_are_padded():
    (ring,) = EPUCK.sensors
    small = replace(
        EPUCK,
        name="small",
        sensors=(replace(ring, angles=(0.0, 1.0), law=replace(ring.law, rays=1)),),
        avoid_left=(1.0, 2.0),
        avoid_right=(2.0, 1.0),
    )
    table = model_table([EPUCK, small])
    assert table.rays.shape == (2, 8, 5, 2)
    assert not table.rays[1, 2:].any()
    assert not table.rays[1, :, 1:].any()
    assert table.n_rays.tolist() == [5, 1]


def test_a_table_of_models_without_infrared_has_no_sensors():
    table = model_table([ROBOT_MODELS["pedestrian"], ROBOT_MODELS["alphabot"]])
    assert table.rays.shape == (2, 0, 0, 2)
    assert table.n_rays.tolist() == [0, 0]


def test_a_sensor_is_found_by_its_name():
    magellan = ROBOT_MODELS["magellan_pro"]
    assert magellan.sensor("sonar").n_values == 16
    with pytest.raises(UnknownNameError, match=r"sensor of 'magellan_pro' 'sonra'; did you mean 'sonar'\?"):
        magellan.sensor("sonra")


def test_two_sensors_of_one_name_and_two_infrared_rings_are_refused():
    (ring,) = EPUCK.sensors
    with pytest.raises(ValueError, match="different names"):
        replace(EPUCK, sensors=(ring, ring))
    with pytest.raises(ValueError, match="at most one infrared ring"):
        replace(EPUCK, sensors=(ring, replace(ring, name="second")))


def test_a_holonomic_robot_has_no_wheels_to_put_torque_on():
    with pytest.raises(ValueError, match="holonomic robot has none"):
        replace(ROBOT_MODELS["khepera"], holonomic=True)
