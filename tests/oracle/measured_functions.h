// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions for which the specification allows more than one result (section 7.4). A call in host
// code gets what Weft computes, so that all that is made of it can be compared bit by bit; this
// value is itself compared with the C library's in `long double`, within the bound of the
// specification.
#pragma once

#include "tests/oracle/host/interface.h"
#include "tests/passes/program_harness.h"

#include <map>
#include <memory>
#include <string>

namespace weft::test {

class MeasuredFunctions {
public:
  /// `cpu` is the value of -cl-weft-cpu=, or empty.
  explicit MeasuredFunctions(std::string cpu = {}) : cpu(std::move(cpu)) {}

  /// Writes the result of the call as a kernel computes it.
  void evaluate(const oracle::MeasuredCall &call, void *result);

  /// Results that were compared, and the first one that was out of bounds; empty if none was.
  std::uint64_t count() const { return comparisons; }
  const std::string &fault() const { return firstFault; }

private:
  const weft_kernel_description &kernelFor(const oracle::MeasuredCall &call);
  void check(const oracle::MeasuredCall &call, const void *result);

  std::string cpu;
  std::map<std::string, std::unique_ptr<LoadedProgram>> programs;
  std::uint64_t comparisons = 0;
  std::string firstFault;
};

} // namespace weft::test
