"""Lets pip install the Python packages; everything is declared in setup.cfg."""

from setuptools import setup

setup()
