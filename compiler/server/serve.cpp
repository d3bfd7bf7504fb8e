// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/serve.h"

#include "compiler/backend/linking/elf_linker.h"
#include "compiler/backend/target_machine.h"
#include "compiler/interface/messages/protocol.h"
#include "compiler/server/after_host.h"
#include "compiler/server/builds/build_child.h"
#include "compiler/server/builds/build_job.h"
#include "compiler/server/codegen/huge_code.h"
#include "compiler/server/parked_programs.h"
#include "compiler/server/processes/build_limits.h"
#include "compiler/server/processes/build_watch.h"
#include "compiler/server/processes/child_memory.h"
#include "compiler/server/processes/child_signal.h"
#include "compiler/server/processes/compile_slots.h"
#include "device/base/bytes.h"
#include "device/base/files/transfer.h"

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
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
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

/// How often to check whether the host lives, if no file tells.
constexpr std::chrono::milliseconds hostInterval = 1000ms;
/// How often the server retries to fork children for waiting builds, and checks whether it is
/// quiet.
constexpr std::chrono::milliseconds retryInterval = 50ms;
/// How many children are forked for a build if others are killed before it arrives.
constexpr int maxAttempts = 3;
/// At most this many processes serve programs in addition to one per CPU. One place is kept free
/// for the next build.
constexpr std::size_t placesBesides = 3;
/// How long to wait if the channel has something that cannot be received, and how often before the
/// client is left to another server.
constexpr std::chrono::milliseconds overheadTime = 1ms;
constexpr int mostOfNothing = 1000;
/// How long parking may take after the host has exited.
constexpr auto timeToPark = 2s;
/// How long children may take to end at a low priority.
constexpr auto timeToEnd = 2s;
/// A host that has started this many builds will start more.
constexpr int buildsOfMany = 4;
/// Memory of the front end for a small build.
constexpr std::size_t smallBuildBytes = std::size_t{1} << 20;
/// Work for the cache alone waits until there has been no build for this long: hosts that build one
/// program after another wait for each.
constexpr std::chrono::milliseconds quietInterval = 50ms;
/// How long a build waits for a child if no other build of this server runs.
constexpr auto patience = 10s;

enum class Arrival { Build, Nothing, ChannelClosed };

/// A child's assignment: a build, by the ends of its two sockets (protocol.h), or a parked program.
struct Assignment {
  Descriptor stream, code;
  /// Instead of the stream: a parked program.
  Descriptor program{}; // NOLINT(readability-redundant-member-init): initialisers leave it out
  ParkedNote note{};
  bool isNotified = false; ///< the client knows that its build is accepted
  int losses = 0;          ///< children that ended before they accepted it

  bool isParked() const { return static_cast<bool>(program); }
};

/// Receives the next build from the channel.
Arrival receiveHello(int channel, Assignment &build) {
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

/// Initialises what LLVM would initialise in each child again: options, passes and the target. No
/// build sets LLVM options, and each link would reset them all.
void prepareLlvm() {
  // These two register the last of them; no output was requested.
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
        self(::getpid()), cpus(std::max(1u, std::thread::hardware_concurrency())) {}

  int run() {
    // Children whose parent has died come here, and not to the first process, which in containers
    // often does not reap them.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    const int result = serveHost();
    endChildren();
    if (result == 0 && hasHostEnded)
      completeForCache(parked.takeKept(), files);
    return result;
  }

private:
  int serveHost() {
    while (channel || !builds.empty() || !waiting.empty() || (!parked.empty() && !hasHostEnded)) {
      if (channel && waiting.empty())
        prepareChild();
      std::vector<pollfd> events{
          {channel.get(), POLLIN, 0}, {host.get(), POLLIN, 0}, {parked.file(), POLLIN, 0}};
      const auto first = static_cast<std::ptrdiff_t>(events.size());
      for (const auto &[child, build] : builds)
        events.push_back({build.slots.file(), POLLIN, 0});
      if (!ended.wait(events, timeout()))
        return 1;
      if (std::any_of(events.begin() + first, events.end(),
                      [](const pollfd &event) { return event.revents != 0; }))
        receiveDemands();
      if (!ChildSignal::reap([this](pid_t child, int status) { conclude(child, status); }))
        return 1;
      if (!hasHostEnded && (events[1].revents || isHostGone()))
        leaveHost();
      if (events[0].revents)
        takeBuild();
      if (!hasHostEnded)
        parked.pollClients();
      startWaiting();
      resumeForSpareWork();
      divideAmongBuilds();
      endParking();
      for (auto &[child, build] : builds)
        build.watch.look(child);
    }
    return 0;
  }

  /// Ends and reaps all children, including those that they leave behind.
  void endChildren() {
    for (const auto &[child, build] : builds)
      ::kill(child, SIGKILL);
    if (ready)
      ::kill(ready->process, SIGKILL);
    const auto begin = Clock::now();
    while (Clock::now() - begin < timeToEnd) {
      const pid_t child = ::waitpid(-1, nullptr, WNOHANG);
      if (child < 0 || (child == 0 && !ended.wait({}, static_cast<int>(retryInterval.count()))))
        return;
    }
  }

  /// A child and its assignment.
  struct Build {
    Assignment assignment;
    Descriptor orders; ///< readable once the child has accepted it; may bring the parked program
    BuildWatch watch;
    SlotGrants slots;
    bool hasTaken = false;
    std::optional<ParkedFile> parked{}; // NOLINT(readability-redundant-member-init)
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
    for (const auto &[child, build] : builds)
      demands.push_back(build.slots.demand());
    const auto shares = divideSlots(demands, isQuiet());
    const auto parking = choosePrograms(demands, places() - 1);
    std::size_t index = 0;
    for (auto &[child, build] : builds) {
      build.slots.grant(shares[index], hasHostEnded ? Parking::Now : parking[index]);
      ++index;
    }
  }

  // Places for processes.

  std::size_t places() const { return cpus + placesBesides; }

  /// Whether one more program may have a process. One about to be parked no longer counts.
  bool hasPlace() const {
    std::size_t count = 0, leaving = 0;
    for (const auto &[child, build] : builds) {
      count += !build.slots.demand().isBehind;
      leaving += build.slots.parking() != Parking::No;
    }
    return count < places() + std::min(leaving, placesBesides);
  }

  /// Whether something in progress will release a place, or resources that the system is short of.
  bool isComputing() const {
    return std::ranges::any_of(builds, [](const auto &item) {
      const SlotDemand demand = item.second.slots.demand();
      return demand.number == 0 || demand.running != SlotCounts{};
    });
  }

  /// Unrequested code.
  void resumeForSpareWork() {
    const auto busy = std::ranges::count_if(builds, [](const auto &item) {
      const SlotDemand demand = item.second.slots.demand();
      return demand.number == 0 || demand.running != SlotCounts{} || demand.wanted != SlotCounts{};
    });
    if (hasHostEnded || !isQuiet() || !waiting.empty() || parked.isRequested() ||
        static_cast<std::size_t>(busy) >= cpus || builds.size() + 1 >= places() ||
        Clock::now() < nextAttempt)
      return;
    auto program = parked.takeWork();
    if (!program)
      return;
    Assignment assignment = assignmentOf(std::move(*program));
    if (!start(assignment)) {
      nextAttempt = Clock::now() + retryInterval;
      parked.add(parkedFile(std::move(assignment)));
    }
  }

  static Assignment assignmentOf(ParkedFile file) {
    return {{}, std::move(file.client), std::move(file.program), file.note};
  }
  static ParkedFile parkedFile(Assignment assignment) {
    return {std::move(assignment.program), std::move(assignment.code), assignment.note};
  }

  /// Programs not parked by then never will be.
  void endParking() {
    if (hasHostEnded && Clock::now() - hostEnd > timeToPark)
      for (const auto &[child, build] : builds)
        ::kill(child, SIGKILL);
  }

  bool isQuiet() const { return hasHostEnded || Clock::now() - lastBuild >= quietInterval; }

  int timeout() const {
    const bool awaitsQuiet = !isQuiet() && (!builds.empty() || parked.hasWork());
    const bool mustLook = parked.file() < 0 && !parked.empty();
    if (!waiting.empty() || parked.isRequested() || awaitsQuiet || mustLook || hasHostEnded)
      return static_cast<int>(retryInterval.count());
    if (!builds.empty())
      return static_cast<int>(BuildWatch::interval.count());
    return host ? -1 : static_cast<int>(hostInterval.count());
  }

  /// If no file reports its end, as on kernels before 5.3 and behind some filters.
  bool isHostGone() const { return !host && ::kill(hostProcess, 0) != 0 && errno == ESRCH; }

  void takeBuild() {
    Assignment build;
    switch (receiveHello(channel.get(), build)) {
    case Arrival::ChannelClosed:
      channel.reset();
      break;
    case Arrival::Nothing:
      // Out of memory, or nothing that a client sends.
      std::this_thread::sleep_for(overheadTime);
      if (++emptyArrivals >= mostOfNothing)
        channel.reset();
      break;
    case Arrival::Build:
      emptyArrivals = 0;
      lastBuild = Clock::now();
      if (!isAwaited() && !isShort)
        lastStart = Clock::now();
      waiting.push_back(std::move(build));
      break;
    }
  }

  /// The host has exited: only programs wanted by the cache are completed, for the next one.
  void leaveHost() {
    hasHostEnded = true;
    hostEnd = Clock::now();
    host.reset();
    channel.reset();
    ready.reset();
    waiting.clear();
    for (auto &[child, build] : builds)
      if (!build.watch.mayOutliveHost())
        ::kill(child, SIGKILL);
  }

  /// Forks children for what clients wait for, as far as places and the system permit.
  void startWaiting() {
    bool isRefusedForGood = false;
    while (isAwaited() && hasPlace() && Clock::now() >= nextAttempt) {
      Assignment next = takeAwaited();
      if (start(next)) {
        lastStart = Clock::now();
        isShort = false;
        continue;
      }
      isRefusedForGood = !mayHeal(errno);
      nextAttempt = Clock::now() + retryInterval;
      returnAwaited(std::move(next));
    }
    if (isComputing())
      lastStart = Clock::now();
    if (isAwaited() && (isRefusedForGood || Clock::now() - lastStart >= patience)) {
      isShort = true;
      refuse(takeAwaited());
    }
  }

  bool isAwaited() const { return !waiting.empty() || parked.isRequested(); }

  /// Launches of existing programs precede builds.
  Assignment takeAwaited() {
    if (auto program = parked.takeRequested())
      return assignmentOf(std::move(*program));
    Assignment next = std::move(waiting.front());
    waiting.pop_front();
    return next;
  }
  void returnAwaited(Assignment next) {
    if (next.isParked())
      parked.addRequested(parkedFile(std::move(next)));
    else
      waiting.push_front(std::move(next));
  }

  /// The client of a parked program sees its socket closed.
  static void refuse(Assignment assignment) {
    if (assignment.isParked())
      return;
    ServerResponse response;
    response.status = BuildStatus::CompilerUnavailable;
    response.log = "weft: error: the system has no process for the compiler\n";
    if (reportAccepted(assignment))
      sendMessage(assignment.stream.get(), encode(response));
  }

  /// Once per build; false if the client cannot be notified. It relies on an answer after this
  /// byte. The server sends it, not the child, so that conclude()'s message about a child that died
  /// early comes after it.
  static bool reportAccepted(Assignment &assignment) {
    if (!assignment.isParked() && !assignment.isNotified)
      assignment.isNotified = sendAll(assignment.stream.get(), taken);
    return assignment.isParked() || assignment.isNotified;
  }

  /// Takes the assignment if there is a child for it; otherwise errno has the reason.
  bool start(Assignment &assignment) {
    for (int attempt = 0; attempt != maxAttempts; ++attempt) {
      prepareChild();
      std::optional<ReadyChild> child = std::exchange(ready, std::nullopt);
      if (!child)
        return false;
      const bool isParked = assignment.isParked();
      const int descriptors[] = {(isParked ? assignment.program : assignment.stream).get(),
                                 assignment.code.get()};
      // Somebody may have killed it, and then another one is forked.
      if (sendPacket(child->orders.get(), isParked ? resumeOrder : buildOrder, descriptors,
                     MSG_DONTWAIT) != Passage::Done)
        continue;
      // If the client cannot be notified, its socket is closed with the child's end.
      if (!reportAccepted(assignment))
        ::kill(child->process, SIGKILL);
      builds.emplace(child->process, Build{std::move(assignment), std::move(child->orders),
                                           BuildWatch(std::move(child->watched)),
                                           SlotGrants(std::move(child->slots))});
      if (!isParked)
        prepareForMore();
      return true;
    }
    return false;
  }

  /// Now the host waits for the child of its build, not for this.
  void prepareForMore() {
    if (++begun == 1)
      prepareInstructionTables();
    else if (begun == buildsOfMany)
      moveCodeToHugePages();
  }

  /// Forks the child for the next build in advance. None if the system refuses.
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
      becomeChild(ownSlots.get(), ownOrders.get());
      serveOrder(std::move(ownOrders), std::move(ownSlots), watched);
    }
    if (child > 0)
      ready.emplace(child, std::move(orders), std::move(slots), std::move(watched));
  }

  /// In a child. Exits if no order comes.
  [[noreturn]] void serveOrder(Descriptor orders, Descriptor slots, const WatchedTime &watched) {
    takePages(smallBuildBytes);
    Packet packet;
    if (receivePacket(orders.get(), packet, 0) != Passage::Done || packet.descriptors.size() != 2)
      ::_exit(0);
    ::send(orders.get(), taken.data(), taken.size(), MSG_NOSIGNAL);
    Descriptor first = std::move(packet.descriptors[0]);
    CodeSockets sockets{std::move(packet.descriptors[1]), std::move(slots), std::move(orders)};
    if (packet.content == resumeOrder)
      serveParked(first, std::move(sockets), watched, files);
    serveBuild(std::move(first), std::move(sockets), watched, files);
  }

  /// A child keeps none of the server's files except its own two sockets. The server may have
  /// thousands, so the system closes them together if it can. Their owners remain in memory, to
  /// which the child never returns.
  void becomeChild(int slots, int orders) {
    if (!endWithParent(self))
      ::_exit(1);
    ended.forget();
    const unsigned first = static_cast<unsigned>(std::min(slots, orders));
    const unsigned second = static_cast<unsigned>(std::max(slots, orders));
    const auto close = [](unsigned from, unsigned to) {
      return from > to || ::close_range(from, to, 0) == 0;
    };
    if (close(STDERR_FILENO + 1, first - 1) && close(first + 1, second - 1) &&
        close(second + 1, ~0u))
      return;
    channel.reset();
    host.reset();
    builds.clear();
    waiting.clear();
    parked.takeKept();
  }

  void conclude(pid_t child, int status) {
    if (ready && ready->process == child)
      ready.reset();
    const auto found = builds.find(child);
    if (found == builds.end())
      return;
    Build build = std::move(found->second);
    builds.erase(found);
    receiveReports(build);
    Assignment &assignment = build.assignment;
    if (build.parked)
      parked.add(
          {std::move(build.parked->program), std::move(assignment.code), build.parked->note});
    else if (!build.hasTaken && !hasHostEnded && reportAccepted(assignment) &&
             ++assignment.losses < maxAttempts)
      returnAwaited(std::move(assignment));
    else if (assignment.stream && (!WIFEXITED(status) || WEXITSTATUS(status) != 0))
      sendMessage(assignment.stream.get(), encode(describeEnd(status, build.watch.hasHung())));
  }

  /// Whether the child has begun, and whether it has parked a program. If it ended before, the
  /// assignment has lost nothing.
  static void receiveReports(Build &build) {
    Packet report;
    while (receivePacket(build.orders.get(), report, MSG_DONTWAIT) == Passage::Done) {
      build.hasTaken = true;
      ParkedNote note;
      if (report.content.size() != sizeof note || report.descriptors.size() != 1)
        continue;
      std::memcpy(&note, report.content.data(), sizeof note);
      build.parked = ParkedFile{std::move(report.descriptors.front()), {}, note};
    }
  }

  static constexpr std::string_view taken{"\1", 1}, buildOrder{"\1", 1}, resumeOrder{"\2", 1};

  const CompilerFiles &files;
  Descriptor channel; ///< none once the client has closed it
  const pid_t hostProcess;
  Descriptor host; ///< readable when it has exited; none if the system lacks such files
  bool hasHostEnded = false;
  Clock::time_point hostEnd;
  ChildSignal ended;
  const pid_t self;
  const std::size_t cpus;
  std::optional<ReadyChild> ready;
  int begun = 0;                  ///< builds
  std::map<pid_t, Build> builds;  ///< approximately by age
  std::deque<Assignment> waiting; ///< builds without a child
  ParkedPrograms parked;
  /// When something was last in progress, or began to wait.
  Clock::time_point lastStart = Clock::now();
  int emptyArrivals = 0; ///< since the last build
  bool isShort = false;  ///< of processes, for so long that they are no longer awaited
  Clock::time_point lastBuild = Clock::now(); ///< when the last one arrived
  Clock::time_point nextAttempt;              ///< when to retry a refused fork
};

} // namespace

int serve(pid_t host, const CompilerFiles &files) {
  // The server must not keep the host's folder busy; each build changes to its own.
  if (::chdir("/") != 0)
    return 1;
  keepFreedMemory();
  openManyFiles(); // each parked program has two
  initializeCompiler();
  prepareLlvm();
  return Server(host, files).run();
}

} // namespace weft::compiler
