// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/serve.h"

#include "compiler/client/process/protocol.h"
#include "compiler/server/build_child.h"
#include "compiler/server/build_job.h"
#include "compiler/server/build_limits.h"
#include "compiler/server/build_watch.h"
#include "compiler/server/child_signal.h"
#include "compiler/server/compile_slots.h"
#include "device/base/bytes.h"
#include "device/base/transfer.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <map>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace weft::compiler {
namespace {

/// A file that becomes readable when the process ends; none on kernels before 5.3.
Descriptor openProcess(pid_t process) {
  return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
}

using Clock = BuildWatch::Clock;
using namespace std::chrono_literals;

/// How often the server tries again to make children for the builds that wait.
constexpr std::chrono::milliseconds retryInterval = 50ms;
/// How long a build waits for a child if no other build of this server runs.
constexpr auto patience = 10s;

enum class Arrival { Build, Nothing, ChannelClosed };

/// The ends of the two sockets of a build (protocol.h).
struct BuildSockets {
  Descriptor stream, code;
};

/// Takes the next build from the channel.
Arrival receiveHello(int channel, BuildSockets &build) {
  Packet packet;
  const Passage passage = receivePacket(channel, packet, MSG_DONTWAIT);
  if (passage != Passage::Done)
    return passage == Passage::Blocked ? Arrival::Nothing : Arrival::ChannelClosed;
  const Hello expected;
  if (packet.content != bytesOf(expected) || packet.descriptors.size() != 2)
    return Arrival::Nothing;
  build = {std::move(packet.descriptors[0]), std::move(packet.descriptors[1])};
  return Arrival::Build;
}

/// The message to the client about a child that did not answer.
ServerResponse describeEnd(int status, bool hasHung) {
  ServerResponse response;
  response.lost = !hasHung && WIFSIGNALED(status) && !isCrash(WTERMSIG(status));
  response.log = describeChildEnd(status, hasHung);
  return response;
}

class Server {
public:
  Server(pid_t host, const std::string &kernelLibrary)
      : kernelLibrary(kernelLibrary), channel(serverChannel), host(openProcess(host)),
        self(::getpid()) {}

  int run() {
    while (channel || !builds.empty() || !waiting.empty()) {
      std::vector<pollfd> events{
          {channel.get(), POLLIN, 0}, {ended.file(), POLLIN, 0}, {host.get(), POLLIN, 0}};
      for (const auto &[child, build] : builds)
        events.push_back({build.slots.file(), POLLIN, 0});
      if (::poll(events.data(), events.size(), timeout()) < 0 && errno != EINTR)
        return 1;
      if (std::any_of(events.begin() + 3, events.end(),
                      [](const pollfd &event) { return event.revents != 0; }))
        receiveDemands();
      if (events[1].revents)
        ended.reap([this](pid_t child, int status) { conclude(child, status); });
      if (events[2].revents)
        leaveHost();
      if (events[0].revents)
        takeBuild();
      startWaiting();
      divideAmongBuilds();
      for (auto &[child, build] : builds)
        build.watch.look(child);
    }
    return 0;
  }

private:
  /// A running build, with the child that serves it.
  struct Build {
    Descriptor socket;
    BuildWatch watch;
    SlotGrants slots;
  };

  void receiveDemands() {
    for (auto &[child, build] : builds)
      build.slots.receive();
  }

  void divideAmongBuilds() {
    std::vector<SlotDemand> demands;
    demands.reserve(builds.size());
    std::vector<pid_t> children;
    for (const auto &[child, build] : builds) {
      children.push_back(child);
      demands.push_back(build.slots.demand());
    }
    const auto shares = divideSlots(demands);
    auto share = shares.begin();
    for (auto &[child, build] : builds)
      build.slots.grant(*share++);
    for (const std::size_t program : surplusPrograms(demands))
      ::kill(children[program], SIGKILL);
  }

  int timeout() const {
    if (!waiting.empty())
      return static_cast<int>(retryInterval.count());
    return builds.empty() ? -1 : static_cast<int>(BuildWatch::interval.count());
  }

  void takeBuild() {
    BuildSockets build;
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

  /// The host has ended: only programs are completed that the cache keeps for the next one.
  void leaveHost() {
    host.reset();
    channel.reset();
    waiting.clear();
    for (auto &[child, build] : builds)
      if (!build.watch.mayOutliveHost())
        ::kill(child, SIGKILL);
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
    sendAll(waiting.front().stream.get(), taken);
    sendMessage(waiting.front().stream.get(), encode(response));
    waiting.pop_front();
  }

  /// Takes the sockets if a child could be made.
  bool start(BuildSockets &sockets) {
    WatchedTime watched;
    int ends[2];
    if (!watched || ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
      return false;
    Descriptor ours(ends[0]), theirs(ends[1]);
    const pid_t child = ::fork();
    if (child == 0) {
      BuildSockets own = std::move(sockets);
      ours.reset();
      becomeChild();
      serveBuild(std::move(own.stream), std::move(own.code), std::move(theirs), watched,
                 kernelLibrary);
    }
    if (child < 0)
      return false;
    // The client relies on an answer after this byte. The server sends it and not the child, so
    // that reap()'s message about a child that died early comes after it.
    sendAll(sockets.stream.get(), taken);
    sockets.code.reset();
    builds.emplace(child, Build{std::move(sockets.stream), BuildWatch(std::move(watched)),
                                SlotGrants(std::move(ours))});
    return true;
  }

  /// A child keeps only its own build's socket of the server's files.
  void becomeChild() {
    if (!endWithParent(self))
      ::_exit(1);
    channel.reset();
    ended.forget();
    host.reset();
    builds.clear();
    waiting.clear();
  }

  void conclude(pid_t child, int status) {
    const auto build = builds.find(child);
    if (build == builds.end())
      return;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
      sendMessage(build->second.socket.get(),
                  encode(describeEnd(status, build->second.watch.hasHung())));
    builds.erase(build);
  }

  static constexpr std::string_view taken{"\1", 1};

  const std::string &kernelLibrary;
  Descriptor channel; ///< none once the client has closed it
  Descriptor host;
  ChildSignal ended;
  const pid_t self;
  std::map<pid_t, Build> builds;
  std::deque<BuildSockets> waiting; ///< the sockets of builds without a child
  /// The time at which a build last ran, or began to wait.
  Clock::time_point lastStart = Clock::now();
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
