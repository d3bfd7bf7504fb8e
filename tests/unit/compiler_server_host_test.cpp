// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the server, as a process, owes the host's.
#include "compiler/client/process/compiler_process.h"
#include "tests/support/compiler_processes.h"
#include "tests/unit/compiler_server_fixture.h"

#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

namespace weft::compiler {
namespace {

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
                if (!sendSignal(server, SIGKILL) ||
                    !soon([&] { return serverOf(::getpid()) == 0; }) || !isWithoutChildren())
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
  sendSignal(host, SIGKILL);
  ::waitpid(host, nullptr, 0);
  EXPECT_TRUE(soon([&] { return serverOf(host) == 0; }));
  for (const pid_t child : children)
    EXPECT_TRUE(soon([&] { return commandLine("/proc/" + std::to_string(child)).empty(); }));
  ::close(pipe[0]);
}

/// The number of processes that the first process of a container would have to reap after a host
/// has built a program, `strike` has met its server's child for that, and the host has been killed.
/// Negative if something else failed.
int leftToTheFirstProcess(const std::function<void(pid_t child)> &strike) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1); // instead of the first process
  const pid_t host = ::fork();
  if (host == 0) {
    BuildRequest request;
    request.source = test::longSource(400);
    const BuildResult program = build(request, HostState::capture());
    for (;;)
      ::pause();
  }
  const pid_t test = ::getpid();
  std::vector<pid_t> working;
  pid_t builder = 0, server = 0;
  const auto findWorking = [&] {
    server = serverOf(host);
    for (const pid_t child : server ? childrenOf(server) : std::vector<pid_t>())
      if (working = childrenOf(child); !working.empty())
        builder = child;
    return builder != 0;
  };
  if (!soon(findWorking))
    return -1;
  strike(builder);
  sendSignal(host, SIGKILL);
  ::waitpid(host, nullptr, 0);
  const auto hasEnded = [](pid_t process) {
    return commandLine("/proc/" + std::to_string(process)).empty();
  };
  if (!soon([&] { return hasEnded(server) && std::ranges::all_of(working, hasEnded); }))
    return -2;
  return static_cast<int>(childrenOf(test).size());
}

TEST_F(CompilerServer, LeavesOneProcessToTheFirst) {
  ::setenv("WEFT_CACHE", "0", 1);
  EXPECT_EQ(inChild([] { return leftToTheFirstProcess([](pid_t) {}); }), 1) << "the server";
  EXPECT_EQ(inChild([] {
              return leftToTheFirstProcess([](pid_t builder) { sendSignal(builder, SIGKILL); });
            }),
            1)
      << "the server";
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
  sendSignal(host, SIGKILL);
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
  sendSignal(host, SIGKILL);
  ::waitpid(host, nullptr, 0);
  EXPECT_TRUE(soon([&] { return serverOf(host) == 0; }));
  sendSignal(child, SIGKILL);
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
    sendSignal(server, SIGKILL);
  EXPECT_EQ(compile(freshSource()).status, BuildStatus::Success);
  EXPECT_TRUE(sendSignal(serverOf(::getpid()), SIGKILL));
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
