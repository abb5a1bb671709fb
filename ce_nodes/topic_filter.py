"""Which topics a bag holds."""

from __future__ import annotations

import re
from collections.abc import Iterable


class TopicFilter:
    """Which topics to record: regular expressions of whole names."""

    def __init__(self, topics: Iterable[str], exclude: Iterable[str]) -> None:
        self._topics = _compiled("topics", topics)
        self._exclude = _compiled("exclude", exclude)

    def wants(self, topic: str) -> bool:
        return _matches(topic, self._topics) and not _matches(topic, self._exclude)


def _compiled(parameter: str, patterns: Iterable[str]) -> list[re.Pattern[str]]:
    try:
        return [re.compile(pattern) for pattern in patterns if pattern]
    except re.error as error:
        raise ValueError(f"{parameter}: {error.pattern!r} is not a regular expression: {error.msg}") from None


def _matches(topic: str, patterns: list[re.Pattern[str]]) -> bool:
    return any(pattern.fullmatch(topic) for pattern in patterns)
