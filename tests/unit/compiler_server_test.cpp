// The server as a host process meets it: builds, and everything that may happen to a compiler.
#include "compiler/client/compiler_client.h"
#include "compiler/client/compiler_process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <sstream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace weft::compiler {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// Eight to the twelfth empty expansions: more than any test waits for.
const std::string endlessSource = [] {
  std::string text = "#define E0\n";
  for (int i = 1; i <= 12; ++i) {
    text += "#define E" + std::to_string(i);
    for (int repeat = 0; repeat < 8; ++repeat)
      text += " E" + std::to_string(i - 1);
    text += "\n";
  }
  return text + "E12\n";
}();

BuildResult compile(const std::string &source, const std::string &options = {},
                    std::vector<Header> headers = {}) {
  BuildRequest request;
  request.kind = BuildKind::Compile;
  request.source = source;
  request.options = options;
  request.headers = std::move(headers);
  return build(request, HostState::capture());
}

/// A source that no other call returns, so that no cache knows it.
std::string freshSource() {
  static std::atomic<int> count{0};
  return "kernel void k(global int *p) { *p = " + std::to_string(count++) + "; }\n";
}

/// What a file of /proc says; nothing when the process goes while it is read. (A stream's own
/// iterators would throw then.)
std::string processFile(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string commandLine(const fs::path &process) { return processFile(process / "cmdline"); }

std::vector<pid_t> processesWhere(const std::function<bool(const fs::path &)> &condition) {
  std::vector<pid_t> found;
  for (const auto &item : fs::directory_iterator("/proc")) {
    const std::string name = item.path().filename();
    if (std::isdigit(static_cast<unsigned char>(name[0])) && condition(item.path()))
      found.push_back(std::stoi(name));
  }
  return found;
}

std::vector<pid_t> childrenOf(pid_t parent) {
  return processesWhere([parent](const fs::path &process) {
    const std::string text = processFile(process / "stat");
    const std::size_t end = text.rfind(')');
    return end != std::string::npos && text.size() > end + 4 &&
           std::atoi(text.c_str() + end + 4) == parent;
  });
}

/// The server of a process, or 0. Its children have the same command line and another parent.
pid_t serverOf(pid_t host) {
  using namespace std::string_literals;
  const std::string wanted = "weftc\0--serve="s + std::to_string(host) + '\0';
  const auto processes =
      processesWhere([&](const fs::path &process) { return commandLine(process) == wanted; });
  for (const pid_t process : processes) {
    bool isChild = false;
    for (const pid_t other : processes)
      for (const pid_t child : childrenOf(other))
        isChild |= child == process;
    if (!isChild)
      return process;
  }
  return 0;
}

template <class Condition> bool soon(Condition condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition())
      return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

/// Whether a process has computed for a while. A child of the server that has is past taking the
/// build over, and compiles.
bool isBusy(pid_t process) {
  const std::string text = processFile("/proc/" + std::to_string(process) + "/stat");
  const std::size_t end = text.rfind(')');
  if (end == std::string::npos)
    return false;
  std::istringstream fields(text.substr(end + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i)
    fields >> skipped;
  long ticks = 0;
  return fields >> ticks && ticks >= 5;
}

/// The children of the server once one of them compiles; none when that takes too long.
std::vector<pid_t> busyChildrenOf(pid_t server) {
  std::vector<pid_t> children;
  soon([&] {
    children = childrenOf(server);
    return std::any_of(children.begin(), children.end(), isBusy);
  });
  return children;
}

class CompilerServer : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "weft-server-XXXXXX").string();
    ASSERT_TRUE(::mkdtemp(pattern.data()));
    folder = pattern;
    ::setenv("WEFT_COMPILER", WEFT_TEST_COMPILER, 1);
    ::setenv("WEFT_CACHE_DIR", (folder + "/cache").c_str(), 1);
  }
  void TearDown() override {
    for (const char *name :
         {"WEFT_BUILD_OPTIONS", "WEFT_CACHE", "WEFT_COMPILE_SECONDS", "WEFT_COMPILE_MEGABYTES"})
      ::unsetenv(name);
    fs::remove_all(folder);
  }
  void write(const std::string &name, const std::string &text) const {
    fs::create_directories(fs::path(folder + "/" + name).parent_path());
    std::ofstream(folder + "/" + name, std::ios::trunc) << text;
  }
  std::string folder;
};

/// Runs a function in a child process; what it returns is the exit code.
int inChild(const std::function<int()> &function) {
  const pid_t child = ::fork();
  if (child == 0)
    ::_exit(function());
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

constexpr uid_t somebody = 54321;

/// A user who is not root, for good.
bool becomeSomebody() {
  return ::geteuid() != 0 ||
         (::setgroups(0, nullptr) == 0 && ::setresgid(somebody, somebody, somebody) == 0 &&
          ::setresuid(somebody, somebody, somebody) == 0);
}

/// Whether the process has no children that a plain wait meets.
bool isWithoutChildren() { return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

TEST_F(CompilerServer, CompilesAndRemembers) {
  const std::string source = freshSource();
  const BuildResult first = compile(source);
  ASSERT_EQ(first.status, BuildStatus::Success) << first.log;
  EXPECT_EQ(first.binary->kind(), BinaryKind::Object);
  EXPECT_TRUE(fs::exists(first.binary->path()));
  const BuildResult second = compile(source);
  EXPECT_EQ(second.status, BuildStatus::Success);
  EXPECT_EQ(second.binary->path(), first.binary->path());
}

TEST_F(CompilerServer, LogHasLineAndCaret) {
  const BuildResult result = compile("kernel void k(global int *p) {\n  *p = missing;\n}\n");
  EXPECT_EQ(result.status, BuildStatus::Failure);
  EXPECT_FALSE(result.binary);
  EXPECT_NE(result.log.find("<source>:2:8: error: use of undeclared identifier 'missing'"),
            std::string::npos)
      << result.log;
  EXPECT_NE(result.log.find("*p = missing;"), std::string::npos) << result.log;
  EXPECT_NE(result.log.find("       ^~~~~~~"), std::string::npos) << result.log;
}

TEST_F(CompilerServer, WarningsComeFromTheCacheToo) {
  const std::string source = freshSource() + "#warning look here\n";
  const BuildResult first = compile(source), second = compile(source);
  EXPECT_EQ(first.status, BuildStatus::Success);
  EXPECT_NE(first.log.find("look here"), std::string::npos);
  EXPECT_EQ(first.log, second.log);
  EXPECT_EQ(compile(source, "-w").log, "");
  EXPECT_EQ(compile(source, "-Werror").status, BuildStatus::Failure);
}

TEST_F(CompilerServer, BadOptionsNeedNoCompiler) {
  const BuildResult result = compile("", "-cl-unheard-of");
  EXPECT_EQ(result.status, BuildStatus::InvalidOptions);
  EXPECT_NE(result.log.find("-cl-unheard-of"), std::string::npos);
}

TEST_F(CompilerServer, UsersOptionsComeAfterTheHosts) {
  const char *const source = "#if VALUE != 2 || !defined(__FAST_RELAXED_MATH__)\n#error\n#endif\n";
  EXPECT_EQ(compile(source, "-D VALUE=1").status, BuildStatus::Failure);
  ::setenv("WEFT_BUILD_OPTIONS", "-U VALUE -D VALUE=2 -cl-fast-relaxed-math", 1);
  const BuildResult result = compile(source, "-D VALUE=1");
  EXPECT_EQ(result.status, BuildStatus::Success) << result.log;
  ::setenv("WEFT_BUILD_OPTIONS", "-cl-unheard-of", 1);
  EXPECT_EQ(compile(source, "-D VALUE=1").status, BuildStatus::InvalidOptions);
}

TEST_F(CompilerServer, MacrosOfTheLanguage) {
  const std::string source = R"(
#if __OPENCL_VERSION__ != 300 || __OPENCL_C_VERSION__ != EXPECTED
#error version
#endif
#if !defined(__ENDIAN_LITTLE__) || defined(__IMAGE_SUPPORT__) || defined(__SPIR__)
#error device
#endif
#if !defined(cl_khr_fp64) || !defined(cl_khr_int64_base_atomics) || !defined(cl_khr_fp16)
#error extensions
#endif
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable
__kernel_exec(1, float4) void k(global double *p) { *p *= 2.0; })";
  const std::pair<const char *, const char *> versions[] = {{"", "120"},
                                                            {"-cl-std=CL1.0", "100"},
                                                            {"-cl-std=CL1.1", "110"},
                                                            {"-cl-std=CL1.2", "120"},
                                                            {"-cl-std=CL2.0", "200"},
                                                            {"-cl-std=CL3.0", "300"}};
  for (const auto &[standard, version] : versions) {
    const BuildResult result =
        compile(source, std::string(standard) + " -Werror -DEXPECTED=" + version);
    EXPECT_EQ(result.status, BuildStatus::Success) << standard << "\n" << result.log;
    EXPECT_EQ(result.log, "") << standard;
  }
}

TEST_F(CompilerServer, EveryFlagCompiles) {
  for (const char *option :
       {"-g", "-cl-opt-disable", "-cl-kernel-arg-info", "-cl-single-precision-constant",
        "-cl-denorms-are-zero", "-cl-fp32-correctly-rounded-divide-sqrt", "-cl-strict-aliasing",
        "-cl-mad-enable", "-cl-no-signed-zeros", "-cl-unsafe-math-optimizations",
        "-cl-finite-math-only", "-cl-uniform-work-group-size", "-cl-no-subgroup-ifp",
        "-cl-weft-verify"}) {
    const BuildResult result = compile("kernel void k(global float *p) { *p = sqrt(*p) / 3.0f; }",
                                       std::string(option) + " -Werror -cl-std=CL3.0");
    EXPECT_EQ(result.status, BuildStatus::Success) << option << "\n" << result.log;
  }
  EXPECT_EQ(
      compile("#ifndef __FAST_RELAXED_MATH__\n#error macro\n#endif\n", "-cl-fast-relaxed-math")
          .status,
      BuildStatus::Success);
}

TEST_F(CompilerServer, HeadersInMemory) {
  const std::string source = "#include \"a/b.h\"\n#include <c.h>\n"
                             "kernel void k(global int *p) { *p = B + C; }\n";
  const std::vector<Header> headers = {{"a/b.h", "#include \"d.h\"\n#define B D\n"},
                                       {"a/d.h", "#define D 1\n"},
                                       {"c.h", "#define C 2\n"}};
  write("c.h", "#error the header on disk\n");
  EXPECT_EQ(compile(source, "-I" + folder, headers).status, BuildStatus::Success);
  EXPECT_EQ(compile(source).status, BuildStatus::Failure);
}

TEST_F(CompilerServer, HeadersOnDisk) {
  write("one two/three.h", "#define THREE 3\n");
  write("four.h", "#define FOUR 4\n");
  const std::string source = "#include \"three.h\"\n#include \"" + folder +
                             "/four.h\"\nkernel void k(global int *p) { *p = THREE + FOUR; }\n";
  const std::string options = "-I \"" + folder + "/one two\"";
  const BuildResult first = compile(source, options);
  ASSERT_EQ(first.status, BuildStatus::Success) << first.log;
  EXPECT_EQ(compile(source, options).binary->path(), first.binary->path());
  write("four.h", "#define FOUR 5\n");
  const BuildResult changed = compile(source, options);
  ASSERT_EQ(changed.status, BuildStatus::Success) << changed.log;
  EXPECT_NE(changed.binary->path(), first.binary->path());
  write("four.h", "#define FIVE 5\n");
  EXPECT_EQ(compile(source, options).status, BuildStatus::Failure);
}

TEST_F(CompilerServer, RelativeIncludesBeginInTheHostsFolder) {
  write("here/near.h", "#define NEAR 1\n");
  write("there/near.h", "#error not here\n");
  const std::string source = "#include <near.h>\n" + freshSource();
  const fs::path before = fs::current_path();
  fs::current_path(folder + "/here");
  EXPECT_EQ(compile(source, "-I.").status, BuildStatus::Success);
  fs::current_path(folder + "/there");
  EXPECT_EQ(compile(source, "-I .").status, BuildStatus::Failure);
  EXPECT_EQ(compile(source, "-I.").status, BuildStatus::Failure);
  fs::current_path(before);
}

/// A constant that depends on what is found, and on what is not.
std::string valueOf(const BuildResult &result) {
  EXPECT_EQ(result.status, BuildStatus::Success) << result.log;
  const std::size_t at = result.log.find("VALUE ");
  return at == std::string::npos ? "" : result.log.substr(at + 6, 1);
}

/// Tells the value in a warning, which cached results repeat.
const std::string tellValue =
    "#define TEXT(x) #x\n#define MESSAGE(x) TEXT(message(\"VALUE \" #x))\n"
    "#define TELL(x) _Pragma(MESSAGE(x))\n#define TELLVALUE(x) TELL(x)\n"
    "TELLVALUE(VALUE)\n";

TEST_F(CompilerServer, FilesThatAppearCount) {
  struct Case {
    const char *name, *source;
    std::vector<std::string> appear;
  };
  // Two folders are on the include path; the value is 1 with what lies in the second one.
  const Case cases[] = {
      {"__has_include",
       "#if __has_include(<new.h>)\n#define VALUE 2\n#else\n#define VALUE 1\n#endif\n",
       {"one/new.h"}},
      {"__has_include in quotes",
       "#if __has_include(\"new.h\")\n#define VALUE 2\n#else\n"
       "#define VALUE 1\n#endif\n",
       {"here/new.h"}},
      {"__has_include of a name that is put together",
       "#define NAME <new.h>\n#if __has_\\\ninclude(NAME)\n#define VALUE 2\n#else\n#define VALUE "
       "1\n#endif\n",
       {"two/new.h"}},
      {"earlier on the path", "#include <value.h>\n", {"one/value.h"}},
      {"in the working folder", "#include \"value.h\"\n", {"here/value.h"}},
      {"in a folder that appears", "#include \"value.h\"\n", {"here/late/value.h"}},
      {"beside the header that includes it", "#include <outer.h>\n", {"two/inner.h"}},
      {"#import", "#import <value.h>\n", {"one/value.h"}},
      {"a continued line", "#inc\\\nlude <value.h>\n", {"one/value.h"}},
      {"a digraph", "%:include <value.h>\n", {"one/value.h"}},
      {"#include_next", "#include <next.h>\n", {"two/next.h"}},
  };
  const fs::path before = fs::current_path();
  for (const Case &each : cases) {
    for (const char *sub : {"here", "one", "two", "three"}) {
      fs::remove_all(folder + "/" + sub);
      fs::create_directory(folder + "/" + sub);
    }
    write("three/value.h", "#define VALUE 1\n");
    write("three/inner.h", "#define VALUE 1\n");
    write("two/outer.h", "#include \"inner.h\"\n");
    write("one/next.h", "#include_next <next.h>\n");
    write("three/next.h", "#define VALUE 1\n");
    fs::current_path(folder + "/here");
    const std::string options =
        "-Ilate -I" + folder + "/one -I" + folder + "/two -I" + folder + "/three";
    const std::string source = each.source + tellValue + freshSource();
    const BuildResult first = compile(source, options);
    EXPECT_EQ(valueOf(first), "1") << each.name;
    EXPECT_EQ(compile(source, options).binary->path(), first.binary->path()) << each.name;
    for (const std::string &file : each.appear)
      write(file, "#define VALUE 2\n");
    EXPECT_EQ(valueOf(compile(source, options)), "2") << each.name;
    EXPECT_EQ(valueOf(compile(source, options)), "2") << each.name;
    for (const std::string &file : each.appear)
      fs::remove(folder + "/" + file);
    EXPECT_EQ(valueOf(compile(source, options)), "1") << each.name;
  }
  fs::current_path(before);
}

TEST_F(CompilerServer, WorkingFoldersShareWhatTheyDoNotChange) {
  write("here/near.h", "#define VALUE 1\n");
  write("there/near.h", "#define VALUE 2\n");
  fs::create_directory(folder + "/elsewhere");
  const std::string plain = freshSource(), source = "#include \"near.h\"\n" + tellValue + plain;
  const fs::path before = fs::current_path();
  fs::current_path(folder + "/here");
  const std::string path = compile(plain).binary->path();
  EXPECT_NE(path, "");
  const std::string near = compile(source).binary->path();
  fs::current_path(folder + "/there");
  EXPECT_EQ(valueOf(compile(source)), "2");
  // None of them pushes another out.
  for (const auto &[name, value] : {std::pair{"here", "1"}, {"there", "2"}, {"here", "1"}}) {
    fs::current_path(folder + "/" + name);
    EXPECT_EQ(valueOf(compile(source)), value);
  }
  EXPECT_EQ(compile(source).binary->path(), near);
  // No server is needed where the cache has the answer.
  fs::current_path(folder + "/elsewhere");
  const pid_t server = serverOf(::getpid());
  ASSERT_NE(server, 0);
  ::kill(server, SIGKILL);
  EXPECT_TRUE(soon([] { return serverOf(::getpid()) == 0; }));
  EXPECT_EQ(compile(plain).binary->path(), path);
  EXPECT_EQ(serverOf(::getpid()), 0);
  fs::current_path(before);
}

TEST_F(CompilerServer, WhatDependsOnTheTimeIsNotRemembered) {
  const char *const sources[] = {
      "constant char t[] = __TIME__;\n",
      "constant char t[] = __DATE__;\n",
      "constant char t[] = __TIMESTAMP__;\n",
      "#define PASTE(a, b) a##b\nconstant char t[] = PASTE(__TI, ME__);\n",
      "#define PASTE(a, b) a##b\nconstant char t[] = PASTE(__DA, TE__);\n",
      "#define PASTE(a, b) a##b\nconstant char t[] = PASTE(__TIME, STAMP__);\n",
      "constant char t[] = __TI\\\nME__;\n"};
  for (const char *source : sources) {
    const BuildResult result = compile(source + freshSource());
    ASSERT_EQ(result.status, BuildStatus::Success) << result.log;
    EXPECT_EQ(result.binary->path(), "") << source;
  }
  // What only mentions it is.
  const BuildResult result =
      compile("#ifndef __TIME__\n#error\n#endif\n// __DATE__\n" + freshSource());
  EXPECT_NE(result.binary->path(), "") << result.log;
}

TEST_F(CompilerServer, OnlyRegularFilesAreIncluded) {
  ASSERT_EQ(::mkfifo((folder + "/pipe.h").c_str(), 0600), 0);
  fs::create_directory(folder + "/folder.h");
  const std::pair<std::string, std::string> files[] = {
      {"pipe.h", "not a regular file"},
      {"../../../../../../../../dev/zero", "not a regular file"},
      {"folder.h", "file not found"}};
  for (const auto &[name, expected] : files) {
    const BuildResult result = compile("#include \"" + name + "\"\n", "-I" + folder);
    EXPECT_EQ(result.status, BuildStatus::Failure) << name;
    EXPECT_NE(result.log.find(expected), std::string::npos) << result.log;
  }
  // A folder hides no file of its name further down the path.
  write("other/folder.h", "");
  EXPECT_EQ(compile("#include <folder.h>\n", "-I" + folder + " -I" + folder + "/other").status,
            BuildStatus::Success);
}

TEST_F(CompilerServer, TellsWhyTheCacheIsNotUsed) {
  const BuildResult first = compile(freshSource());
  EXPECT_EQ(first.cacheProblem, "");
  fs::permissions(folder + "/cache", fs::perms::all);
  const BuildResult second = compile(freshSource());
  EXPECT_EQ(second.status, BuildStatus::Success);
  EXPECT_EQ(second.binary->path(), "");
  EXPECT_NE(second.cacheProblem.find("can be written to by other users"), std::string::npos);
}

TEST_F(CompilerServer, BuildsRunAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([] {
      for (int round = 0; round < 4; ++round)
        EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// A compile that takes a while, and then succeeds.
struct LongCompile {
  LongCompile() {
    compiler = std::thread([this] { result = compile(source()); });
  }
  ~LongCompile() { compiler.join(); }
  BuildResult &await() {
    compiler.join();
    compiler = std::thread([] {});
    return result;
  }

private:
  static std::string source() {
    std::string text = freshSource() + "#define E0\n";
    for (int i = 1; i <= 7; ++i) {
      text += "#define E" + std::to_string(i);
      for (int repeat = 0; repeat < 8; ++repeat)
        text += " E" + std::to_string(i - 1);
      text += "\n";
    }
    return text + "E7\n";
  }
  BuildResult result;
  std::thread compiler;
};

TEST_F(CompilerServer, KilledServersCostNothing) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  const pid_t server = serverOf(::getpid());
  ASSERT_NE(server, 0);
  LongCompile build;
  const auto children = busyChildrenOf(server);
  EXPECT_FALSE(children.empty());
  ::kill(server, SIGKILL);
  const BuildResult &result = build.await();
  EXPECT_EQ(result.status, BuildStatus::Success) << result.log;
  for (const pid_t child : children)
    EXPECT_TRUE(soon([&] { return commandLine("/proc/" + std::to_string(child)).empty(); }));
  EXPECT_NE(serverOf(::getpid()), server);
}

TEST_F(CompilerServer, KilledChildrenCostNothing) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  const pid_t server = serverOf(::getpid());
  LongCompile build;
  for (const pid_t child : busyChildrenOf(server))
    ::kill(child, SIGKILL);
  const BuildResult &result = build.await();
  EXPECT_EQ(result.status, BuildStatus::Success) << result.log;
  EXPECT_EQ(serverOf(::getpid()), server);
}

TEST_F(CompilerServer, ServersKilledTwiceCostTheBuildInFlightOnly) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  BuildResult result;
  std::thread builder([&] { result = compile(endlessSource); });
  for (int i = 0; i < 2; ++i) {
    pid_t server = 0;
    // A server that is killed before it has taken the build costs nothing: another one takes it.
    EXPECT_TRUE(soon([&] { return (server = serverOf(::getpid())) != 0; }));
    EXPECT_FALSE(busyChildrenOf(server).empty());
    ::kill(server, SIGKILL);
    EXPECT_TRUE(soon([&] { return serverOf(::getpid()) != server; }));
  }
  builder.join();
  EXPECT_EQ(result.status, BuildStatus::Failure);
  EXPECT_FALSE(result.log.empty());
  EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
}

TEST_F(CompilerServer, ServerKilledWhileIdleCostsNothing) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  ::kill(serverOf(::getpid()), SIGKILL);
  EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
}

TEST_F(CompilerServer, CrashIsAFailedBuildWithALog) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  const pid_t server = serverOf(::getpid());
  BuildResult result;
  std::thread builder([&] { result = compile(endlessSource); });
  for (const pid_t child : busyChildrenOf(server))
    ::kill(child, SIGSEGV);
  builder.join();
  EXPECT_EQ(result.status, BuildStatus::Failure);
  EXPECT_NE(result.log.find("crashed"), std::string::npos) << result.log;
  EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
  EXPECT_EQ(serverOf(::getpid()), server);
}

TEST_F(CompilerServer, ChildrenKilledAgainAndAgainAreAFailedBuildWithALog) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  const pid_t server = serverOf(::getpid());
  for (int round = 0; round < 20; ++round) {
    BuildResult result;
    std::atomic<bool> built{false};
    std::thread builder([&] {
      result = compile(endlessSource);
      built = true;
    });
    while (!built) {
      for (const pid_t child : childrenOf(server))
        ::kill(child, SIGKILL);
      std::this_thread::yield();
    }
    builder.join();
    ASSERT_EQ(result.status, BuildStatus::Failure);
    ASSERT_NE(result.log.find("killed"), std::string::npos) << result.log;
  }
  EXPECT_EQ(serverOf(::getpid()), server);
}

TEST_F(CompilerServer, EndlessCompileIsStopped) {
  ::setenv("WEFT_COMPILE_SECONDS", "1", 1);
  const BuildResult result = compile(endlessSource);
  EXPECT_EQ(result.status, BuildStatus::Failure);
  EXPECT_NE(result.log.find("CPU time"), std::string::npos) << result.log;
}

// The build whose child cannot be made waits; those under way never notice.
TEST_F(CompilerServer, AServerWithoutProcessesMakesBuildsWait) {
  EXPECT_EQ(inChild([] {
              if (!becomeSomebody() || compile(freshSource()).status != BuildStatus::Success)
                return 1;
              const pid_t server = serverOf(::getpid());
              LongCompile first;
              if (busyChildrenOf(server).empty())
                return 2;
              rlimit before;
              if (::prlimit(server, RLIMIT_NPROC, nullptr, &before) != 0)
                return 3;
              const rlimit none{0, before.rlim_max};
              ::prlimit(server, RLIMIT_NPROC, &none, nullptr);
              BuildResult second;
              std::thread builder([&] { second = compile(freshSource()); });
              const bool firstIsWell = first.await().status == BuildStatus::Success;
              ::prlimit(server, RLIMIT_NPROC, &before, nullptr);
              builder.join();
              const bool secondIsWell = second.status == BuildStatus::Success;
              return !firstIsWell ? 4 : !secondIsWell ? 5 : serverOf(::getpid()) != server ? 6 : 0;
            }),
            0);
}

// Opening a file that somebody has a lease on waits for that one to give it back.
TEST_F(CompilerServer, BuildsThatHangAreStopped) {
  write("leased.h", "");
  const auto previous = ::signal(SIGIO, SIG_IGN);
  const int file = ::open((folder + "/leased.h").c_str(), O_RDWR);
  ASSERT_GE(file, 0);
  if (::fcntl(file, F_SETLEASE, F_WRLCK) != 0) {
    ::close(file);
    GTEST_SKIP() << "the file system of " << folder << " has no leases";
  }
  ::setenv("WEFT_COMPILE_SECONDS", "1", 1);
  const BuildResult result = compile("#include \"" + folder + "/leased.h\"\n" + freshSource());
  EXPECT_EQ(result.status, BuildStatus::Failure);
  EXPECT_NE(result.log.find("waited too long"), std::string::npos) << result.log;
  ::close(file);
  ::signal(SIGIO, previous);
}

TEST_F(CompilerServer, GreedyCompileIsStopped) {
  ::setenv("WEFT_COMPILE_MEGABYTES", "300", 1);
  const BuildResult result = compile(endlessSource);
  EXPECT_EQ(result.status, BuildStatus::Failure);
  EXPECT_FALSE(result.log.empty());
  EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
}

TEST_F(CompilerServer, DeepNestingIsNoCrash) {
  const std::string source = "kernel void k(global int *p) { *p = " + std::string(100000, '(') +
                             "1" + std::string(100000, ')') + "; }";
  EXPECT_EQ(compile(source).status, BuildStatus::Failure);
}

TEST_F(CompilerServer, IsNoChildOfTheHost) {
  EXPECT_EQ(inChild([] {
              if (compile(freshSource()).status != BuildStatus::Success)
                return 1;
              return ::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD ? 0 : 2;
            }),
            0);
}

TEST_F(CompilerServer, IsNoChildOfAHostThatTakesOrphans) {
  EXPECT_EQ(inChild([] {
              ::prctl(PR_SET_CHILD_SUBREAPER, 1);
              for (int round = 0; round < 3; ++round) {
                if (compile(freshSource()).status != BuildStatus::Success)
                  return 1;
                if (!isWithoutChildren())
                  return 2;
                const pid_t server = serverOf(::getpid());
                ::kill(server, SIGKILL);
                if (!soon([&] { return serverOf(::getpid()) == 0; }) || !isWithoutChildren())
                  return 3;
              }
              return 0;
            }),
            0);
}

TEST_F(CompilerServer, IsNoChildOfTheFirstProcess) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "needs root to make a namespace of processes";
  EXPECT_EQ(inChild([] {
              if (::unshare(CLONE_NEWPID) != 0)
                return 0; // not in this container
              return inChild([] {
                if (::getpid() != 1 || compile(freshSource()).status != BuildStatus::Success)
                  return 1;
                return isWithoutChildren() ? 0 : 2;
              });
            }),
            0);
}

// What stays between a server and a host that takes orphans keeps nothing of the host's in use, and
// goes with the two.
TEST_F(CompilerServer, LeavesNothingBehindAHostThatTakesOrphans) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const pid_t host = ::fork();
  if (host == 0) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (compile(freshSource()).status != BuildStatus::Success)
      ::_exit(1);
    ::close(pipe[1]);
    for (;;)
      ::pause();
  }
  ::close(pipe[1]);
  char none;
  EXPECT_EQ(::read(pipe[0], &none, 1), 0) << "everybody has closed the other end";
  const std::vector<pid_t> children = childrenOf(host);
  EXPECT_EQ(children.size(), 1u);
  ::kill(host, SIGKILL);
  ::waitpid(host, nullptr, 0);
  EXPECT_TRUE(soon([&] { return serverOf(host) == 0; }));
  for (const pid_t child : children)
    EXPECT_TRUE(soon([&] { return commandLine("/proc/" + std::to_string(child)).empty(); }));
  ::close(pipe[0]);
}

/// What a host that was root once may still include: the test succeeds when `lower` makes a file of
/// the test's unreadable for compilers too.
int includesAfter(const std::string &file, const std::function<bool()> &lower) {
  const std::string include = "#include \"" + file + "\"\n";
  if (compile(include + freshSource()).status != BuildStatus::Success)
    return 1;
  if (!lower())
    return 77;
  const BuildResult result = compile(include + freshSource());
  if (result.status == BuildStatus::Success || result.log.find("secret") != std::string::npos)
    return 2;
  return 0;
}

TEST_F(CompilerServer, HasNoPrivilegesThatTheHostGaveUp) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "needs root's privileges to give up";
  fs::permissions(folder, fs::perms(0755));
  const std::string file = folder + "/mine.h";
  write("mine.h", "#warning secret\n");
  fs::permissions(file, fs::perms::owner_read);
  EXPECT_EQ(inChild([&] { return includesAfter(file, becomeSomebody); }), 0) << "users";
  EXPECT_EQ(inChild([&] { return includesAfter(file, [] { return ::seteuid(somebody) == 0; }); }),
            0)
      << "the effective user";
  EXPECT_EQ(inChild([&] { return includesAfter(file, [&] { return ::chroot("/proc") == 0; }); }), 0)
      << "the root folder";
  ASSERT_EQ(::chown(file.c_str(), somebody, somebody), 0);
  EXPECT_EQ(inChild([&] {
              return includesAfter(file, [] {
                __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
                const __user_cap_data_struct none[2] = {};
                return ::syscall(SYS_capset, &header, none) == 0;
              });
            }),
            0)
      << "capabilities";
  ASSERT_EQ(::chown(file.c_str(), 0, somebody), 0);
  fs::permissions(file, fs::perms::group_read);
  const gid_t groups[] = {somebody};
  EXPECT_EQ(inChild([&] {
              if (::setgroups(1, groups) != 0 || ::setresuid(somebody, somebody, somebody) != 0)
                return 77;
              return compile("#include \"" + file + "\"\n").status == BuildStatus::Success ? 0 : 1;
            }),
            0)
      << "a group that was kept";
}

TEST_F(CompilerServer, SeesTheMountsOfTheHost) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "needs root to make a namespace of mounts";
  EXPECT_EQ(inChild([] {
              if (compile(freshSource()).status != BuildStatus::Success)
                return 1;
              const pid_t server = serverOf(::getpid());
              if (::unshare(CLONE_NEWNS) != 0)
                return 0; // not in this container
              if (compile(freshSource()).status != BuildStatus::Success)
                return 2;
              return serverOf(::getpid()) != server ? 0 : 3;
            }),
            0);
}

// Builds that another server has begun are none of the change.
TEST_F(CompilerServer, FinishesItsBuildsThoughTheHostBecameAnother) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "needs root's privileges to give up";
  EXPECT_EQ(inChild([] {
              if (compile(freshSource()).status != BuildStatus::Success)
                return 1;
              const pid_t server = serverOf(::getpid());
              LongCompile build;
              const auto children = busyChildrenOf(server);
              if (children.size() != 1 || !becomeSomebody())
                return 2;
              if (compile(freshSource()).status != BuildStatus::Success)
                return 3;
              return build.await().status == BuildStatus::Success ? 0 : 4;
            }),
            0);
}

TEST_F(CompilerServer, EndsWithTheHost) {
  EXPECT_EQ(inChild([] { return compile(freshSource()).status == BuildStatus::Success ? 0 : 1; }),
            0);
  pid_t host = ::fork();
  if (host == 0) {
    prepareCompiler();
    for (;;)
      ::pause();
  }
  pid_t server = 0;
  EXPECT_TRUE(soon([&] { return (server = serverOf(host)) != 0; }));
  ::kill(host, SIGKILL);
  ::waitpid(host, nullptr, 0);
  EXPECT_TRUE(soon([&] { return serverOf(host) == 0; }));
}

TEST_F(CompilerServer, EndsWithTheHostThoughAChildOfItLives) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const pid_t host = ::fork();
  if (host == 0) {
    prepareCompiler();
    const pid_t child = ::fork();
    if (child == 0)
      for (;;)
        ::pause();
    if (::write(pipe[1], &child, sizeof child) != sizeof child)
      ::_exit(1);
    for (;;)
      ::pause();
  }
  pid_t child;
  ASSERT_EQ(::read(pipe[0], &child, sizeof child), static_cast<ssize_t>(sizeof child));
  EXPECT_TRUE(soon([&] { return serverOf(host) != 0; }));
  ::kill(host, SIGKILL);
  ::waitpid(host, nullptr, 0);
  EXPECT_TRUE(soon([&] { return serverOf(host) == 0; }));
  ::kill(child, SIGKILL);
  ::close(pipe[0]);
  ::close(pipe[1]);
}

TEST_F(CompilerServer, ForkedHostGetsAServerOfItsOwn) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  const std::string source = freshSource();
  EXPECT_EQ(inChild([&] {
              return compile(source).status == BuildStatus::Success && serverOf(::getpid()) ? 0 : 1;
            }),
            0);
  EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
}

TEST_F(CompilerServer, HostWithoutStandardStreams) {
  EXPECT_EQ(inChild([] {
              for (int stream = 0; stream < 3; ++stream)
                ::close(stream);
              if (compile(freshSource()).status != BuildStatus::Success)
                return 1;
              // Nothing of Weft's may have taken the streams' numbers for good.
              for (int stream = 0; stream < 3; ++stream)
                if (::write(stream, "x", 1) >= 0)
                  return 2;
              return compile(freshSource()).status == BuildStatus::Success ? 0 : 3;
            }),
            0);
}

TEST_F(CompilerServer, HostThatIgnoresItsChildren) {
  EXPECT_EQ(inChild([] {
              ::signal(SIGCHLD, SIG_IGN);
              return compile(freshSource()).status == BuildStatus::Success ? 0 : 1;
            }),
            0);
}

TEST_F(CompilerServer, HostGetsNoSignals) {
  static std::atomic<int> signals{0};
  const auto previous = ::signal(SIGCHLD, [](int) { ++signals; });
  const pid_t server = serverOf(::getpid());
  if (server)
    ::kill(server, SIGKILL);
  EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
  ::kill(serverOf(::getpid()), SIGKILL);
  EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
  ::signal(SIGCHLD, previous);
  EXPECT_EQ(signals, 0);
}

// The thread that starts servers must not read what the host may be changing.
TEST_F(CompilerServer, GetsTheEnvironmentOfTheFirstCall) {
  EXPECT_EQ(inChild([] {
              ::setenv("WEFT_TEST_EARLY", "1", 1);
              keepEnvironment();
              ::setenv("WEFT_TEST_LATE", "1", 1);
              if (compile(freshSource()).status != BuildStatus::Success)
                return 1;
              std::ifstream file("/proc/" + std::to_string(serverOf(::getpid())) + "/environ");
              const std::string seen(std::istreambuf_iterator<char>(file), {});
              const bool early = seen.find("WEFT_TEST_EARLY=1") != std::string::npos;
              const bool late = seen.find("WEFT_TEST_LATE") != std::string::npos;
              return early && !late ? 0 : 2;
            }),
            0);
}

TEST_F(CompilerServer, HostWithoutHomeOrTemporaryFolder) {
  EXPECT_EQ(inChild([] {
              for (const char *name : {"HOME", "XDG_CACHE_HOME", "WEFT_CACHE_DIR"})
                ::unsetenv(name);
              ::setenv("TMPDIR", "/nowhere", 1);
              const BuildResult result = compile(freshSource());
              return result.status == BuildStatus::Success && result.binary->path().empty() ? 0 : 1;
            }),
            0);
}

TEST_F(CompilerServer, HostWithoutAFolder) {
  const std::string gone = folder + "/gone";
  EXPECT_EQ(inChild([&] {
              fs::create_directory(gone);
              fs::current_path(gone);
              fs::remove(gone);
              return compile(freshSource()).status == BuildStatus::Success ? 0 : 1;
            }),
            0);
}

TEST_F(CompilerServer, NoServerNoCrash) {
  ::setenv("WEFT_COMPILER", "/nowhere/weftc", 1);
  // The place is looked up once in a process, so another one has to.
  const std::string program = fs::read_symlink("/proc/self/exe");
  const std::string command =
      "'" + program + "' --gtest_also_run_disabled_tests --gtest_filter=*.DISABLED_MissingCompiler";
  EXPECT_EQ(std::system((command + " > /dev/null").c_str()), 0);
}

TEST(CompilerServerMissing, DISABLED_MissingCompiler) {
  const BuildResult result = compile(freshSource());
  EXPECT_EQ(result.status, BuildStatus::CompilerUnavailable);
  EXPECT_NE(result.log.find("/nowhere/weftc"), std::string::npos) << result.log;
}

TEST_F(CompilerServer, DebugInformationNamesAFileWithTheSource) {
  const std::string source = freshSource();
  ASSERT_EQ(compile(source, "-g").status, BuildStatus::Success);
  std::vector<fs::path> sources;
  for (const auto &item : fs::directory_iterator(folder + "/cache"))
    if (item.path().extension() == ".cl")
      sources.push_back(item.path());
  ASSERT_EQ(sources.size(), 1u);
  std::ifstream file(sources[0]);
  EXPECT_EQ(source, std::string(std::istreambuf_iterator<char>(file), {}));
}

TEST_F(CompilerServer, ObjectsLinkIntoALibrary) {
  BuildRequest link;
  link.kind = BuildKind::LinkLibrary;
  link.options = "-create-library";
  link.inputs.push_back(compile("int twice(int x) { return 2 * x; }").binary);
  link.inputs.push_back(
      compile("int twice(int x);\nkernel void k(global int *p) { *p = twice(*p); }").binary);
  const BuildResult library = build(link, HostState::capture());
  ASSERT_EQ(library.status, BuildStatus::Success) << library.log;
  EXPECT_EQ(library.binary->kind(), BinaryKind::Library);
  link.inputs.push_back(link.inputs[0]);
  const BuildResult twice = build(link, HostState::capture());
  EXPECT_EQ(twice.status, BuildStatus::Failure);
  EXPECT_NE(twice.log.find("twice"), std::string::npos) << twice.log;
}

} // namespace
} // namespace weft::compiler
