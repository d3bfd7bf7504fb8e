#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cost of checked kernels: how much longer the rows of the kernels bench take with WEFT_CHECK.

Usage: checked.py <build>/tests/bench/kernels [checks [arguments of the bench...]]
Prints the time of each row without checks and with them, their ratio, the geometric mean and the
slowest row. Checks: bounds, unless named.
"""
import csv
import math
import os
import subprocess
import sys
import tempfile

program, checks, arguments = sys.argv[1], (sys.argv[2:] or ["bounds"])[0], sys.argv[3:]


def measure(setting: str) -> dict[str, float]:
    """Milliseconds of each row."""
    with tempfile.NamedTemporaryFile(suffix=".tsv") as table:
        command = [program, "--no-peers", "--clock", "cpu", "--table", table.name, *arguments]
        environment = {**os.environ, "WEFT_CHECK": setting}
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
        with open(table.name) as file:
            rows = list(csv.reader(file, delimiter="\t"))
    return {row[0]: float(row[1]) for row in rows[1:] if row[1]}


plain, checked = measure("0"), measure(checks)
ratios = {name: checked[name] / plain[name] for name in plain if name in checked}
for name, ratio in ratios.items():
    print(f"{name:30} {plain[name]:10.3f} {checked[name]:10.3f} {ratio:7.2f}")
mean = math.exp(sum(math.log(ratio) for ratio in ratios.values()) / len(ratios))
slowest = max(ratios, key=ratios.get)
print(f"geometric mean {mean:.2f}, slowest {slowest} {ratios[slowest]:.2f}")
