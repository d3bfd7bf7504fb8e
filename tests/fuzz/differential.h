// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one kernel scalar and with lanes, and compares every byte that they leave. Buffers end where
// inaccessible pages begin, on both sides.
#pragma once

#include "tests/fuzz/kernel_generator.h"

#include <string>
#include <vector>

namespace weft::test {

struct Difference {
  enum class Kind { None, BuildFailed, MemoryOverrun, OtherBytes } kind = Kind::None;
  std::string lanes; ///< the value of -cl-weft-vectorise= that goes wrong
  std::string what;

  explicit operator bool() const { return kind != Kind::None; }
};

/// In this process: crashes are the caller's. `lanes` holds values of -cl-weft-vectorise=, `cpu` is
/// that of -cl-weft-cpu=, or empty.
Difference compareWithScalar(const GeneratedKernel &kernel, const std::vector<std::string> &lanes,
                             const std::string &cpu);

/// The same in a process of its own; "crashed" and "hangs" are differences, too.
struct Verdict {
  std::string lanes, what; ///< empty `what`: no difference
};
Verdict judge(const GeneratedKernel &kernel, const std::vector<std::string> &lanes,
              const std::string &cpu, unsigned seconds);

} // namespace weft::test
