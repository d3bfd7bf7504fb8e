#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms and products of matrices by packages of PyPI, against numpy.

    transforms_check.py reikna|pyvkfft"""

import sys

import numpy as np
import pyopencl as cl

SHAPE = (16, 96, 128)


def relative_error(result, expected):
    return float(np.abs(result - expected).max() / np.abs(expected).max())


def complex_numbers():
    parts = np.random.default_rng(1).standard_normal((2, *SHAPE))
    return (parts[0] + 1j * parts[1]).astype(np.complex64)


def reikna(queue):
    import reikna.cluda
    from reikna.fft import FFT
    from reikna.linalg import MatrixMul

    thread = reikna.cluda.ocl_api().Thread(queue)
    numbers = complex_numbers()
    on_device = thread.to_device(numbers)
    result = thread.empty_like(on_device)
    FFT(numbers, axes=(1, 2)).compile(thread)(result, on_device)
    yield "transform", relative_error(result.get(), np.fft.fft2(numbers))
    left, right = numbers[0].real.copy(), numbers[1].real.T.copy()
    product = thread.array((left.shape[0], right.shape[1]), np.float32)
    multiply = MatrixMul(left, right).compile(thread)
    multiply(product, thread.to_device(left), thread.to_device(right))
    yield "product", relative_error(product.get(), left @ right)


def pyvkfft(queue):
    import pyopencl.array
    from pyvkfft.opencl import VkFFTApp

    numbers = complex_numbers()
    on_device = pyopencl.array.to_device(queue, numbers)
    application = VkFFTApp(on_device.shape, on_device.dtype, queue, ndim=2)
    on_device = application.fft(on_device)
    yield "transform", relative_error(on_device.get(), np.fft.fft2(numbers))
    on_device = application.ifft(on_device)
    yield "inverse", relative_error(on_device.get(), numbers)


def main():
    queue = cl.CommandQueue(cl.create_some_context(interactive=False))
    good = True
    for what, error in {"reikna": reikna, "pyvkfft": pyvkfft}[sys.argv[1]](queue):
        print(f"{what:10} relative error {error:.1e}")
        good &= error < 1e-5
    sys.exit(0 if good else "WRONG")


main()
