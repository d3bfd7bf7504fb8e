#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that folders include only what they may: the layers of docs/architecture.md.

Usage: include_directions.py <repository>

A room is a folder, or the files that lie in a folder itself beside others. Prints each include that
points the wrong way between layers, each include on a cycle of rooms of one folder, at any depth, and
each folder with too many files. Exits with 1 if there is any.
"""
import collections
import pathlib
import re
import sys

# A folder may include itself, the folders named here, and what those may include. A folder that is
# not named has the rule of the nearest one above it. `device` itself is the kernel ABI.
MAY_INCLUDE = {
    "device": [],
    "device/base": [],
    "device/arch": ["device", "device/base"],
    "device/machine": ["device", "device/base"],
    "device/program": ["device", "device/base"],
    "device/threads": ["device/arch", "device/machine"],
    "device/images": ["device/arch"],
    "device/copy": ["device/threads"],
    "device/checks": ["device", "device/base"],
    "device/launch": ["device/copy", "device/program", "device/checks"],
    "compiler/options": ["device", "device/base"],
    "compiler/interface/encoding": ["device", "device/base"],
    "compiler/interface/target/arch": ["compiler/interface/encoding"],
    "compiler/interface": ["compiler/options", "device/program", "compiler/interface/target/arch"],
    "compiler/cache": ["compiler/interface"],
    "compiler/client": ["compiler/cache"],
    "icd": ["compiler/client", "device/launch", "device/images"],
    "compiler/passes/support": ["compiler/options", "device/program"],
    "compiler/passes/analysis": ["compiler/passes/support"],
    "compiler/passes/normalise": ["compiler/passes/analysis", "compiler/interface/target/arch"],
    "compiler/passes/checked": ["compiler/passes/analysis"],
    "compiler/passes/regions": ["compiler/passes/analysis"],
    "compiler/passes/vectorise/prepare": ["compiler/passes/regions", "compiler/passes/target/llvm_bugs"],
    "compiler/passes/vectorise/widen": ["compiler/passes/vectorise/prepare"],
    "compiler/passes/vectorise": ["compiler/passes/vectorise/widen"],
    "compiler/passes/workgroup": ["compiler/passes/normalise", "compiler/passes/vectorise"],
    "compiler/passes/target/llvm_bugs": ["compiler/passes/analysis"],
    "compiler/passes/target/x86": ["compiler/passes/target/llvm_bugs"],
    "compiler/passes/target": ["compiler/passes/normalise", "compiler/passes/target/x86"],
    "compiler/passes": ["compiler/passes/checked", "compiler/passes/workgroup", "compiler/passes/target"],
    "compiler": [],
    "compiler/frontend": ["compiler/interface"],
    "compiler/backend": ["compiler/passes", "compiler/interface"],
    "compiler/server": ["compiler/backend", "compiler/frontend", "compiler/cache"],
    "compiler/opt": ["compiler/backend"],
    "command": ["compiler/client", "device/launch"],
}
PARTS = ("icd", "device", "compiler", "command")
MOST_FILES = 25  # of a folder, without CMakeLists.txt


def rule(folder: str) -> str:
    while folder not in MAY_INCLUDE:
        folder = folder.rpartition("/")[0]
        if not folder:
            return ""
    return folder


def allowed(folder: str) -> set[str]:
    found = {folder}
    for below in MAY_INCLUDE[folder]:
        found |= allowed(below)
    return found


def includes(root: pathlib.Path):
    """Pairs of paths in the repository."""
    for part in PARTS:
        for file in sorted((root / part).rglob("*")):
            if file.suffix in (".cpp", ".h"):
                name = file.relative_to(root).as_posix()
                for included in re.findall(r'^#include "([^"]+)"', file.read_text(), re.MULTILINE):
                    yield name, included


def parent(file: str) -> str:
    return file.rpartition("/")[0]


def wrong_includes(pairs):
    for file, included in pairs:
        here, target = rule(parent(file)), rule(parent(included))
        if not here:
            yield f"{file}: its folder has no rule"
        elif target and target not in allowed(here):
            yield f"{file} includes {included}"


def rooms_of(file: str, other: str):
    """The folder that both files lie below, and their rooms in it; "" for its own files."""
    a, b = file.split("/"), other.split("/")
    common = 0
    while common < min(len(a), len(b)) - 1 and a[common] == b[common]:
        common += 1
    return ("/".join(a[:common]), *("" if len(path) == common + 1 else path[common] for path in (a, b)))


def reachable(directions, room: str) -> set[str]:
    found, waiting = set(), [room]
    while waiting:
        for other in directions[waiting.pop()] - found:
            found.add(other)
            waiting.append(other)
    return found


def cycles(pairs):
    folders = collections.defaultdict(lambda: collections.defaultdict(list))
    for file, included in pairs:
        folder, here, there = rooms_of(file, included)
        if here != there:
            folders[folder][here, there].append(f"{file} includes {included}")
    for folder, between in sorted(folders.items()):
        directions = collections.defaultdict(set)
        for here, there in between:
            directions[here].add(there)
        for (here, there), lines in sorted(between.items()):
            if here in reachable(directions, there):
                for line in lines:
                    yield f"{line}: a cycle of rooms of {folder or 'the repository'}"


def large_folders(root: pathlib.Path):
    for part in (*PARTS, "kernel-lib", "tests", "docs", "packaging"):
        for folder in [root / part, *sorted((root / part).rglob("*"))]:
            if not folder.is_dir() or folder.name == "__pycache__":
                continue
            count = sum(file.is_file() and file.name != "CMakeLists.txt" for file in folder.iterdir())
            if count > MOST_FILES:
                yield f"{folder.relative_to(root)} has {count} files, which is more than {MOST_FILES}"


if __name__ == "__main__":
    repository = pathlib.Path(sys.argv[1])
    found = list(includes(repository))
    wrong = [*wrong_includes(found), *cycles(found), *large_folders(repository)]
    print("\n".join(wrong))
    sys.exit(bool(wrong))
