// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/serve.h"

#include "compiler/backend/elf_linker.h"
#include "compiler/backend/target_machine.h"
#include "compiler/client/process/protocol.h"
#include "compiler/server/builds/build_child.h"
#include "compiler/server/builds/build_job.h"
#include "compiler/server/builds/build_limits.h"
#include "compiler/server/builds/build_watch.h"
#include "compiler/server/child_memory.h"
#include "compiler/server/child_signal.h"
#include "compiler/server/codes/huge_code.h"
#include "compiler/server/compile_slots.h"
#include "device/base/bytes.h"
#include "device/base/transfer.h"

#include "llvm/InitializePasses.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/CommandLine.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace weft::compiler {
namespace {

/// A file that becomes readable when the process ends; none on kernels before 5.3.
Descriptor openProcess(pid_t process) {
  return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
}

using Clock = BuildWatch::Clock;
using namespace std::chrono_literals;

/// How often it is asked whether the host lives, where no file tells.
constexpr std::chrono::milliseconds hostInterval = 1000ms;
/// How often the server tries again to make children for the builds that wait, and looks whether it
/// is quiet.
constexpr std::chrono::milliseconds retryInterval = 50ms;
/// So many children are made for a build where others end them before it comes.
constexpr int mostAttempts = 3;
/// A host that has begun so many builds begins more.
constexpr int buildsOfMany = 4;
/// What the front end takes for a small build.
constexpr std::size_t smallBuildBytes = std::size_t{1} << 20;
/// What only the cache wants waits until no build has come for so long: hosts that build one
/// program after another wait for each.
constexpr std::chrono::milliseconds quietInterval = 50ms;
/// How long a build waits for a child if no other build of this server runs.
constexpr auto patience = 10s;

enum class Arrival { Build, Nothing, ChannelClosed };

/// The ends of the two sockets of a build (protocol.h).
struct BuildSockets {
  Descriptor stream, code;
  int losses = 0; ///< of children that ended before they took the build
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

/// Makes what LLVM would make of its options, its passes and the target in each child again. No
/// build gives LLVM options, and each link would reset them all.
void prepareLlvm() {
  // These two register the last of them; nobody asked for any to be printed.
  llvm::cl::PrintOptionValues();
  prepareLinker();
  llvm::cl::getRegisteredOptions().clear();
  llvm::PassRegistry &passes = *llvm::PassRegistry::getPassRegistry();
  llvm::initializeCore(passes);
  llvm::initializeAnalysis(passes);
  llvm::initializeTransformUtils(passes);
  llvm::initializeScalarOpts(passes);
  llvm::initializeCodeGen(passes);
  prepareTargetMachine();
}

class Server {
public:
  Server(pid_t host, const CompilerFiles &files)
      : files(files), channel(serverChannel), hostProcess(host), host(openProcess(host)),
        self(::getpid()) {}

  int run() {
    while (channel || !builds.empty() || !waiting.empty()) {
      if (channel && waiting.empty())
        prepareChild();
      std::vector<pollfd> events{{channel.get(), POLLIN, 0}, {host.get(), POLLIN, 0}};
      const std::size_t first = events.size();
      for (const auto &[child, build] : builds)
        events.push_back({build.slots.file(), POLLIN, 0});
      if (!ended.wait(events, timeout()))
        return 1;
      if (std::any_of(events.begin() + first, events.end(),
                      [](const pollfd &event) { return event.revents != 0; }))
        receiveDemands();
      ChildSignal::reap([this](pid_t child, int status) { conclude(child, status); });
      if (!hasHostEnded && (events[1].revents || isHostGone()))
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
    BuildSockets sockets;
    Descriptor orders; ///< readable once the child has taken the build
    BuildWatch watch;
    SlotGrants slots;
  };

  /// A child that waits for its build.
  struct ReadyChild {
    pid_t process;
    Descriptor orders; ///< gets the sockets of the build
    Descriptor slots;  ///< of that
    WatchedTime watched;
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
    const auto shares = divideSlots(demands, isQuiet());
    auto share = shares.begin();
    for (auto &[child, build] : builds)
      build.slots.grant(*share++);
    for (const std::size_t program : surplusPrograms(demands))
      ::kill(children[program], SIGKILL);
  }

  bool isQuiet() const { return hasHostEnded || Clock::now() - lastBuild >= quietInterval; }

  int timeout() const {
    if (!waiting.empty() || (!builds.empty() && !isQuiet()))
      return static_cast<int>(retryInterval.count());
    if (!builds.empty())
      return static_cast<int>(BuildWatch::interval.count());
    return host || hasHostEnded ? -1 : static_cast<int>(hostInterval.count());
  }

  /// Where no file tells of its end, as on kernels before 5.3 and behind some filters.
  bool isHostGone() const { return !host && ::kill(hostProcess, 0) != 0 && errno == ESRCH; }

  void takeBuild() {
    BuildSockets build;
    switch (receiveHello(channel.get(), build)) {
    case Arrival::ChannelClosed:
      channel.reset();
      break;
    case Arrival::Nothing:
      break;
    case Arrival::Build:
      lastBuild = Clock::now();
      if (waiting.empty())
        lastStart = Clock::now();
      waiting.push_back(std::move(build));
      break;
    }
  }

  /// The host has ended: only programs are completed that the cache keeps for the next one.
  void leaveHost() {
    hasHostEnded = true;
    host.reset();
    channel.reset();
    ready.reset();
    waiting.clear();
    for (auto &[child, build] : builds)
      if (!build.watch.mayOutliveHost())
        ::kill(child, SIGKILL);
  }

  /// Makes children for the builds that wait, as far as the system allows.
  void startWaiting() {
    bool isRefusedForGood = false;
    while (!waiting.empty() && Clock::now() >= nextAttempt) {
      if (start(waiting.front())) {
        waiting.pop_front();
        lastStart = Clock::now();
      } else {
        isRefusedForGood = !mayHeal(errno);
        nextAttempt = Clock::now() + retryInterval;
      }
    }
    if (!builds.empty())
      lastStart = Clock::now();
    if (waiting.empty() || (!isRefusedForGood && Clock::now() - lastStart < patience))
      return;
    ServerResponse response;
    response.status = BuildStatus::CompilerUnavailable;
    response.log = "weft: error: the system has no process for the compiler\n";
    tellTaken(waiting.front());
    sendMessage(waiting.front().stream.get(), encode(response));
    waiting.pop_front();
  }

  /// Once for each build. The client relies on an answer after this byte. The server sends it and
  /// not the child, so that conclude()'s message about a child that died early comes after it.
  static void tellTaken(const BuildSockets &sockets) {
    if (sockets.losses == 0)
      sendAll(sockets.stream.get(), taken);
  }

  /// Takes the sockets if there is a child for them; otherwise errno says why not.
  bool start(BuildSockets &sockets) {
    for (int attempt = 0; attempt != mostAttempts; ++attempt) {
      prepareChild();
      std::optional<ReadyChild> child = std::exchange(ready, std::nullopt);
      if (!child)
        return false;
      const int descriptors[] = {sockets.stream.get(), sockets.code.get()};
      // Somebody may have killed it, and then another one is made.
      if (sendPacket(child->orders.get(), order, descriptors, MSG_DONTWAIT) != Passage::Done)
        continue;
      tellTaken(sockets);
      builds.emplace(child->process, Build{std::move(sockets), std::move(child->orders),
                                           BuildWatch(std::move(child->watched)),
                                           SlotGrants(std::move(child->slots))});
      // The host waits for the child now, and not for this.
      if (++begun == 1)
        prepareInstructionTables();
      else if (begun == buildsOfMany)
        moveCodeToHugePages();
      return true;
    }
    return false;
  }

  /// Makes the child for the next build before that comes. None if the system refuses one.
  void prepareChild() {
    if (ready)
      return;
    WatchedTime watched;
    int slotEnds[2], orderEnds[2];
    if (!watched || ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, slotEnds) != 0)
      return;
    Descriptor slots(slotEnds[0]), ownSlots(slotEnds[1]);
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, orderEnds) != 0)
      return;
    Descriptor orders(orderEnds[0]), ownOrders(orderEnds[1]);
    const pid_t child = ::fork();
    if (child == 0) {
      slots.reset();
      orders.reset();
      becomeChild();
      BuildSockets build = awaitOrder(ownOrders.get());
      ownOrders.reset();
      serveBuild(std::move(build.stream), std::move(build.code), std::move(ownSlots), watched,
                 files);
    }
    if (child > 0)
      ready.emplace(child, std::move(orders), std::move(slots), std::move(watched));
  }

  /// In a child. Ends it if none comes.
  static BuildSockets awaitOrder(int orders) {
    takePages(smallBuildBytes);
    Packet packet;
    if (receivePacket(orders, packet, 0) != Passage::Done || packet.descriptors.size() != 2)
      ::_exit(0);
    ::send(orders, order.data(), order.size(), MSG_NOSIGNAL);
    return {std::move(packet.descriptors[0]), std::move(packet.descriptors[1])};
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
    if (ready && ready->process == child)
      ready.reset();
    const auto found = builds.find(child);
    if (found == builds.end())
      return;
    Build build = std::move(found->second);
    builds.erase(found);
    if (!hasTaken(build) && !hasHostEnded && ++build.sockets.losses < mostAttempts)
      waiting.push_front(std::move(build.sockets));
    else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
      sendMessage(build.sockets.stream.get(), encode(describeEnd(status, build.watch.hasHung())));
  }

  /// Whether the child has begun. If it ended before, the build has lost nothing.
  static bool hasTaken(const Build &build) {
    char byte;
    return ::recv(build.orders.get(), &byte, sizeof byte, MSG_DONTWAIT) == sizeof byte;
  }

  static constexpr std::string_view taken{"\1", 1}, order{"\1", 1};

  const CompilerFiles &files;
  Descriptor channel; ///< none once the client has closed it
  const pid_t hostProcess;
  Descriptor host; ///< readable when it has ended; none where the system has no such files
  bool hasHostEnded = false;
  ChildSignal ended;
  const pid_t self;
  std::optional<ReadyChild> ready;
  int begun = 0; ///< builds
  std::map<pid_t, Build> builds;
  std::deque<BuildSockets> waiting; ///< the sockets of builds without a child
  /// The time at which a build last ran, or began to wait.
  Clock::time_point lastStart = Clock::now();
  Clock::time_point lastBuild = Clock::now(); ///< when the last one came
  Clock::time_point nextAttempt{};            ///< when to make a child again that was refused
};

} // namespace

int serve(pid_t host, const CompilerFiles &files) {
  // The server must not keep the host's folder in use; each build changes to its own.
  if (::chdir("/") != 0)
    return 1;
  keepFreedMemory();
  initializeCompiler();
  prepareLlvm();
  return Server(host, files).run();
}

} // namespace weft::compiler
