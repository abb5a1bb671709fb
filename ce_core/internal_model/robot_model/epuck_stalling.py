"""An e-puck that gets stuck, as those that paper 0 simulated did (section 2.3.3 and its footnote 3).

The paper suspects a virtual infrared response that was too weak. Alone that is not enough: a body that slides
along what it touches gets away. But in Stage, which the paper used, a move that would touch something is
undone, the turn with it. The controller has no memory: the same readings ask for the same move, which is
undone again. Both together get stuck. How weak the response is was chosen on seeds 1000 to 1399.
"""

from dataclasses import replace

from ce_core.internal_model.robot_model.epuck import EPUCK
from ce_core.internal_model.robot_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors.infrared import InfraredRing

(_RING,) = EPUCK.sensors
assert isinstance(_RING, InfraredRing)

EPUCK_STALLING = ROBOT_MODELS.add("epuck_stalling")(
    replace(
        EPUCK,
        name="epuck_stalling",
        # 1 at 3 mm in place of 1 cm: a reading at 1 cm is a tenth of what it should be
        sensors=(replace(_RING, law=replace(_RING.law, saturation=0.003)),),
        stalls=True,
    )
)
