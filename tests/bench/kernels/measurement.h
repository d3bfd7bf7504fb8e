// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One case on the platform that this process sees: every column is checked against the reference,
// then timed in rounds that go over all columns.
#pragma once

#include "tests/bench/kernels/kernel_case.h"

#include <string>

namespace weft::bench {

struct MeasurementOptions {
  unsigned rounds = 7;
  /// The value of -cl-weft-vectorise= in Weft's column.
  std::string vectorise = "auto";
  /// The value of -cl-weft-cpu=; empty for all that this CPU has.
  std::string cpu = {};
  /// CPU seconds of the process instead of wall-clock seconds: what others run beside it hardly
  /// shows, but nor do threads that wait.
  bool isCpuTime = false;
  /// The module in SPIR-V that Clang makes of the source, beside the source itself.
  bool isModule = false;
  /// Another platform than Weft: one column of its own, and no options of ours.
  bool isPeer = false;
};

/// Of the case's source, vectorised so.
std::string buildOptions(const MeasurementOptions &options, const std::string &vectorise);

/// Prints "<name> <number>" lines: milliseconds of a launch for `kernel`, `scalar` and `native`,
/// and the ratios `overScalar` and `overNative`, each the median of its rounds; of a module
/// `kernel`, `source` and `overSource`. `wrong <column>` says that a column's results are not those
/// of the reference. False when any is.
bool measure(const Case &test, const MeasurementOptions &options);

/// Prints the lines `vectorised` and `scalar`: the milliseconds that a build of the case's source
/// takes, without a cache.
void measureBuilds(const Case &test, const MeasurementOptions &options);

} // namespace weft::bench
