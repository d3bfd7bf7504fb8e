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
WHEELS = "python of wheels"  # stands for that of the virtual environment of `run`
STARPU = "/usr/lib/x86_64-linux-gnu/starpu/examples"


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
    wheels: list = dataclasses.field(default_factory=list)  # of PyPI
    shows_log: bool = True  # the driver's standard error is the program's
    seconds: int = 300
    is_built: bool = False  # from its source: no package has it

    def needs(self):
        """What has the program."""
        return " ".join(self.packages + self.wheels + [f"{self.name}, built from its source"] * self.is_built)

    def words(self, python):
        """The command. `python`: the interpreter that has the wheels."""
        return [str(python) if word == WHEELS else word for word in self.command]

    def is_installed(self, python):
        interpreter = self.words(python)[0]
        if not shutil.which(interpreter):
            return False
        return not self.module or not subprocess.run([interpreter, "-c", f"import {self.module}"], capture_output=True).returncode


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
        "a BLAS routine against a reference on the CPU",
        ["clblast-tests"],
        [f"clblast_test_{routine}"],
        problem=clblast_problem,
    )


def ffmpeg(name, on_device, in_software):
    """A filter of ffmpeg; ffmpeg_check.sh compares it with its twin in software."""
    return Program(
        f"ffmpeg {name}",
        "frames of a film, compared with the version without OpenCL",
        ["ffmpeg"],
        [str(HERE / "ffmpeg_check.sh")],
        arguments=lambda folder: [on_device, in_software],
    )


def picture(name, what):
    """pictures_check.py compares what the program makes with OpenCL and without."""
    return Program(name, what, [name], [PYTHON, str(HERE / "pictures_check.py"), name])


def starpu(example, what, pattern):
    """An example of StarPU, which may run its tasks on OpenCL devices only."""
    return Program(
        f"starpu {example}",
        what,
        ["starpu-examples"],
        [f"{STARPU}/{example}"],
        problem=says(pattern),
        environment={"STARPU_NCPU": "0", "STARPU_OPENCL_ON_CPUS": "1", "STARPU_OPENCL_ONLY_ON_CPUS": "1"},
    )


def piglit_problem(code, output):
    """The last line tells how many tests ended how."""
    results = re.findall(r"\[(\d+)/(\d+)\] ([^\r\n]*)", output)
    if code or not results:
        return none_failed(code or 1, output)
    finished, tests, counts = results[-1]
    bad = re.findall(r"(?:fail|crash|timeout|incomplete): \d+", counts)
    return "" if finished == tests and "pass: " in counts and not bad else counts


def wheel(name, what, command, problem=none_failed, others=()):
    """A package of PyPI, with pyopencl and `others`."""
    wheels = ["pyopencl", "numpy", name, *others]
    return Program(name, what, [], [WHEELS, *command], problem=problem, module=name, wheels=wheels)


def hash_of(word):
    return hashlib.md5(word.encode()).hexdigest()


PROGRAMS = [
    Program("clinfo", "lists platforms and devices", ["clinfo"], ["clinfo"], problem=says("Device Name")),
    Program("clpeak", "memory bandwidth", ["clpeak"], ["clpeak", "--global-bandwidth"], problem=says(r"float16 +: [\d.]+")),
    Program(
        "hashcat",
        "finds a five-letter word by its MD5",
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
    picture("gegl", "blur, sharpening and contrast, compared with the version without OpenCL"),
    picture("darktable", "a picture through its pipeline, compared with the version without OpenCL"),
    Program(
        "piglit",
        "tests of OpenCL C: scalars, vectors, images, calls",
        ["piglit"],
        ["piglit", "run", "cl", "-o", "-t", r"program@execute@(scalar|vector|image|get|call|global)", "results"],
        problem=piglit_problem,
        shows_log=False,
    ),
    starpu("vector_scal", "tasks that scale a vector", "Computation is correct"),
    starpu("matvecmult", "a matrix-vector product", "TEST PASSED"),
    wheel("reikna", "transforms and matrix products, against numpy", [str(HERE / "transforms_check.py"), "reikna"]),
    wheel("pyvkfft", "transforms and their inverses, against numpy", [str(HERE / "transforms_check.py"), "pyvkfft"]),
    wheel(
        "sasmodels",
        "models of small-angle scattering, in its own tests",
        ["-m", "sasmodels.model_test", "-e", "opencl", "sphere", "cylinder"],
        says(r"\nOK"),
    ),
    wheel(
        "openmm",
        "forces of molecules, against its reference",
        ["-m", "openmm.testInstallation"],
        says(r"Reference vs. OpenCL: \S+e-0[5-9][^$]*All differences are within tolerance"),
    ),
    wheel("boxtree", "a tree and traversal of 100,000 points, with expansions that are one", [str(HERE / "boxtree_check.py")]),
    wheel("pyrqa", "recurrences of a time series, against numpy", [str(HERE / "science_check.py"), "pyrqa"]),
    wheel("mot", "minima of 2,000 functions", [str(HERE / "science_check.py"), "mot"]),
    wheel("kernel_tuner", "a convolution in 27 configurations, against numpy", [str(HERE / "science_check.py"), "kernel_tuner"]),
    wheel(
        "pyFAI",
        "sorting, histograms and integration of diffraction images, in its own tests",
        ["-m", "pytest", "-q", "--pyargs", "pyFAI.opencl.test"],
        says(r"\d+ passed(?!.*failed)"),
        others=["pytest", "silx"],
    ),
    wheel("pmcxcl", "100,000 photons in a cube, whose absorbed part is known", [str(HERE / "science_check.py"), "pmcxcl"]),
    Program(
        "gprMax",
        "waves at a block in a box of 40^3 cells, against its own code for the CPU",
        [],
        [WHEELS, str(HERE / "gprmax_check.py")],
        arguments=lambda folder: [folder],
        module="gprMax",
        wheels=["pyopencl", "numpy", "h5py"],
        is_built=True,
    ),
    Program(
        "FluidX3D",
        "its benchmark, built for 96^3 cells and 300 steps",
        [],
        ["FluidX3D"],
        problem=says(r"Peak MLUPs/s = \d+"),
        is_built=True,
    ),
]
