// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that are hard to compile: valid OpenCL C of a shape that makes some compilers take time
// in the square of its size, or worse. Real programs have these shapes, since generators of kernels
// write them.
#pragma once

#include <string>
#include <vector>

namespace weft::bench {

struct HardProgram {
  std::string name;        ///< for the command line: barriers-120
  std::string description; ///< for the table: 120 barriers in a row
  /// OpenCL C with `kernel void run(global int *out, int n)` for one work-group of 64 work-items,
  /// of which each uses the elements of `out` whose numbers differ from its own by a multiple of
  /// 64, up to the 64th. Integers only, so the results are the same on every platform.
  std::string source;
};

std::vector<HardProgram> makeHardPrograms();

} // namespace weft::bench
