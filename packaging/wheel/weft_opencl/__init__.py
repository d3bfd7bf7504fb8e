# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weft: OpenCL on CPUs.

pyopencl's own loader finds Weft once this package is installed. Programs that use another loader are
told of it by its environment: OCL_ICD_FILENAMES for Khronos's, OCL_ICD_VENDORS for ocl-icd, both of
which `python -m weft_opencl` prints.
"""

from pathlib import Path


def library() -> Path:
    """The driver, libweft.so."""
    return Path(__file__).resolve().parent / "lib" / "libweft.so"


def compiler() -> Path:
    """The command weftc."""
    return library().with_name("weftc")
