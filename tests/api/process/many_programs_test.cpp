// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hosts with many programs: few processes compile for them, and one at most stays for a while when
// the host has ended.
#include "tests/api/fixture.h"
#include "tests/support/compiler_processes.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace weft::test {
namespace {

using namespace std::chrono_literals;

class ManyPrograms : public Api {
protected:
  ManyPrograms() {
    setenv("WEFT_CACHE", "0", 1);
    setenv("WEFT_TIERS", "auto", 1);
  }
  ~ManyPrograms() override {
    unsetenv("WEFT_CACHE");
    unsetenv("WEFT_CACHE_DIR");
    unsetenv("WEFT_CACHE_SECONDS");
    setenv("WEFT_TIERS", "best", 1);
  }

  static std::string sourceOf(int number) {
    return "kernel void add(global int *x) { x[get_global_id(0)] += " + std::to_string(number) +
           "; }\nkernel void take(global int *x) { x[get_global_id(0)] -= " +
           std::to_string(number) + "; }\n";
  }
  static void check(const Session &session, cl_program program, int number) {
    std::vector<int> x(64, 1);
    session.run(program, "add", {{x.size()}}, inOut(x));
    EXPECT_EQ(x, std::vector<int>(64, 1 + number));
    session.run(program, "take", {{x.size()}}, inOut(x));
    EXPECT_EQ(x, std::vector<int>(64, 1));
  }
};

/// More than there are when each CPU has a process that compiles, with the one of its program.
std::size_t fewProcesses() { return 3 * std::max(1u, std::thread::hardware_concurrency()) + 12; }

template <class Condition> bool soon(Condition condition, std::chrono::seconds time = 60s) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end)
      return false;
    std::this_thread::sleep_for(5ms);
  }
  return true;
}

TEST_F(ManyPrograms, HaveFewProcesses) {
  const int count = static_cast<int>(2 * fewProcesses());
  std::vector<Program> programs;
  std::size_t most = 0;
  for (int number = 0; number < count; ++number) {
    programs.push_back(session.build(sourceOf(number)));
    most = std::max(most, servers().size());
  }
  for (int number = 0; number < count; ++number) {
    check(session, programs[static_cast<std::size_t>(number)], number);
    most = std::max(most, servers().size());
  }
  EXPECT_LE(most, fewProcesses());
}

// The processes that are left are those of the last programs, which go.
TEST_F(ManyPrograms, FindACompilerWhereNoneIsLeft) {
  setenv("WEFT_TIERS", "first", 1);
  const int count = static_cast<int>(2 * fewProcesses());
  std::vector<Program> programs;
  programs.reserve(2 * fewProcesses());
  for (int number = 0; number < count; ++number)
    programs.push_back(session.build(sourceOf(number)));
  programs.resize(4);
  // The server and the child for its next build.
  EXPECT_TRUE(soon([] { return servers().size() == 2; }));
  for (int number = 0; number < 4; ++number)
    check(session, programs[static_cast<std::size_t>(number)], number);
}

TEST_F(ManyPrograms, SurviveTheirCompilers) {
  constexpr int count = 24;
  std::vector<Program> programs;
  programs.reserve(count);
  for (int number = 0; number < count; ++number)
    programs.push_back(session.build(sourceOf(number)));
  for (int number = 0; number < count; ++number) {
    if (number == count / 2)
      for (const pid_t process : servers())
        kill(process, SIGKILL);
    check(session, programs[static_cast<std::size_t>(number)], number);
  }
}

/// A host with programs that it does not launch; it ends when it is killed.
class Host {
public:
  explicit Host(const std::function<void(const Session &)> &work) {
    int ends[2];
    if (pipe(ends) != 0)
      return;
    process = fork();
    if (process == 0) {
      const Session session;
      work(session);
      if (write(ends[1], "", 1) == 1)
        for (;;)
          pause();
      _exit(1);
    }
    close(ends[1]);
    char ready;
    isReady = read(ends[0], &ready, 1) == 1;
    close(ends[0]);
  }
  ~Host() { end(); }
  Host(const Host &) = delete;
  Host &operator=(const Host &) = delete;

  bool hasBegun() const { return isReady; }
  std::vector<pid_t> compilers() const { return servers(process); }
  void end() {
    if (std::exchange(isReady, false)) {
      kill(process, SIGKILL);
      waitpid(process, nullptr, 0);
    }
  }

private:
  pid_t process = 0;
  bool isReady = false;
};

TEST_F(ManyPrograms, LeaveOneProcessBehind) {
  std::string cache = testing::TempDir() + "weft-many-XXXXXX";
  ASSERT_TRUE(mkdtemp(cache.data()));
  setenv("WEFT_CACHE", "1", 1);
  setenv("WEFT_CACHE_DIR", cache.c_str(), 1);
  for (const char *seconds : {"2", "0"}) {
    setenv("WEFT_CACHE_SECONDS", seconds, 1);
    std::vector<Program> programs;
    Host host([&](const Session &own) {
      for (int number = 0; number < 30; ++number)
        programs.push_back(
            own.build(longSource(300, "k" + std::to_string(number) + "_" + seconds)));
    });
    ASSERT_TRUE(host.hasBegun());
    host.end();
    // All of the best code would take a minute.
    EXPECT_TRUE(soon([&] { return host.compilers().size() <= (seconds[0] == '0' ? 0 : 1); }, 20s));
    for (int look = 0; look < 20; ++look)
      EXPECT_LE(host.compilers().size(), 1u);
    EXPECT_TRUE(soon([&] { return host.compilers().empty(); }, 30s));
  }
  std::filesystem::remove_all(cache);
}

} // namespace
} // namespace weft::test
