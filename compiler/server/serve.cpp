#include "compiler/server/serve.h"

#include "compiler/client/protocol.h"
#include "compiler/server/build_child.h"
#include "compiler/server/build_job.h"

#include <cerrno>
#include <csignal>
#include <cstring>
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

enum class Arrival { Build, Nothing, HostGone };

/// Takes the next build off the channel.
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
    return errno == EINTR || errno == EAGAIN ? Arrival::Nothing : Arrival::HostGone;
  if (size == 0)
    return Arrival::HostGone;
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

/// What to tell the client of a child that did not answer.
std::string describeEnd(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
    return "the compiler was stopped because it took too much CPU time (WEFT_COMPILE_SECONDS)";
  if (WIFSIGNALED(status))
    return std::string("the compiler crashed (") + ::strsignal(WTERMSIG(status)) + ")";
  return "the compiler ended with code " + std::to_string(WEXITSTATUS(status));
}

class Server {
public:
  Server(pid_t host, const std::string &kernelLibrary)
      : kernelLibrary(kernelLibrary), host(openProcess(host)), self(::getpid()) {
    ::sigemptyset(&childSignal);
    ::sigaddset(&childSignal, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &childSignal, nullptr);
    signals = Descriptor(::signalfd(-1, &childSignal, SFD_CLOEXEC | SFD_NONBLOCK));
  }

  int run() {
    for (;;) {
      pollfd events[] = {
          {serverChannel, POLLIN, 0}, {signals.get(), POLLIN, 0}, {host.get(), POLLIN, 0}};
      if (::poll(events, std::size(events), -1) < 0 && errno != EINTR)
        return 1;
      if (events[1].revents)
        reap();
      if (events[2].revents)
        return 0;
      if (events[0].revents && !acceptBuild())
        return 0;
    }
  }

private:
  bool acceptBuild() {
    Descriptor build;
    switch (receiveHello(serverChannel, build)) {
    case Arrival::HostGone:
      return false;
    case Arrival::Nothing:
      return true;
    case Arrival::Build:
      break;
    }
    const pid_t child = ::fork();
    if (child == 0) {
      becomeChild();
      serveBuild(build.get(), kernelLibrary);
    }
    // Without a child the socket closes, and the client looks for another server.
    if (child < 0)
      return true;
    // From this byte on the client counts on an answer. It comes from here and not from the child,
    // so that what reap() has to say of a child that died early follows it.
    sendAll(build.get(), std::string_view("\1", 1));
    builds.emplace(child, std::move(build));
    return true;
  }

  /// A child holds its own build's socket and nothing else of the server's.
  void becomeChild() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != self)
      ::_exit(1);
    ::close(serverChannel);
    signals.reset();
    host.reset();
    builds.clear();
    ::sigprocmask(SIG_UNBLOCK, &childSignal, nullptr);
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
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        ServerResponse response;
        response.log = "weft: error: " + describeEnd(status) + "\n";
        sendMessage(build->second.get(), encode(response));
      }
      builds.erase(build);
    }
  }

  const std::string &kernelLibrary;
  Descriptor host;
  Descriptor signals;
  sigset_t childSignal;
  const pid_t self;
  /// The sockets of the builds under way, by the child that serves them.
  std::map<pid_t, Descriptor> builds;
};

} // namespace

int serve(pid_t host, const std::string &kernelLibrary) {
  // The host's folder must not be kept in use; builds go to their own.
  if (::chdir("/") != 0)
    return 1;
  initializeCompiler();
  return Server(host, kernelLibrary).run();
}

} // namespace weft::compiler
