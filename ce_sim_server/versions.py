"""Names of arenas and robot models with the version of what they stand for, as in corridor@3f2a91c0.

A server on another machine may have other files under the same names. With the version in the request it
says so, in place of simulating something else.
"""

from __future__ import annotations

import dataclasses
import hashlib
from functools import lru_cache
from typing import Any

import numpy as np

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.world_model import load_arena

MARK = "@"


class OtherVersionError(ValueError):
    """The name is known, but stands for something else here."""


@lru_cache(maxsize=256)
def versioned_world(name: str) -> str:
    """Return an arena's name with its version; an unknown name stays as it is, to be refused later."""
    try:
        return f"{name}{MARK}{fingerprint(load_arena(name))}"
    except (ValueError, OSError):
        return name


@lru_cache(maxsize=256)
def versioned_model(name: str) -> str:
    """Return a robot model's name with its version; an unknown name stays as it is."""
    try:
        return f"{name}{MARK}{fingerprint(ROBOT_MODELS[name])}"
    except ValueError:
        return name


def plain_world(name: str) -> str:
    """Return the name of an arena without a version; raise if it is not the one that is known here."""
    return _plain("arena", name, versioned_world) if MARK in name else name


def plain_model(name: str) -> str:
    """Return the name of a robot model without a version; raise if it is not the one that is known here."""
    return _plain("robot model", name, versioned_model) if MARK in name else name


def _plain(what: str, name: str, versioned: Any) -> str:
    plain = name.rpartition(MARK)[0]
    here = versioned(plain)
    if here not in (name, plain):
        raise OtherVersionError(
            f"{what} {name!r}: here it is {here}; install the same version on both machines"
        )
    return plain


def fingerprint(thing: Any) -> str:
    """Return eight hexadecimal digits that change when anything inside a dataclass or an array does."""
    digest = hashlib.sha256()
    _feed(digest, thing)
    return digest.hexdigest()[:8]


def _feed(digest: Any, thing: Any) -> None:
    if dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            digest.update(field.name.encode())
            _feed(digest, getattr(thing, field.name))
    elif isinstance(thing, np.ndarray):
        digest.update(f"{thing.dtype}{thing.shape}".encode())
        digest.update(np.ascontiguousarray(thing).tobytes())
    elif isinstance(thing, list | tuple):
        for part in thing:
            _feed(digest, part)
        digest.update(b";")
    else:
        digest.update(repr(thing).encode())
