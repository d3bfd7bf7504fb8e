#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packages of PyPI, against numpy or what is known: science_check.py pyrqa|mot|kernel_tuner|pmcxcl."""

import sys

import numpy as np


def pyrqa():
    """Recurrence quantification of a time series: its recurrence rate, counted by numpy too."""
    from pyrqa.computation import RQAComputation
    from pyrqa.metric import EuclideanMetric
    from pyrqa.neighbourhood import FixedRadius
    from pyrqa.settings import Settings
    from pyrqa.time_series import TimeSeries

    dimension, delay, radius = 3, 2, 0.35
    data = np.sin(np.arange(3000, dtype=np.float32) * 0.07) + 0.3 * np.cos(np.arange(3000, dtype=np.float32) * 0.31)
    series = TimeSeries(data, embedding_dimension=dimension, time_delay=delay)
    settings = Settings(series, neighbourhood=FixedRadius(radius), similarity_measure=EuclideanMetric)
    found = RQAComputation.create(settings, verbose=False).run().recurrence_rate
    vectors = np.stack([data[i * delay : len(data) - (dimension - 1 - i) * delay] for i in range(dimension)], 1)
    squares = ((vectors[:, None, :] - vectors[None, :, :]) ** 2).sum(2)
    expected = (squares <= radius * radius).mean()
    print(f"recurrence rate {found:.6f}, {expected:.6f} by numpy")
    return abs(found - expected) < 1e-4


def mot():
    """Powell's method on 2,000 functions, each of four parameters that depend on each other."""
    from mot import minimize
    from mot.lib.cl_function import SimpleCLFunction

    valley = SimpleCLFunction.from_string(
        """
        double valley(local const mot_float_type *const x, void *data, local mot_float_type *objective_list) {
            double sum = 0;
            for (uint i = 0; i < 4; i++)
                sum += pown(x[i] - i - 1, 2) + (i ? 0.5 * pown(x[i] - x[i - 1] - 1, 4) : 0);
            return sum;
        }"""
    )
    start = np.random.default_rng(3).uniform(-5, 5, (2000, 4))
    found = minimize(valley, start, method="Powell")["x"]
    distance = np.abs(found - np.arange(1, 5)).max(1)
    print(f"{(distance < 1e-2).mean():.1%} of the minima found, median distance {np.median(distance):.1e}")
    return (distance < 1e-2).mean() > 0.99


def kernel_tuner():
    """A convolution in each of the sizes of a search, against numpy."""
    from kernel_tuner import tune_kernel

    source = """
        kernel void convolution(global float *out, global const float *in, constant float *filter) {
          int x = get_group_id(0) * block_size_x * tile_size + get_local_id(0), y = get_global_id(1);
          for (int t = 0; t < tile_size; t++, x += block_size_x) {
            float sum = 0;
            for (int i = 0; i < 17; i++)
              for (int j = 0; j < 17; j++)
                sum += in[(y + i) * (width + 16) + x + j] * filter[i * 17 + j];
            out[y * width + x] = sum;
          }
        }"""
    width, height = 512, 256
    rng = np.random.default_rng(5)
    picture = rng.random((height + 16, width + 16)).astype(np.float32)
    weights = rng.random((17, 17)).astype(np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(picture, (17, 17))
    expected = np.einsum("yxij,ij->yx", windows, weights, optimize=True).astype(np.float32)
    results, _ = tune_kernel(
        "convolution",
        source.replace("width", str(width)),
        (width, height),
        [np.zeros_like(expected), picture, weights],
        {"block_size_x": [16, 32, 64], "block_size_y": [1, 2, 4], "tile_size": [1, 2, 4]},
        grid_div_x=["block_size_x", "tile_size"],
        answer=[expected, None, None],
        atol=1e-3,
        lang="OpenCL",
        platform=0,
        quiet=True,
    )
    good = [result for result in results if isinstance(result["time"], float)]
    print(f"{len(good)} of {len(results)} configurations are right, the best takes {min(r['time'] for r in good):.3f} ms")
    return len(good) == len(results) > 0


def pmcxcl():
    """Photons that scatter in a cube of 60 mm: 17.7 % of their energy is absorbed."""
    import pmcxcl

    found = pmcxcl.run(
        nphoton=100_000,
        vol=np.ones((60, 60, 60), np.uint8),
        prop=[[0, 0, 1, 1], [0.005, 1, 0.01, 1.37]],
        srcpos=[29, 29, 0],
        srcdir=[0, 0, 1],
        tstart=0,
        tend=5e-9,
        tstep=5e-9,
        isreflect=0,
        seed=29012391,
        compileropt="-cl-std=CL3.0",
    )
    absorbed = found["stat"]["energyabs"] / found["stat"]["energytot"]
    print(f"{absorbed:.2%} of the energy absorbed")
    return abs(absorbed - 0.177) < 0.003


CHECKS = {"pyrqa": pyrqa, "mot": mot, "kernel_tuner": kernel_tuner, "pmcxcl": pmcxcl}
sys.exit(0 if CHECKS[sys.argv[1]]() else "WRONG")
