// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one kernel with lanes, and compares every byte that it leaves with what the scalar kernel,
// or the oracle (tests/oracle), leaves. Buffers end where inaccessible pages begin, on both sides.
#pragma once

#include "tests/fuzz/kernel_generator.h"

#include <string>
#include <vector>

namespace weft::test {

struct Comparison {
  /// Values of -cl-weft-vectorise=, and what --lanes has beside them. Behind a colon: along this
  /// dimension. With "sized " before it: made for the local size of each launch. `first`: code of
  /// the first tier.
  std::vector<std::string> lanes = {"off",        "first",   "2",          "4",    "8",
                                    "16",         "32",      "64",         "auto", "form",
                                    "chaos",      "off:1",   "auto:1",     "8:2",  "sized auto",
                                    "sized 16:1", "sized 4", "sized chaos"};
  std::string cpu; ///< the value of -cl-weft-cpu=, or empty
  /// Expects what the source leaves as host code, instead of what the scalar kernel leaves.
  bool usesOracle = false;
  /// What is compared is built with these checks, of which a report is a difference.
  std::string checks;
  /// The oracle has a fault, or a checked kernel a buffer that counts as too small: that must be
  /// found.
  bool hasFault = false;
};

/// How much was compared, and how.
struct Compared {
  std::uint64_t bytes = 0;    ///< bit by bit
  std::uint64_t measured = 0; ///< results of mathematical functions, within the bounds of OpenCL C

  Compared &operator+=(const Compared &other) {
    bytes += other.bytes;
    measured += other.measured;
    return *this;
  }
};

struct Verdict {
  std::string lanes; ///< the one that goes wrong, if it is known
  std::string what;  ///< empty: no difference
  Compared compared{};
};

/// In this process: crashes are the caller's.
Verdict compare(const GeneratedKernel &kernel, const Comparison &comparison);

/// The same in a process of its own; crashes and endless loops are differences, too.
Verdict judge(const GeneratedKernel &kernel, const Comparison &comparison, unsigned seconds);

} // namespace weft::test
