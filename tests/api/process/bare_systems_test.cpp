// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Systems without what most have: /proc and /dev, as in some chroots and sandboxes, and files in
// memory.
#include "tests/api/fixture.h"
#include "tests/support/child_process.h"
#include "tests/support/denied_calls.h"

#include <cerrno>
#include <cstdlib>
#include <sched.h>
#include <string>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <vector>

namespace weft::test {
namespace {

class BareSystems : public Api {};

constexpr int notHere = 77;

/// Builds, launches the code of both tiers, and loads the binary.
int work() {
  setenv("WEFT_CACHE", "0", 1);
  for (const char *tiers : {"first", "best"}) {
    setenv("WEFT_TIERS", tiers, 1);
    const Session own;
    const Program program =
        own.build("kernel void k(global float *x) { x[get_global_id(0)] += exp2(x[0]); }");
    std::vector<float> x(64, 0.0f);
    own.run(program, "k", {{1}}, inOut(x));
    if (x[0] != 1)
      return 1;
  }
  return testing::Test::HasFailure() ? 2 : 0;
}

/// Hides folders from this process and its children.
bool hide(std::initializer_list<const char *> folders) {
  if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
    return false;
  for (const char *folder : folders)
    if (mount("none", folder, "tmpfs", 0, "size=1M") != 0)
      return false;
  return true;
}

int workWithout(std::initializer_list<const char *> folders) {
  return inChild([&] { return hide(folders) ? work() : notHere; });
}

TEST_F(BareSystems, HaveNoProc) {
  const int end = workWithout({"/proc"});
  if (end == notHere)
    GTEST_SKIP() << "needs root to mount";
  EXPECT_EQ(end, 0);
}

TEST_F(BareSystems, HaveNoDev) {
  const int end = workWithout({"/dev"});
  if (end == notHere)
    GTEST_SKIP() << "needs root to mount";
  EXPECT_EQ(end, 0);
}

TEST_F(BareSystems, HaveNoMemoryFiles) {
  EXPECT_EQ(inChild([] { return denyCall(SYS_memfd_create, EPERM) ? work() : notHere; }), 0);
}

TEST_F(BareSystems, HaveNone) {
  const int end = inChild([] {
    return hide({"/proc", "/dev"}) && denyCall(SYS_memfd_create, EPERM) ? work() : notHere;
  });
  if (end == notHere)
    GTEST_SKIP() << "needs root to mount";
  EXPECT_EQ(end, 0);
}

} // namespace
} // namespace weft::test
