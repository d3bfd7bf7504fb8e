// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFT_LOG: what is said of builds, and of those that last to a user at a terminal.
#include "tests/api/fixture.h"
#include "tests/support/compiler_processes.h"

#include "cpus.h"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <numeric>
#include <regex>
#include <sstream>
#include <system_error>
#include <thread>

namespace weft::test {
namespace {

namespace fs = std::filesystem;

constexpr char source[] = "kernel void one(global float *x) { x[get_global_id(0)] *= 2; }\n"
                          "kernel void other(global float *x) { x[get_global_id(0)] += 3; }\n";

/// Asks for the binary, and so waits for all code.
void awaitCode(cl_program program) {
  size_t bytes = 0;
  if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr) !=
          CL_SUCCESS ||
      bytes == 0)
    _exit(3);
}

/// Waits until this process's log, a file, has a text.
void awaitInLog(const std::string &told) {
  const fs::path log = fs::read_symlink("/proc/self/fd/2");
  for (std::string text; text.find(told) == std::string::npos;) {
    std::ostringstream read;
    read << std::ifstream(log).rdbuf();
    text = read.str();
    std::this_thread::yield();
  }
}

class BuildLog : public testing::Test {
protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto *test = testing::UnitTest::GetInstance()->current_test_info();
    folder = fs::path(testing::TempDir()) / ("weft-log-" + std::string(test->name()));
    fs::remove_all(folder); // a compiler that outlives its host may have left something
    fs::create_directories(folder);
  }
  void TearDown() override {
    std::error_code ignored; // a compiler that outlives its host may still write into it
    fs::remove_all(folder, ignored);
  }

  /// What a host prints on standard error, which `open` has opened, while it does something.
  std::string logOf(const std::function<int()> &open, const std::function<void()> &run) const {
    EXPECT_EXIT(
        {
          alarm(100);
          setenv("WEFT_LOG", "info", 1);
          setenv("WEFT_TIERS", "auto", 1);
          setenv("WEFT_BINARIES", "code", 1);
          setenv("WEFT_CACHE_DIR", (folder / "cache").c_str(), 1);
          dup2(open(), STDERR_FILENO);
          run();
          _exit(testing::Test::HasFailure());
        },
        testing::ExitedWithCode(0), "");
    std::ostringstream text;
    text << std::ifstream(file()).rdbuf();
    return text.str();
  }
  std::string file() const { return folder / "log"; }
  int openFile() const { return ::open(file().c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600); }

  fs::path folder;
};

TEST_F(BuildLog, TellsOfTheFrontEndTheTiersAndTheCache) {
  const std::string log = logOf([this] { return openFile(); },
                                [] {
                                  const Session session;
                                  Program program = session.build(source);
                                  std::vector<float> x(64);
                                  session.run(program, "one", {{64}}, inOut(x));
                                  awaitCode(program);
                                  session.build(source);
                                });
  const auto expect = [&](const char *line) {
    EXPECT_TRUE(std::regex_search(log, std::regex(line))) << line << "\nin\n" << log;
  };
  expect("info: build: front end [0-9.]+ ms, link [0-9.]+ ms, not in the cache\n");
  expect("info: build: status 0 after [0-9.]+ ms\n");
  for (const char *code : {"first code of one", "best code of one", "best code of other",
                           "best code of the whole program"})
    expect((std::string("info: ") + code +
            ": made from [-0-9.]+ to [0-9.]+ ms after the build, CPU time [0-9.]+ ms\n")
               .c_str());
  expect("info: build: from the cache\n");
}

/// Code for one local size is made once a kernel has run a fair number of work-items so. All code
/// leaves the same.
class BuildLogOfOneLocalSize : public BuildLog {
protected:
  void expectTold(Program (*makeProgram)(const Session &, const char *)) const;
  std::string logOfScans(const std::vector<size_t> &locals) const;
};

void BuildLogOfOneLocalSize::expectTold(Program (*makeProgram)(const Session &,
                                                               const char *)) const {
  const auto run = [makeProgram] {
    const Session session;
    Program program = makeProgram(session, R"(
      kernel void turn(global const int *in, global int *out) {
        local int tile[256];
        size_t x = get_local_id(0), y = get_local_id(1), columns = get_local_size(0);
        size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
        tile[y * columns + x] = in[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        out[i] = in[i] + 3 * tile[y * columns + columns - 1 - x];
      })");
    awaitCode(program);
    std::vector<int> in(256 * 64), out(in.size()), expected(in.size());
    std::iota(in.begin(), in.end(), 7);
    for (size_t i = 0; i < in.size(); ++i)
      expected[i] = in[i] + 3 * in[i / 4 * 4 + 3 - i % 4];
    for (int round = 0; round < 6; ++round) {
      session.run(program, "turn", {{256, 64}, {4, 64}}, weft::test::in(in), inOut(out));
      EXPECT_EQ(out, expected);
      session.run(program, "turn", {{256, 64}, {256, 4}}, weft::test::in(in), inOut(out));
    }
    // The code is made in the background, and a launch takes it when it is there.
    awaitInLog("build of turn for work-groups of 4 x 64 x 1: ");
    session.run(program, "turn", {{256, 64}, {4, 64}}, weft::test::in(in), inOut(out));
    EXPECT_EQ(out, expected);
  };
  const std::string log = logOf([this] { return openFile(); }, run);
  EXPECT_EQ(log.find("build of turn for"), log.rfind("build of turn for")) << "once\n" << log;
  EXPECT_TRUE(std::regex_search(log, std::regex("not in the cache\n[^\n]*build of turn for")))
      << "it is another program than that for all sizes\n"
      << log;
}

constexpr char scanSource[] = R"(
  kernel void scan(global const int *in, global int *out) {
    local int tile[2][256];
    size_t l = get_local_id(0);
    uint from = 0;
    tile[0][l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < 256; distance <<= 1) {
      int value = tile[from][l];
      if (l >= distance)
        value += tile[from][l - distance];
      tile[1 - from][l] = value;
      from = 1 - from;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = tile[from][l];
  })";
/// Which divide scanItems, and are worth code of their own.
constexpr size_t manySizes[] = {16, 18, 20, 21, 24, 28, 30, 35, 36, 40,
                                42, 45, 48, 56, 60, 63, 70, 72, 80, 84};
constexpr size_t scanItems = 80'640;

void runScan(const Session &session, cl_program program, size_t items, size_t local) {
  std::vector<int> in(items), out(items), expected(items);
  std::iota(in.begin(), in.end(), -1000);
  for (size_t i = 0; i < items; ++i)
    expected[i] = in[i] + (i % local ? expected[i - 1] : 0);
  session.run(program, "scan", {{items}, {local}}, weft::test::in(in), inOut(out));
  EXPECT_EQ(out, expected) << local;
}

/// What is said of launches with these local sizes, which wait for their code.
std::string BuildLogOfOneLocalSize::logOfScans(const std::vector<size_t> &locals) const {
  const auto run = [&locals] {
    setenv("WEFT_TIERS", "best", 1);
    const Session session;
    Program program = session.build(scanSource);
    for (const size_t local : locals)
      runScan(session, program, scanItems, local);
  };
  return logOf([this] { return openFile(); }, run);
}

std::ptrdiff_t countOf(const std::string &text, const std::string &part) {
  std::ptrdiff_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST_F(BuildLogOfOneLocalSize, OfSource) {
  expectTold([](const Session &session, const char *source) { return session.build(source); });
}

TEST_F(BuildLogOfOneLocalSize, OfBinaryWithoutCode) {
  expectTold([](const Session &session, const char *source) {
    setenv("WEFT_TIERS", "first", 1); // nobody makes the best code unasked
    setenv("WEFT_BINARIES", "auto", 1);
    Program made = session.build(source);
    const std::vector<unsigned char> binary = binaryOf(made);
    setenv("WEFT_TIERS", "auto", 1);
    setenv("WEFT_BINARIES", "code", 1);
    return session.buildBinary(binary);
  });
}

/// Loops with barriers are worth code of their own, too: each size gets it, and gets it once.
TEST_F(BuildLogOfOneLocalSize, OfLoopsWithBarriers) {
  const std::string log = logOfScans({256, 64, 256, 1, 128, 256, 2, 64, 256});
  for (const size_t local : {256, 64, 128}) {
    const std::string told =
        "build of scan for work-groups of " + std::to_string(local) + " x 1 x 1: ";
    EXPECT_NE(log.find(told), std::string::npos) << log;
    EXPECT_EQ(log.find(told), log.rfind(told)) << "once\n" << log;
  }
  EXPECT_EQ(countOf(log, "build of scan for work-groups of "), 3) << log;
}

/// A program that tries many sizes has some of them run in the code for all sizes.
TEST_F(BuildLogOfOneLocalSize, OfNoMoreThanSomeSizes) {
  const std::string log = logOfScans({std::begin(manySizes), std::end(manySizes)});
  EXPECT_EQ(countOf(log, "build of scan for work-groups of "), 16) << log;
}

/// Sizes that hardly run do not count as such.
TEST_F(BuildLogOfOneLocalSize, OfSizesThatRunMuch) {
  const auto run = [] {
    const Session session;
    Program program = session.build(scanSource);
    awaitCode(program);
    for (const size_t local : manySizes)
      runScan(session, program, local, local);
    runScan(session, program, scanItems, 256);
    awaitInLog("build of scan for work-groups of 256 x 1 x 1: ");
  };
  const std::string log = logOf([this] { return openFile(); }, run);
  EXPECT_EQ(countOf(log, "build of scan for work-groups of "), 1) << log;
}

/// Where lanes may be slower than single work-items, both run for a while until there is a verdict.
TEST_F(BuildLog, TellsWhichVersionOfAKernelIsFaster) {
  const auto textSoFar = [this] {
    std::ostringstream text;
    text << std::ifstream(file()).rdbuf();
    return text.str();
  };
  const auto run = [&textSoFar] {
    setenv("WEFT_TIERS", "best", 1);
    const Session session;
    Program program = session.build(R"(
      kernel void permute(global const int *in, global const int *places, global int *out) {
        size_t i = get_global_id(0);
        out[i] = in[places[i]] * 3 + places[i];
      })",
                                    "-cl-weft-cpu=" + cpus::base); // its estimate is near
    std::vector<int> in(1 << 16), places(in.size()), out(in.size()), expected(in.size());
    std::iota(in.begin(), in.end(), -1000);
    for (size_t i = 0; i < in.size(); ++i) {
      places[i] = static_cast<int>(i * 37 % in.size());
      expected[i] = in[places[i]] * 3 + places[i];
    }
    // The code without lanes comes when the kernel has run for a while.
    for (int round = 0;
         round % 50 != 0 || textSoFar().find("kernel 'permute' runs") == std::string::npos;
         ++round) {
      std::ranges::fill(out, 0);
      session.run(program, "permute", {{in.size()}, {64}}, weft::test::in(in),
                  weft::test::in(places), inOut(out));
      ASSERT_EQ(out, expected) << round;
    }
  };
  const std::string log = logOf([this] { return openFile(); }, run);
  const std::regex told("kernel 'permute' runs (lanes|single work-items): a group takes [0-9]+ ns "
                        "in lanes, [0-9]+ ns otherwise\n");
  EXPECT_TRUE(std::regex_search(log, told)) << log;
}

/// Programs that share variables are compiled in the build.
TEST_F(BuildLog, TellsOfCodeThatIsMadeInTheBuild) {
  const std::string log =
      logOf([this] { return openFile(); },
            [] {
              setenv("WEFT_CACHE", "0", 1);
              const Session session;
              session.build("global int n;\nkernel void k() { ++n; }", "-cl-std=CL3.0");
            });
  EXPECT_TRUE(
      std::regex_search(log, std::regex("build: front end [0-9.]+ ms, link and code [0-9.]+ "
                                        "ms, no cache\n")))
      << log;
}

/// Stops the compiler until somebody has been told that it takes long.
TEST_F(BuildLog, TellsOfWaitsAtATerminal) {
  int terminal = -1;
  const auto openTerminal = [&] {
    int user = -1;
    return openpty(&terminal, &user, nullptr, nullptr, nullptr) == 0 ? user : -1;
  };
  const std::string log = logOf(openTerminal, [&] {
    std::thread reader([&] {
      std::ofstream copy(file());
      char buffer[1024];
      for (ssize_t size; (size = read(terminal, buffer, sizeof buffer)) > 0;)
        copy << std::string_view(buffer, static_cast<std::size_t>(size)) << std::flush;
    });
    reader.detach();
    const auto isTold = [&](const char *words) {
      std::ostringstream text;
      text << std::ifstream(file()).rdbuf();
      return text.str().find(words) != std::string::npos;
    };
    setenv("WEFT_CACHE", "0", 1);
    const Session session;
    Program program = session.build(longSource() + source);
    std::thread waiting([&] { awaitCode(program); });
    // One that was stopped before the code is asked for is replaced.
    std::vector<pid_t> stopped;
    while (!isTold("waiting for the whole program: ")) {
      stopped = compilingProcesses();
      for (const pid_t process : stopped)
        kill(process, SIGSTOP);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    for (const pid_t process : stopped)
      kill(process, SIGCONT);
    waiting.join();
  });
  EXPECT_TRUE(std::regex_search(
      log,
      std::regex("weft: waiting for the whole program: [0-9]+ s, [0-3] of 3 kernels compiled")))
      << log;
}

} // namespace
} // namespace weft::test
