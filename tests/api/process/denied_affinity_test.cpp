// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host whose sandbox denies it to ask which CPUs it may use: it runs on one.
#include <gtest/gtest.h>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace {

/// Lets the process and its children have no answer of sched_getaffinity but EPERM.
bool denyAffinity() {
  sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_getaffinity, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{static_cast<unsigned short>(std::size(filter)), filter};
  return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
         !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

TEST(DeniedAffinity, HostsBuildAndRun) {
  constexpr int cannotDeny = 77;
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(60); // ends a host that never comes back
    if (!denyAffinity())
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
