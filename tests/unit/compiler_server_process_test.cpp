// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The server as a process: what may happen to it and its children.
#include "compiler/client/process/compiler_process.h"
#include "tests/support/leased_file.h"
#include "tests/unit/compiler_server_fixture.h"

#include <algorithm>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <sys/resource.h>
#include <sys/stat.h>

namespace weft::compiler {
namespace {

using test::LeasedFile;

std::string including(const fs::path &header) {
  return "#include \"" + header.string() + "\"\n" + freshSource();
}

/// A compile that is under way until finish(), and then succeeds.
class HeldCompile {
public:
  HeldCompile() {
    if (!header)
      return;
    compiler = std::thread([this] { result = compile(including(header.path())); });
    isHeld = soon([&] { return header.isWaitedFor(); });
  }
  ~HeldCompile() { finish(); }
  HeldCompile(const HeldCompile &) = delete;
  HeldCompile &operator=(const HeldCompile &) = delete;

  bool isPossible() const { return static_cast<bool>(header); }
  /// Whether a child of the server has come to the header.
  bool isUnderWay() const { return isHeld; }
  const BuildResult &finish() {
    header.giveBack();
    if (compiler.joinable())
      compiler.join();
    return result;
  }

private:
  LeasedFile header;
  bool isHeld = false;
  BuildResult result;
  std::thread compiler;
};

constexpr int noLeases = 99;
constexpr const char *noLeasesText = LeasedFile::absence;

/// A part of a process's memory with code.
struct CodeMapping {
  std::uint64_t begin, end;
  bool hasFile;
};

std::vector<CodeMapping> codeOf(pid_t process) {
  std::ifstream maps("/proc/" + std::to_string(process) + "/maps");
  std::vector<CodeMapping> found;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    CodeMapping mapping{};
    char dash;
    std::string access, offset, device, inode, name;
    words >> std::hex >> mapping.begin >> dash >> mapping.end >> access >> offset >> device >>
        inode >> name;
    mapping.hasFile = !name.empty();
    if (access.find('x') != std::string::npos)
      found.push_back(mapping);
  }
  return found;
}

/// Where the code of a program without position-independent code begins.
std::uint64_t beginOfCode(const char *path) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  file.read(reinterpret_cast<char *>(&header), sizeof header);
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  for (Elf64_Half index = 0; index < header.e_phnum; ++index) {
    Elf64_Phdr segment{};
    file.read(reinterpret_cast<char *>(&segment), sizeof segment);
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X))
      return segment.p_vaddr;
  }
  return 0;
}

/// What builds use lies at the beginning of the code.
TEST_F(CompilerServer, ManyBuildsHaveTheirCodeInMemoryWithoutFile) {
  for (int build = 0; build < 6; ++build)
    ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  const std::vector<CodeMapping> code = codeOf(serverOf(::getpid()));
  if (std::ranges::all_of(code, &CodeMapping::hasFile))
    GTEST_SKIP() << "the system has no huge pages";
  const std::uint64_t begin = beginOfCode(WEFT_TEST_COMPILER);
  EXPECT_TRUE(std::ranges::any_of(code, [begin](const CodeMapping &mapping) {
    return !mapping.hasFile && mapping.begin <= begin && begin < mapping.end;
  }));
}

TEST_F(CompilerServer, KilledServersCostNothing) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  const pid_t server = serverOf(::getpid());
  ASSERT_NE(server, 0);
  HeldCompile build;
  if (!build.isPossible())
    GTEST_SKIP() << noLeasesText;
  EXPECT_TRUE(build.isUnderWay());
  const auto children = childrenOf(server);
  EXPECT_FALSE(children.empty());
  sendSignal(server, SIGKILL);
  const BuildResult &result = build.finish();
  EXPECT_EQ(result.status, BuildStatus::Success) << result.log;
  for (const pid_t child : children)
    EXPECT_TRUE(soon([&] { return commandLine("/proc/" + std::to_string(child)).empty(); }));
  EXPECT_NE(serverOf(::getpid()), server);
}

TEST_F(CompilerServer, KilledChildrenCostNothing) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  const pid_t server = serverOf(::getpid());
  HeldCompile build;
  if (!build.isPossible())
    GTEST_SKIP() << noLeasesText;
  EXPECT_TRUE(build.isUnderWay());
  // All at once: the build must not have begun again in a child that is killed last.
  sendSignal(server, SIGSTOP);
  for (const pid_t child : childrenOf(server))
    sendSignal(child, SIGKILL);
  sendSignal(server, SIGCONT);
  const BuildResult &result = build.finish();
  EXPECT_EQ(result.status, BuildStatus::Success) << result.log;
  EXPECT_EQ(serverOf(::getpid()), server);
}

TEST_F(CompilerServer, HasAChildForTheNextBuild) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  const pid_t server = serverOf(::getpid());
  std::vector<pid_t> waiting;
  const auto isAlone = [&] { return (waiting = childrenOf(server)).size() == 1; };
  ASSERT_TRUE(soon(isAlone));
  const pid_t first = waiting.front();
  sendSignal(first, SIGKILL);
  EXPECT_TRUE(soon([&] { return isAlone() && waiting.front() != first; }));
  sendSignal(waiting.front(), SIGKILL);
  EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
  EXPECT_EQ(serverOf(::getpid()), server);
}

// The mappings of a process, a line each.
std::string mappingsOf(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/maps");
  return {std::istreambuf_iterator<char>(file), {}};
}

// Whether a mapping of code has no file.
bool hasCodeWithoutFile(const std::string &mappings) {
  return std::regex_search(mappings, std::regex(" r-xp 00000000 00:00 0 *\n"));
}

TEST_F(CompilerServer, BuildsTheSameAfterItsCodeHasMoved) {
  ::setenv("WEFT_CACHE", "0", 1);
  // Another test's server may have moved its code already.
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  const pid_t old = serverOf(::getpid());
  sendSignal(old, SIGKILL);
  ASSERT_TRUE(soon([&] { return serverOf(::getpid()) != old; }));
  const std::string source = freshSource();
  const BuildResult first = compile(source);
  ASSERT_EQ(first.status, BuildStatus::Success) << first.log;
  const pid_t server = serverOf(::getpid());
  EXPECT_FALSE(hasCodeWithoutFile(mappingsOf(server)));
  for (int build = 0; build != 5; ++build)
    EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
  const BuildResult last = compile(source);
  ASSERT_EQ(last.status, BuildStatus::Success) << last.log;
  EXPECT_TRUE(std::ranges::equal(last.binary->payload(), first.binary->payload()));
  EXPECT_EQ(serverOf(::getpid()), server);
  // Only a compiler that is linked with LLVM has code to move.
  const std::string mappings = mappingsOf(server);
  EXPECT_TRUE(hasCodeWithoutFile(mappings) || mappings.find("libLLVM") != std::string::npos)
      << mappings;
}

TEST_F(CompilerServer, ServersKilledTwiceCostTheBuildInFlightOnly) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  BuildResult result;
  std::thread builder([&] { result = compile(endlessSource); });
  for (int i = 0; i < 2; ++i) {
    pid_t server = 0;
    // A server that is killed before it has taken the build costs nothing: another one takes it.
    EXPECT_TRUE(soon([&] { return (server = serverOf(::getpid())) != 0; }));
    const auto children = busyChildrenOf(server);
    EXPECT_FALSE(children.empty());
    sendSignal(server, SIGKILL);
    EXPECT_TRUE(soon([&] { return serverOf(::getpid()) != server; }));
    // They look like servers until they have ended, too.
    for (const pid_t child : children)
      EXPECT_TRUE(soon([&] { return commandLine("/proc/" + std::to_string(child)).empty(); }));
  }
  builder.join();
  EXPECT_EQ(result.status, BuildStatus::Failure);
  EXPECT_FALSE(result.log.empty());
  EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
}

TEST_F(CompilerServer, ServerKilledWhileIdleCostsNothing) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  EXPECT_TRUE(sendSignal(serverOf(::getpid()), SIGKILL));
  EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
}

TEST_F(CompilerServer, CrashIsAFailedBuildWithALog) {
  ASSERT_EQ(compile(freshSource()).status, BuildStatus::Success);
  const pid_t server = serverOf(::getpid());
  BuildResult result;
  std::thread builder([&] { result = compile(endlessSource); });
  for (const pid_t child : busyChildrenOf(server))
    sendSignal(child, SIGSEGV);
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
        sendSignal(child, SIGKILL);
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
  letOthersCompile();
  const int end = inChild([] {
    if (!becomeSomebody() || compile(freshSource()).status != BuildStatus::Success)
      return 1;
    const pid_t server = serverOf(::getpid());
    HeldCompile first;
    if (!first.isPossible())
      return noLeases;
    if (!first.isUnderWay())
      return 2;
    rlimit before;
    if (::prlimit(server, RLIMIT_NPROC, nullptr, &before) != 0)
      return 3;
    const rlimit none{0, before.rlim_max};
    ::prlimit(server, RLIMIT_NPROC, &none, nullptr);
    BuildResult second;
    std::thread builder([&] { second = compile(freshSource()); });
    const bool firstIsWell = first.finish().status == BuildStatus::Success;
    ::prlimit(server, RLIMIT_NPROC, &before, nullptr);
    builder.join();
    const bool secondIsWell = second.status == BuildStatus::Success;
    return !firstIsWell ? 4 : !secondIsWell ? 5 : serverOf(::getpid()) != server ? 6 : 0;
  });
  if (end == noLeases)
    GTEST_SKIP() << noLeasesText;
  EXPECT_EQ(end, 0);
}

TEST_F(CompilerServer, BuildsThatHangAreStopped) {
  const LeasedFile header;
  if (!header)
    GTEST_SKIP() << noLeasesText;
  ::setenv("WEFT_COMPILE_SECONDS", "1", 1);
  const BuildResult result = compile(including(header.path()));
  EXPECT_EQ(result.status, BuildStatus::Failure);
  EXPECT_NE(result.log.find("waited too long"), std::string::npos) << result.log;
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

// Builds that another server has begun are none of the change.
TEST_F(CompilerServer, FinishesItsBuildsThoughTheHostBecameAnother) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "needs root's privileges to give up";
  letOthersCompile();
  const int end = inChild([] {
    if (compile(freshSource()).status != BuildStatus::Success)
      return 1;
    const pid_t server = serverOf(::getpid());
    HeldCompile build;
    if (!build.isPossible())
      return noLeases;
    // That one, and the one for the next build.
    if (!build.isUnderWay() || !soon([&] { return childrenOf(server).size() == 2; }) ||
        !becomeSomebody())
      return 2;
    if (compile(freshSource()).status != BuildStatus::Success)
      return 3;
    return build.finish().status == BuildStatus::Success ? 0 : 4;
  });
  if (end == noLeases)
    GTEST_SKIP() << noLeasesText;
  EXPECT_EQ(end, 0);
}

} // namespace
} // namespace weft::compiler
