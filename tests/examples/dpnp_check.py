#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dpnp, numpy's interface on SYCL, on Weft: its kernels are SPIR-V; every result against numpy."""

import ctypes
import os
import sys

os.environ["ONEAPI_DEVICE_SELECTOR"] = "opencl:cpu"
# The system's loader, in place of one that the packages bring.
ctypes.CDLL("libOpenCL.so.1", mode=ctypes.RTLD_GLOBAL)

import dpctl  # noqa: E402
import dpnp  # noqa: E402
import numpy as np  # noqa: E402

good = True


def check(what, result, expected, tolerance=0.0):
    global good
    result = dpnp.asnumpy(result)
    agrees = result.dtype == expected.dtype and np.allclose(
        result, expected, rtol=tolerance, atol=tolerance)
    good = good and agrees
    print(f"{what:12} {'agrees with numpy' if agrees else 'WRONG'}")


platforms = dpctl.get_platforms()
print("platforms   ", ", ".join(platform.name for platform in platforms))
if [platform.name for platform in platforms] != ["Weft"]:
    sys.exit("Weft is not the only platform")

random = np.random.default_rng(7)
a = random.standard_normal(100_003).astype(np.float32)
b = random.standard_normal(a.size).astype(np.float32)
a_device, b_device = dpnp.asarray(a), dpnp.asarray(b)

check("arithmetic", a_device * 2 + b_device, a * 2 + b, 1e-6)
check("sine", dpnp.sin(a_device), np.sin(a), 1e-6)
check("comparison", a_device > b_device, a > b)
check("indexing", a_device[a_device > 1], a[a > 1])
check("sum", dpnp.sum(a_device, dtype="f8"), np.sum(a, dtype="f8"), 1e-9)
check("largest", dpnp.max(a_device), np.max(a))
check("scan", dpnp.cumsum(dpnp.asarray(a.astype("i8"))), np.cumsum(a.astype("i8")))
check("sort", dpnp.sort(a_device), np.sort(a))
check("unique", dpnp.unique(dpnp.asarray((8 * a).astype("i4"))), np.unique((8 * a).astype("i4")))

m, n = a[:90_000].reshape(300, 300), b[:90_000].reshape(300, 300)
check("matrices", dpnp.asarray(m) @ dpnp.asarray(n), m @ n, 1e-3)
check("variance", dpnp.var(dpnp.asarray(m), axis=1), np.var(m, axis=1), 1e-4)
check("transposed", dpnp.asarray(m).T + 1, m.T + 1)

sys.exit(not good)
