#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that each pass has a lit test with its name, which runs it.

Usage: pass_tests.py <repository>
Prints each name in passes.def, or in an architecture's native_passes.cpp, without such a test, as
`weft-full-unroll` without full_unroll.ll, and exits with 1 if there is any.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])


def names_in(pattern: str, definition: str) -> list[str]:
    return [name for path in (root / "compiler/passes").rglob(pattern)
            for name in re.findall(definition, path.read_text(), re.MULTILINE)]


shared = names_in("passes.def", r'^\w+_(?:PASS|ANALYSIS)\w*\("([^"]+)"')
native = names_in("native_passes.cpp", r'NamedPass<\w+>\{"([^"]+)"')
missing = []
for name in shared + native:
    stem = re.sub(r"^(print<)?weft-", "", name.rstrip(">")).replace("-", "_")
    test = next((root / "tests/passes").rglob(f"{stem}.ll"), None)
    runs = test and re.search(r"^; RUN:.*" + re.escape(name), test.read_text(), re.MULTILINE)
    if not runs:
        missing.append(f"{name}: {stem}.ll is not below tests/passes/, or does not run it")
for line in missing:
    print(line)
sys.exit(1 if missing or not shared or not native else 0)
