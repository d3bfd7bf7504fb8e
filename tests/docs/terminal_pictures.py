#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the terminal of a session of gdb, the pictures of docs/debugging.md, or checks them.

  terminal_pictures.py <source folder> <build folder> [--draw]

Runs the session of terminals/terminal.txt, with the host of tests/debugger, at a terminal of its own and compares what it shows
with docs/pictures, except for addresses and numbers of processes; with --draw it writes the pictures.
Skipped (77) without gdb, or where a process may not trace another.
"""

import os
import pty
import re
import select
import shlex
import shutil
import sys
import tempfile
import time
from html import escape
from pathlib import Path

FILES = "tests/docs/terminals"
COLUMNS = 100
SECONDS = 100  # for one command
SKIPPED = 77
PROMPT = "(gdb) "

WIDTH, HEIGHT = 8.43, 19  # of a character, in the picture's units
PLAIN, BACKGROUND, SHELL = "#d8dee9", "#1e222a", "#8fbcbb"
COLOURS = {31: "#e06c75", 32: "#98c379", 33: "#e5c07b", 34: "#61afef", 35: "#c678dd", 36: "#56b6c2"}
SETTINGS = ("confirm off", "pagination off", f"width {COLUMNS}", "breakpoint pending on", "print thread-events off",
            "debuginfod enabled off", "style enabled on", "enable-bracketed-paste off")
# What gdb says of the system and not of the program.
NOISE = re.compile(r"\[Thread debugging using|Using host libthread_db|^Starting program|^\[Detaching after|warning: ")


class Picture:
    def __init__(self, name):
        self.name, self.lines = name, []  # pairs of text and colour, by line

    def addShell(self, command):
        self.lines.append([("$ ", SHELL), (command, PLAIN)])

    def addCommand(self, command):
        self.lines.append([(PROMPT, SHELL), (command, "#ffffff")])

    def addOutput(self, text):
        colour = PLAIN
        for line in text.replace("\r", "").splitlines():
            parts = []
            for piece in re.split(r"(\x1b\[[0-9;?]*[a-zA-Z])", line):
                if piece.startswith("\x1b"):
                    codes = [int(code or 0) for code in re.findall(r"\d+|(?<=\[)(?=m)", piece)]
                    if piece.endswith("m"):
                        colour = next((COLOURS[code] for code in codes if code in COLOURS), PLAIN)
                elif piece:
                    parts.append((piece, colour))
            if parts and not NOISE.search("".join(piece for piece, _ in parts)):
                self.lines.append(parts)

    def svg(self):
        width = round((COLUMNS + 2) * WIDTH)
        height = HEIGHT * (len(self.lines) + 1)
        rows = []
        for number, parts in enumerate(self.lines, 1):
            spans = "".join(f"<tspan fill='{colour}'>{escape(text, quote=False)}</tspan>"
                            for text, colour in parts)
            rows.append(f"<text x='{WIDTH:g}' y='{number * HEIGHT:g}' xml:space='preserve'>{spans}</text>")
        return "\n".join([
            f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height:g}' "
            f"viewBox='0 0 {width} {height:g}' font-family='DejaVu Sans Mono, Menlo, Consolas, "
            "monospace' font-size='14'>",
            f"<rect width='100%' height='100%' rx='6' fill='{BACKGROUND}'/>", *rows, "</svg>", ""])


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, command, folder, environment):
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)

    def untilPrompt(self):
        text, end = "", time.monotonic() + SECONDS
        while not re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).endswith(PROMPT):
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            if not ready:
                sys.exit(f"gdb did not answer in {SECONDS} s, but said\n{text}")
            try:
                text += os.read(self.master, 65536).decode(errors="replace")
            except OSError:
                sys.exit(f"gdb has ended, and said\n{text}")
        return text[:text.rindex(PROMPT)]

    def say(self, command):
        """Returns the output, without the command itself."""
        os.write(self.master, (command + "\n").encode())
        return self.untilPrompt().partition("\n")[2]

    def close(self):
        os.write(self.master, b"kill\nquit\n")
        os.close(self.master)
        os.waitpid(self.process, 0)


def prepare(source, build, folder):
    """The folder in which the session takes place: the kernel's file and the host."""
    shutil.copy(source / FILES / "k.cl", folder)
    (folder / "session").symlink_to(build / "tests/debugger/debugger_session")


def run(source, build, folder):
    prepare(source, build, folder)
    environment = {**os.environ, "WEFT_CACHE_DIR": str(folder / "cache"), "WEFT_THREADS": "1",
                   "TERM": "xterm-256color", "OCL_ICD_VENDORS": str(build / "vendors")}
    options = [word for setting in SETTINGS for word in ("-iex", "set " + setting)]
    options += ["-iex", f"add-auto-load-safe-path {build}"]
    pictures, terminal = [], None
    for line in (source / FILES / "terminal.txt").read_text().splitlines():
        kind, _, text = line.partition(" ")
        if kind == "==":
            pictures.append(Picture(text))
        elif kind == "$":
            program, *words = shlex.split(text)
            terminal = Terminal([program, "-nx", *options, *words], folder, environment)
            terminal.untilPrompt()
            pictures[-1].addShell(text)
        elif kind == ">":
            said = terminal.say(text)
            if "ptrace: Operation not permitted" in said:
                sys.exit(SKIPPED)
            pictures[-1].addCommand(text)
            pictures[-1].addOutput(said)
    terminal.close()
    return pictures


def comparable(text):
    return re.sub(r"process \d+", "process …", re.sub(r"0x[0-9a-f]+", "0x…", text))


def main():
    source, build = (Path(argument).resolve() for argument in sys.argv[1:3])
    if not shutil.which("gdb"):
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        pictures = run(source, build, Path(folder))
    for picture in pictures:
        path = source / "docs/pictures" / (picture.name + ".svg")
        if "--draw" in sys.argv:
            path.write_text(picture.svg())
        elif comparable(path.read_text()) != comparable(picture.svg()):
            sys.exit(f"{path.relative_to(source)} is not what gdb shows; draw it again with --draw")


main()
