# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs that `run` runs, and what tells that each result is right."""

import dataclasses
import hashlib
import re
import shutil
import subprocess
from pathlib import Path
from typing import Callable

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
PYTHON = "/usr/bin/python3"  # Debian's, which its packages belong to


def none_failed(code, output):
    """What is wrong, or an empty text: the exit code of a program that checks itself."""
    return f"exit code {code}: {output.strip()[-200:]}" if code else ""


@dataclasses.dataclass
class Program:
    name: str
    what: str
    packages: list
    command: list
    arguments: Callable = lambda folder: []
    problem: Callable = none_failed
    environment: dict = dataclasses.field(default_factory=dict)
    module: str = ""  # of Python, where the program is a script
    seconds: int = 300

    def is_installed(self):
        if not shutil.which(self.command[0]):
            return False
        return not self.module or not subprocess.run([PYTHON, "-c", f"import {self.module}"], capture_output=True).returncode


def says(pattern):
    """A result that is right when the output has a text."""

    def problem(code, output):
        if code:
            return none_failed(code, output)
        return "" if re.search(pattern, output) else f"no {pattern!r} in its output"

    return problem


def clblast_problem(code, output):
    failed = sum(int(count) for count in re.findall(r"(\d+) test\(s\) failed", output))
    passed = sum(int(count) for count in re.findall(r"(\d+) test\(s\) passed", output))
    if failed or not passed:
        return f"{failed} tests failed, {passed} passed"
    return none_failed(code, output)


def clblast(routine):
    return Program(
        f"clblast {routine}",
        "a routine of BLAS against a reference on the CPU",
        ["clblast-tests"],
        [f"clblast_test_{routine}"],
        problem=clblast_problem,
    )


def ffmpeg(name, on_device, in_software):
    """A filter of ffmpeg; ffmpeg_check.sh compares it with its twin in software."""
    return Program(
        f"ffmpeg {name}",
        "frames of a film, as without OpenCL",
        ["ffmpeg"],
        [str(HERE / "ffmpeg_check.sh")],
        arguments=lambda folder: [on_device, in_software],
    )


def hash_of(word):
    return hashlib.md5(word.encode()).hexdigest()


PROGRAMS = [
    Program("clinfo", "what platforms and devices offer", ["clinfo"], ["clinfo"], problem=says("Device Name")),
    Program("clpeak", "bandwidth of memory", ["clpeak"], ["clpeak", "--global-bandwidth"], problem=says(r"float16 +: [\d.]+")),
    Program(
        "hashcat",
        "finds a word of five letters by its MD5",
        ["hashcat"],
        ["hashcat"],
        arguments=lambda folder: ["-m", "0", "-a", "3", "-D", "1", "--force", "--potfile-disable", "--quiet", hash_of("weftx"), "?l?l?l?l?l"],
        problem=says(f"{hash_of('weftx')}:weftx"),
    ),
    clblast("xaxpy"),
    clblast("xdot"),
    clblast("xgemv"),
    Program(
        "clFFT",
        "transforms of 1024 x 1024 complex numbers",
        ["clfft-client"],
        ["clFFT-client"],
        arguments=lambda folder: ["-c", "-x", "1024", "-y", "1024", "-p", "10"],
    ),
    Program(
        "pyopencl",
        "arrays, reductions and scans, against numpy",
        ["python3-pyopencl", "python3-numpy"],
        [PYTHON, str(EXAMPLES / "pyopencl_check.py"), "any"],
        module="pyopencl",
    ),
    Program(
        "opencv",
        "blur, edges, resize and threshold of a picture, against OpenCV's own code",
        ["python3-opencv"],
        [PYTHON, str(HERE / "opencv_check.py")],
        environment={"OPENCV_OPENCL_DEVICE": ":CPU:"},
        module="cv2",
    ),
    ffmpeg("transpose", "transpose_opencl=dir=clock", "transpose=dir=clock"),
    ffmpeg("erosion", "erosion_opencl", "erosion"),
    ffmpeg("dilation", "dilation_opencl", "dilation"),
]
