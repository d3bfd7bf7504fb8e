// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Weft takes from the environment and the working folder of its host: when it reads them, and
// for whom not at all.
#include "tests/api/fixture.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>

namespace {

/// The names that threads which are not the host's have asked for.
struct ForeignReads {
  std::mutex mutex;
  std::set<std::string> names;
};
ForeignReads &foreignReads() {
  static auto &reads = *new ForeignReads;
  return reads;
}
std::atomic<bool> isWatching{false};
thread_local bool isHostThread = false;

char *readFor(const char *reader, const char *name) {
  if (isWatching && !isHostThread) {
    const std::lock_guard lock(foreignReads().mutex);
    foreignReads().names.insert(name);
  }
  return reinterpret_cast<char *(*)(const char *)>(::dlsym(RTLD_NEXT, reader))(name);
}

} // namespace

// In the place of the C library's, for every library of this process.
extern "C" {
[[gnu::visibility("default")]] char *getenv(const char *name) noexcept {
  return readFor("getenv", name);
}
[[gnu::visibility("default")]] char *secure_getenv(const char *name) noexcept {
  return readFor("secure_getenv", name);
}
}

namespace weft::test {
namespace {

namespace fs = std::filesystem;

/// A folder of its own, and everything back in its place afterwards.
class Environment : public Api {
protected:
  Environment() {
    folder = fs::temp_directory_path() / ("weft-environment-" + std::to_string(getpid()));
    fs::create_directories(folder);
  }
  ~Environment() override {
    fs::current_path(before);
    unsetenv("WEFT_BUILD_OPTIONS");
    fs::remove_all(folder);
  }
  /// A folder with a header that defines VALUE.
  fs::path folderWith(int value) const {
    const fs::path place = folder / ("value-" + std::to_string(value));
    fs::create_directories(place);
    std::ofstream(place / "value.h") << "#define VALUE " << value << "\n";
    return place;
  }
  /// Builds with a callback; on return the order is given and perhaps carried out.
  cl_int order(cl_program program, std::atomic<int> &built, const char *options = "") const {
    const auto notify = [](cl_program, void *data) {
      auto &count = *static_cast<std::atomic<int> *>(data);
      ++count;
      count.notify_all();
    };
    return clBuildProgram(program, 0, nullptr, options, notify, &built);
  }
  static void await(std::atomic<int> &built, int count) {
    for (int now; (now = built) < count;)
      built.wait(now);
  }
  int valueOf(cl_program program) const {
    std::vector<int> x = {-1};
    session.run(program, "test", {{1}}, inOut(x));
    return x[0];
  }
  /// Writes VALUE; no cache knows it, as `number` and the process are in it.
  static std::string source(const char *begin, int number) {
    return std::string(begin) + "\n// " + std::to_string(getpid()) + "." + std::to_string(number) +
           "\nkernel void test(global int *x) { *x = VALUE; }";
  }

  const fs::path before = fs::current_path();
  fs::path folder;
};

// A host that changes its environment knows when its own threads look at it, and nothing of Weft's.
TEST_F(Environment, IsReadInTheHostsCallsOnly) {
  isHostThread = true;
  isWatching = true;
  std::atomic<int> built{0};
  std::vector<Program> programs;
  for (int i = 0; i < 8; ++i) {
    programs.push_back(session.create(source("#define VALUE 1", i)));
    ASSERT_EQ(order(programs.back(), built, i % 2 ? "-g" : ""), CL_SUCCESS);
  }
  await(built, 8);
  // A program that does not come from the cache, and all that threads do with it.
  Program counting =
      session.build("global int count;\nkernel void test(global int *x) { x[get_global_id(0)] = "
                    "atomic_inc(&count); printf(\"\"); }",
                    "-cl-std=CL3.0");
  std::vector<int> x(100'000);
  session.run(counting, "test", {{x.size()}, {100}}, inOut(x));
  Event start = userEvent(), done;
  Memory target = session.buffer(x.size() * sizeof(int));
  const int pattern = 7;
  ASSERT_EQ(clEnqueueFillBuffer(queue, target, &pattern, sizeof pattern, 0, x.size() * sizeof(int),
                                1, start.address(), done.out()),
            CL_SUCCESS);
  std::atomic<int> called{0};
  clSetEventCallback(
      done, CL_COMPLETE,
      [](cl_event, cl_int, void *data) {
        auto &count = *static_cast<std::atomic<int> *>(data);
        count = 1;
        count.notify_all();
      },
      &called);
  clSetUserEventStatus(start, CL_COMPLETE);
  clFlush(queue);
  await(called, 1);
  isWatching = false;
  const std::lock_guard lock(foreignReads().mutex);
  EXPECT_EQ(foreignReads().names, std::set<std::string>{});
}

TEST_F(Environment, ABuildWithACallbackUsesTheFolderOfItsCall) {
  const fs::path first = folderWith(1), second = folderWith(2);
  for (int round = 0; round < 20; ++round) {
    Program program = session.create(source("#include \"value.h\"", round));
    std::atomic<int> built{0};
    fs::current_path(first);
    ASSERT_EQ(order(program, built, round % 2 ? "-I." : ""), CL_SUCCESS);
    fs::current_path(second);
    await(built, 1);
    EXPECT_EQ(valueOf(program), 1) << round;
  }
}

TEST_F(Environment, ABuildWithACallbackUsesTheVariablesOfItsCall) {
  for (int round = 0; round < 20; ++round) {
    Program program = session.create(source("", round));
    std::atomic<int> built{0};
    setenv("WEFT_BUILD_OPTIONS", "-DVALUE=1", 1);
    ASSERT_EQ(order(program, built), CL_SUCCESS);
    setenv("WEFT_BUILD_OPTIONS", "-DVALUE=2", 1);
    await(built, 1);
    EXPECT_EQ(valueOf(program), 1) << round;
  }
}

/// What a host writes to standard error with these variables.
std::string messagesWith(const std::string &variables) {
  FILE *pipe = ::popen((variables + " '" WEFT_TEST_SIMPLE_HOST "' 2>&1").c_str(), "r");
  std::string text;
  char buffer[1024];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe))
    text.append(buffer, count);
  EXPECT_EQ(::pclose(pipe), 0) << text;
  return text;
}

TEST(Variables, unknownOnesAreToldWithAList) {
  const std::string text = messagesWith("WEFT_LOG=warning WEFT_COLOUR=1 WEFT_THREAD=2");
  EXPECT_NE(text.find("weft: warning: unknown variables ignored: WEFT_"), std::string::npos)
      << text;
  for (const char *name : {"WEFT_COLOUR", "WEFT_THREAD", "WEFT_THREADS", "WEFT_CACHE_DIR"})
    EXPECT_NE(text.find(name), std::string::npos) << name << ": " << text;
  EXPECT_EQ(messagesWith("WEFT_LOG=warning WEFT_THREADS=2"), "");
  EXPECT_EQ(messagesWith("WEFT_LOG=error WEFT_COLOUR=1"), "");
}

TEST(Variables, valuesThatDoNotFitAreTold) {
  EXPECT_EQ(messagesWith("WEFT_THREADS=some"),
            "weft: WEFT_THREADS=some is ignored: expected a number\n");
}

/// Becomes another user and runs a program, with a variable for each that names a file.
[[noreturn]] void runAs(uid_t user, const fs::path &program, const fs::path &files) {
  const auto set = [&](const char *name, const char *leaf) {
    ::setenv(name, (files / leaf).c_str(), 1);
  };
  set("WEFT_TRACE", "trace");
  set("WEFT_PROGRAMS", "");
  set("WEFT_CACHE_DIR", "cache");
  set("WEFT_COMPILER", "no-compiler");
  set("HOME", "home");
  set("XDG_CACHE_HOME", "caches");
  set("TMPDIR", "");
  ::setenv("HWLOC_SYNTHETIC", "core:77 pu:1", 1);
  ::setenv("WEFT_BUILD_OPTIONS", "-DBROKEN=1", 1);
  if (::setresgid(user, user, user) != 0 || ::setresuid(user, user, user) != 0)
    ::_exit(99);
  ::execl(program.c_str(), program.c_str(), "raised", nullptr);
  ::_exit(98);
}

TEST_F(Environment, SetUserIdHostsObeyNothing) {
  if (geteuid() != 0)
    GTEST_SKIP() << "needs root to make a set-user-id program";
  const fs::path program = folder / "host", files = folder / "files";
  fs::copy_file(WEFT_TEST_SIMPLE_HOST, program);
  ASSERT_EQ(chmod(program.c_str(), 04755), 0);
  fs::create_directory(files);
  constexpr uid_t somebody = 54321;
  ASSERT_EQ(chown(files.c_str(), somebody, somebody), 0);
  const pid_t child = fork();
  if (child == 0)
    runAs(somebody, program, files);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77)
    GTEST_SKIP() << "the file system of " << folder << " gives no privileges";
  EXPECT_EQ(WEXITSTATUS(status), 0) << "see simple_host.cpp";
  EXPECT_TRUE(fs::is_empty(files)) << fs::directory_iterator(files)->path();
}

} // namespace
} // namespace weft::test
