#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program that works on pictures, with OpenCL and without: both must give the same picture.

    pictures_check.py darktable|gegl

Works in the current folder. Samples may differ by two of 255, as the orders of sums differ."""

import math
import os
import re
import subprocess
import sys
from pathlib import Path

WIDTH, HEIGHT = 800, 600


def write_picture(path):
    """Waves and a gradient, as a portable pixmap."""
    samples = bytearray()
    for y in range(HEIGHT):
        for x in range(WIDTH):
            waves = 127 + 100 * math.sin(x / 17 + y / 29), 127 + 100 * math.cos(x * y / 9000)
            samples += bytes((int(waves[0]), x * 255 // WIDTH, int(waves[1])))
    path.write_bytes(f"P6\n{WIDTH} {HEIGHT}\n255\n".encode() + samples)


def read_picture(path):
    """The samples from 0 to 1."""
    data = path.read_bytes()
    header = re.match(rb"P6\s+(?:#[^\n]*\n)*(\d+)\s+(\d+)\s+(\d+)\s", data)
    if not header or (int(header[1]), int(header[2])) != (WIDTH, HEIGHT):
        sys.exit(f"{path} is not the picture that was expected")
    samples, largest = data[header.end() :], int(header[3])
    if largest > 255:
        samples = [high << 8 | low for high, low in zip(samples[::2], samples[1::2])]
    return [sample / largest for sample in samples]


def run(command, **environment):
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, errors="replace")
    sys.stderr.write(done.stderr)
    if done.returncode:
        sys.exit(f"{command[0]} ended with {done.returncode}: {done.stdout[-300:]}")
    return done.stdout + done.stderr


def darktable(source, target, on_device):
    """darktable leaves devices that are CPUs alone until its settings say otherwise: so a first run writes them."""
    command = ["darktable-cli", str(source), str(target), "--core", "--configdir", "settings", "--library", ":memory:"]
    if not on_device:
        run([*command, "--disable-opencl"])
        return
    settings = Path("settings/darktablerc")
    if not settings.exists() or "cldevice_v" not in settings.read_text():
        run(command)
        target.unlink()
    text = re.sub(r"(?m)^(cldevice_v\d+_\w+=(?:\S+ ){7})1 ", r"\g<1>0 ", settings.read_text())
    settings.write_text(text)
    if "on GPU" not in run([*command, "-d", "opencl", "-d", "perf"]):
        sys.exit("darktable did not use the device")


def gegl(source, target, on_device):
    steps = ["gegl:gaussian-blur", "std-dev-x=4", "std-dev-y=4", "gegl:unsharp-mask"]
    steps += ["gegl:brightness-contrast", "contrast=1.3"]
    run(["gegl", str(source), "-o", str(target), "--", *steps], GEGL_USE_OPENCL="cpu" if on_device else "no")


def main():
    program = {"darktable": darktable, "gegl": gegl}[sys.argv[1]]
    source, expected, target = Path("source.ppm"), Path("expected.ppm"), Path("result.ppm")
    if not source.exists():
        write_picture(source)
    for path, on_device in ((expected, False), (target, True)):
        path.unlink(missing_ok=True)
        program(source, path, on_device)
    difference = max(abs(one - other) for one, other in zip(read_picture(expected), read_picture(target), strict=True))
    print(f"the pictures differ by {255 * difference:.2f} of 255 at most")
    sys.exit(0 if difference <= 2 / 255 else "WRONG")


main()
