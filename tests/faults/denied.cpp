// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Denies a system call to the compiler, from its server to the last of its children, and sees to it
// that the host ends, as well as it can, and that nothing stays behind.
//
//   denied [--all] [--only NAME] [--errno N]
//
// This program is also what the host takes for its compiler: it installs a filter of system calls,
// which no process below can leave, and becomes weftc. The host is host.cpp, which takes every
// error code for an answer. For each call it is run once; it may not end by a signal, with a wrong
// result, or not at all. What it leaves behind comes to this process, which waits for its end.
//
// Without --all only calls are denied that Weft has another way for, or that it meets often.
#include "tests/support/command_line.h"
#include "tests/support/denied_calls.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using weft::test::CommandLine;
using namespace std::chrono_literals;

/// The host waits for a compiler that the system refuses, and then for the one in its place.
constexpr auto timeOfHost = 90s;
/// What it leaves behind may complete its programs for the cache.
constexpr auto timeOfRest = 40s;

struct Call {
  const char *name;
  long number;
  bool isShort;      ///< what is run without --all
  bool runs = false; ///< Weft has another way, and the host's kernels run
};

constexpr std::array calls = {
    Call{"memfd_create", SYS_memfd_create, true, true},
    Call{"pidfd_open", SYS_pidfd_open, true, true},
    Call{"socketpair", SYS_socketpair, true},
    Call{"sendmsg", SYS_sendmsg, true},
    Call{"recvmsg", SYS_recvmsg, true},
    Call{"ppoll", SYS_ppoll, true},
    Call{"prctl", SYS_prctl, true},
    Call{"close_range", SYS_close_range, true, true},
    Call{"rt_sigaction", SYS_rt_sigaction, true},
    Call{"setsid", SYS_setsid, true, true},
    Call{"kill", SYS_kill, true},
    Call{"prlimit64", SYS_prlimit64, true},
    Call{"sched_setscheduler", SYS_sched_setscheduler, true, true},
    Call{"epoll_create1", SYS_epoll_create1, true, true},
    Call{"epoll_ctl", SYS_epoll_ctl, false},
    Call{"clone", SYS_clone, true},
    Call{"wait4", SYS_wait4, true},
    Call{"write", SYS_write, false},
    Call{"pwrite64", SYS_pwrite64, false},
    Call{"read", SYS_read, false},
    Call{"pread64", SYS_pread64, false},
    Call{"sendto", SYS_sendto, true},
    Call{"recvfrom", SYS_recvfrom, true},
    Call{"openat", SYS_openat, false},
    Call{"close", SYS_close, false},
    Call{"fstat", SYS_fstat, false},
    Call{"newfstatat", SYS_newfstatat, false},
    Call{"fcntl", SYS_fcntl, false},
    Call{"dup2", SYS_dup2, false},
    Call{"lseek", SYS_lseek, false},
    Call{"mmap", SYS_mmap, false},
    Call{"munmap", SYS_munmap, false},
    Call{"mprotect", SYS_mprotect, false},
    Call{"mremap", SYS_mremap, false},
    Call{"madvise", SYS_madvise, false},
    Call{"brk", SYS_brk, false},
    Call{"chdir", SYS_chdir, false},
    Call{"getppid", SYS_getppid, false},
    Call{"getpid", SYS_getpid, false},
    Call{"gettid", SYS_gettid, false},
    Call{"setpriority", SYS_setpriority, false},
    Call{"getpriority", SYS_getpriority, false},
    Call{"sched_getaffinity", SYS_sched_getaffinity, false},
    Call{"clock_gettime", SYS_clock_gettime, false},
    Call{"rt_sigprocmask", SYS_rt_sigprocmask, false},
    Call{"sigaltstack", SYS_sigaltstack, false},
    Call{"futex", SYS_futex, false},
    Call{"ioctl", SYS_ioctl, false},
    Call{"access", SYS_access, false},
    Call{"readlink", SYS_readlink, false},
    Call{"getcwd", SYS_getcwd, false},
    Call{"getrandom", SYS_getrandom, false},
    Call{"geteuid", SYS_geteuid, false},
    Call{"ftruncate", SYS_ftruncate, false},
    Call{"fallocate", SYS_fallocate, false},
    Call{"unlink", SYS_unlink, false},
    Call{"unlinkat", SYS_unlinkat, false},
    Call{"renameat", SYS_renameat, false},
    Call{"mkdirat", SYS_mkdirat, false},
    Call{"getdents64", SYS_getdents64, false},
    Call{"statfs", SYS_statfs, false},
    Call{"fstatfs", SYS_fstatfs, false},
    Call{"utimensat", SYS_utimensat, false},
    Call{"uname", SYS_uname, false},
    Call{"sysinfo", SYS_sysinfo, false},
    Call{"setitimer", SYS_setitimer, false},
    Call{"umask", SYS_umask, false},
    Call{"set_robust_list", SYS_set_robust_list, false},
    Call{"rseq", SYS_rseq, false},
    Call{"arch_prctl", SYS_arch_prctl, false},
    Call{"execve", SYS_execve, false},
    Call{"exit_group", SYS_exit_group, false},
};

constexpr char callVariable[] = "DENIED_CALL", errorVariable[] = "DENIED_ERROR";

/// This process is what the host takes for its compiler.
[[noreturn]] void becomeCompiler(char **arguments) {
  const auto number = [](const char *name) {
    return static_cast<unsigned>(std::strtoul(std::getenv(name), nullptr, 10));
  };
  if (weft::test::denyCall(number(callVariable), number(errorVariable)))
    execv(WEFT_DENIED_COMPILER, arguments);
  _exit(127);
}

[[noreturn]] void becomeHost(const Call &call, unsigned error, const std::string &program,
                             const fs::path &folder) {
  setenv(callVariable, std::to_string(call.number).c_str(), 1);
  setenv(errorVariable, std::to_string(error).c_str(), 1);
  setenv("WEFT_COMPILER", program.c_str(), 1);
  setenv("WEFT_CACHE_DIR", (folder / "cache").c_str(), 1);
  setenv("WEFT_TIERS", "auto", 1);
  const int output = open((folder / "output").c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execl(WEFT_FAULTS_HOST, WEFT_FAULTS_HOST, nullptr);
  _exit(127);
}

/// Waits for a child, or with -1 for all that come to this process. False when the time is over.
bool await(pid_t child, std::chrono::seconds time, int &status) {
  const auto end = std::chrono::steady_clock::now() + time;
  for (;;) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended < 0 || (ended > 0 && ended == child))
      return true;
    if (ended > 0)
      continue;
    if (std::chrono::steady_clock::now() > end)
      return false;
    std::this_thread::sleep_for(1ms);
  }
}

/// Ends what has come to this process and did not end by itself.
void endChildren() {
  const std::string path = "/proc/self/task/" + std::to_string(getpid()) + "/children";
  for (int round = 0; round < 100 && waitpid(-1, nullptr, WNOHANG) >= 0; ++round) {
    std::ifstream list(path);
    for (pid_t process; list >> process;)
      kill(process, SIGKILL);
    std::this_thread::sleep_for(10ms);
  }
}

std::string contents(const fs::path &path) {
  std::string text(4000, '\0');
  std::FILE *file = std::fopen(path.c_str(), "r");
  text.resize(file ? std::fread(text.data(), 1, text.size(), file) : 0);
  if (file)
    std::fclose(file);
  return text;
}

/// Whether the host and all that it leaves behind end as they should.
bool runOnce(const Call &call, unsigned error, const std::string &program) {
  std::string folder = fs::temp_directory_path() / "weft-denied-XXXXXX";
  if (!mkdtemp(folder.data()))
    return false;
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const pid_t host = fork();
  if (!host)
    becomeHost(call, error, program, folder);
  int status = 0, ignored = 0;
  std::string fault;
  bool isFault = false;
  if (!await(host, timeOfHost, status)) {
    fault = "the host does not end";
    kill(host, SIGKILL);
  } else if (WIFSIGNALED(status)) {
    fault = std::string("the host ended by a signal: ") + strsignal(WTERMSIG(status));
  } else if (WEXITSTATUS(status) != 0) {
    fault = "the host ended with code " + std::to_string(WEXITSTATUS(status));
  }
  const std::string output = contents(fs::path(folder) / "output");
  const bool hasRun = output.find("turned") != std::string::npos;
  if (fault.empty() && call.runs && !hasRun)
    fault = "no kernel has run";
  const double hostSeconds = seconds();
  if (!await(-1, timeOfRest, ignored)) {
    fault += fault.empty() ? "" : ", and ";
    fault += "processes stay behind";
    endChildren();
  }
  if (fault.empty())
    fault = hasRun ? "runs" : "fails well";
  else
    isFault = true;
  std::printf("%-20s %s, host %.1f s, all %.1f s\n%s", call.name, fault.c_str(), hostSeconds,
              seconds(), isFault ? output.c_str() : "");
  std::fflush(stdout);
  std::error_code unremoved;
  fs::remove_all(folder, unremoved);
  return !isFault;
}

} // namespace

int main(int count, char **texts) {
  if (std::getenv(callVariable))
    becomeCompiler(texts);
  bool all = false;
  std::string only;
  unsigned error = EPERM;
  CommandLine line("denied");
  line.flag("--all", [&] { all = true; }).option("--only", only).option("--errno", error);
  line.parse(count, texts);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  const std::string program = fs::read_symlink("/proc/self/exe");
  int faults = 0;
  for (const Call &call : calls)
    if (only.empty() ? all || call.isShort : only == call.name)
      faults += !runOnce(call, error, program);
  std::printf("%d faults\n", faults);
  return faults != 0;
}
