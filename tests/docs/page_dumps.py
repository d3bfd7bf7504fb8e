#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the dumps of docs/vectoriser.md ("One kernel, step by step") against what the compiler prints.

  page_dumps.py <source folder> <build folder>

The commands that end that section make the dumps. All lines of a block of the page stand in its dump, in
their order. The page leaves things out: names of blocks are short, attributes and metadata are missing, and
`…` stands for any text within a line and for any lines as a line of its own.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import page_commands

PAGE = "docs/vectoriser.md"
SECTION = "## One kernel, step by step"

# The page's names of blocks, and those of Clang and LLVM.
NAMES = {
    "body.preheader": "while.body.i.preheader",
    "body": "while.body.i",
    "cond": "while.cond.i",
    "end.loopexit": "__clang_ocl_kern_imp_shrink.exit.loopexit",
    "end": "__clang_ocl_kern_imp_shrink.exit",
}

# Where each block of the page is from, in the page's order behind the kernel itself: a file that the commands
# write, or what they print.
DUMPS = ["scalar.ll", "regions.ll", "stderr", "stderr", "widened.ll", "stdout"]


def plain(line):
    """A dump's line as the page has it."""
    for short, long in NAMES.items():
        line = re.sub(rf"(?<![\w.]){re.escape(long)}(?![\w.])", short, line)
    line = re.sub(r'dso_local |noundef |"[^"]*"="[^"]*" | #\d+|,? ![\w.]+ !\d+', "", line)
    return " ".join(re.sub(r"\s*;.*", "", line).split())


def missingLine(block, dump):
    """The first line of a block that the dump lacks behind those before it."""
    at = 0
    for line in block.splitlines():
        words = " ".join(line.split())
        if words in ("", "…"):
            continue
        pattern = re.compile(".*".join(re.escape(part) for part in words.split("…")))
        while at < len(dump) and not pattern.fullmatch(dump[at]):
            at += 1
        if at == len(dump):
            return line
        at += 1
    return None


def run(source, build):
    text = (source / PAGE).read_text()
    start = text.splitlines().index(SECTION)
    blocks = [block for block in page_commands.blocksOf(text, r"```\w*") if block[0] > start]
    kernel, *dumps, commands = blocks
    assert len(dumps) == len(DUMPS), f"{PAGE} has {len(dumps)} dumps in this section"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        page_commands.makeFolder(source, build, folder)
        (folder / "k.cl").write_text(kernel[1])
        said = subprocess.run(["bash", "-euo", "pipefail", "-c", commands[1]], cwd=folder,
                              env=page_commands.makeEnvironment(build, folder), capture_output=True,
                              text=True, check=True)
        texts = {"stdout": said.stdout, "stderr": said.stderr}
        problems = []
        for (number, block), dump in zip(dumps, DUMPS):
            text = texts[dump] if dump in texts else (folder / dump).read_text()
            line = missingLine(block, [plain(line) for line in text.splitlines()])
            if line is not None:
                problems.append(f"{PAGE}:{number}: {dump} has no line, or not there: {line.strip()}")
    return problems


if __name__ == "__main__":
    found = run(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
    for problem in found:
        print(problem, file=sys.stderr)
    sys.exit(1 if found else 0)
