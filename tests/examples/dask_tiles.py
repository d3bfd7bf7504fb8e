#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tiles of a large array on several worker processes of Dask, each with Weft on CPUs of its own.

    dask_tiles.py [--workers N] [--size N] [--tile N]

Each pixel of a picture is divided by the mean of the 5 x 5 pixels around it. Dask sends tiles, with
the two pixels around them, to its workers; a worker keeps its context and program from tile to tile.
The result is checked against numpy. With a scheduler that runs elsewhere (Client("address") instead
of a local cluster) the same functions use several machines.
"""

import argparse
import os
import sys
import time

import numpy as np
import pyopencl as cl
from distributed import Client, LocalCluster, as_completed, get_worker, progress

HALO = 2
SOURCE = """
kernel void normalise(global const float *in, global float *out, uint width) {
  size_t x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (uint dy = 0; dy < 5; ++dy)
    for (uint dx = 0; dx < 5; ++dx)
      sum += in[(y + dy) * width + x + dx];
  out[y * get_global_size(0) + x] = in[(y + 2) * width + x + 2] / (sum / 25);
}
"""


class Device:
    """What a worker keeps: Weft on the CPUs that it was given."""

    def __init__(self, cpus):
        # Weft reads this in the first call of the process.
        os.environ["WEFT_PUS"] = ",".join(map(str, cpus))
        platforms = [platform for platform in cl.get_platforms() if platform.name == "Weft"]
        if not platforms:
            raise RuntimeError("a worker does not find the platform Weft")
        context = cl.Context(platforms[0].get_devices())
        self.units = context.devices[0].max_compute_units
        self.queue = cl.CommandQueue(context)
        self.kernel = cl.Program(context, SOURCE).build().normalise

    def normalise(self, tile):
        flags, context = cl.mem_flags, self.queue.context
        height, width = (size - 2 * HALO for size in tile.shape)
        result = np.empty((height, width), np.float32)
        source = cl.Buffer(context, flags.READ_ONLY | flags.USE_HOST_PTR, hostbuf=tile)
        target = cl.Buffer(context, flags.WRITE_ONLY, result.nbytes)
        self.kernel(self.queue, (width, height), None, source, target, np.uint32(tile.shape[1]))
        cl.enqueue_copy(self.queue, result, target)
        return result


def normalise(tile, shares):
    """Runs in a worker: the place of a tile and its result, with who computed it on how many CPUs."""
    (y, x), pixels = tile
    worker = get_worker()
    if not hasattr(worker, "weft_device"):
        worker.weft_device = Device(shares[worker.name])
    return (y, x), worker.weft_device.normalise(pixels), worker.name, worker.weft_device.units


def shares_of(workers):
    """For each worker, its part of the CPUs that this process may use."""
    cpus = sorted(os.sched_getaffinity(0))
    return {i: cpus[i * len(cpus) // workers :][: max(len(cpus) // workers, 1)] for i in range(workers)}


def tiles_of(picture, size):
    padded = np.pad(picture, HALO, mode="edge")
    for y in range(0, picture.shape[0], size):
        for x in range(0, picture.shape[1], size):
            part = padded[y : y + size + 2 * HALO, x : x + size + 2 * HALO]
            yield (y, x), np.ascontiguousarray(part)


def expected(picture):
    padded = np.pad(picture, HALO, mode="edge").astype(np.float64)
    height, width = picture.shape
    mean = sum(padded[dy : dy + height, dx : dx + width] for dy in range(5) for dx in range(5)) / 25
    return picture / mean


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=min(len(os.sched_getaffinity(0)), 8))
    parser.add_argument("--size", type=int, default=3000, help="the picture's height and width")
    parser.add_argument("--tile", type=int, default=512)
    options = parser.parse_args()

    picture = np.random.default_rng(7).random((options.size, options.size), np.float32) + 0.5
    shares = shares_of(options.workers)
    result = np.empty_like(picture)
    done_by = {}
    with LocalCluster(
        options.workers, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, Client(cluster) as client:
        begin = time.perf_counter()
        futures = client.map(normalise, list(tiles_of(picture, options.tile)), shares=shares)
        if sys.stdout.isatty():
            progress(futures)
        for future in as_completed(futures):
            (y, x), pixels, worker, units = future.result()
            result[y : y + pixels.shape[0], x : x + pixels.shape[1]] = pixels
            assert units == len(shares[worker]), f"worker {worker} uses {units} CPUs"
            done_by[worker] = done_by.get(worker, 0) + 1
        seconds = time.perf_counter() - begin
    print()
    for worker, count in sorted(done_by.items()):
        print(f"worker {worker} on CPUs {shares[worker]}: {count} tiles")
    good = np.allclose(result, expected(picture), rtol=1e-5)
    print(f"{len(futures)} tiles in {seconds:.2f} s, {'as with numpy' if good else 'WRONG'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
