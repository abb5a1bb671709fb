"""A decision as markers for RViz and Foxglove: predictions, candidate actions, attention, safety distance."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from geometry_msgs.msg import Point, Pose
from std_msgs.msg import ColorRGBA, Header
from visualization_msgs.msg import Marker, MarkerArray

from ce_core.consequence_engine.attention import radius
from ce_core.consequence_engine.config import EngineConfig
from ce_core.consequence_engine.decision import Decision
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.world_model import load_arena

BLUE = ColorRGBA(r=0.12, g=0.36, b=0.85, a=1.0)
RED = ColorRGBA(r=0.85, g=0.2, b=0.15, a=0.9)
GREEN = ColorRGBA(r=0.1, g=0.6, b=0.3, a=0.9)
GREY = ColorRGBA(r=0.55, g=0.55, b=0.55, a=0.8)
PALE_BLUE = ColorRGBA(r=0.35, g=0.6, b=0.95, a=0.25)

EVERY = 5
"""Every fifth step of a prediction is drawn: half a second."""


def decision_markers(decision: Decision, header: Header, config: EngineConfig) -> MarkerArray:
    """Draw a decision; every marker replaces its predecessor."""
    x, y, theta = decision.prediction.poses[0, 0].tolist()
    markers = [Marker(header=header, action=Marker.DELETEALL)]
    markers += _walls(header, config.world)
    markers.append(_disc(header, x, y, config.action_evaluator.safety_distance))
    markers.append(_attention(header, (x, y, theta), config))
    for i, poses in enumerate(decision.prediction.poses):
        points = [Point(x=px, y=py) for px, py, _ in poses[::EVERY].tolist()]
        markers.append(_line(header, "prediction", i, points, BLUE if i == 0 else RED, 0.01))
    markers += _candidates(header, decision)
    markers += _bodies(header, decision, ROBOT_MODELS[config.robot_model].radius)
    return MarkerArray(markers=markers)


def _marker(header: Header, group: str, number: int, kind: int, color: ColorRGBA) -> Marker:
    marker = Marker(header=header, ns=group, id=number, type=kind, action=Marker.ADD, color=color)
    marker.pose.orientation.w = 1.0
    return marker


def _line(
    header: Header, group: str, number: int, points: Sequence[Point], color: ColorRGBA, width: float
) -> Marker:
    marker = _marker(header, group, number, Marker.LINE_STRIP, color)
    marker.scale.x = width
    marker.points = list(points)
    return marker


def _disc(header: Header, x: float, y: float, distance: float) -> Marker:
    marker = _marker(header, "safety_distance", 0, Marker.CYLINDER, PALE_BLUE)
    marker.pose.position.x, marker.pose.position.y = x, y
    marker.scale.x = marker.scale.y = 2.0 * distance
    marker.scale.z = 0.002
    return marker


def _attention(header: Header, pose: tuple[float, float, float], config: EngineConfig) -> Marker:
    """Draw the attention area (Figure 7): its radius shrinks from front to behind."""
    x, y, theta = pose
    bearings = np.linspace(-np.pi, np.pi, 73)
    reach = radius(bearings, config.attention)
    edge = np.column_stack([x + reach * np.cos(theta + bearings), y + reach * np.sin(theta + bearings)])
    points = [Point(x=px, y=py) for px, py in edge.tolist()]
    return _line(header, "attention", 0, points, GREY, 0.006)


def _candidates(header: Header, decision: Decision) -> list[Marker]:
    markers = []
    for i, candidate in enumerate(decision.candidates):
        goal = next((s.arguments for s in candidate.action.sub_actions if s.name == "MoveTo"), None)
        if goal is None:
            continue
        color = GREY if not candidate.simulated else RED if candidate.dangerous else GREEN
        marker = _marker(header, "candidates", i, Marker.SPHERE, BLUE if candidate.chosen else color)
        marker.pose.position.x, marker.pose.position.y = goal[:2]
        size = 0.06 if candidate.chosen else 0.03
        marker.scale.x = marker.scale.y = marker.scale.z = size
        markers.append(marker)
    return markers


def _bodies(header: Header, decision: Decision, body_radius: float) -> list[Marker]:
    markers = []
    for i, name in enumerate(decision.prediction.robots):
        x, y, theta = decision.prediction.poses[i, 0].tolist()
        body = _marker(header, "robots", i, Marker.CYLINDER, BLUE if i == 0 else RED)
        body.pose = Pose()
        body.pose.position.x, body.pose.position.y, body.pose.position.z = x, y, 0.025
        body.pose.orientation.z, body.pose.orientation.w = math.sin(theta / 2), math.cos(theta / 2)
        body.scale.x = body.scale.y = 2.0 * body_radius
        body.scale.z = 0.05
        label = _marker(header, "names", i, Marker.TEXT_VIEW_FACING, GREY)
        label.pose.position.x, label.pose.position.y, label.pose.position.z = x, y, 0.1
        label.scale.z, label.text = 0.05, name
        markers += [body, label]
    return markers


def _walls(header: Header, world: str) -> list[Marker]:
    """Draw walls as lines and round obstacles as pillars."""
    arena = load_arena(world)
    marker = _marker(header, "walls", 0, Marker.LINE_LIST, GREY)
    marker.scale.x = 0.01
    for x1, y1, x2, y2 in arena.segments.tolist():
        marker.points += [Point(x=x1, y=y1), Point(x=x2, y=y2)]
    pillars = []
    for i, (x, y, body) in enumerate(arena.circles.tolist()):
        pillar = _marker(header, "obstacles", i, Marker.CYLINDER, GREY)
        pillar.pose.position.x, pillar.pose.position.y, pillar.pose.position.z = x, y, 0.025
        pillar.scale.x = pillar.scale.y = 2.0 * body
        pillar.scale.z = 0.05
        pillars.append(pillar)
    return [marker, *pillars]
