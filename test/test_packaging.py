"""The files that describe the package to ROS, to pip and to ./ce agree with each other."""

import ast
import configparser
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import ce_nodes

ROOT = Path(__file__).resolve().parents[1]


def setup_cfg() -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg")
    return parser


def executables() -> dict[str, str]:
    lines = setup_cfg()["options.entry_points"]["console_scripts"].strip().splitlines()
    return dict(line.replace(" ", "").split("=") for line in lines)


def package_xml() -> ET.Element:
    return ET.parse(ROOT / "package.xml").getroot()


def test_one_version_everywhere() -> None:
    version = package_xml().findtext("version")
    assert setup_cfg()["metadata"]["version"] == version
    assert ce_nodes.__version__ == version
    newest = re.search(r"^## \[?(\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    assert newest.group(1) == version


@pytest.mark.parametrize("name", executables())
def test_every_executable_has_its_main(name: str) -> None:
    assert executables()[name] == f"ce_nodes.executables:{name}"
    starters = (ROOT / "ce_nodes" / "executables.py").read_text()
    found = re.search(rf'^def {name}\(\) -> None:\n    _start\("([\w.]+)"\)$', starters, re.MULTILINE)
    assert found, f"no {name} in ce_nodes/executables.py"
    source = ROOT / f"{found.group(1).replace('.', '/')}.py"
    assert source.stem == name
    assert "main" in [n.name for n in ast.parse(source.read_text()).body if isinstance(n, ast.FunctionDef)]


def test_ros_package_and_distribution_have_different_names() -> None:
    """Rosidl installs a Python module with the name of the ROS package; pip must not replace it."""
    assert package_xml().findtext("name") == "consequence_engine"
    assert setup_cfg()["metadata"]["name"] != "consequence_engine"


def test_message_packages_are_declared_to_rosdep_and_in_the_lock() -> None:
    declared = {
        element.text for element in package_xml() if (element.text or "").endswith(("_msgs", "_srvs"))
    }
    lock = (ROOT / "requirements.lock").read_text()
    locked = {name.replace("-", "_") for name in re.findall(r"^ros-jazzy-(\S+)==", lock, re.MULTILINE)}
    imported = {
        match
        for package in ("ce_nodes", "ce_sim_server")
        for path in (ROOT / package).rglob("*.py")
        for match in re.findall(r"^\s*from (\w+_(?:msgs|srvs))\.", path.read_text(), re.MULTILINE)
    }
    assert imported <= declared <= locked


def test_executables_are_installed_once() -> None:
    """ament_python_install_package sees the executables of all packages in the one setup.cfg."""
    assert (ROOT / "CMakeLists.txt").read_text().count("SCRIPTS_DESTINATION") == 1
