#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pyopencl on Weft: arrays, elementwise, reduction and scan kernels, against numpy.

pyopencl_check.py [any]    any: on another platform, if that is the first
"""

import sys

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import InclusiveScanKernel

good = True


def check(what, condition):
    global good
    good = good and bool(condition)
    print(f"{what:12} {'agrees with numpy' if condition else 'WRONG'}")


platform = cl.get_platforms()[0]
print("platform    ", platform.name)
if platform.name != "Weft" and sys.argv[1:] != ["any"]:
    sys.exit("Weft is not the first platform")
context = cl.Context(platform.get_devices())
queue = cl.CommandQueue(context)

random = np.random.default_rng(7)
a = random.standard_normal(500_009).astype(np.float32)
b = random.standard_normal(a.size).astype(np.float32)
a_device, b_device = cl_array.to_device(queue, a), cl_array.to_device(queue, b)

check("array", np.allclose((a_device * 2 + b_device).get(), a * 2 + b, rtol=1e-6, atol=1e-6))
check("slices", np.array_equal(a_device[10:1000].get(), a[10:1000]))

blend = ElementwiseKernel(
    context,
    "float x, __global float *a, __global float *b, __global float *out",
    "out[i] = x * a[i] + (1 - x) * b[i]",
    "blend",
)
out = cl_array.empty_like(a_device)
blend(np.float32(0.25), a_device, b_device, out)
check("elementwise", np.allclose(out.get(), 0.25 * a + 0.75 * b, rtol=1e-5, atol=1e-6))

dot = ReductionKernel(
    context,
    np.float64,
    neutral="0",
    reduce_expr="a + b",
    map_expr="(double)x[i] * y[i]",
    arguments="__global float *x, __global float *y",
)
expected = np.dot(a.astype(np.float64), b.astype(np.float64))
check("reduction", np.allclose(dot(a_device, b_device).get(), expected))

scan = InclusiveScanKernel(context, np.int64, "a + b", neutral="0")
numbers = random.integers(-1000, 1000, 1_000_003).astype(np.int64)
numbers_device = cl_array.to_device(queue, numbers)
scan(numbers_device)
check("scan", np.array_equal(numbers_device.get(), np.cumsum(numbers)))

sys.exit(0 if good else 1)
