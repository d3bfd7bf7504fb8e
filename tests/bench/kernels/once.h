// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One case for a tool that counts instructions.
#pragma once

#include "tests/bench/kernels/measurement.h"

namespace weft::bench {

/// Runs about a part-th of the case's work by Weft, then by the native version on this thread, each
/// once and unchecked. Before each it calls weftCountKernel or weftCountNative, afterwards
/// weftCountNothing. Prints the
/// executable mappings, "code <begin> <end> <file>", and "items <work-items of the kernel> <those
/// of the native version>".
void runOnce(const Case &test, const MeasurementOptions &options, std::size_t part);

} // namespace weft::bench
