"""`./ce bag repair`: makes a whole bag of what a killed recorder left behind."""

from __future__ import annotations

from pathlib import Path

from rosbags.interfaces import Connection
from rosbags.rosbag2 import StoragePlugin, Writer
from rosbags.rosbag2.metadata import parse_qos
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

from ce_nodes.bag_salvage import Message, SalvageError, salvage
from ce_nodes.bag_writer import BAG_VERSION, BagError


def repair(bag: Path, output: Path | None = None) -> tuple[Path, int]:
    """Write what can be read of a bag to a new one beside it; return where, and how many messages."""
    files = sorted(bag.glob("*.mcap")) if bag.is_dir() else [bag]
    if not files or not files[0].is_file():
        raise BagError(f"{bag}: no .mcap file; give the folder of a bag, or an MCAP file")
    output = output or bag.with_name(f"{bag.name.removesuffix('.mcap')}_repaired")
    if output.exists():
        raise BagError(f"{output} exists already and is not overwritten; choose another --out")
    try:
        messages = [message for file in files for message in salvage(file)]
    except SalvageError as error:
        raise BagError(str(error)) from None
    if not messages:
        raise BagError(f"{bag}: not a single whole message is in it")
    with Writer(output, version=BAG_VERSION, storage_plugin=StoragePlugin.MCAP) as writer:
        connections: dict[str, Connection] = {}
        for message in messages:
            if message.topic.name not in connections:
                connections[message.topic.name] = _connection(writer, message)
            writer.write(connections[message.topic.name], message.stamp, message.data)
    return output, len(messages)


def _connection(writer: Writer, message: Message) -> Connection:
    topic, store = message.topic, get_typestore(Stores.EMPTY)
    store.register(get_types_from_msg(topic.definition, topic.type_name))
    return writer.add_connection(
        topic.name,
        topic.type_name,
        typestore=store,
        offered_qos_profiles=parse_qos(topic.qos) if topic.qos else [],
    )
