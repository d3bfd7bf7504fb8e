#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""boxtree's tree and traversal of 100,000 points: with expansions that are all one, each target must
receive the weights of all sources."""

import sys
import time

import numpy as np
import pyopencl as cl
import pyopencl.array
from boxtree import TreeBuilder
from boxtree.constant_one import ConstantOneExpansionWrangler, ConstantOneTreeIndependentDataForWrangler
from boxtree.fmm import drive_fmm
from boxtree.traversal import FMMTraversalBuilder

POINTS = 100_000
np.set_printoptions(legacy="1.25")  # boxtree prints numbers into its kernels

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
rng = np.random.default_rng(12)
points = [cl.array.to_device(queue, rng.normal(size=POINTS)) for _ in range(3)]
build_tree, build_traversal = TreeBuilder(context), FMMTraversalBuilder(context)
seconds = []
for _ in range(3):
    queue.finish()
    begin = time.perf_counter()
    tree, _ = build_tree(queue, points, max_particles_in_box=30)
    queue.finish()
    middle = time.perf_counter()
    traversal, _ = build_traversal(queue, tree)
    queue.finish()
    seconds.append((middle - begin, time.perf_counter() - middle))
print("tree and traversal, seconds:", ", ".join(f"{a:.2f} + {b:.2f}" for a, b in seconds))
host_traversal = traversal.get(queue)
weights = np.ones(POINTS)
wrangler = ConstantOneExpansionWrangler(ConstantOneTreeIndependentDataForWrangler(), host_traversal)
potential = drive_fmm(wrangler, (weights,))
print(f"each target receives {potential.min():.0f} to {potential.max():.0f} of {POINTS} weights")
sys.exit(0 if (potential == POINTS).all() else "WRONG")
