// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that comes after the build: first and best code compute the same, and nothing that happens
// to the compiler or the host meanwhile is seen but by speed.
#include "tests/api/tiers_fixture.h"
#include "tests/support/child_process.h"
#include "tests/support/compiler_processes.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <numeric>
#include <sstream>
#include <thread>

namespace weft::test {
namespace {

namespace fs = std::filesystem;

TEST_F(Tiers, ComputeTheSameBits) {
  std::vector<float> expected;
  for (const char *tiers : {"best", "first", "auto"}) {
    setenv("WEFT_TIERS", tiers, 1);
    Program program = session.build(mixedSource);
    const std::vector<float> found = results(program);
    if (expected.empty())
      expected = found;
    EXPECT_TRUE(sameBits(found, expected)) << tiers;
    EXPECT_GT(binaryBytes(program), 0u) << tiers;
    EXPECT_TRUE(sameBits(results(program), expected)) << tiers << ", when all code is there";
  }
}

TEST_F(Tiers, BinariesHoldAllKernels) {
  for (const char *binaries : {"auto", "code"}) {
    setenv("WEFT_BINARIES", binaries, 1);
    // With these options only code of one tier computes the same bits.
    setenv("WEFT_TIERS", "first", 1);
    Program program = session.build(mixedSource, "-cl-fast-relaxed-math");
    const std::vector<unsigned char> binary = binaryOf(program);
    const std::vector<float> expected = results(program);
    Program again = session.buildBinary(binary);
    EXPECT_TRUE(sameBits(results(again), expected)) << binaries;
    EXPECT_EQ(infoString([&](auto... rest) {
                return clGetProgramInfo(again, CL_PROGRAM_KERNEL_NAMES, rest...);
              }),
              "scale;turn;spread");
    EXPECT_EQ(binaryType(again), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    EXPECT_EQ(isElf(binaryOf(again)), isElf(binary)) << binaries;
    EXPECT_TRUE(sameBits(results(session.buildBinary(binaryOf(again))), expected)) << binaries;
  }
}

TEST_F(Tiers, BinariesWaitForNoCode) {
  unsetenv("WEFT_BINARIES");
  setenv("WEFT_TIERS", "first", 1); // nobody makes the best code unasked
  Program program = session.build(mixedSource);
  const std::vector<unsigned char> binary = binaryOf(program);
  EXPECT_FALSE(isElf(binary));
  EXPECT_EQ(binaryOf(program), binary) << "at each call";
  setenv("WEFT_BINARIES", "code", 1);
  Program complete = session.build(mixedSource);
  EXPECT_TRUE(isElf(binaryOf(complete)));
}

TEST_F(Tiers, BinariesWithoutCodeAreExecutables) {
  unsetenv("WEFT_BINARIES");
  setenv("WEFT_TIERS", "first", 1);
  Program program = session.build(mixedSource);
  std::vector<unsigned char> binary = binaryOf(program);
  Program again = session.buildBinary(binary);
  EXPECT_EQ(binaryType(again), CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
  const cl_device_id id = device();
  const cl_program inputs[] = {again};
  cl_int error = 1;
  EXPECT_FALSE(clLinkProgram(context, 1, &id, "", 1, inputs, nullptr, nullptr, &error));
  EXPECT_EQ(errorName(error), "CL_INVALID_OPERATION");
  binary[binary.size() / 2] ^= 1;
  const size_t bytes = binary.size();
  const unsigned char *image = binary.data();
  EXPECT_FALSE(clCreateProgramWithBinary(context, 1, &id, &bytes, &image, nullptr, &error));
  EXPECT_EQ(errorName(error), "CL_INVALID_BINARY");
}

TEST_F(Tiers, QueriesAgreeWithAndWithoutCode) {
  Program program = session.build("kernel __attribute__((reqd_work_group_size(4, 2, 1)))\n"
                                  "void test(global const int *restrict a, local float4 *b,\n"
                                  "          constant char *c, double d) {}\n");
  const auto queries = [&](cl_kernel kernel) {
    std::ostringstream text;
    for (cl_uint index = 0; index < 4; ++index) {
      for (const cl_kernel_arg_info name : {CL_KERNEL_ARG_NAME, CL_KERNEL_ARG_TYPE_NAME})
        text << infoString([&](auto... rest) {
          return clGetKernelArgInfo(kernel, index, name, rest...);
        }) << ' ';
      for (const cl_kernel_arg_info name :
           {CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_TYPE_QUALIFIER}) {
        cl_ulong bits = 0;
        EXPECT_LE(clGetKernelArgInfo(kernel, index, name, sizeof bits, &bits, nullptr), CL_SUCCESS);
        text << bits << ' ';
      }
    }
    std::array<size_t, 3> size{};
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof size, size.data(), nullptr),
              CL_SUCCESS);
    text << size[0] << size[1] << size[2] << infoString([&](auto... rest) {
      return clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, rest...);
    });
    return text.str();
  };
  Kernel early = session.kernel(program, "test");
  const std::string before = queries(early);
  EXPECT_GT(binaryBytes(program), 0u);
  EXPECT_EQ(queries(early), before);
  Kernel late = session.kernel(program, "test");
  EXPECT_EQ(queries(late), before);
}

TEST_F(Tiers, ErrorsStayErrorsOfTheBuild) {
  for (const char *source :
       {"kernel void k(global int *x) { *x = missing(1); }\nint missing(int);",
        "int f(int n) { return n + get_global_id(0) + f(n - 1); }\n"
        "kernel void k(global int *x) { *x = f(3); }",
        "kernel void k(global int *x) { __asm__ volatile(\"no such instruction\"); *x = 1; }",
        "kernel void k(global int *x) { volatile char a[1 << 31]; a[*x] = 1; *x = a[1]; }"}) {
    Program program = session.create(source);
    EXPECT_EQ(errorName(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr)),
              "CL_BUILD_PROGRAM_FAILURE")
        << source;
    EXPECT_FALSE(session.buildLog(program).empty()) << source;
  }
}

/// Sends a signal to what compiles, once it does. Returns what got it, and where that ends it, when
/// it has ended.
std::vector<pid_t> strike(int signal) {
  using namespace std::chrono_literals;
  const auto end = std::chrono::steady_clock::now() + 60s;
  std::vector<pid_t> found;
  while ((found = compilingProcesses()).empty() && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EXPECT_FALSE(found.empty()) << "the compiler was too fast, or did not begin";
  for (const pid_t process : found)
    kill(process, signal);
  while (signal != SIGSTOP &&
         std::ranges::any_of(found, [](pid_t process) { return kill(process, 0) == 0; }))
    std::this_thread::yield();
  return found;
}

TEST_F(Tiers, WaitingForAllCodeHoldsNobodyUp) {
  Program program = session.build(longSource() + mixedSource);
  const std::vector<pid_t> stopped = strike(SIGSTOP);
  std::thread waiting([&] { EXPECT_GT(binaryBytes(program), 0u); });
  EXPECT_EQ(results(program).size(), 1025u) << "kernels are made, and run in their first code";
  for (const pid_t process : stopped)
    kill(process, SIGCONT);
  waiting.join();
}

/// The compiler's crash, and its end at the limit of CPU time (WEFT_BEST_SECONDS).
TEST_F(Tiers, FailuresOfTheBestCodeLeaveTheFirst) {
  setenv("WEFT_TIERS", "best", 1);
  const std::vector<float> expected = longResult(session.build(longSource()));
  setenv("WEFT_TIERS", "auto", 1);
  for (const int signal : {SIGSEGV, SIGXCPU}) {
    Program program = session.build(longSource());
    Kernel kernel = session.kernel(program, "test");
    strike(signal);
    EXPECT_TRUE(sameBits(longResult(program), expected));
    EXPECT_GT(binaryBytes(program), 0u) << "with the first code";
    EXPECT_TRUE(sameBits(longResult(program), expected));
  }
}

unsigned countOf(const std::string &part, const std::string &text) {
  unsigned count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

/// Calls `attempt` with a new folder until what a test did to a compiler has had its effect, which
/// `attempt` returns. On a busy machine a process that computes in idle time alone may be replaced
/// while it dies, and then nothing has happened.
template <class Attempt> bool takesEffect(const std::string &name, const Attempt &attempt) {
  constexpr int attempts = 5;
  bool hasTaken = false;
  for (int i = 0; i < attempts && !hasTaken && !testing::Test::HasFailure(); ++i) {
    const std::string folder = testing::TempDir() + name;
    fs::remove_all(folder);
    fs::create_directories(folder);
    hasTaken = attempt(folder);
    fs::remove_all(folder);
  }
  return hasTaken;
}

/// What a process with standard error in the file `log` has written.
std::string readLog(const std::string &log) {
  std::ostringstream text;
  text << std::ifstream(log).rdbuf();
  return text.str();
}

void logTo(const std::string &log) {
  dup2(open(log.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
}

/// Where the best code of a kernel takes too long, its first code is the best from then on: for
/// this program, and for others that find it in the cache.
TEST_F(Tiers, BestCodeThatTakesTooLongIsGivenUpOnce) {
  setenv("WEFT_LOG", "info", 1);
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_TRUE(takesEffect("weft-tiers-given-up", [&](const std::string &folder) {
    const std::string log = folder + "/log";
    EXPECT_EXIT(
        {
          alarm(100);
          logTo(log);
          setenv("WEFT_CACHE", "1", 1);
          setenv("WEFT_CACHE_DIR", (folder + "/cache").c_str(), 1);
          Program program = session.build(longSource());
          strike(SIGXCPU); // as the system does at the limit
          EXPECT_GT(binaryBytes(program), 0u);
          const std::vector<float> first = longResult(program);
          Program again = session.build(longSource());
          EXPECT_EQ(binaryOf(again), binaryOf(program));
          EXPECT_TRUE(sameBits(longResult(again), first));
          _exit(testing::Test::HasFailure());
        },
        testing::ExitedWithCode(0), "");
    const std::string told = readLog(log);
    if (countOf("best code of test: given up after ", told) == 0)
      return false;
    EXPECT_EQ(countOf("best code of test: given up after ", told), 1u) << told;
    EXPECT_EQ(countOf("best code of test: made from ", told), 1u) << told;
    return true;
  }));
  unsetenv("WEFT_LOG");
}

/// One warning, and the source for a report.
TEST_F(Tiers, FailuresOfTheBestCodeAreTold) {
  setenv("WEFT_LOG", "warning", 1);
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_TRUE(takesEffect("weft-tiers-report", [&](const std::string &folder) {
    setenv("WEFT_PROGRAMS", folder.c_str(), 1);
    const std::string log = folder + "/log";
    EXPECT_EXIT(
        {
          alarm(100);
          logTo(log);
          const Session own;
          Program program = own.build(longSource(), "-DREPORTED=1");
          strike(SIGSEGV);
          for (int round = 0; round < 3; ++round) {
            std::vector<float> x(160, 1.0f);
            own.run(program, "test", {{1}}, inOut(x));
            binaryBytes(program);
          }
          _exit(testing::Test::HasFailure());
        },
        testing::ExitedWithCode(0), "");
    const std::string told = readLog(log);
    if (told.empty())
      return false;
    const std::string warning = "weft: warning: no best code of test: weft: error: the compiler "
                                "crashed (Segmentation fault); its source is kept in ";
    EXPECT_TRUE(told.starts_with(warning)) << told;
    EXPECT_EQ(countOf("\n", told), 1u) << told;
    const std::string path = told.substr(warning.size(), told.find('\n') - warning.size());
    const std::string kept = readLog(path);
    EXPECT_TRUE(kept.ends_with("\n" + longSource())) << path << ":\n" << kept;
    EXPECT_TRUE(kept.starts_with("// weft: error: the compiler crashed")) << kept;
    EXPECT_NE(kept.find("REPORTED"), std::string::npos) << "the options";
    return true;
  }));
  unsetenv("WEFT_LOG");
  unsetenv("WEFT_PROGRAMS");
}

/// One process makes the code of many kernels.
TEST_F(Tiers, CrashesCostNoOtherKernel) {
  setenv("WEFT_TIERS", "best", 1);
  const std::vector<float> expected = results(session.build(mixedSource));
  setenv("WEFT_TIERS", "auto", 1);
  std::ostringstream source;
  // Each crash ends the work on two of the slow kernels at most.
  setenv("WEFT_COMPILE_THREADS", "2", 1);
  for (int kernel = 0; kernel < 8; ++kernel)
    source << longSource(100, "slow" + std::to_string(kernel));
  source << mixedSource;
  for (int kernel = 0; kernel < 12; ++kernel)
    source << "kernel void more" << kernel
           << "(global float *x) { x[get_global_id(0)] += " << kernel << "; }\n";
  Program program = session.build(source.str());
  unsetenv("WEFT_COMPILE_THREADS");
  for (int crash = 0; crash < 3; ++crash)
    strike(SIGSEGV);
  EXPECT_GT(binaryBytes(program), 0u);
  EXPECT_TRUE(sameBits(results(program), expected));
  for (int kernel = 0; kernel < 12; ++kernel) {
    std::vector<float> x(64, 0.5f);
    session.run(program, ("more" + std::to_string(kernel)).c_str(), {{x.size()}}, inOut(x));
    EXPECT_EQ(x[63], 0.5f + static_cast<float>(kernel));
  }
}

TEST_F(Tiers, LostCompilersAreReplaced) {
  setenv("WEFT_TIERS", "best", 1);
  Program program = session.build(longSource());
  for (const pid_t process : servers())
    kill(process, SIGKILL);
  const std::vector<float> first = longResult(program);
  EXPECT_TRUE(sameBits(longResult(session.build(longSource())), first));
  EXPECT_GT(binaryBytes(program), 0u);
}

TEST_F(Tiers, ReleaseWhileCodeIsMade) {
  for (int round = 0; round < 5; ++round) {
    Program program = session.build(longSource() + "// " + std::to_string(round));
    Kernel kernel = session.kernel(program, "test");
  }
  EXPECT_EQ(longResult(session.build(longSource())).size(), 160u);
}

/// Waits until something is seen of the compiler. False where nothing has been compiled for a
/// while, so it is not going to be, or at the time `end`.
template <class Condition>
bool awaitSight(std::chrono::steady_clock::time_point end, Condition isSeen) {
  using namespace std::chrono_literals;
  auto lastBusy = std::chrono::steady_clock::now();
  while (!isSeen()) {
    const auto now = std::chrono::steady_clock::now();
    if (!codeProcesses().empty())
      lastBusy = now;
    if (now - lastBusy > 1s || now > end)
      return false;
  }
  return true;
}

/// Code that has run little leaves the application alone. What is over before it was seen is done
/// once more.
TEST_F(Tiers, BestCodeCompetesOnceItIsWorthIt) {
  const int ours = getpriority(PRIO_PROCESS, 0);
  if (ours >= 19)
    GTEST_SKIP() << "no priority is lower than this process's";
  const auto compilingWith = [ours](bool isLower) {
    std::vector<pid_t> found = compilingProcesses();
    std::erase_if(found, [&](pid_t process) {
      return (getpriority(PRIO_PROCESS, static_cast<id_t>(process)) > ours) != isLower;
    });
    return found;
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  bool hasCompeted = false;
  do {
    Program program = session.build(longSource());
    longResult(program);
    std::vector<pid_t> yielding;
    if (!awaitSight(end, [&] { return !(yielding = compilingWith(true)).empty(); }))
      continue;
    // As if the application left no time for it.
    for (const pid_t process : yielding)
      kill(process, SIGSTOP);
    const std::vector<pid_t> before = codeProcesses();
    std::atomic<bool> isOver{false};
    std::thread launches([&] {
      std::vector<float> x(160, 1.0f);
      while (!isOver)
        session.run(program, "test", {{1 << 16}}, inOut(x));
    });
    hasCompeted = awaitSight(end, [&] {
      return std::ranges::any_of(compilingWith(false), [&](pid_t process) {
        return std::ranges::find(before, process) == before.end();
      });
    });
    isOver = true;
    launches.join();
  } while (!hasCompeted && std::chrono::steady_clock::now() < end);
  EXPECT_TRUE(hasCompeted);
}

TEST_F(Tiers, ManyBuildAtOnce) {
  Program one = session.build(mixedSource);
  const std::vector<float> expected = results(one);
  std::vector<std::thread> threads;
  threads.reserve(16);
  std::atomic<int> same{0};
  for (int thread = 0; thread < 16; ++thread)
    threads.emplace_back([&, thread] {
      Program program = session.build(mixedSource + ("// " + std::to_string(thread)));
      same += sameBits(results(program), expected);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(same, 16);
}

TEST_F(Tiers, ContextsMayGoWhileTheirProgramsAreBuilt) {
  constexpr int rounds = 8;
  static std::atomic<int> built;
  built = 0;
  for (int round = 0; round < rounds; ++round) {
    const Context own = otherContext();
    const std::string text = mixedSource + ("// " + std::to_string(round));
    const char *source = text.c_str();
    cl_int error = 1;
    const Program program = clCreateProgramWithSource(own, 1, &source, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const auto notify = [](cl_program, void *) { ++built; };
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", notify, nullptr), CL_SUCCESS);
  }
  while (built < rounds)
    std::this_thread::yield();
  EXPECT_EQ(results(session.build(mixedSource)).size(), 1025u);
}

TEST_F(Tiers, OneCpuIsEnough) {
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  int cpu = 0;
  while (!CPU_ISSET(cpu, &all))
    ++cpu;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  // For the process that begins this test again.
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        alarm(100);
        cl_uint units = 0;
        clGetDeviceInfo(device(), CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
        if (units != 1)
          _exit(2);
        Program program = session.build(mixedSource);
        if (results(program).size() != 1025 || binaryBytes(program) == 0)
          _exit(3);
        _exit(testing::Test::HasFailure());
      },
      testing::ExitedWithCode(0), "");
  sched_setaffinity(0, sizeof all, &all);
}

/// A child of fork() has a compiler of its own; the parent's goes on.
TEST_F(Tiers, ForkWhileCodeIsMade) {
  if (!childrenMayAllocate)
    GTEST_SKIP() << allocatorOfChildrenText;
  Program program = session.build(longSource() + mixedSource);
  EXPECT_EQ(inChild([] {
              const Session own;
              Program other = own.build(mixedSource);
              std::vector<float> x(1024);
              own.run(other, "scale", {{x.size()}, {64}}, inOut(x), 1.75f);
              return testing::Test::HasFailure() || binaryBytes(other) == 0;
            }),
            0);
  EXPECT_EQ(results(program).size(), 1025u);
  EXPECT_GT(binaryBytes(program), 0u);
}

} // namespace
} // namespace weft::test
