// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The server as a process: what may happen to it and its children, and what it owes the host's.
#include "compiler/client/process/compiler_process.h"
#include "tests/support/leased_file.h"
#include "tests/unit/compiler_server_fixture.h"

#include <algorithm>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <linux/capability.h>
#include <regex>
#include <sched.h>
#include <sstream>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

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
  ::kill(server, SIGKILL);
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
  ::kill(server, SIGSTOP);
  for (const pid_t child : childrenOf(server))
    ::kill(child, SIGKILL);
  ::kill(server, SIGCONT);
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
  ::kill(first, SIGKILL);
  EXPECT_TRUE(soon([&] { return isAlone() && waiting.front() != first; }));
  ::kill(waiting.front(), SIGKILL);
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
  ::kill(old, SIGKILL);
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
    ::kill(server, SIGKILL);
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
  letOthersCompile();
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
  EXPECT_EQ(std::system(WEFT_TEST_COMPILER_HOST " environment"), 0);
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
  EXPECT_EQ(std::system(WEFT_TEST_COMPILER_HOST " missing-compiler"), 0);
}

} // namespace
} // namespace weft::compiler
