# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Within gdb: stops a kernel of the corpus at each of its lines, and writes what there is to see.

Environment: CORPUS_SIDE, `weft` or `host`; CORPUS_KERNEL, its name; CORPUS_OUTPUT, a file that gets,
as JSON, {"lines": [those with code], "hit": [those where somebody came], "seen": [[line, function,
{variable: value}], …]}, the latter of work-item 0 alone, each line STOPS times at most.
"""
import json
import os

import gdb

STOPS = 3  # of work-item 0 at each line
OTHERS = 200  # of others, before a line is given up
ELEMENTS = 64  # of an array, at most
BUFFERS = ("out", "in", "reals", "realsOut")
BUFFER_BYTES = 4096 * 4

side, kernel = os.environ["CORPUS_SIDE"], os.environ["CORPUS_KERNEL"]
bases = {}


def ids():
    """The local id of the work-item that runs."""
    if side == "host":
        array = gdb.parse_and_eval("weft_oracle_services->item->localId")
    else:
        frame = gdb.newest_frame()
        while True:
            try:
                array = frame.read_var("__work_item")["local"]
                break
            except ValueError:
                frame = frame.older()
    return tuple(int(array[dimension]) for dimension in range(3))


def pointer(value):
    """By the buffer into which it points, otherwise what is there."""
    address = int(value)
    for name, begin in bases.items():
        if begin <= address < begin + BUFFER_BYTES:
            return "%s+%d" % (name, address - begin)
    try:
        return "-> %s" % (plain(value.dereference()),)
    except gdb.error:
        return "no place"


def plain(value):
    """The value in a form that does not depend on how its type is called."""
    kind = value.type.strip_typedefs()
    if kind.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        return plain(value.referenced_value())
    if kind.code == gdb.TYPE_CODE_PTR:
        return pointer(value)
    if kind.code == gdb.TYPE_CODE_FLT:
        return float(value).hex()
    if kind.code == gdb.TYPE_CODE_ARRAY:
        low, high = kind.range()
        return [plain(value[index]) for index in range(low, min(high, low + ELEMENTS - 1) + 1)]
    if kind.code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        return {field.name: plain(value[field]) for field in kind.fields()}
    return int(value)


def variables(frame, line):
    """Those that are in scope and declared above the line."""
    seen = {}
    block = frame.block()
    while block is not None:
        for symbol in block:
            is_wanted = symbol.is_variable or symbol.is_argument
            if is_wanted and symbol.line < line and not symbol.name.startswith("__"):
                if symbol.name not in seen:
                    seen[symbol.name] = plain(symbol.value(frame))
        if block.function:
            return seen
        block = block.superblock
    return seen


hit, seen, first = set(), [], None


def come(line):
    """True for work-item 0."""
    global first
    hit.add(line)
    here = ids()
    if here != (0, 0, 0):
        return False
    frame = gdb.newest_frame()
    seen.append([line, frame.name().split("(")[0], variables(frame, line)])
    return True


class Line(gdb.Breakpoint):
    """Stops the program when the line has been seen as often as wanted."""

    def __init__(self, file, line):
        self.own, self.others, self.at = 0, 0, line
        super().__init__("%s:%d" % (file, line), internal=True)
        self.silent = True

    def stop(self):
        if come(gdb.newest_frame().find_sal().line):
            self.own += 1
        else:
            self.others += 1
        return self.own == STOPS or self.others == OTHERS


def main():
    gdb.execute("set pagination off")
    gdb.execute("set breakpoint pending on")
    gdb.execute("set width 0")
    gdb.execute("tbreak %s" % (kernel if side == "weft" else "kernel.cl:%s" % kernel))
    gdb.execute("run", to_string=True)
    frame = gdb.selected_frame()
    for symbol in frame.function().symtab and gdb.block_for_pc(frame.pc()):
        if symbol.is_argument and symbol.name in BUFFERS:
            bases[symbol.name] = int(symbol.value(frame))
    position = frame.find_sal()
    table = position.symtab.linetable()
    lines = sorted(line for line in table.source_lines() if line)
    places = [Line(position.symtab.filename, line) for line in lines]
    come(position.line)
    while places:
        gdb.execute("continue", to_string=True)
        if not gdb.selected_inferior().pid:
            break
        for place in [place for place in places if place.own >= STOPS or place.others >= OTHERS]:
            places.remove(place)
            place.delete()
    with open(os.environ["CORPUS_OUTPUT"], "w", encoding="utf-8") as file:
        json.dump({"lines": lines, "hit": sorted(hit), "seen": seen}, file)
    if gdb.selected_inferior().pid:
        gdb.execute("kill")


main()
