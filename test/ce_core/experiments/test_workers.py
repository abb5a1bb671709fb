"""Jobs in this process, in others and on a cluster."""

from __future__ import annotations

import math
import os
import time

import pytest

from ce_core.experiments.experiment import ExperimentError
from ce_core.experiments.workers import run_jobs


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_is_answered_once(workers: int) -> None:
    assert sorted(run_jobs(abs, [-1, -2, -3], workers)) == [1, 2, 3]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_job_that_fails_is_named(workers: int) -> None:
    with pytest.raises(ExperimentError, match=r"^-4\.0: ValueError: "):
        list(run_jobs(math.sqrt, [1.0, -4.0], workers))


def test_a_worker_that_dies_ends_the_run_with_a_sentence() -> None:
    with pytest.raises(ExperimentError, match="a worker process died"):
        list(run_jobs(os._exit, [3, 3], workers=2))


def test_closing_ends_the_workers_at_once() -> None:
    running = run_jobs(time.sleep, [0.0, 120.0, 120.0, 120.0], workers=2)
    next(running)
    start = time.monotonic()
    running.close()
    assert time.monotonic() - start < 60.0


def test_a_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ce_core.experiments.workers.CLUSTER_TIMEOUT", 1.0)
    with pytest.raises(ExperimentError, match=r"--scheduler"):
        list(run_jobs(abs, [-1], scheduler="tcp://127.0.0.1:1"))


def test_a_cluster_gives_the_same_answers() -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
        found = run_jobs(abs, [-1, -2, -3], scheduler=cluster.scheduler_address)
        assert sorted(found) == [1, 2, 3]
        with pytest.raises(ExperimentError, match=r"^-4\.0: ValueError: "):
            list(run_jobs(math.sqrt, [-4.0], scheduler=cluster.scheduler_address))
