// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A driver that crashes when it is loaded.
#include <csignal>

namespace {

const int crash = [] {
  std::signal(SIGSEGV, SIG_DFL);
  return std::raise(SIGSEGV);
}();

} // namespace
