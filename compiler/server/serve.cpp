// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/serve.h"

#include "compiler/client/protocol.h"
#include "compiler/server/build_child.h"
#include "compiler/server/build_job.h"
#include "compiler/server/build_watch.h"
#include "device/base/transfer.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <map>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::compiler {
namespace {

/// A file that becomes readable when the process ends; none on kernels before 5.3.
Descriptor openProcess(pid_t process) {
  return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
}

using Clock = BuildWatch::Clock;
using namespace std::chrono_literals;

/// How often the server checks for builds that hang and for builds that wait for a child.
constexpr std::chrono::milliseconds watchInterval = 1s, retryInterval = 50ms;
/// How long a build waits for a child if no other build of this server runs.
constexpr auto patience = 10s;

enum class Arrival { Build, Nothing, ChannelClosed };

/// Takes the next build from the channel.
Arrival receiveHello(int channel, Descriptor &build) {
  Hello hello{};
  iovec content{&hello, sizeof hello};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
  msghdr message{};
  message.msg_iov = &content;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  const ssize_t size = ::recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
  if (size < 0)
    return errno == EINTR || errno == EAGAIN ? Arrival::Nothing : Arrival::ChannelClosed;
  if (size == 0)
    return Arrival::ChannelClosed;
  const cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_type != SCM_RIGHTS)
    return Arrival::Nothing;
  int descriptor;
  std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  build = Descriptor(descriptor);
  const Hello expected;
  const bool understood =
      size == sizeof hello && hello.magic == expected.magic && hello.version == expected.version;
  return understood ? Arrival::Build : Arrival::Nothing;
}

/// Whether a process that ended by this signal caused it itself.
bool isCrash(int signal) {
  switch (signal) {
  case SIGSEGV:
  case SIGBUS:
  case SIGILL:
  case SIGFPE:
  case SIGABRT:
  case SIGTRAP:
  case SIGSYS:
  case SIGXCPU:
  case SIGXFSZ:
    return true;
  default:
    return false;
  }
}

/// The message to the client about a child that did not answer.
ServerResponse describeEnd(int status, bool hasHung) {
  ServerResponse response;
  std::string what;
  if (hasHung) {
    what = "was stopped because it waited too long, such as for a file (WEFT_COMPILE_SECONDS)";
  } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    what = "was stopped because it took too much CPU time (WEFT_COMPILE_SECONDS)";
  } else if (WIFSIGNALED(status)) {
    response.lost = !isCrash(WTERMSIG(status));
    what = std::string(response.lost ? "was killed (" : "crashed (") +
           ::strsignal(WTERMSIG(status)) + ")";
  } else {
    what = "ended with code " + std::to_string(WEXITSTATUS(status));
  }
  response.log = "weft: error: the compiler " + what + "\n";
  return response;
}

class Server {
public:
  Server(pid_t host, const std::string &kernelLibrary)
      : kernelLibrary(kernelLibrary), channel(serverChannel), host(openProcess(host)),
        self(::getpid()) {
    ::sigemptyset(&childSignal);
    ::sigaddset(&childSignal, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &childSignal, nullptr);
    signals = Descriptor(::signalfd(-1, &childSignal, SFD_CLOEXEC | SFD_NONBLOCK));
  }

  int run() {
    while (channel || !builds.empty() || !waiting.empty()) {
      pollfd events[] = {
          {channel.get(), POLLIN, 0}, {signals.get(), POLLIN, 0}, {host.get(), POLLIN, 0}};
      if (::poll(events, std::size(events), timeout()) < 0 && errno != EINTR)
        return 1;
      if (events[1].revents)
        reap();
      if (events[2].revents)
        return 0;
      if (events[0].revents)
        takeBuild();
      startWaiting();
      stopHanging();
    }
    return 0;
  }

private:
  /// A running build, with the child that serves it.
  struct Build {
    Descriptor socket;
    WatchedTime watched;
    BuildWatch watch;
    bool hasHung = false;
  };

  int timeout() const {
    if (!waiting.empty())
      return static_cast<int>(retryInterval.count());
    return builds.empty() ? -1 : static_cast<int>(watchInterval.count());
  }

  void takeBuild() {
    Descriptor build;
    switch (receiveHello(channel.get(), build)) {
    case Arrival::ChannelClosed:
      channel.reset();
      break;
    case Arrival::Nothing:
      break;
    case Arrival::Build:
      if (waiting.empty())
        lastStart = Clock::now();
      waiting.push_back(std::move(build));
      break;
    }
  }

  /// Makes children for the builds that wait, as far as the system allows.
  void startWaiting() {
    while (!waiting.empty() && start(waiting.front())) {
      waiting.pop_front();
      lastStart = Clock::now();
    }
    if (!builds.empty())
      lastStart = Clock::now();
    if (waiting.empty() || Clock::now() - lastStart < patience)
      return;
    ServerResponse response;
    response.status = BuildStatus::CompilerUnavailable;
    response.log = "weft: error: the system has no process for the compiler\n";
    sendAll(waiting.front().get(), taken);
    sendMessage(waiting.front().get(), encode(response));
    waiting.pop_front();
  }

  /// Takes the socket if a child could be made.
  bool start(Descriptor &socket) {
    WatchedTime watched;
    if (!watched)
      return false;
    const pid_t child = ::fork();
    if (child == 0) {
      const Descriptor own = std::move(socket);
      becomeChild();
      serveBuild(own.get(), watched, kernelLibrary);
    }
    if (child < 0)
      return false;
    // The client relies on an answer after this byte. The server sends it and not the child, so
    // that reap()'s message about a child that died early comes after it.
    sendAll(socket.get(), taken);
    builds.emplace(child, Build{std::move(socket), std::move(watched), {}});
    return true;
  }

  /// A child keeps only its own build's socket of the server's files.
  void becomeChild() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != self)
      ::_exit(1);
    channel.reset();
    signals.reset();
    host.reset();
    builds.clear();
    waiting.clear();
    ::sigprocmask(SIG_UNBLOCK, &childSignal, nullptr);
  }

  void stopHanging() {
    const Clock::time_point now = Clock::now();
    if (now - lastLook < watchInterval)
      return;
    lastLook = now;
    for (auto &[child, build] : builds)
      if (build.watch.hasHung(child, build.watched.allowed(), now)) {
        build.hasHung = true;
        ::kill(child, SIGKILL);
      }
  }

  void reap() {
    signalfd_siginfo information;
    while (::read(signals.get(), &information, sizeof information) > 0) {
    }
    int status;
    while (const pid_t child = ::waitpid(-1, &status, WNOHANG)) {
      if (child < 0)
        break;
      const auto build = builds.find(child);
      if (build == builds.end())
        continue;
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        sendMessage(build->second.socket.get(), encode(describeEnd(status, build->second.hasHung)));
      builds.erase(build);
    }
  }

  static constexpr std::string_view taken{"\1", 1};

  const std::string &kernelLibrary;
  Descriptor channel; ///< none once the client has closed it
  Descriptor host;
  Descriptor signals;
  sigset_t childSignal;
  const pid_t self;
  std::map<pid_t, Build> builds;
  std::deque<Descriptor> waiting; ///< the sockets of builds without a child
  /// The time at which a build last ran, or began to wait.
  Clock::time_point lastStart = Clock::now();
  Clock::time_point lastLook = Clock::now();
};

} // namespace

int serve(pid_t host, const std::string &kernelLibrary) {
  // The server must not keep the host's folder in use; each build changes to its own.
  if (::chdir("/") != 0)
    return 1;
  initializeCompiler();
  return Server(host, kernelLibrary).run();
}

} // namespace weft::compiler
