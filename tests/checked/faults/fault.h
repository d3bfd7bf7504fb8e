// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with one mistake each, the reports that they must give, and the same without the mistake.
//
// A kernel is k(global int *out, global const int *in, int n, local int *tile): `out` and `in` have
// 64 numbers, in[i] is i, `tile` has 16 in local memory, and n is 64. i is the global id; groups
// have 16 of the 64 work-items.
#pragma once

#include "tests/checked/faults/forms.h"

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace weft::test {

/// What some work-items report.
struct Expected {
  std::vector<std::size_t> items;
  std::string report; ///< class, line and column, and message
};

struct Fault {
  const char *name;
  const char *wrong, *right; ///< the body of the kernel; its first line is line 3
  std::vector<Expected> expected;
  const char *before = "";
  /// Whether SPIR-V can have the mistake. In modules of Clang no shift is too large: it takes the
  /// low bits of amounts.
  bool hasSpirv = true;

  friend std::ostream &operator<<(std::ostream &stream, const Fault &fault) {
    return stream << fault.name;
  }
};

inline const std::string ofBuffer =
    " (buffer of 256 bytes, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR)";
inline const std::string outEnd = "argument 0 'out'" + ofBuffer,
                         inEnd = "argument 1 'in'" + ofBuffer;

} // namespace weft::test
