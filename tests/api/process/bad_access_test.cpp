// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is said of kernels that end the process: with WEFT_LOG one line, and what they have printed;
// otherwise nothing, as nothing that the host does about signals changes. Each fault needs a
// process of its own.
#include "tests/support/opencl.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

namespace weft::test {
namespace {

const char *const source = R"(
void store(global int *p, long i) {
  p[i] = 5;
}
kernel void writes(global int *p, long i) {
  if (get_global_id(0) == 0)
    store(p, i);
}
kernel void reads(global int *p, long i) {
  p[0] = p[i];
}
int first(local int *tile, global int *p, long i) {
  return tile[get_local_id(0) ^ 1] + (get_global_id(0) == 21 ? p[i] : 0);
}
kernel void behind(global int *p, long i) {
  local int tile[16];
  tile[get_local_id(0)] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = first(tile, p, i);
}
kernel void prints(global int *p, long i) {
  printf("before %d\n", 7);
  p[i] = 1;
}
int deeper(global int *p, int n) {
  if (n < 0)
    return 0;
  volatile int a[100];
  a[n % 100] = n;
  return p[n & 1] + deeper(p, n + 1) + a[n % 100];
}
kernel void climbs(global int *p, long i) {
  p[0] = deeper(p, i);
}
)";

class BadAccess : public testing::Test {
protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the sanitizer has handlers of its own";
#endif
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }

  /// Runs a kernel so that it leaves its buffer by far, in this process.
  static void run(const char *kernel, const char *log, const char *options = "-g") {
    alarm(120);
    if (log)
      setenv("WEFT_LOG", log, 1);
    else
      unsetenv("WEFT_LOG");
    Session session;
    Program program = session.build(source, options);
    std::vector<int> data(64);
    session.run(program, kernel, {{64}, {16}}, inOut(data), cl_long{1} << 40);
    std::exit(0);
  }
};

TEST_F(BadAccess, WritesAreToldWithKernelAndLine) {
  EXPECT_EXIT(
      run("writes", "error"), testing::KilledBySignal(SIGSEGV),
      "weft: error: SIGSEGV: kernel 'writes' writes to 0x[0-9a-f]+ at [^ ]+:3, program .+\n");
}

TEST_F(BadAccess, ReadsAreToldWithKernelAndLine) {
  EXPECT_EXIT(run("reads", "error"), testing::KilledBySignal(SIGSEGV),
              "SIGSEGV: kernel 'reads' reads from 0x[0-9a-f]+ at [^ ]+:10, program .+\n");
}

TEST_F(BadAccess, CodeForDebuggersTellsIds) {
  EXPECT_EXIT(run("reads", "error", "-g -cl-opt-disable"), testing::KilledBySignal(SIGSEGV),
              "kernel 'reads' reads from 0x[0-9a-f]+ at [^ ]+:10, global id \\([0-9]+, 0, 0\\), "
              "local id \\(0, 0, 0\\), group \\([0-3], 0, 0\\), program .+\n");
}

TEST_F(BadAccess, CodeForDebuggersTellsIdsBehindBarriers) {
  EXPECT_EXIT(run("behind", "error", "-g -cl-opt-disable"), testing::KilledBySignal(SIGSEGV),
              "kernel 'behind' reads from 0x[0-9a-f]+ at [^ ]+:13, global id \\(21, 0, 0\\), "
              "local id \\(5, 0, 0\\), group \\(1, 0, 0\\), program .+\n");
}

TEST_F(BadAccess, WithoutLinesTheOffsetIsTold) {
  EXPECT_EXIT(run("reads", "error", ""), testing::KilledBySignal(SIGSEGV),
              "kernel 'reads' reads from 0x[0-9a-f]+ at offset 0x[0-9a-f]+ ");
}

TEST_F(BadAccess, OverrunStacksAreTold) {
  EXPECT_EXIT(run("climbs", "error"), testing::KilledBySignal(SIGSEGV),
              "kernel 'climbs' writes to 0x[0-9a-f]+ at [^ ]+:(2[5-9]|3[0-8]), program");
}

TEST_F(BadAccess, WithoutLogNothingIsSaid) {
  EXPECT_EXIT(run("reads", nullptr), testing::KilledBySignal(SIGSEGV), "^$");
}

TEST_F(BadAccess, HandlersOfTheHostStay) {
  EXPECT_EXIT(
      {
        std::signal(SIGSEGV, [](int) { _exit(17); });
        run("reads", "error");
      },
      testing::ExitedWithCode(17), "^[^']*$");
}

TEST_F(BadAccess, FaultsOutsideOfKernelsAreNotTold) {
  EXPECT_EXIT(
      {
        setenv("WEFT_LOG", "error", 1);
        Session session;
        std::vector<int> data(64);
        session.run(session.build(source), "reads", {{64}}, inOut(data), cl_long{1});
        raise(SIGSEGV);
      },
      testing::KilledBySignal(SIGSEGV), "^$");
}

TEST_F(BadAccess, WhatWasPrintedIsWritten) {
  const auto path =
      std::filesystem::temp_directory_path() / ("weft-bad-access-" + std::to_string(getpid()));
  // The child begins this test anew, with a number of its own.
  const std::string name = getenv("WEFT_TEST_OUTPUT") ? getenv("WEFT_TEST_OUTPUT") : path.string();
  setenv("WEFT_TEST_OUTPUT", name.c_str(), 1);
  EXPECT_EXIT(
      {
        if (!std::freopen(name.c_str(), "w", stdout))
          std::exit(1);
        run("prints", "error");
      },
      testing::KilledBySignal(SIGSEGV), "kernel 'prints' writes to");
  unsetenv("WEFT_TEST_OUTPUT");
  std::ostringstream text;
  text << std::ifstream(name).rdbuf();
  EXPECT_NE(text.str().find("before 7\n"), std::string::npos) << text.str();
  std::filesystem::remove(name);
}

} // namespace
} // namespace weft::test
