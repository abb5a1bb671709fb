"""Answers a batch of simulation requests: what the service does, apart from being a service."""

from __future__ import annotations

import time

from consequence_engine.srv import Simulate

from ce_core.family import UnknownNameError
from ce_core.internal_model.simulator.simulator import SimulationError, Simulator
from ce_sim_server.conversions import request_from_message, trajectory_to_message
from ce_sim_server.versions import OtherVersionError


def answer(simulator: Simulator, request: Simulate.Request, response: Simulate.Response) -> Simulate.Response:
    """Simulate all requests, or say in one sentence why not."""
    begin = time.perf_counter()
    try:
        batch = [request_from_message(m, i) for i, m in enumerate(request.requests)]
        response.trajectories = [trajectory_to_message(t) for t in simulator.simulate(batch)]
        response.status = Simulate.Response.OK
    except (SimulationError, UnknownNameError, OtherVersionError) as error:
        response.status = _status(error)
        response.message = str(error)
        response.trajectories = []
    response.compute_time = time.perf_counter() - begin
    return response


def _status(error: ValueError) -> int:
    """Say which kind of error this is; an unknown name is the error itself or its cause."""
    if isinstance(error, OtherVersionError):
        return int(Simulate.Response.OTHER_VERSION)
    origin = error if isinstance(error, UnknownNameError) else error.__cause__
    kinds = {
        "arena": Simulate.Response.UNKNOWN_WORLD,
        "robot model": Simulate.Response.UNKNOWN_MODEL,
        "sub-action": Simulate.Response.UNKNOWN_ACTION,
    }
    return int(kinds.get(getattr(origin, "what", ""), Simulate.Response.BAD_REQUEST))
