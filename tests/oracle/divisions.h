// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer divisions by zero of host code return what those of kernels do: a quotient of all ones,
// and the dividend as the remainder. The folder of each architecture defines how.
#pragma once

#include <csignal>

namespace weft::test {

/// While it lives, of the process. Not thread-safe.
class DivisionsThatReturn {
public:
  DivisionsThatReturn();
  ~DivisionsThatReturn();
  DivisionsThatReturn(const DivisionsThatReturn &) = delete;
  DivisionsThatReturn &operator=(const DivisionsThatReturn &) = delete;

private:
  [[maybe_unused]] struct sigaction before{};
};

/// A script for `sed -E` that edits the assembly of host code, where instructions have to change;
/// or empty. It may use the register x15, which the compiler then leaves alone.
extern const char *const assemblyEdits;

} // namespace weft::test
