// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host whose sandbox denies it to ask which CPUs it may use: it runs on one.
#include "tests/support/denied_calls.h"

#include <gtest/gtest.h>

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace {

TEST(DeniedAffinity, HostsBuildAndRun) {
  constexpr int cannotDeny = 77;
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60); // ends a host that never comes back
    if (!weft::test::denyCall(SYS_sched_getaffinity, EPERM))
      _exit(cannotDeny);
    execl(WEFT_TEST_SIMPLE_HOST, WEFT_TEST_SIMPLE_HOST, nullptr);
    _exit(1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  if (WEXITSTATUS(status) == cannotDeny)
    GTEST_SKIP() << "the system has no filters of calls";
  EXPECT_EQ(WEXITSTATUS(status), 0) << "see simple_host.cpp";
}

} // namespace
