#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debugs a kernel as Visual Studio Code does: editor.py GDB HOST LIBRARY_FOLDER PAGE

PAGE is docs/debugging.md, whose launch.json this follows: the environment, gdb's commands, and then
gdb's machine interface, with a breakpoint by the file's whole path. Skipped (77) where a process may
not be traced.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def configuration(page):
    """The first of the page's launch.json."""
    text = open(page, encoding="utf-8").read()
    block = re.search(r"`launch\.json`:\n\n```json\n(.*?)```", text, re.S)
    return json.loads(block.group(1))["configurations"][0]


class Session:
    """gdb and what it says."""

    def __init__(self, command, environment):
        self.gdb = subprocess.Popen(command, cwd=HERE, env=environment, text=True,
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT)
        self.said = []

    def wait_for(self, beginning):
        for line in self.gdb.stdout:
            self.said.append(line)
            if "ptrace: Operation not permitted" in line:
                print(line)
                sys.exit(77)
            if line.startswith("^error"):
                break
            if line.startswith(beginning):
                return line
        sys.exit(f"no {beginning} in\n{''.join(self.said)}")

    def send(self, command, answer="^done"):
        """Returns the line that answers."""
        self.said.append(f"> {command}\n")
        print(command, file=self.gdb.stdin, flush=True)
        return self.wait_for(answer)

    def console(self, command):
        """What the debug console shows of a command after -exec."""
        before = len(self.said)
        self.send(f"-interpreter-exec console {json.dumps(command)}")
        return "".join(json.loads(line[1:]) for line in self.said[before:] if line.startswith("~"))

    def expect(self, text, *parts):
        text = re.sub(r"\s+", " ", text)
        for part in parts:
            if part not in text:
                sys.exit(f"no {part} in {text}, of\n{''.join(self.said)}")


def main():
    gdb, host, library, page = sys.argv[1:]
    launch = configuration(page)
    assert launch["MIMode"] == "gdb"
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "WEFT_CACHE_DIR": cache}
        environment.update((each["name"], each["value"]) for each in launch["environment"])
        session = Session([gdb, "-nx", "--interpreter=mi", "-iex", "set debuginfod enabled off"],
                          environment)
        for command in launch["setupCommands"]:
            session.console(command["text"].replace("/home/me/weft/build", library))
        session.send(f"-file-exec-and-symbols {host}")
        session.send("-exec-arguments barriers.cl demo -o '-s barriers.cl' -l 4 buffer buffer "
                     "local:64 ints:100,0")
        path = os.path.join(HERE, "barriers.cl")
        session.send(f'-break-insert -f -c "$_gid(0)==5" {path}:20')
        session.send("-exec-run", "^running")
        stop = session.wait_for("*stopped")
        session.expect(stop, 'reason="breakpoint-hit"', 'func="demo"', f'fullname="{path}"',
                       'line="20"')
        session.expect(session.send("-stack-list-variables --simple-values"),
                       '{name="gid",type="int",value="5"}', '{name="lid",type="int",value="1"}')
        session.expect(session.send("-data-evaluate-expression v"), 'value="{5, 1, 1, 2}"')
        session.send("-exec-next", "^running")
        session.expect(session.wait_for("*stopped"), 'reason="end-stepping-range"', 'line="21"')
        session.expect(session.console("info work-items"), "local size (4, 1, 1)",
                       "(1, 0, 0) runs at barriers.cl:21")
        session.console("work-item 0")
        session.expect(session.console("info locals"), "lid = 0")
        session.send("-break-delete")
        session.send("-exec-continue", "^running")
        # At the process's end gdb 13 sometimes misses a thread, and says so instead of the end.
        session.expect(session.wait_for("results:"), "112 116 120 124 136")
        session.gdb.kill()
        session.gdb.wait()


main()
