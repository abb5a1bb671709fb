"""Box2D as the second opinion: the same paths while nothing touches, the same statistics when things do."""

from dataclasses import replace

import numpy as np
import pytest

from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.simulator import Box2DSimulator, KernelSimulator, SimulationError, WorldNoise

NOISE = WorldNoise(motor=0.05, motor_bias=0.02, infrared=0.1)


@pytest.mark.parametrize("noise", [WorldNoise(), NOISE])
def test_paths_agree_within_a_tenth_of_a_millimetre_while_nothing_touches(corridor_request, noise):
    requests = [corridor_request(seed, duration=6.0) for seed in range(4)]
    pairs = zip(
        Box2DSimulator(noise).simulate(requests), KernelSimulator(noise).simulate(requests), strict=True
    )
    for box2d, kernel in pairs:
        first, second = np.tril_indices(6, -1)
        gaps = np.linalg.norm(kernel.poses[first, :, :2] - kernel.poses[second, :, :2], axis=-1)
        walls = np.minimum(1.1 - abs(kernel.poses[..., 0]), 0.5 - abs(kernel.poses[..., 1]))
        touching = (gaps.min(axis=0) < 0.071) | (walls.min(axis=0) < 0.0355)
        free = int(np.argmax(touching)) if touching.any() else len(touching)
        assert free > 20
        error = np.linalg.norm(box2d.poses[:, :free, :2] - kernel.poses[:, :free, :2], axis=-1)
        assert error.max() < 1e-4


def test_robots_that_bump_into_walls_and_each_other_cover_the_same_distance(corridor_request):
    blind = tuple(Action.parse("GoStraight(0.8)") for _ in range(6))
    requests = [replace(corridor_request(seed, duration=12.0), actions=blind) for seed in range(12)]
    travelled = []
    for simulator in (Box2DSimulator(), KernelSimulator()):
        paths = [path.poses for path in simulator.simulate(requests)]
        travelled.append([np.linalg.norm(np.diff(p[..., :2], axis=1), axis=-1).sum() for p in paths])
        for poses in paths:  # nobody is inside of a wall: Box2D lets bodies overlap by half a millimetre
            assert (abs(poses[..., 0]) < 1.1 - 0.035 + 1.5e-3).all()
            assert (abs(poses[..., 1]) < 0.5 - 0.035 + 1.5e-3).all()
    assert np.mean(travelled[0]) == pytest.approx(np.mean(travelled[1]), rel=0.1)
    assert np.mean(travelled[1]) < 0.95 * 6 * 12.0 * 0.08  # they did bump


def test_what_box2d_does_not_move_is_refused(corridor_request):
    request = replace(corridor_request(0, duration=0.5), models=("epuck",) * 5 + ("pedestrian",))
    walking = replace(request, actions=(*request.actions[:5], Action.parse("GoStraight(0.5)")))
    with pytest.raises(
        SimulationError, match="request 0: model of 'epuck5': 'pedestrian' is not moved by Box2D"
    ):
        Box2DSimulator().simulate([walking])
