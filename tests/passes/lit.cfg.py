# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lit's configuration for the tests of single passes and of the SPIR-V reader: files with RUN lines.
import os

import lit.formats

config.name = "Weft passes"
config.test_format = lit.formats.ShTest()
config.suffixes = [".ll", ".spvasm", ".cl"]
config.test_source_root = config.weft_source_root
config.test_exec_root = config.weft_build_root
# FileCheck's own name would match inside the other's path, so each word must stand alone.
config.substitutions.append((r"\bweft-opt\b", config.weft_opt))
config.substitutions.append((r"\bFileCheck\b", config.filecheck))
# LLVM's own tools, which lie beside FileCheck, for faults of LLVM.
for tool in ("llc", "opt", "not"):
    path = os.path.join(os.path.dirname(os.path.realpath(config.filecheck)), tool)
    config.substitutions.append((rf"(?<![-\w/.]){tool}(?![-\w/.=])", path))
config.substitutions.append((r"\bweftc\b", config.weftc))
# Passes of one architecture are part of its weft-opt alone.
config.available_features.add(config.weft_architecture)

