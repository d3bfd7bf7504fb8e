// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An OpenCL C program as host code: compiled by clang++ without optimisation, loaded into this
// process, and run without threads.
#pragma once

#include "tests/oracle/host/interface.h"

#include <string>
#include <vector>

namespace weft::test {

class HostProgram {
public:
  /// `cpu` is what -march= takes, or empty for this machine's; it decides whether products and sums
  /// are fused, as it does in kernels. `definitions` are macros. `options`: the compiler's, for
  /// debuggers.
  explicit HostProgram(const std::string &source, const std::string &cpu = {},
                       const std::vector<std::string> &definitions = {},
                       const std::string &options = {});
  ~HostProgram();
  HostProgram(const HostProgram &) = delete;
  HostProgram &operator=(const HostProgram &) = delete;

  bool isLoaded() const { return handle != nullptr; }
  /// What the compiler said.
  const std::string &log() const { return compilerLog; }
  void *find(const char *kernel) const;
  /// Where the program finds what it asks for; kept by the caller.
  void connect(oracle::Services &services) const;

private:
  std::string compilerLog;
  void *handle = nullptr;
};

} // namespace weft::test
