// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels below tests/vectoriser/corpus: shapes of control flow and of memory access, one a
// file. Each name is of one file, whatever its folder. A file begins with comments that say what it
// is for and how it is launched:
//
//   // launches: 1000/64 45,12/19,3+3,1
//
// Each launch has its global size, its local size and, behind a plus, its offset. The kernel has
// the name of its file.
#pragma once

#include "tests/passes/program_harness.h"

#include <string>
#include <vector>

namespace weft::test {

struct CorpusKernel {
  std::string name, source;
  std::vector<Range> launches, oracleLaunches;
};

/// All of them, by name. Throws std::runtime_error where a file is not as it should be.
std::vector<CorpusKernel> readCorpus();
CorpusKernel readCorpusKernel(const std::string &name);

} // namespace weft::test
