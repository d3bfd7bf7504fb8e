#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that each pass has a lit test with its name, which runs it.

Usage: pass_tests.py <repository>
Prints each name in a passes.def without such a test, `weft-full-unroll` without full_unroll.ll, and exits
with 1 if there is any.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
definitions = "".join(path.read_text() for path in (root / "compiler/passes").rglob("passes.def"))
names = re.findall(r'^\w+_(?:PASS|ANALYSIS)\w*\("([^"]+)"', definitions, re.MULTILINE)
missing = []
for name in names:
    stem = re.sub(r"^(print<)?weft-", "", name.rstrip(">")).replace("-", "_")
    test = next((root / "tests/passes").rglob(f"{stem}.ll"), None)
    runs = test and re.search(r"^; RUN:.*" + re.escape(name), test.read_text(), re.MULTILINE)
    if not runs:
        missing.append(f"{name}: {stem}.ll is not below tests/passes/, or does not run it")
for line in missing:
    print(line)
sys.exit(1 if missing or not names else 0)
