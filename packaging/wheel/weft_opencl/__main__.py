# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what tells a loader of OpenCL about Weft, for `eval "$(python -m weft_opencl)"`."""

import shlex

from weft_opencl import library

path = shlex.quote(str(library()))
print(f"export OCL_ICD_VENDORS={path}\nexport OCL_ICD_FILENAMES={path}")
