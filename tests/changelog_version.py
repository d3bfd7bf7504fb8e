#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that the newest version of CHANGELOG.md is that of CMakeLists.txt.

Usage: changelog_version.py <repository>
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
project = re.search(r"project\(Weft VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text())
newest = re.search(r"^## ([0-9.]+)$", (root / "CHANGELOG.md").read_text(), re.MULTILINE)
if not project or not newest or project[1] != newest[1]:
    sys.exit(f"CMakeLists.txt has {project and project[1]}, CHANGELOG.md {newest and newest[1]}")
