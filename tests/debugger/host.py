# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A host in Python for sessions of a debugger: runs `demo` of barriers.cl on 64 numbers."""
import numpy as np
import pyopencl as cl

context = cl.Context(cl.get_platforms()[0].get_devices())
queue = cl.CommandQueue(context)
source = open("barriers.cl", encoding="utf-8").read()
program = cl.Program(context, source).build(options=["-s", "barriers.cl"])
numbers = np.arange(64, dtype=np.int32)
given = cl.Buffer(context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=numbers)
result = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, numbers.nbytes)
pair = np.zeros(1, dtype=[("first", np.int32), ("second", np.float32)])[0]
program.demo(queue, (64,), (4,), result, given, cl.LocalMemory(64), pair)
cl.enqueue_copy(queue, numbers, result)
print("first", numbers[0])
