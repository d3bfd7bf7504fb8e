# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lit's configuration for the tests of single passes and of the SPIR-V reader: files with RUN lines.
import lit.formats

config.name = "Weft passes"
config.test_format = lit.formats.ShTest()
config.suffixes = [".ll", ".spvasm", ".cl"]
config.test_source_root = config.weft_source_root
config.test_exec_root = config.weft_build_root
# FileCheck's own name would match inside the other's path, so each word must stand alone.
config.substitutions.append((r"\bweft-opt\b", config.weft_opt))
config.substitutions.append((r"\bFileCheck\b", config.filecheck))
config.substitutions.append((r"\bweftc\b", config.weftc))

