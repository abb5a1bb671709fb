"""Runs jobs here, in worker processes or on a Dask cluster; the answers do not depend on which."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from ce_core.experiments.experiment import ExperimentError

Job = TypeVar("Job")
Row = TypeVar("Row")

CLUSTER_TIMEOUT = 10.0
"""How long a Dask scheduler has to answer [s]."""


def run_jobs(
    run: Callable[[Job], Row], jobs: Sequence[Job], workers: int = 1, scheduler: str | None = None
) -> Generator[Row, None, None]:
    """Yield what `run` returns for every job, as each is finished; closing the iterator ends the rest.

    `run` must be a function of a module, or a partial of one: it is sent to other processes.
    """
    if scheduler is not None:
        return _on_cluster(run, jobs, scheduler)
    if workers > 1 and len(jobs) > 1:
        return _in_processes(run, jobs, min(workers, len(jobs)))
    return _here(run, jobs)


def _here(run: Callable[[Job], Row], jobs: Sequence[Job]) -> Generator[Row, None, None]:
    for job in jobs:
        try:
            row = run(job)
        except Exception as error:
            raise _failed(job, error) from error
        yield row


def _in_processes(run: Callable[[Job], Row], jobs: Sequence[Job], workers: int) -> Generator[Row, None, None]:
    # Spawned and not forked: the progress bar and the compiled kernels have threads.
    context = multiprocessing.get_context("spawn")
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_worker)
    finished = False
    try:
        futures: dict[Future[Row], Job] = {pool.submit(run, job): job for job in jobs}
        for future in as_completed(futures):
            try:
                row = future.result()
            except BrokenProcessPool:
                raise ExperimentError(
                    "a worker process died; is there enough memory for --workers?"
                ) from None
            except Exception as error:
                raise _failed(futures[future], error) from error
            yield row
        finished = True
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        if not finished:
            for process in set(multiprocessing.active_children()) - before:
                process.terminate()


def _begin_worker() -> None:
    """Leave Ctrl-C to the parent, and end when the parent has ended, however that was."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _on_cluster(run: Callable[[Job], Row], jobs: Sequence[Job], address: str) -> Generator[Row, None, None]:
    try:
        import distributed
    except ImportError:
        raise ExperimentError(
            "--scheduler needs dask.distributed, which is not installed; "
            "it is the extra `cluster`: pip install -e '.[cluster]'"
        ) from None
    try:
        client: Any = distributed.Client(address, timeout=CLUSTER_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ExperimentError(
            f"--scheduler {address}: no Dask scheduler answers there within {CLUSTER_TIMEOUT:g} s ({error}); "
            "write its address as tcp://host:8786"
        ) from None
    futures: list[Any] = []
    try:
        futures = [client.submit(run, job, pure=False) for job in jobs]
        of = {future.key: job for future, job in zip(futures, jobs, strict=True)}
        for future in distributed.as_completed(futures, loop=client.loop):
            try:
                row: Row = future.result()
            except Exception as error:
                raise _failed(of[future.key], error) from error
            yield row
    finally:
        client.cancel(futures)
        client.close()


def _failed(job: object, error: Exception) -> ExperimentError:
    return ExperimentError(f"{job}: {type(error).__name__}: {error}")
