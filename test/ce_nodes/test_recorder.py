"""The recorder's bags: the same bytes as published, readable by others, complete after a signal."""

import os
import re
import signal
import struct
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("rosbags", reason="rosbags is not installed")

from rosbags import rosbag2
from rosbags.interfaces import Qos, QosDurability, QosHistory, QosLiveliness, QosReliability, QosTime

from ce_nodes.bag_writer import OWN_MESSAGES, BagError, BagWriter, MessageTypes, offered_qos
from ce_nodes.topic_filter import TopicFilter

FOREVER = QosTime(9223372036, 854775807)
RELIABLE = Qos(
    QosHistory.KEEP_LAST,
    10,
    QosReliability.RELIABLE,
    QosDurability.VOLATILE,
    FOREVER,
    FOREVER,
    QosLiveliness.AUTOMATIC,
    FOREVER,
    False,
)


def test_filter_matches_whole_names():
    wanted = TopicFilter([".*"], ["/rosout", "/parameter_events"])
    assert wanted.wants("/tracks")
    assert wanted.wants("/rosout_other")
    assert not wanted.wants("/rosout")
    assert not TopicFilter(["/tracks"], []).wants("/tracks/more")


def test_a_bad_expression_names_parameter_and_pattern():
    with pytest.raises(ValueError, match=re.escape("exclude: '(/a' is not a regular expression")):
        TopicFilter([".*"], ["(/a"])


def test_every_message_of_ours_is_known_with_all_it_contains():
    types = MessageTypes()
    for file in OWN_MESSAGES.glob("*.msg"):
        types.need(f"consequence_engine/msg/{file.stem}")
    assert "consequence_engine/msg/CandidateAction" in types.store.fielddefs


def test_an_unknown_type_says_where_it_was_looked_for():
    with pytest.raises(BagError, match=r"no definition of odd_msgs/msg/Odd: .*odd_msgs/msg/Odd\.msg"):
        MessageTypes().need("odd_msgs/msg/Odd")


def test_never_overwrites(tmp_path):
    with pytest.raises(BagError, match="exists already and is not overwritten"):
        BagWriter(tmp_path, MessageTypes())


def test_values_stamps_and_qos_come_back(tmp_path):
    bag = BagWriter(tmp_path / "bag", types := MessageTypes())
    bag.add_topic("/sum", "std_msgs/msg/Float64", [RELIABLE])
    number = types.store.types["std_msgs/msg/Float64"]
    for i in range(3):
        bag.write("/sum", 1000 + i, bytes(types.store.serialize_cdr(number(data=i / 2), number.__msgtype__)))
        bag.flush()
    bag.close()
    with rosbag2.Reader(tmp_path / "bag") as reader:
        assert reader.connections[0].ext.offered_qos_profiles == [RELIABLE]
        seen = [
            (stamp, types.store.deserialize_cdr(data, connection.msgtype).data)
            for connection, stamp, data in reader.messages()
        ]
    assert seen == [(1000, 0.0), (1001, 0.5), (1002, 1.0)]
    metadata = (tmp_path / "bag" / "metadata.yaml").read_text()
    for line in ("version: 9", "storage_identifier: mcap", "reliability: reliable", "sec: 9223372036"):
        assert line in metadata


def test_what_was_flushed_survives_a_kill(tmp_path):
    bag = BagWriter(tmp_path / "bag", MessageTypes())
    bag.add_topic("/empty", "std_msgs/msg/Empty", [])
    bag.write("/empty", 1, b"\x00\x01\x00\x00\x00marker")
    bag.flush()
    assert b"marker" in (tmp_path / "bag" / "bag.mcap").read_bytes()
    bag.close()


@pytest.mark.parametrize("topics", [[], ["/silent"]])
def test_a_bag_without_messages_is_readable(tmp_path, topics):
    bag = BagWriter(tmp_path / "bag", MessageTypes())
    for topic in topics:
        bag.add_topic(topic, "std_msgs/msg/Empty", [RELIABLE])
    bag.close()
    with rosbag2.Reader(tmp_path / "bag") as reader:
        assert [c.topic for c in reader.connections] == topics
        assert list(reader.messages()) == []


def test_qos_of_rclpy_is_understood():
    never = SimpleNamespace(nanoseconds=2**63 - 1)
    profile = SimpleNamespace(
        history=1,
        depth=10,
        reliability=1,
        durability=2,
        deadline=never,
        lifespan=never,
        liveliness=1,
        liveliness_lease_duration=never,
        avoid_ros_namespace_conventions=False,
    )
    assert offered_qos(profile) == RELIABLE


# ---- with real processes ------------------------------------------------------------------------------


def start(domain, *parameters, cwd=None):
    command = [sys.executable, "-m", "ce_nodes.recorder", "--ros-args"]
    for parameter in parameters:
        command += ["-p", parameter]
    environment = os.environ | {"ROS_DOMAIN_ID": str(domain), "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
    return subprocess.Popen(command, env=environment, cwd=cwd, stderr=subprocess.PIPE, text=True)


@contextmanager
def recorder_process(*arguments, **options):
    process = start(*arguments, **options)
    guard = threading.Timer(60, process.kill)
    guard.start()
    try:
        yield process
    finally:
        guard.cancel()
        process.kill()
        process.communicate()


@pytest.fixture
def publisher(monkeypatch, ros_domain):
    """Give a node of this process, in a domain of its own."""
    pytest.importorskip("rclpy", reason="ROS 2 is not installed")
    pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built")
    from rclpy.context import Context
    from rclpy.node import Node

    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    context = Context()
    context.init(domain_id=ros_domain)
    node = Node("publisher", context=context)
    yield node
    node.destroy_node()
    context.shutdown()


def wait_until(condition, seconds=20):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "timed out"
        time.sleep(0.02)


@pytest.mark.ros
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_records_what_a_process_publishes_until_a_signal(publisher, tmp_path, number):
    from consequence_engine.msg import Action, CandidateAction, Decision, ExperimentStatus, SubAction
    from sensor_msgs.msg import Range

    from ce_nodes.qos import LATCHED, STREAM

    status = publisher.create_publisher(ExperimentStatus, "experiment/status", LATCHED)
    decisions = publisher.create_publisher(Decision, "epuck0/decision", STREAM)
    ranges = publisher.create_publisher(Range, "epuck0/ps0", STREAM)
    unwanted = publisher.create_publisher(Range, "epuck1/ps0", STREAM)
    status.publish(ExperimentStatus(seed=2**63 + 1))  # before anybody listens: latched
    move = SubAction(name="MoveTo", arguments=[1.0, 0.25])
    candidate = CandidateAction(action=Action(sub_actions=[move]), danger_time=float("nan"))
    output = tmp_path / "bag"
    with recorder_process(
        publisher.context.get_domain_id(),
        f"output:={output}",
        "topics:=['/experiment/.*', '/epuck.*']",
        "exclude:=['/epuck1/.*']",
    ) as process:
        wait_until(lambda: all(p.get_subscription_count() for p in (status, decisions, ranges)))
        for i in range(50):
            ranges.publish(Range(range=0.01 * i))
            decisions.publish(Decision(robot="epuck0", candidates=[candidate], chosen=i))
            unwanted.publish(Range())
        wait_until(
            lambda: ranges.wait_for_all_acked(timeout_of(1)) and decisions.wait_for_all_acked(timeout_of(1))
        )
        process.send_signal(number)
        assert process.wait(30) == 0
    types = MessageTypes()
    for name in ("Decision", "ExperimentStatus"):
        types.need(f"consequence_engine/msg/{name}")
    seen = {}
    with rosbag2.Reader(output) as reader:
        profiles = {c.topic: c.ext.offered_qos_profiles[0] for c in reader.connections}
        for connection, stamp, data in reader.messages():
            assert abs(stamp / 1e9 - time.time()) < 60
            message = types.store.deserialize_cdr(data, connection.msgtype)
            seen.setdefault(connection.topic, []).append(message)
    assert set(seen) == {"/experiment/status", "/epuck0/decision", "/epuck0/ps0"}
    assert [s.seed for s in seen["/experiment/status"]] == [2**63 + 1]
    np.testing.assert_allclose([r.range for r in seen["/epuck0/ps0"]], 0.01 * np.arange(50), rtol=1e-6)
    assert [d.chosen for d in seen["/epuck0/decision"]] == list(range(50))
    recorded = seen["/epuck0/decision"][-1].candidates[0]
    assert recorded.action.sub_actions[0].name == "MoveTo"
    assert list(recorded.action.sub_actions[0].arguments) == [1.0, 0.25]
    assert np.isnan(recorded.danger_time)
    assert profiles["/experiment/status"].durability == QosDurability.TRANSIENT_LOCAL
    assert profiles["/epuck0/ps0"].durability == QosDurability.VOLATILE
    assert profiles["/epuck0/ps0"].reliability == QosReliability.RELIABLE


def timeout_of(seconds):
    from rclpy.duration import Duration

    return Duration(seconds=seconds)


@pytest.mark.ros
def test_definitions_are_those_the_publishers_were_built_with(publisher, tmp_path):
    from consequence_engine.msg import Decision
    from nav_msgs.msg import Odometry

    bag = BagWriter(tmp_path / "bag", MessageTypes())
    for kind, name in ((Decision, "consequence_engine/msg/Decision"), (Odometry, "nav_msgs/msg/Odometry")):
        publisher.create_publisher(kind, name.lower(), 10)
        (endpoint,) = publisher.get_publishers_info_by_topic(f"/{name.lower()}")
        assert bag.add_topic(name, name, []) == str(endpoint.topic_type_hash)
    bag.close()


@pytest.mark.ros
def test_simulated_time_stamps_the_messages(publisher, tmp_path):
    from rosgraph_msgs.msg import Clock
    from std_msgs.msg import Float64

    clock = publisher.create_publisher(Clock, "clock", 10)
    values = publisher.create_publisher(Float64, "value", 10)
    output = tmp_path / "bag"
    domain = publisher.context.get_domain_id()
    with recorder_process(domain, f"output:={output}", "use_sim_time:=true", "topics:=['/value']") as process:
        wait_until(lambda: clock.get_subscription_count() and values.get_subscription_count())
        now = Clock()
        now.clock.sec = 12
        clock.publish(now)
        time.sleep(0.3)  # two topics have no order between them
        values.publish(Float64(data=1.0))
        values.wait_for_all_acked(timeout_of(2))
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    with rosbag2.Reader(output) as reader:
        assert [stamp for _, stamp, _ in reader.messages()] == [12_000_000_000]


@pytest.mark.ros
def test_an_existing_folder_is_one_clear_sentence(publisher, tmp_path):
    process = start(publisher.context.get_domain_id(), f"output:={tmp_path}")
    _, errors = process.communicate(timeout=30)
    assert process.returncode != 0
    assert "exists already and is not overwritten" in errors
    assert "Traceback" not in errors


@pytest.mark.ros
def test_default_output_is_named_by_the_time(publisher, tmp_path):
    with recorder_process(publisher.context.get_domain_id(), cwd=tmp_path) as process:
        wait_until(lambda: list(tmp_path.glob("bags/*/*.mcap")))
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    (bag,) = (tmp_path / "bags").iterdir()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ", bag.name)
    assert (bag / "metadata.yaml").exists()


@pytest.mark.ros
def test_it_records_while_it_is_active_and_every_activation_has_a_bag_of_its_own(publisher, tmp_path):
    from lifecycle_msgs.msg import Transition
    from lifecycle_msgs.srv import ChangeState
    from rclpy.executors import SingleThreadedExecutor
    from std_msgs.msg import Float64

    executor = SingleThreadedExecutor(context=publisher.context)
    executor.add_node(publisher)
    client = publisher.create_client(ChangeState, "/recorder/change_state")
    values = publisher.create_publisher(Float64, "value", 10)

    def change(transition):
        future = client.call_async(ChangeState.Request(transition=Transition(id=transition)))
        executor.spin_until_future_complete(future, timeout_sec=10.0)
        return future.result().success

    def say(number):
        values.publish(Float64(data=number))
        values.wait_for_all_acked(timeout_of(2))

    output = tmp_path / "bag"
    parameters = (f"output:={output}", "topics:=['/value']", "autostart:=false")
    with recorder_process(publisher.context.get_domain_id(), *parameters) as process:
        assert client.wait_for_service(20.0)
        assert change(Transition.TRANSITION_CONFIGURE)
        assert not output.exists()
        events = partial(publisher.get_publishers_info_by_topic, "/recorder/transition_event")
        wait_until(lambda: [event.node_name for event in events()] == ["recorder"])  # discovered apart
        assert [event.topic_type for event in events()] == ["lifecycle_msgs/msg/TransitionEvent"]
        for number in (1.0, 2.0):
            assert change(Transition.TRANSITION_ACTIVATE)
            wait_until(values.get_subscription_count)
            say(number)
            wait_until(partial(is_written, tmp_path, number))
            assert change(Transition.TRANSITION_DEACTIVATE)
            wait_until(lambda: values.get_subscription_count() == 0)
            say(-number)  # nobody listens
        (tmp_path / "bag_3").mkdir()
        assert not change(Transition.TRANSITION_ACTIVATE)  # never overwritten; it goes on
        (tmp_path / "bag_3").rmdir()
        assert change(Transition.TRANSITION_ACTIVATE)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    store = MessageTypes().store
    for folder, expected in (("bag", [1.0]), ("bag_2", [2.0]), ("bag_3", [])):
        with rosbag2.Reader(tmp_path / folder) as reader:
            found = [store.deserialize_cdr(d, c.msgtype).data for c, _, d in reader.messages()]
        assert found == expected


def is_written(folder, number):
    """Tell whether a number is in the newest bag; data go to the file every second."""
    newest = max(folder.glob("*/*.mcap"), key=lambda file: file.stat().st_mtime_ns)
    return struct.pack("<d", number) in newest.read_bytes()
