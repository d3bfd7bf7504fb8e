// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a kernel that is host code: the work-items of a group one after another, each up to where it
// waits for others or to its end (host_group.h), and the groups in the order of Launch::run().
//
// OpenCL C leaves open what an integer division by zero gives, and the most negative number divided
// by -1, while the processor traps. Such a division is stepped over, with what the compiler makes
// of it (safe division): by -1 the quotient is the dividend and the remainder zero, by zero the
// quotient is all ones and the remainder the dividend.
#pragma once

#include "tests/oracle/host_program.h"
#include "tests/oracle/measured_functions.h"
#include "tests/passes/program_harness.h"

#include <functional>

namespace weft::test {

/// `workItem` calls the kernel of the program with its arguments. Not thread-safe, nor reentrant.
void runOnHost(const HostProgram &program, const Range &range, MeasuredFunctions &functions,
               const std::function<void()> &workItem,
               unsigned subGroupSize = oracle::maxSubGroupSize);

} // namespace weft::test
