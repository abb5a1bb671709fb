"""Actions as the paper writes them: `MoveTo(1.0, 0.2);Avoidance` (paper 0, section 2.4.4)."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cached_property

_SUB_ACTION = re.compile(r"\s*([A-Za-z]\w*)\s*(?:\(([^()]*)\))?\s*")


@dataclass(frozen=True)
class SubAction:
    """One building block, for example `GoStraight(0.8)`; the units of arguments are the member's."""

    name: str
    arguments: tuple[float, ...] = ()

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        return f"{self.name}({', '.join(f'{a:g}' for a in self.arguments)})"


@dataclass(frozen=True)
class Action:
    """Sub-actions that a robot runs one after the other in every control step."""

    sub_actions: tuple[SubAction, ...]

    @cached_property
    def _hash(self) -> int:
        return hash(self.sub_actions)

    def __hash__(self) -> int:
        return self._hash  # looked up again and again

    def __str__(self) -> str:
        return ";".join(str(s) for s in self.sub_actions)

    @staticmethod
    def parse(text: str) -> Action:
        """Read an action from its text, for example `MoveTo(1.0, 0.2);Avoidance`."""
        sub_actions = []
        for part in text.split(";"):
            match = _SUB_ACTION.fullmatch(part)
            if match is None:
                raise ValueError(
                    f"{part!r} in action {text!r} is not a sub-action; "
                    "write Name or Name(1.0, 2.0), joined by ';'"
                )
            name, inside = match.groups()
            try:
                arguments = tuple(float(a) for a in inside.split(",")) if inside else ()
            except ValueError:
                raise ValueError(
                    f"arguments {inside!r} of {name} in action {text!r} are not numbers"
                ) from None
            if not all(math.isfinite(a) for a in arguments):
                raise ValueError(f"arguments {inside!r} of {name} in action {text!r} are not finite")
            sub_actions.append(SubAction(name, arguments))
        return Action(tuple(sub_actions))
