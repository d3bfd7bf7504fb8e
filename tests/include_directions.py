#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that folders include only what they may: the layers of docs/architecture.md.

Usage: include_directions.py <repository>
Prints each include that points the wrong way and exits with 1 if there is any.
"""
import pathlib
import re
import sys

# A folder may include itself, the folders named here, and what those may include. A folder that is
# not named has the rule of the nearest one above it.
MAY_INCLUDE = {
    "device": [],
    "compiler/options": ["device"],
    "compiler/client": ["compiler/options"],
    "icd": ["compiler/client", "device"],
    "compiler/passes/support": ["compiler/options"],
    "compiler/passes/analysis": ["compiler/passes/support"],
    "compiler/passes/normalise": ["compiler/passes/analysis"],
    "compiler/passes/regions": ["compiler/passes/analysis"],
    "compiler/passes/vectorise/prepare": ["compiler/passes/regions", "compiler/passes/target/llvm_bugs"],
    "compiler/passes/vectorise/widen": ["compiler/passes/vectorise/prepare"],
    "compiler/passes/vectorise": ["compiler/passes/vectorise/widen"],
    "compiler/passes/workgroup": ["compiler/passes/normalise", "compiler/passes/vectorise"],
    "compiler/passes/target/llvm_bugs": ["compiler/passes/analysis"],
    "compiler/passes/target/x86": ["compiler/passes/target/llvm_bugs"],
    "compiler/passes/target": ["compiler/passes/normalise", "compiler/passes/target/x86"],
    "compiler/passes": ["compiler/passes/workgroup", "compiler/passes/target"],
    "compiler": [],
    "compiler/frontend": ["compiler/client", "device"],
    "compiler/backend": ["compiler/passes", "compiler/client", "device"],
    "compiler/server": ["compiler/backend", "compiler/frontend"],
    "compiler/opt": ["compiler/backend"],
    "command": ["compiler/client", "device"],
}


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


def wrong_includes(root: pathlib.Path):
    for top in ("icd", "device", "compiler", "command"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix not in (".cpp", ".h"):
                continue
            here = rule(file.relative_to(root).parent.as_posix())
            if not here:
                yield f"{file.relative_to(root)}: its folder has no rule"
                continue
            for included in re.findall(r'^#include "([^"]+)"', file.read_text(), re.MULTILINE):
                target = rule(pathlib.PurePosixPath(included).parent.as_posix())
                if target and target not in allowed(here):
                    yield f"{file.relative_to(root)} includes {included}"


if __name__ == "__main__":
    wrong = list(wrong_includes(pathlib.Path(sys.argv[1])))
    print("\n".join(wrong))
    sys.exit(bool(wrong))
