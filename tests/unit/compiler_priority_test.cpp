// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes that make code which nobody waits for: they yield, and are not taken for hung
// meanwhile.
#include "compiler/server/processes/build_limits.h"
#include "tests/support/child_process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sched.h>
#include <unistd.h>

namespace weft::compiler {
namespace {

TEST(SpareChildren, YieldToOthers) {
  const int nice = ::getpriority(PRIO_PROCESS, 0);
  const pid_t child = ::fork();
  if (child == 0) {
    yieldToOthers(10);
    ::_exit(::getpriority(PRIO_PROCESS, 0) == std::min(nice + 10, 19) ? 0 : 1);
  }
  EXPECT_EQ(test::exitCodeOf(child), 0);
}

TEST(SpareChildren, ComputeInIdleTime) {
  const pid_t child = ::fork();
  if (child == 0) {
    computeInIdleTime();
    ::_exit(::sched_getscheduler(0) == SCHED_IDLE ? 0 : 1);
  }
  EXPECT_EQ(test::exitCodeOf(child), 0);
}

} // namespace
} // namespace weft::compiler
