"""A family of interchangeable members (sub-actions, safety rules, robot models), found by name."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

Member = TypeVar("Member")


class UnknownNameError(ValueError):
    """A name that no member of a family, no key of a file and no launch argument has."""

    def __init__(self, message: str, what: str) -> None:
        super().__init__(message)
        self.what = what
        """What kind of name it is, for example `robot model`."""


def unknown_name(what: str, name: str, known: list[str]) -> UnknownNameError:
    """Build the error for an unknown name: the name, the nearest known one, and all known ones."""
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    message = f"unknown {what} {name!r}{hint} Known: {', '.join(sorted(known))}"
    return UnknownNameError(message, what)


class Family(Generic[Member]):
    """Members by name; a second member of the same name and an unknown name are errors."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._members: dict[str, Member] = {}

    def add(self, name: str) -> Callable[[Member], Member]:
        """Return a decorator that registers a member under this name."""

        def register(member: Member) -> Member:
            if name in self._members:
                raise ValueError(f"{self.what} {name!r} is registered twice")
            self._members[name] = member
            return member

        return register

    def __getitem__(self, name: str) -> Member:
        if name not in self._members:
            raise unknown_name(self.what, name, list(self._members))
        return self._members[name]

    def __contains__(self, name: object) -> bool:
        return name in self._members

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)
