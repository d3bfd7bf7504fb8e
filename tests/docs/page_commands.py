#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of a page: all blocks of ```sh in it, in their order.

  page_commands.py <source folder> <build folder> <page, below the source folder>

The commands run in a folder that looks like the source folder and has its build, so that what they write
stays out of both; HOME is a folder in it. not_run.tsv lists the commands that do not run everywhere, with
the reason of each. Of those the syntax is checked, and that the programs, files and options that they name
exist. Kernels that pages speak of are in files/.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
TABLE = HERE / "not_run.tsv"
SECONDS = 300  # of a block
COPIED = ["docs", "README.md"]  # what commands may write to


@dataclass
class Exempted:
    """A line of the table: a command of a page that begins so, and the condition for running it."""

    page: str
    command: str
    condition: str  # a shell's, or never
    reason: str
    isUsed: bool = False

    def holds(self, folder, environment):
        if self.condition == "never":
            return False
        return subprocess.run(["bash", "-c", self.condition], cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def readTable(path):
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [Exempted(*line.split("\t")) for line in lines]


def blocksOf(text, opening="```sh"):
    """Pairs of a block's first line number and its text. `opening`: a pattern for the line before it."""
    found, block = [], None
    for number, line in enumerate(text.splitlines(), 1):
        if block is None:
            if re.fullmatch(opening, line.strip()):
                block = (number + 1, [])
        elif line.strip() == "```":
            found.append((block[0], "\n".join(block[1]) + "\n"))
            block = None
        else:
            block[1].append(line)
    return found


def syntaxError(command):
    """What bash has to say; an open quote or here-document is an error, too."""
    said = subprocess.run(["bash", "-n"], input=command, capture_output=True, text=True)
    return said.stderr.strip()


def commandsOf(block):
    """A block's commands, each with its line breaks. A last one that is not whole stays as it is."""
    commands, command = [], ""
    for line in block.splitlines(keepends=True):
        command += line
        if not line.endswith("\\\n") and not syntaxError(command):
            commands.append(command)
            command = ""
    return commands + ([command] if command else [])


def simpleCommands(command):
    """The words of each of the simple commands, without assignments in front, sudo and redirections."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words, found = [], []
    for token in [*lexer, ";"]:
        if set(token) <= set("();|&") and token:
            while words and (words[0] == "sudo" or re.match(r"\w+=", words[0])):
                words.pop(0)
            if words:
                found.append(words)
            words = []
        else:
            words.append(token)
    return [[word for word in words if not set(word) <= set("<>")] for words in found]


# Programs of packages that readers may not have. All others that a command names must be there.
PACKAGED = {"apt", "clinfo", "gdb", "perf", "pip"}


class Checker:
    """Whether what a command names is there."""

    def __init__(self, folder, environment):
        self.folder, self.environment = folder, environment

    def problems(self, command):
        error = syntaxError(command)
        if error:
            return [error]
        return [problem for words in simpleCommands(command) for problem in self.problemsOf(words)]

    def problemsOf(self, words):
        program = self.find(words[0])
        if program is None:
            return [] if words[0] in PACKAGED else [f"no program {words[0]}"]
        found = []
        for word in words[1:]:
            found += self.problemsOfPath(word)
            if program != "" and self.isOurs(program):
                found += self.problemsOfOption(program, word)
            if definition := re.match(r"-D(WEFT_\w+)", word):
                if not self.isInFile("CMakeLists.txt", definition.group(1)):
                    found.append(f"no variable {definition.group(1)} in CMakeLists.txt")
        for option, name in zip(words, words[1:]):
            if option == "--preset" and not self.isInFile("CMakePresets.json", f'"{name}"'):
                found.append(f"no preset {name}")
        return found

    def find(self, name):
        """A path; empty for what only the shell knows."""
        if "/" in name:
            path = self.folder / name
            return path if os.access(path, os.X_OK) else None
        if path := shutil.which(name, path=self.environment["PATH"]):
            return Path(path)
        isBuiltin = subprocess.run(["bash", "-c", f"type {shlex.quote(name)}"], capture_output=True).returncode == 0
        return "" if isBuiltin else None

    def isOurs(self, program):
        path = program.resolve()
        return any(path.is_relative_to(part.resolve()) for part in (self.folder / "tests", self.folder / "build")) \
            or path.parent == self.folder.resolve()

    def problemsOfPath(self, word):
        roots = r"(tests|docs|packaging|compiler|icd|device|kernel-lib|build/(tests|weft|compiler))/"
        if re.match(roots, word) and not re.search(r"[*?$<>]", word) and not (self.folder / word).exists():
            return [f"no file {word}"]
        return []

    def problemsOfOption(self, program, word):
        content = program.read_bytes()
        if long := re.match(r"--[a-z][\w-]*", word):
            return [] if long.group().encode() in content else [f"{program.name} has no option {long.group()}"]
        letters = re.search(rb"getopts (\S+) ", content)
        if letters and (short := re.fullmatch(r"-(\w)", word)):
            return [] if short.group(1).encode() in letters.group(1) else [f"{program.name} has no option {word}"]
        return []

    def isInFile(self, name, text):
        return text in (self.folder / name).read_text()


def makeFolder(source, build, folder):
    """What the commands take for the source folder."""
    for entry in source.iterdir():
        if entry.name in COPIED:
            copy = shutil.copytree if entry.is_dir() else shutil.copy
            copy(entry, folder / entry.name)
        elif not entry.name.startswith(".") and not entry.name.startswith("build"):
            (folder / entry.name).symlink_to(entry)
    (folder / "build").symlink_to(build)
    (folder / "home").mkdir()
    for file in (HERE / "files").iterdir():
        shutil.copy(file, folder)


def makeEnvironment(build, folder):
    path = f"{build}/weft:{build}/compiler/opt:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "HOME": str(folder / "home"), "WEFT_CACHE_DIR": str(folder / "cache"),
            "PWD": str(folder)}


def runBlock(number, block, page, exceptions, folder, environment):
    """Runs what runs here and checks the rest; returns problems."""
    problems, script, checker = [], "", Checker(folder, environment)
    for command in commandsOf(block):
        found = [entry for entry in exceptions if entry.page == page and command.startswith(entry.command)]
        for entry in found:
            entry.isUsed = True
        if all(entry.holds(folder, environment) for entry in found):
            script += command
            continue
        print(f"not run: {command.strip()}\n  {found[0].reason}")
        if found[0].condition == "never":
            problems += checker.problems(command)
        elif error := syntaxError(command):
            problems.append(error)
    if not script.strip():
        return problems
    print(script, end="", flush=True)
    try:
        code = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, timeout=SECONDS).returncode
    except subprocess.TimeoutExpired:
        return problems + [f"more than {SECONDS} s"]
    return problems + ([f"ended with code {code}"] if code else [])


def run(source, build, page, table=TABLE):
    """The problems of a page, each with the number of its block's first line."""
    exceptions = readTable(table)
    # The compiler may still complete programs for the cache.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        makeFolder(source, build, folder)
        environment = makeEnvironment(build, folder)
        problems = []
        for number, block in blocksOf((source / page).read_text()):
            problems += [f"{page}:{number}: {problem}"
                         for problem in runBlock(number, block, page, exceptions, folder, environment)]
        problems += [f"{table.name}: {page} has no command {entry.command}"
                     for entry in exceptions if entry.page == page and not entry.isUsed]
    return problems


def main(source, build, page):
    problems = run(Path(source).resolve(), Path(build).resolve(), page)
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
