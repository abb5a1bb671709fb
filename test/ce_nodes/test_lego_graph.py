"""The graph of paper 1's game."""

from __future__ import annotations

import pytest

from ce_core.settings import SettingsError
from ce_nodes.lego_graph import LEGO_PLAYGROUND


def test_the_playground_ends_the_launch_and_the_example_plays() -> None:
    playground, player = LEGO_PLAYGROUND.build({"start": "3", "preset": "paper"})
    assert (playground.executable, player.executable) == ("lego_playground", "lego_player")
    assert playground.ends_launch
    assert playground.parameters["exit_when_done"]
    assert playground.parameters["start"] == 3
    assert player.parameters["threshold"] == pytest.approx(1.2)  # the paper's 120


def test_lock_step_names_the_player() -> None:
    playground, player = LEGO_PLAYGROUND.build({"rate": "10", "robot": "mindstorms"})
    assert playground.parameters["participants"] == ["/mindstorms/lego_player"]
    assert player.parameters["use_sim_time"]


def test_a_node_of_your_own_plays_in_real_time() -> None:
    (playground,) = LEGO_PLAYGROUND.build({"player": "own"})
    assert not playground.parameters["lockstep"]
    with pytest.raises(SettingsError, match=r"player:=own rate:=2 .*real time"):
        LEGO_PLAYGROUND.build({"player": "own", "rate": "2"})


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"start": "21"}, "start = 21: starts 20 has 20"),
        ({"starts": "some"}, "starts 'some': write 20"),
        ({"preset": "real"}, "preset:=real: must be one of authors, paper"),
        ({"robot": "9"}, "'9' cannot be a namespace"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, str], words: str) -> None:
    with pytest.raises(SettingsError, match=words):
        LEGO_PLAYGROUND.build(arguments)
