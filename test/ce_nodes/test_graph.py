"""One description of the graph: what the launch arguments make of it, and what is said about wrong ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ce_core.experiments.scenario import draw
from ce_core.family import UnknownNameError
from ce_core.settings import SettingsError, load_parameter_file
from ce_nodes.configs import CONFIGS
from ce_nodes.graph import CORRIDOR_EXPERIMENT, NodeSpec, config_folder
from ce_nodes.launcher import find, load, show_arguments, split


def nodes(**given: str) -> dict[str, NodeSpec]:
    return {node.full_name: node for node in CORRIDOR_EXPERIMENT.build(given)}


def test_the_default_graph_is_the_paper_with_a_dashboard() -> None:
    names = set(nodes())
    controllers = {f"/epuck_{i}/low_level_controller" for i in range(6)}
    assert names == controllers | {
        "/simulated_robots",
        "/object_tracker",
        "/sim_server_0",
        "/consequence_engine",
        "/experiment",
        "/dashboard",
    }


def test_real_robots_leave_out_the_simulated_ones_and_nothing_else() -> None:
    assert set(nodes()) - set(nodes(robots="real")) == {"/simulated_robots"}


def test_the_baseline_leaves_out_engine_and_servers() -> None:
    assert set(nodes()) - set(nodes(controller="baseline")) == {"/consequence_engine", "/sim_server_0"}


def test_servers_recorder_and_dashboard_on_request() -> None:
    names = set(nodes(sim_servers="3", record="true", dashboard="false"))
    assert {"/sim_server_0", "/sim_server_1", "/sim_server_2", "/recorder"} <= names
    assert "/dashboard" not in names


def test_the_engine_drives_the_robot_that_the_seed_makes_smart() -> None:
    for seed in range(20):
        smart = draw(seed, [f"epuck_{i}" for i in range(6)]).smart_robot
        built = nodes(seed=str(seed), tracker="lidar")
        assert built["/consequence_engine"].parameters["robot"] == smart
        assert built["/object_tracker"].parameters["lidar_robot"] == smart
        assert built["/simulated_robots"].parameters["scan_robots"] == [smart]


def test_real_time_unless_a_rate_or_lockstep_is_asked_for() -> None:
    def stepped(**given: str) -> set[Any]:
        return {n.parameters["use_sim_time"] for n in nodes(**given).values()}

    assert stepped() == {False}
    assert stepped(rate="5.0") == {True}
    assert stepped(lockstep="true") == {True}


def test_everyone_but_servers_and_observers_takes_part_in_lockstep() -> None:
    built = nodes(rate="2.0", record="true")
    participants = set(built["/simulated_robots"].parameters["participants"])
    assert participants == {
        name
        for name, node in built.items()
        if node.parameters.get("lockstep") and name != "/simulated_robots"
    }
    assert set(built) - participants == {"/simulated_robots", "/sim_server_0", "/recorder", "/dashboard"}


def test_only_the_experiment_ends_the_launch() -> None:
    assert [name for name, node in nodes().items() if node.ends_launch] == ["/experiment"]


def test_parameters_have_the_types_that_ros_wants() -> None:
    for node in nodes(rate="2.0", tracker="lidar", record="true").values():
        for key, value in node.parameters.items():
            assert type(value) in (bool, int, float, str, list), (node.full_name, key)
            assert value != [], (node.full_name, key)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"controler": "ce"}, ["controler", "did you mean 'controller'"]),
        ({"controller": "foo"}, ["controller:=foo", "ce, baseline"]),
        ({"n_robots": "-1"}, ["n_robots:=-1", "1 to 50"]),
        ({"n_robots": "six"}, ["n_robots:=six", "whole number"]),
        ({"n_robots": "40"}, ["39 h-robots cannot be placed"]),
        ({"rate": "0"}, ["rate:=0", "above 0"]),
        ({"rate": "nan"}, ["rate:=nan", "above 0"]),
        ({"seed": "1.5"}, ["seed:=1.5", "whole number"]),
        ({"robots": "real", "rate": "5.0"}, ["real robots run in real time"]),
        ({"rate": "5.0", "lockstep": "false"}, ["only lock-step can be faster"]),
        ({"config": "none.yaml"}, ["none.yaml", "cannot be read"]),
    ],
)
def test_a_wrong_argument_is_told_with_its_value_and_what_would_be_right(
    given: dict[str, str], words: list[str]
) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the words below are what matters
        CORRIDOR_EXPERIMENT.build(given)
    for word in words:
        assert word in str(caught.value)


def test_a_parameter_file_of_ones_own_is_laid_over_the_packages(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(
        "consequence_engine:\n  ros__parameters:\n    engine: {action_evaluator: {safety_distance: 0.3}}\n"
    )
    parameters = nodes(config=str(own))["/consequence_engine"].parameters
    assert parameters["engine.action_evaluator.safety_distance"] == 0.3
    assert parameters["rate"] == 2.0


def test_the_score_and_the_page_mean_the_engines_safety_distance(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(
        "consequence_engine:\n  ros__parameters:\n    engine: {action_evaluator: {safety_distance: 0.3}}\n"
    )
    built = nodes(config=str(own))
    assert built["/experiment"].parameters["score.safety_distance"] == 0.3
    assert built["/dashboard"].parameters["safety_distance"] == 0.3


def test_an_unknown_key_names_file_key_and_nearest_key(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("experiment:\n  ros__parameters:\n    time_limmit: 3.0\n")
    with pytest.raises(SettingsError, match=r"own\.yaml: experiment: .*time_limmit.*'time_limit'"):
        nodes(config=str(own))


def test_every_parameter_file_in_config_is_valid() -> None:
    files = sorted(config_folder().glob("*.yaml"))
    assert files
    for file in files:
        load_parameter_file(file, CONFIGS)


def test_every_setting_of_every_node_says_what_it_means() -> None:
    from ce_core.settings import settings_of

    for executable, config in CONFIGS.items():
        for name, setting in settings_of(config).items():
            assert setting.meaning, f"{executable}: {name} has no Doc"
            assert setting.default != (), f"{executable}: {name}: ROS cannot tell the type of an empty list"


def test_the_launch_file_is_found_by_name_and_shows_its_arguments() -> None:
    graph = load(find("corridor_experiment.launch.py")).GRAPH
    text = show_arguments(graph)
    for name in (
        "robots",
        "tracker",
        "n_robots",
        "seed",
        "controller",
        "sim_servers",
        "record",
        "rate",
        "dashboard",
    ):
        assert f"'{name}':" in text


def test_an_unknown_launch_file_and_a_bare_word_are_errors() -> None:
    with pytest.raises(UnknownNameError, match=r"corridor_experiment\.launch\.py"):
        find("corridor.launch.py")
    with pytest.raises(ValueError, match="name:=value"):
        split("seed=3")
