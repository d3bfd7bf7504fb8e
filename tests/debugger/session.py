#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one session of a debugger: session.py GDB HOST LIBRARY_FOLDER FILE NAME

FILE has sessions in this form, NAME is one of them:

    == name                     what follows belongs to it
    : VARIABLE=value            of the environment, also `core` to let the host write a core file
    $ words                     the arguments of the host (session.cpp)
    > command                   of gdb
    text                        what gdb or the host says after the command, in this order

In texts … stands for anything, and any white space for a space. Without a text for them, failed
commands go unnoticed. Each session has an empty cache. A host's file that ends in .spvasm is
assembled first, by spirv-as; one in .py is a host by itself, for Debian's Python and its pyopencl.
Where these are missing, or the system forbids to trace a process, as some containers do, the
session is skipped. Files *.sessions are for gdb, *.lldb for lldb.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

TIMEOUT = 100
SKIPPED = 77  # the exit status
PYTHON = "/usr/bin/python3"


def read(path, name):
    """The environment, arguments, commands and expected texts of a session."""
    environment, words, commands, expected = {}, [], [], []
    is_it = False
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        if line.startswith("== "):
            is_it = line[3:] == name
        elif not is_it or not line.strip() or line.startswith("#"):
            continue
        elif line.startswith(": "):
            variable, _, value = line[2:].partition("=")
            environment[variable] = value
        elif line.startswith("$ "):
            words = shlex.split(line[2:])
        elif line.startswith("> "):
            commands.append(line[2:])
        else:
            expected.append(line.strip())
    if not words:
        sys.exit(f"{path} has no session {name}")
    return environment, words, commands, expected


def assembled(words, folder, here):
    """The host's arguments with a module in place of its text."""
    if not words[0].endswith(".spvasm"):
        return words
    assembler = shutil.which("spirv-as")
    if not assembler:
        print("there is no spirv-as")
        sys.exit(SKIPPED)
    module = os.path.join(folder, "module.spv")
    subprocess.run([assembler, "--target-env", "spv1.2", os.path.join(here, words[0]), "-o", module],
                   check=True)
    return [module, *words[1:]]


def program_of(host, words, folder, here):
    """The command that the debugger runs."""
    if not words[0].endswith(".py"):
        return [host, *assembled(words, folder, here)]
    if subprocess.run([PYTHON, "-c", "import pyopencl"], stderr=subprocess.DEVNULL,
                      check=False).returncode:
        print("there is no pyopencl")
        sys.exit(SKIPPED)
    return [PYTHON, *words]


# lldb may stop where the host starts Weft's compiler, or not: which of both is a matter of time.
PAST_FORKS = (
    "script process = lldb.debugger.GetSelectedTarget().process",
    "script forks = (lldb.eStopReasonFork, lldb.eStopReasonVFork, lldb.eStopReasonVForkDone)",
    "script [process.Continue() for _ in range(4) if any(thread.stop_reason in forks for thread in process)]",
    "process status",
)


def debugger_command(debugger, library, commands, program):
    """Of gdb, or of lldb by its name."""
    if os.path.basename(debugger).startswith("lldb"):
        command = [debugger, "--no-lldbinit", "--batch", "-o", "settings set use-color false"]
        for text in commands:
            for line in (text, *(PAST_FORKS if text == "run" else ())):
                command += ["-o", line]
        return [*command, "--", *program]
    command = [debugger, "-nx", "-batch", "-iex", f"add-auto-load-safe-path {library}",
               "-iex", "set debuginfod enabled off", "-ex", "set pagination off",
               "-ex", "set width 0", "-ex", "set breakpoint pending on"]
    for text in commands:
        command += ["-ex", text]
    return [*command, "--args", *program]


def pattern(text):
    parts = [re.escape(re.sub(r"\s+", " ", part)) for part in text.split("…")]
    return re.compile(".*".join(parts))


def main():
    debugger, host, library, path, name = sys.argv[1:]
    environment, words, commands, expected = read(path, name)
    with tempfile.TemporaryDirectory() as cache:
        variables = {**os.environ, "WEFT_CACHE_DIR": cache, "WEFT_THREADS": "1", **environment}
        here = os.path.dirname(path) or "."
        command = debugger_command(debugger, library, commands,
                                   program_of(host, words, cache, here))
        result = subprocess.run(command, env=variables, cwd=here,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                errors="replace", timeout=TIMEOUT, check=False)
    said = result.stdout
    if "ptrace: Operation not permitted" in said or "error: ptrace" in said:
        print(said)
        sys.exit(SKIPPED)
    lines = [re.sub(r"\s+", " ", line) for line in said.splitlines()]
    at = 0
    for text in expected:
        wanted = pattern(text)
        found = next((i for i in range(at, len(lines)) if wanted.search(lines[i])), None)
        if found is None:
            sys.exit(f"the debugger did not say, in this place,\n  {text}\nbut\n{said}")
        at = found + 1


main()
