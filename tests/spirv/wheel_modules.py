#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles every SPIR-V module that lies in installed packages, such as dpctl and dpnp.

    wheel_modules.py [--weftc PROGRAM] [--results FILE] [--jobs N] [--part I/N] FOLDER...

Modules are found by their magic number in the files below the folders, and equal ones are compiled
once. FILE gets a line for each module: its SHA-1, its size, how it ended, seconds of CPU time, and
where it lies. A module that FILE names already is not compiled again, so that a run can go on where
another one stopped; the summary is of all that the file has.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import os
import struct
import subprocess
import sys
import tempfile

MAGIC = struct.pack("<I", 0x07230203)
HEADER_WORDS = 5
OP_FUNCTION_END = 56
# Capability, Extension, ExtInstImport, MemoryModel, EntryPoint: a module begins with one of them.
FIRST_OPCODES = {17, 10, 11, 14, 15}
# Between functions and behind them: a function, its lines, and instructions without semantics.
BETWEEN_FUNCTIONS = {54, 8, 317, 12}


def module_at(data, begin):
    """The bytes of the module that begins there, or None: its magic number may be one of code."""
    end = len(data) - 3
    if begin + 4 * HEADER_WORDS > end:
        return None
    version, _, bound, schema = struct.unpack_from("<4I", data, begin + 4)
    if version & 0xFF0000FF or not 0x10000 <= version <= 0x10600 or bound == 0 or schema != 0:
        return None
    place, complete, outside, first = begin + 4 * HEADER_WORDS, None, True, True
    while place < end:
        (word,) = struct.unpack_from("<I", data, place)
        opcode, length = word & 0xFFFF, word >> 16
        if length == 0 or (first and opcode not in FIRST_OPCODES):
            break
        if complete and outside and opcode not in BETWEEN_FUNCTIONS:
            break
        first = False
        place += 4 * length
        outside = opcode == OP_FUNCTION_END or (outside and opcode != 54)
        if opcode == OP_FUNCTION_END:
            complete = place
    return data[begin:complete] if complete else None


def modules_below(folders):
    """Pairs of a place's name and a module's bytes, and how many magic numbers begin no module."""
    found, others = [], []
    for folder in folders:
        for path, names, files in os.walk(folder):
            names.sort()
            for name in sorted(files):
                with open(os.path.join(path, name), "rb") as file:
                    data = file.read()
                begin = data.find(MAGIC)
                while begin != -1:
                    place = os.path.relpath(os.path.join(path, name), os.path.dirname(folder))
                    module = module_at(data, begin)
                    if module:
                        found.append((f"{place}@{begin:08x}", module))
                    else:
                        others.append(f"{place}@{begin:08x}")
                    begin = data.find(MAGIC, begin + (len(module) if module else 4))
    return found, others


def compile_module(weftc, module):
    """How weftc ended ("0" is success), with the first line of its log, and its CPU time."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "module.spv")
        with open(path, "wb") as file:
            file.write(module)
        # A process of its own between them makes the CPU time that of this child alone.
        command = [sys.executable, "-c", MEASURE, weftc, path, "-o", os.path.join(folder, "out")]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=True)
    ending, seconds, line = done.stdout.rstrip("\n").split("\t", 2)
    return ending, float(seconds), line


MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True, text=True, errors="replace")
used = resource.getrusage(resource.RUSAGE_CHILDREN)
lines = (done.stdout + done.stderr).strip().splitlines() or [""]
print(done.returncode, used.ru_utime + used.ru_stime, lines[0].replace("\\t", " "), sep="\\t")
"""


def read_results(path):
    results = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                digest, size, ending, seconds, place, log = line.rstrip("\n").split("\t")
                results[digest] = (int(size), ending, float(seconds), place, log)
    return results


def summarise(results, distinct, copies):
    known = {digest: results[digest] for digest in distinct if digest in results}
    seconds = sum(result[2] for result in known.values())
    whole = sum(copies[digest] for digest in known)
    print(f"{len(known)} of {len(distinct)} distinct modules compiled ({whole} with their copies), "
          f"{seconds:.0f} s of CPU time")
    print("the slowest:")
    for digest in sorted(known, key=lambda digest: -known[digest][2])[:10]:
        size, ending, took, place, _ = known[digest]
        print(f"  {took:8.2f} s  {size:8} bytes  {place}  {digest[:12]}")
    failures = [digest for digest in known if known[digest][1] != "0"]
    print(f"{len(failures)} failed")
    for digest in failures:
        _, ending, _, place, log = known[digest]
        print(f"  {place}  {digest[:12]}  ended with {ending}: {log}")
    return len(failures)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weftc", default="build/weft/weftc")
    parser.add_argument("--results", default="wheel_modules.tsv")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--part", default="1/1", help="the part to compile: 2/2 is the second half")
    parser.add_argument("--extract", help="write the modules to this folder instead")
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()

    found, others = modules_below([folder.rstrip("/") for folder in options.folders])
    distinct, copies = {}, collections.Counter()
    for place, module in found:
        digest = hashlib.sha1(module).hexdigest()
        copies[digest] += 1
        distinct.setdefault(digest, (place, module))
    print(f"{len(found)} modules, {len(distinct)} distinct, "
          f"{sum(len(module) for _, module in distinct.values()) / 1e6:.1f} MB; "
          f"{len(others)} magic numbers begin no module", flush=True)
    if options.extract:
        os.makedirs(options.extract, exist_ok=True)
        for digest, (_, module) in distinct.items():
            with open(os.path.join(options.extract, digest + ".spv"), "wb") as file:
                file.write(module)
        return 0

    part, parts = map(int, options.part.split("/"))
    digests = list(distinct)
    chosen = digests[len(digests) * (part - 1) // parts:len(digests) * part // parts]
    results = read_results(options.results)
    with (open(options.results, "a", encoding="utf-8") as file,
          concurrent.futures.ThreadPoolExecutor(options.jobs) as pool):
        waiting = {}
        for digest in chosen:
            if digest not in results:
                task = pool.submit(compile_module, options.weftc, distinct[digest][1])
                waiting[task] = digest
        for task in concurrent.futures.as_completed(waiting):
            digest = waiting[task]
            place, module = distinct[digest]
            ending, seconds, log = task.result()
            results[digest] = (len(module), ending, seconds, place, log)
            print(digest, len(module), ending, f"{seconds:.3f}", place, log, sep="\t", file=file,
                  flush=True)
    return 1 if summarise(results, digests, copies) else 0


if __name__ == "__main__":
    sys.exit(main())
