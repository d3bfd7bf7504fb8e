#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gprMax on a block in a box of 40^3 cells, with OpenCL and with its own code for the CPU: the field at
a receiver must agree. gprmax_check.py FOLDER."""

import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np

MODEL = """
#title: a block below a source
#domain: 0.080 0.080 0.080
#dx_dy_dz: 0.002 0.002 0.002
#time_window: 3e-10
#material: 6 0.01 1 0 block
#waveform: ricker 1 3e9 pulse
#hertzian_dipole: z 0.040 0.040 0.056 pulse
#rx: 0.048 0.040 0.056
#box: 0.024 0.024 0.024 0.056 0.056 0.040 block
"""


def field(folder, name, *options):
    """The electric field at the receiver."""
    model = folder / f"{name}.in"
    model.write_text(MODEL)
    command = [sys.executable, "-m", "gprMax", str(model), *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print("".join(line for line in done.stdout.splitlines(True) if "weft:" in line or "olved" in line))
    if done.returncode:
        sys.exit(done.stdout[-500:])
    with h5py.File(folder / f"{name}.h5") as file:
        return np.array(file["rxs/rx1/Ez"])


folder = Path(sys.argv[1])
on_device = field(folder, "device", "-opencl")
reference = field(folder, "reference")
difference = np.abs(on_device - reference).max() / np.abs(reference).max()
print(f"{len(reference)} steps, largest difference {difference:.1e} of the largest field")
sys.exit(0 if difference < 1e-4 else "WRONG")
