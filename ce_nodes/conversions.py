"""Poses, tracks, ranges and decisions as ROS messages, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from consequence_engine.msg import CandidateAction as CandidateMessage
from consequence_engine.msg import Decision as DecisionMessage
from consequence_engine.msg import Track as TrackMessage
from geometry_msgs.msg import Point, Pose, Quaternion
from transforms3d.euler import euler2quat, quat2euler

from ce_core.object_tracker import Track
from ce_sim_server.conversions import action_to_message, trajectory_to_message

if TYPE_CHECKING:
    from ce_core.consequence_engine.decision import Decision


def pose_to_message(x: float, y: float, theta: float) -> Pose:
    """Turn a planar pose [m, rad] into a message."""
    qw, qx, qy, qz = euler2quat(0.0, 0.0, theta)
    return Pose(position=Point(x=x, y=y), orientation=Quaternion(x=qx, y=qy, z=qz, w=qw))


def pose_from_message(pose: Pose) -> tuple[float, float, float]:
    """Return x, y [m] and theta [rad] of a pose message."""
    q = pose.orientation
    return pose.position.x, pose.position.y, quat2euler((q.w, q.x, q.y, q.z))[2]


def track_to_message(track: Track) -> TrackMessage:
    """Turn a track into its message; the fields have the same names."""
    return TrackMessage(**vars(track))


def track_from_message(message: TrackMessage) -> Track:
    """Turn a message into a track."""
    return Track(**{name: getattr(message, name) for name in Track.__dataclass_fields__})


def decision_to_message(decision: Decision) -> DecisionMessage:
    """Turn a decision record into its message; the fields have the same names. The header stays empty."""
    candidates = []
    for candidate in decision.candidates:
        fields = {**candidate._asdict(), "action": action_to_message(candidate.action)}
        candidates.append(CandidateMessage(**fields))
    return DecisionMessage(
        robot=decision.robot,
        candidates=candidates,
        chosen=decision.chosen,
        all_dangerous=decision.all_dangerous,
        rule=decision.rule,
        attended=list(decision.attended),
        prediction=trajectory_to_message(decision.prediction),
        simulations=decision.simulations,
        reruns_left_out=decision.reruns_left_out,
        compute_time=decision.compute_time,
    )
