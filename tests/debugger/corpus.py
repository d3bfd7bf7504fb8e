#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what gdb shows of kernels of the vectoriser's corpus with what it shows of host code.

    corpus.py GDB HOST LIBRARY_FOLDER [KERNEL…]

Without names, the kernels of corpus_kernels.txt. A work-group of each runs as Weft's code for
debuggers, and as host code of the same source without optimisation (tests/oracle), each with a
breakpoint at every line. Weft's must be hit at each line where host code is, and each variable in
scope must have the same values there in work-item 0, the first times. The host code runs again with
another content of variables that are not set: what differs is not compared. Prints a line for each
kernel, and a summary; ends with 1 if anything differs.
"""
import json
import os
import subprocess
import sys
import tempfile

TIMEOUT = 300
SKIPPED = 77  # the exit status
HERE = os.path.dirname(os.path.abspath(__file__))


class CannotTrace(Exception):
    pass


def watch(gdb, host, library, folder, kernel, side, option=""):
    """What corpus_lines.py writes."""
    output = os.path.join(folder, kernel + ".json")
    environment = {**os.environ, "WEFT_CACHE_DIR": folder, "WEFT_THREADS": "1",
                   "CORPUS_SIDE": side, "CORPUS_KERNEL": kernel, "CORPUS_OUTPUT": output}
    command = [gdb, "-nx", "-batch", "-iex", f"add-auto-load-safe-path {library}",
               "-iex", "set debuginfod enabled off", "-x", os.path.join(HERE, "corpus_lines.py"),
               "--args", host, side, kernel] + ([option] if option else [])
    if os.path.exists(output):
        os.remove(output)
    result = subprocess.run(command, env=environment, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, errors="replace",
                            timeout=TIMEOUT, check=False)
    if "ptrace: Operation not permitted" in result.stdout:
        raise CannotTrace(result.stdout)
    if not os.path.exists(output):
        raise RuntimeError(f"gdb did not come to the end of {kernel} ({side}):\n{result.stdout}")
    with open(output, encoding="utf-8") as file:
        return json.load(file)


def visits(watched):
    """What was seen of a line at a work-item's first, second, … visit."""
    counts, result = {}, {}
    for line, function, variables in watched["seen"]:
        count = counts[line] = counts.get(line, 0) + 1
        result[line, count] = (function, variables)
    return result


def compare(weft, host, other):
    """The differences, as texts, and how many lines, visits and values were the same."""
    problems = [f"line {line}: never hit" for line in host["hit"] if line not in weft["hit"]]
    own, wanted, unset = visits(weft), visits(host), visits(other)
    values = 0
    for place, (function, variables) in wanted.items():
        line, count = place
        if place not in own:
            if line in weft["hit"]:
                problems.append(f"line {line}: work-item 0 comes fewer than {count} times")
            continue
        if own[place][0] != function:
            problems.append(f"line {line}: in {own[place][0]}, not in {function}")
        for name, value in variables.items():
            if unset.get(place, (function, {}))[1].get(name) != value:
                continue
            shown = own[place][1].get(name, "nothing")
            values += 1
            if shown != value:
                problems.append(f"line {line}, visit {count}: {name} is {shown}, not {value}")
    return problems, len(host["hit"]), len(wanted), values


def main():
    gdb, host, library, *kernels = sys.argv[1:]
    if not kernels:
        with open(os.path.join(HERE, "corpus_kernels.txt"), encoding="utf-8") as file:
            kernels = [line.strip() for line in file if line.strip() and line[0] != "#"]
    totals, wrong = [0, 0, 0], 0
    with tempfile.TemporaryDirectory() as folder:
        for kernel in kernels:
            try:
                weft = watch(gdb, host, library, folder, kernel, "weft")
                sides = [watch(gdb, host, library, folder, kernel, "host", option)
                         for option in ("", "-ftrivial-auto-var-init=pattern")]
            except CannotTrace as said:
                print(said)
                sys.exit(SKIPPED)
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                print(f"{kernel}: {error}", flush=True)
                wrong += 1
                continue
            problems, *counts = compare(weft, *sides)
            totals = [total + count for total, count in zip(totals, counts)]
            wrong += bool(problems)
            print("%-44s %3d lines %4d visits %5d values%s"
                  % (kernel, *counts, "" if not problems else "  DIFFERS"), flush=True)
            for problem in problems:
                print("    " + problem)
    print("%d kernels, %d with differences: %d lines, %d visits, %d values"
          % (len(kernels), wrong, *totals))
    sys.exit(1 if wrong else 0)


main()
