# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Work-items of Weft's kernels in gdb (docs/debugging.md).

gdb loads this file with libweft.so. Kernels built with -g and -cl-opt-disable, or with WEFT_DEBUG=1,
have a variable __work_item, the start of the record that device/kernel_abi_debug.h defines. Values of
other work-items of a group are those of their own frames, which lie on stacks of their own: an
unwinder shows them as callers of the current frame.
"""
import re

import gdb
import gdb.unwinder

VERSION = 1
CONTEXT_LANES = 64

# Offsets in weft_work_item.
GLOBAL, LOCAL, GROUP, LOCAL_SIZE = 0, 24, 48, 72
LAUNCH, WORKER, PLACES, STACK, NEXT = 96, 104, 112, 120, 136
# In weft_launch, weft_worker and weft_work_item_places.
GLOBAL_SIZE, ENQUEUED_SIZE, GROUP_COUNT = 32, 56, 80
CONTEXT_ARRAY = 16
FIXED, ITEM, STACK_OFFSET, STACK_BYTES, RECORD, KERNEL, LINES, COUNT = range(8, 72, 8)

START = "weft_start_work_item"
SWITCHES = ("weft_switch_work_item", "weft_end_work_item")


def number(address):
    """The 64-bit number at an address."""
    memory = gdb.selected_inferior().read_memory(address, 8)
    return int.from_bytes(bytes(memory), "little")


def triple(address):
    return tuple(number(address + 8 * dimension) for dimension in range(3))


def text(values):
    return "(" + ", ".join(str(value) for value in values) + ")"


class Item:
    """A work-item by its record."""

    def __init__(self, record):
        self.record = record

    def ids(self, offset):
        return triple(self.record + offset)

    @property
    def local(self):
        return self.ids(LOCAL)

    @property
    def group(self):
        return self.ids(GROUP)

    @property
    def size(self):
        return self.ids(LOCAL_SIZE)

    @property
    def launch(self):
        return number(self.record + LAUNCH)

    @property
    def next(self):
        return number(self.record + NEXT)

    @property
    def places(self):
        """None if the kernel has no barriers: its work-items use one stack in turn."""
        return number(self.record + PLACES) or None

    def order(self, local=None):
        """The work-item's position in the order in which those of a group run."""
        x, y, z = local or self.local
        size = self.size
        return (z * size[1] + y) * size[0] + x

    def all_locals(self):
        size = self.size
        for z in range(size[2]):
            for y in range(size[1]):
                for x in range(size[0]):
                    yield (x, y, z)

    def sibling(self, local):
        """Another work-item of the group, which may have no stack yet."""
        places = self.places
        field = lambda offset: number(places + offset)
        if number(places) != VERSION:
            raise gdb.GdbError("the program is of another version of Weft than this file")
        block, lane = divmod(self.order(local), CONTEXT_LANES)
        context = number(number(self.record + WORKER) + CONTEXT_ARRAY)
        start = (
            context
            + field(FIXED)
            + block * CONTEXT_LANES * field(ITEM)
            + CONTEXT_LANES * field(STACK_OFFSET)
            + lane * field(STACK_BYTES)
        )
        return Item(start + field(STACK_BYTES) - field(RECORD))

    def state(self, local):
        """What another work-item of the group does while this one runs, and its record if it has a
        stack."""
        before = self.order(local) < self.order()
        if not self.places:
            return ("done" if before else "not started"), None
        if not before and self.next == 0:
            return "not started", None
        other = self.sibling(local)
        if other.next == 0:
            return "done", None
        line = 0
        if other.next <= number(self.places + COUNT):
            lines = number(self.places + LINES)
            memory = gdb.selected_inferior().read_memory(lines + 4 * (other.next - 1), 4)
            line = int.from_bytes(bytes(memory), "little")
        return "waits at line %d" % line, other


def record_of(frame):
    """The record of the frame's work-item, None if it is not in a kernel."""
    while frame is not None and frame.is_valid():
        try:
            value = frame.read_var("__work_item")
        except (ValueError, gdb.error):
            frame = frame.older()
            continue
        return Item(int(value.address))
    return None


def running_item():
    """The work-item that the selected thread runs."""
    thread = gdb.selected_thread()
    if thread is None:
        raise gdb.GdbError("no thread is selected")
    viewing = view.item
    view.show(None)
    try:
        item = record_of(gdb.newest_frame())
    finally:
        view.show(viewing)
    if item is None:
        raise gdb.GdbError("this thread runs no kernel that was built with -g -cl-opt-disable")
    return item


# Of stacks that were left (compiler/passes/regions/arch): the registers in the order of memory, the stack
# pointer's name, and the bytes that they take. Nothing on the stack tells of floating-point registers.
KEPT_REGISTERS = {
    "i386:x86-64": (("r15", "r14", "r13", "r12", "rbx", "rbp", "rip"), "rsp", 56),
    "aarch64": ((*(f"x{register}" for register in range(19, 30)), "pc"), "sp", 160),
}


class View(gdb.unwinder.Unwinder):
    """Shows a waiting work-item's frames as callers of the selected thread's newest frame."""

    def __init__(self):
        super().__init__("weft-work-item")
        self.item = None
        self.thread = None
        self.frame = None

    def show(self, item):
        """None: the thread's own frames."""
        if self.item is item:
            return
        self.item = None
        gdb.invalidate_cached_frames()
        if item is None:
            return
        frame = gdb.newest_frame()
        while frame.type() == gdb.INLINE_FRAME:
            frame = frame.older()
        self.pc = int(frame.read_register("pc"))
        self.sp = int(frame.read_register("sp"))
        older = frame.older()
        cfa = int(older.read_register("sp")) if older else self.sp
        function = gdb.block_for_pc(self.pc)
        while function is not None and function.function is None:
            function = function.superblock
        self.frame = (cfa, function.start if function else self.pc)
        self.thread = gdb.selected_thread().ptid
        self.item = item
        gdb.invalidate_cached_frames()

    def __call__(self, pending):
        if self.item is None or gdb.selected_thread().ptid != self.thread:
            return None
        if int(pending.read_register("pc")) != self.pc or int(pending.read_register("sp")) != self.sp:
            return None
        sp, pc = self.frame

        class Id:
            pass

        identity = Id()
        identity.sp = gdb.Value(sp).cast(gdb.lookup_type("unsigned long"))
        identity.pc = gdb.Value(pc).cast(gdb.lookup_type("unsigned long"))
        info = pending.create_unwind_info(identity)
        stack = number(self.item.record + STACK)
        word = gdb.lookup_type("unsigned long")
        saved, pointer, size = KEPT_REGISTERS[pending.architecture().name()]
        for index, name in enumerate(saved):
            value = gdb.Value(number(stack + 8 * index)).cast(word)
            info.add_saved_register(name, value)
        info.add_saved_register(pointer, gdb.Value(stack + size).cast(word))
        return info


view = View()
gdb.unwinder.register_unwinder(None, view, replace=True)
gdb.events.stop.connect(lambda event: view.show(None))
gdb.events.cont.connect(lambda event: setattr(view, "item", None))


def parse(argument):
    words = gdb.string_to_argv(argument)
    if len(words) > 3:
        raise gdb.GdbError("one to three numbers are expected")
    values = [int(gdb.parse_and_eval(word)) for word in words]
    return tuple(values + [0] * (3 - len(values)))


class WorkItem(gdb.Command):
    """Look at another work-item of the group: work-item X [Y [Z]], its local id.

Without arguments, go back to the one that runs. The work-item must wait at a barrier. Its frames
appear as callers of the current one."""

    def __init__(self):
        super().__init__("work-item", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        item = running_item()
        local = parse(argument) if argument.strip() else item.local
        if any(index >= size for index, size in zip(local, item.size)):
            raise gdb.GdbError("the group has %s work-items" % text(item.size))
        if local == item.local:
            view.show(None)
            gdb.execute("frame 0")
            return
        state, other = item.state(local)
        if other is None:
            raise gdb.GdbError("work-item %s is %s: it has no variables" % (text(local), state))
        view.show(other)
        print("work-item %s %s" % (text(local), state))
        frame = gdb.newest_frame()
        level = 0
        while frame.type() == gdb.INLINE_FRAME:
            frame, level = frame.older(), level + 1
        # Beyond the frame of the switch.
        gdb.execute("frame %d" % (level + 1))


class WorkGroup(gdb.Command):
    """Select the thread that runs a work-group: work-group X [Y [Z]]."""

    def __init__(self):
        super().__init__("work-group", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        view.show(None)
        wanted = parse(argument)
        for thread, item in running_items():
            if item.group == wanted:
                thread.switch()
                gdb.execute("frame 0")
                return
        raise gdb.GdbError("no thread runs work-group %s" % text(wanted))


def running_items():
    """The threads that run kernels, with their work-items."""
    selected = gdb.selected_thread()
    frame = gdb.selected_frame() if selected else None
    found = []
    try:
        for thread in sorted(gdb.selected_inferior().threads(), key=lambda thread: thread.num):
            thread.switch()
            item = record_of(gdb.newest_frame())
            if item:
                found.append((thread, item))
    finally:
        if selected:
            selected.switch()
            frame.select()
    return found


def function_of(frame):
    """The name of the kernel that a frame runs."""
    while frame is not None:
        if frame.type() != gdb.INLINE_FRAME:
            try:
                frame.read_var("__work_item")
                return frame.name()
            except (ValueError, gdb.error):
                pass
        frame = frame.older()
    return "?"


def place():
    """File and line of the newest frame."""
    position = gdb.newest_frame().find_sal()
    if not position.symtab:
        return "outside of the kernel"
    return "%s:%d" % (position.symtab.filename, position.line)


class InfoWorkItems(gdb.Command):
    """The work-items of the group that the selected thread runs."""

    def __init__(self):
        super().__init__("info work-items", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        item = running_item()
        view.show(None)
        print(
            "work-group %s of kernel '%s', local size %s"
            % (text(item.group), function_of(gdb.newest_frame()), text(item.size))
        )
        runs = []
        for local in item.all_locals():
            if local == item.local:
                state = "runs at " + place()
            else:
                state = item.state(local)[0]
            if runs and runs[-1][2] == state and local != item.local:
                runs[-1][1] = local
            else:
                runs.append([local, local, state])
        for first, last, state in runs:
            mark = "*" if first == item.local else " "
            span = text(first) if first == last else text(first) + " - " + text(last)
            print("%s %-26s %s" % (mark, span, state))


class InfoLaunches(gdb.Command):
    """The kernels that threads run, and how far they are."""

    def __init__(self):
        super().__init__("info launches", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        view.show(None)
        launches = {}
        selected = gdb.selected_thread()
        for thread, item in running_items():
            thread.switch()
            name = function_of(gdb.newest_frame())
            launches.setdefault((item.launch, name), []).append((thread, item, place()))
        if selected:
            selected.switch()
        if not launches:
            print("No kernel runs that was built with -g -cl-opt-disable.")
        for (launch, name), threads in launches.items():
            print(
                "%s: global size %s, local size %s, %s work-groups"
                % (
                    name,
                    text(triple(launch + GLOBAL_SIZE)),
                    text(triple(launch + ENQUEUED_SIZE)),
                    text(triple(launch + GROUP_COUNT)),
                )
            )
            for thread, item, where in threads:
                print(
                    "%s thread %d: work-group %s, work-item %s at %s"
                    % (
                        "*" if thread == selected else " ",
                        thread.num,
                        text(item.group),
                        text(item.local),
                        where,
                    )
                )


class InfoKernels(gdb.Command):
    """The kernels of the programs that are loaded, with their sources."""

    def __init__(self):
        super().__init__("info kernels", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        listing = gdb.execute("info functions ^kernel_", to_string=True)
        names = sorted(set(re.findall(r"0x[0-9a-f]+\s+kernel_(\w+)", listing)))
        if not names:
            print("No program is loaded that was built with -g -cl-opt-disable.")
        for name in names:
            symbols = [gdb.lookup_global_symbol(name), *gdb.lookup_static_symbols(name)]
            places = {
                "%s:%d" % (symbol.symtab.filename, symbol.line)
                for symbol in symbols
                if symbol and symbol.symtab
            }
            print("%-24s %s" % (name, ", ".join(sorted(places)) or "without -g"))


class Id(gdb.Function):
    """An id of the selected frame's work-item, for one dimension."""

    def __init__(self, name, offset):
        self.offset = offset
        super().__init__(name)

    def invoke(self, dimension=0):
        item = record_of(gdb.selected_frame())
        if item is None:
            raise gdb.GdbError("the frame is not in a kernel built with -g -cl-opt-disable")
        return item.ids(self.offset)[int(dimension)]


class KernelFrames:
    """Leaves Weft's own frames out of backtraces behind those of kernels."""

    def __init__(self):
        self.name = "weft"
        self.priority = 100
        self.enabled = True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        is_behind = False
        for decorated in frames:
            frame = decorated.inferior_frame()
            name = frame.name() or ""
            if is_behind and (name == START or "libweft" in (gdb.solib_name(frame.pc()) or "")):
                continue
            if name in SWITCHES:
                continue
            is_behind = is_behind or name.startswith("kernel_") or record_of_frame(frame)
            if not name.startswith("kernel_"):
                yield decorated


def record_of_frame(frame):
    try:
        frame.read_var("__work_item")
        return True
    except (ValueError, gdb.error):
        return False


# From CL/cl.h, as device/kernel_abi_image.h has them.
LEVELS, LEVEL_BYTES = 15, 40
ORDERS = "R A RG RA RGB RGBA BGRA ARGB INTENSITY LUMINANCE Rx RGx RGBx DEPTH DEPTH_STENCIL"
ORDERS += " sRGB sRGBx sRGBA sBGRA ABGR"
TYPES = "SNORM_INT8 SNORM_INT16 UNORM_INT8 UNORM_INT16 UNORM_SHORT_565 UNORM_SHORT_555"
TYPES += " UNORM_INT_101010 SIGNED_INT8 SIGNED_INT16 SIGNED_INT32 UNSIGNED_INT8 UNSIGNED_INT16"
TYPES += " UNSIGNED_INT32 HALF_FLOAT FLOAT UNORM_INT24 UNORM_INT_101010_2"


class Image:
    """An image as its size and format."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        address = int(self.value)
        if not address:
            return "no image"
        memory = gdb.selected_inferior()

        def word(offset):
            return int.from_bytes(bytes(memory.read_memory(address + offset, 4)), "little")

        behind = LEVELS * LEVEL_BYTES
        sizes = [word(offset) for offset in (24, 28, 32)]
        while len(sizes) > 1 and sizes[-1] == 1:
            sizes.pop()
        if word(behind + 4) > 1:
            sizes.append(word(behind + 4))
        order = ORDERS.split()[word(behind + 12) - 0x10B0]
        kind = TYPES.split()[word(behind + 16) - 0x10D0]
        size = " x ".join(str(size) for size in sizes)
        return "%s, CL_%s, CL_%s at 0x%x" % (size, order, kind, number(address))


def print_image(value):
    """gdb's hook: a printer of values of this type, or None."""
    if value.type.code == gdb.TYPE_CODE_PTR:
        name = value.type.target().name or ""
        if name.startswith("opencl_image"):
            return Image(value)
    return None


gdb.pretty_printers.append(print_image)

for command in (WorkItem, WorkGroup, InfoWorkItems, InfoLaunches, InfoKernels):
    command()
Id("_gid", GLOBAL)
Id("_lid", LOCAL)
Id("_group", GROUP)
KernelFrames()
