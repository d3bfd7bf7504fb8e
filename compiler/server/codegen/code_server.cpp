// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/code_server.h"

#include "compiler/server/codegen/code_channel.h"
#include "compiler/server/codegen/code_children.h"
#include "compiler/server/codegen/code_worker.h"
#include "compiler/server/codegen/starving_children.h"
#include "compiler/server/codegen/state/code_state.h"
#include "compiler/server/codegen/state/parked_program.h"
#include "compiler/server/codegen/state/shared_code.h"
#include "compiler/server/processes/build_limits.h"
#include "compiler/server/processes/child_signal.h"
#include "compiler/server/processes/compile_slots.h"
#include "device/base/bytes.h"
#include "device/base/clock.h"
#include "device/base/files/files.h"
#include "device/base/files/memory_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace weft::compiler {
namespace {

using namespace std::chrono_literals;
using Clock = BuildWatch::Clock;
using State = CodeState;
using Work = CodeWork;

/// How often the server retries if the system has no process or memory for a child.
constexpr std::chrono::milliseconds retryInterval = 10ms;
/// How long the client must have been silent before unrequested code is generated. A client may
/// first request the kernels that it wants, and a program may be released as soon as its result is
/// available.
constexpr auto clientPatience = 10ms;
/// How often the server polls for the work of other processes.
constexpr std::chrono::milliseconds lookInterval = 10ms;
/// How long it does so before it gives up.
constexpr auto patience = 10s;
/// How often a child killed by somebody else is replaced.
constexpr int maxLosses = 1;

class CodeServer {
public:
  CodeServer(CodeSockets sockets, const CodeOrder &order, CodeProgress given,
             const WatchedTime &watched)
      : order(order), client(std::move(sockets.client)), slots(std::move(sockets.slots)),
        parked(std::move(sockets.parked)), self(::getpid()),
        most(order.compileThreads ? order.compileThreads
                                  : std::max(1u, std::thread::hardware_concurrency())),
        progress(std::move(given)), table(progress.table), shared(order, progress) {
    if (order.makesBest)
      table.wantAll();
    watched.mayOutliveHost(keepsAtEnd() && order.cacheSeconds != 0);
  }

  void run() {
    while (!isFinished()) {
      pollOthers();
      const bool mustStopLater = !stopAndContinue();
      const bool isRefused = !startChildren();
      noteRefusal(isRefused);
      const bool triesAgain = isRefused || isEarly() || mustStopLater;
      // Others may have generated the rest, and then nothing more arrives.
      if (isFinished())
        return;
      idle.clear();
      slots.ask(demand());
      const short events = static_cast<short>(client.isBehind() ? POLLIN | POLLOUT : POLLIN);
      std::vector<pollfd> files{{client.file(), events, 0}, {slots.file(), POLLIN, 0}};
      const std::size_t firstChild = files.size();
      std::vector<pid_t> children;
      for (auto &[child, work] : running) {
        files.push_back({work.socket.get(), POLLIN, 0});
        children.push_back(child);
      }
      if (!ended.wait(files, timeout(triesAgain)))
        return;
      if (files[0].revents)
        serveClient();
      if (files[1].revents)
        slots.receive();
      // Without the server nobody bounds this process's children.
      if (slots.file() < 0 || leaves())
        return;
      for (std::size_t index = 0; index != children.size(); ++index)
        if (const pollfd &file = files[firstChild + index]; file.revents && receiveDone(file.fd))
          proceed(children[index]);
      if (!ChildSignal::reap([this](pid_t child, int status) { conclude(child, status); }))
        return;
      for (auto &[child, work] : running)
        if (!work.isStopped)
          work.watch.look(child);
      replaceStarving();
    }
  }

private:
  int timeout(bool triesAgain) {
    if (triesAgain)
      return static_cast<int>(retryInterval.count());
    if (isAwaitingOthers())
      return static_cast<int>(lookInterval.count());
    if (std::ranges::any_of(running, [this](const auto &item) { return isTooSlow(item.second); }))
      return static_cast<int>(starvingInterval.count());
    return running.empty() ? -1 : static_cast<int>(BuildWatch::interval.count());
  }

  // Parking.

  /// Whether the client waits for no code.
  bool mayPark() const {
    if (client.isBehind() || !canPark)
      return false;
    const auto isAwaited = [](const Code &code) {
      return code.isRequested && (code.state == State::Wanted || code.state == State::Running);
    };
    for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
      for (const Tier tier : {Tier::First, Tier::Best})
        if (isAwaited(table.of(kernel, tier)))
          return false;
    return !table.whole().isRequested && !table.isConcluded();
  }

  /// Parks the program with the server, on request and if possible. True if the process has nothing
  /// left to do.
  bool leaves() {
    if (slots.parking() == Parking::Now) {
      static_cast<void>(park());
      return true;
    }
    if (slots.parking() == Parking::No || !mayPark())
      return false;
    client.reportRecords();
    canPark = !client.isBehind() && park();
    return canPark;
  }

  bool park() {
    giveUpIf([](pid_t, const Work &) { return true; });
    idle.clear();
    const auto isWanted = [this](std::uint32_t kernel) {
      return table.of(kernel, Tier::First).state == State::Wanted ||
             table.of(kernel, Tier::Best).state == State::Wanted;
    };
    ParkedNote note{.isKept = keepsAtEnd() && order.cacheSeconds != 0};
    for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
      note.hasWork |= isWanted(kernel);
    note.hasWork |= table.whole().state == State::Wanted;
    const Descriptor file = makeMemoryFile("weft-parked", encode(order, progress));
    const int descriptors[] = {file.get()};
    return file &&
           sendPacket(parked.get(), bytesOf(note), descriptors, MSG_DONTWAIT) == Passage::Done;
  }

  bool keepsAtEnd() const { return shared.work() != nullptr; }

  /// Nothing is left to generate or send, or nobody wants it.
  bool isFinished() const {
    if (table.isConcluded())
      return !client.isBehind();
    return !client && !keepsAtEnd();
  }

  // The client.

  void serveClient() {
    const bool wasThere = static_cast<bool>(client);
    client.serve([this](const CodeRequest &request) { return take(request); });
    if (wasThere && !client)
      yieldAll();
  }

  bool take(const CodeRequest &request) {
    if (request.kernel == intermediateProgram) {
      reportIntermediate();
      return true;
    }
    if ((request.kernel != wholeProgram && request.kernel >= table.kernelCount()) ||
        request.tier > Tier::Best)
      return false;
    if (request.kernel == wholeProgram)
      table.wantAll();
    Code &code = table.of(request.kernel, request.tier);
    CodeTable::want(code);
    const bool wasNotified = code.isRequested || code.state == State::Failed;
    code.isRequested = true;
    lastExchange = Clock::now();
    giveUpIf([this](pid_t child, Work &work) { return isTooSlow(work) && !mayStay(child, work); });
    if (!wasNotified && code.state == State::Done)
      tell(request.kernel, request.tier);
    return true;
  }

  /// Whether a child has a lower priority than it should have.
  bool isTooSlow(const Work &work) {
    return work.job.isSpare && !isSpare(work.job.kernel, work.job.tier);
  }

  /// Kills children to make way for others. This does not wait until they are gone: at their
  /// priority they also take long to die.
  void giveUpIf(const auto &isUp) {
    for (auto item = running.begin(); item != running.end();) {
      auto &[child, work] = *item;
      if (!isUp(child, work)) {
        ++item;
        continue;
      }
      ::kill(child, SIGKILL);
      table.of(work.job.kernel, work.job.tier).state = State::Wanted;
      if (shared.holdsClaim(work.job.kernel, work.job.tier))
        shared.release(work.job.kernel);
      item = running.erase(item);
    }
  }

  /// The launch that requested code may now keep all CPUs busy. If CPUs are hardly ever idle,
  /// children of this program get a small share of them instead.
  void replaceStarving() {
    giveUpIf([this](pid_t child, Work &work) {
      const bool isRequested = isTooSlow(work);
      if ((!isRequested && !work.job.isIdle) || !starves(child, work, isRequested))
        return false;
      findsIdleTime &= isRequested;
      return true;
    });
  }

  /// The client is gone, and nobody waits for what goes into the cache.
  void yieldAll() {
    for (auto &[child, work] : running)
      if (!std::exchange(work.job.isSpare, true))
        ::setpriority(PRIO_PROCESS, static_cast<id_t>(child),
                      ::getpriority(PRIO_PROCESS, 0) + stepsOfSpare);
  }

  /// Reports the outcome for one kernel's code.
  void tell(std::uint32_t kernel, Tier tier) {
    lastExchange = Clock::now();
    Code &code = table.of(kernel, tier);
    client.tell({.kernel = kernel,
                 .tier = tier,
                 .success = code.state == State::Done,
                 .text = code.text,
                 .records = {},
                 .file = std::move(code.binary)});
  }

  /// Reports the program's current state.
  void reportIntermediate() {
    const auto binary = Binary::seal(order.program->intermediate(), BinaryKind::Intermediate,
                                     order.program->flags(), order.target);
    shared.noteIntermediate(binary);
    Descriptor file = makeMemoryFile("weft-intermediate", asText(binary));
    const bool isWritten = static_cast<bool>(file);
    client.tell({.kernel = intermediateProgram,
                 .success = isWritten,
                 .text = isWritten ? "" : "out of memory",
                 .records = {},
                 .file = std::move(file)});
  }

  /// Clients that wait for all code may want to see its progress.
  void record(const CodeRecord &made) {
    client.record(made, table.whole().isRequested && made.kernel != wholeProgram);
  }
  void recordTaken(std::uint32_t kernel) {
    const std::uint64_t now = monotonicNanoseconds();
    record({kernel, Tier::Best, CodeRecord::Origin::Taken, now, now, 0});
  }

  // Other processes that make the same program.

  bool isAwaitingOthers() const {
    for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
      if (SharedCode::isAwaited(table.of(kernel, Tier::Best)))
        return true;
    return SharedCode::isAwaited(table.whole());
  }

  /// Takes the finished code of other processes.
  void pollOthers() {
    for (std::uint32_t kernel = 0; kernel < table.kernelCount() && !table.isConcluded(); ++kernel)
      pollOthers(kernel);
    if (!table.isConcluded())
      pollOthers(wholeProgram);
  }
  void pollOthers(std::uint32_t kernel) {
    if (SharedCode::isAwaited(table.of(kernel, Tier::Best)) && isOurs(kernel))
      shared.release(kernel);
  }

  /// Whether to generate the best code of a kernel, or the whole program, here and now.
  bool isOurs(std::uint32_t kernel) {
    const auto finding = shared.claim(kernel, isSpare(kernel, Tier::Best));
    if (finding == SharedCode::Finding::TakenKernel) {
      recordTaken(kernel);
      if (table.of(kernel, Tier::Best).isRequested)
        tell(kernel, Tier::Best);
    } else if (finding == SharedCode::Finding::TakenWhole) {
      for (const auto &[child, work] : running)
        ::kill(child, SIGKILL);
      recordTaken(wholeProgram);
      tell(wholeProgram, Tier::Best);
    }
    return finding == SharedCode::Finding::Ours;
  }

  // The children.

  /// Starts what may run. False if the system refused a process or memory.
  bool startChildren() {
    if (table.isConcluded())
      return true;
    for (const Urgency urgency : {Urgency::First, Urgency::InUse, Urgency::Spare})
      for (const std::uint32_t kernel : inOrder()) {
        const Tier tier = urgency == Urgency::First ? Tier::First : Tier::Best;
        if (isWanted(kernel, tier) && urgencyOf(kernel, tier) == urgency && hasFreePlace(urgency) &&
            (tier == Tier::First || isOurs(kernel)) && !start(kernel, tier))
          return false;
        if (table.isConcluded())
          return true;
      }
    return startWhole();
  }

  /// The kernels requested by the client before others.
  std::vector<std::uint32_t> inOrder() const {
    std::vector<std::uint32_t> order(table.kernelCount());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [this](std::uint32_t kernel) {
      const auto isRequested = [&](Tier tier) { return table.of(kernel, tier).isRequested; };
      return std::pair(isRequested(Tier::Best) ? 0 : isRequested(Tier::First) ? 1 : 2, kernel);
    });
    return order;
  }

  Urgency urgencyOf(std::uint32_t kernel, Tier tier) {
    return tier == Tier::First     ? Urgency::First
           : isSpare(kernel, tier) ? Urgency::Spare
                                   : Urgency::InUse;
  }

  bool isWanted(std::uint32_t kernel, Tier tier) {
    return table.of(kernel, tier).state == State::Wanted &&
           (urgencyOf(kernel, tier) != Urgency::Spare || !isEarly());
  }

  /// Whether one more child may run.
  bool hasFreePlace(Urgency urgency) {
    const auto all =
        std::ranges::count_if(running, [](const auto &item) { return !item.second.isStopped; });
    return childrenOf(urgency) < slots.granted(urgency) && all < slots.grantedInAll();
  }

  /// Those that are not stopped.
  std::uint32_t childrenOf(Urgency urgency) {
    std::uint32_t count = 0;
    for (const auto &[child, work] : running)
      count += !work.isStopped && urgencyOf(work.job.kernel, work.job.tier) == urgency;
    return count;
  }

  /// For the server, which bounds the children of all programs.
  SlotDemand demand() {
    SlotDemand result;
    result.most = static_cast<std::uint32_t>(std::min<std::uint64_t>(most, 1u << 16));
    result.isBehind = client.isBehind();
    if (table.isConcluded())
      return result;
    result.isForCacheAlone = !client;
    result.mayPark = mayPark();
    const auto count = [](SlotCounts &counts, Urgency urgency) {
      ++counts[static_cast<std::size_t>(urgency)];
    };
    for (const auto &[child, work] : running)
      count(work.isStopped ? result.wanted : result.running,
            urgencyOf(work.job.kernel, work.job.tier));
    for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
      for (const Tier tier : {Tier::First, Tier::Best})
        if (isWanted(kernel, tier) && !SharedCode::isAwaited(table.of(kernel, tier)))
          count(result.wanted, urgencyOf(kernel, tier));
    if (table.whole().state == State::Wanted && !SharedCode::isAwaited(table.whole()))
      count(result.wanted, urgencyOf(wholeProgram, Tier::Best));
    return result;
  }

  /// Suspends children that have lost their slots, and resumes others.
  /// False if a child is not ready to be suspended.
  bool stopAndContinue() {
    // The urgency of a child may have changed since.
    if (!slots.isCurrent())
      return true;
    bool isDone = true;
    for (const Urgency urgency : {Urgency::First, Urgency::InUse, Urgency::Spare}) {
      std::uint32_t count = childrenOf(urgency);
      for (auto &[child, work] : running) {
        if (urgencyOf(work.job.kernel, work.job.tier) != urgency)
          continue;
        if (work.isStopped && count < slots.granted(urgency)) {
          work.isStopped = false;
          work.since = Clock::now();
          work.computed = cpuTime(child);
          work.watch.rest(work.computed);
          ::kill(child, SIGCONT);
          ++count;
        } else if (!work.isStopped && count > slots.granted(urgency)) {
          // Suspended any earlier it would remain if this process were killed.
          if (!work.watch.hasBegun()) {
            isDone = false;
            continue;
          }
          work.isStopped = true;
          ::kill(child, SIGSTOP);
          --count;
        }
      }
    }
    return isDone;
  }

  /// Whether it is too early for unrequested code.
  bool isEarly() const {
    return client && !order.hostWaits && Clock::now() - lastExchange < clientPatience;
  }

  /// When each kernel has its best code, or else its first.
  bool startWhole() {
    Code &whole = table.whole();
    if (whole.state == State::Running)
      return true;
    bool isComplete = true, isBest = true;
    for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel) {
      const bool hasFailed = table.of(kernel, Tier::Best).state == State::Failed;
      isBest &= !hasFailed;
      Code &code = table.of(kernel, hasFailed ? Tier::First : Tier::Best);
      if (hasFailed)
        CodeTable::want(code);
      if (code.state == State::Failed) {
        whole.state = State::Failed;
        whole.text = code.text;
        tell(wholeProgram, Tier::Best);
        return true;
      }
      isComplete &= code.state == State::Done;
    }
    if (!isComplete)
      return true;
    CodeTable::want(whole);
    // Nobody else generates one that contains first code.
    return !hasFreePlace(urgencyOf(wholeProgram, Tier::Best)) ||
           (isBest && !isOurs(wholeProgram)) || start(wholeProgram, Tier::Best);
  }

  /// Gives up what the system refuses for long, or permanently, while no child runs: whoever waits
  /// for it gets an error.
  void noteRefusal(bool isRefused) {
    const int error = errno;
    if (!isRefused || !running.empty()) {
      lastWell = Clock::now();
      return;
    }
    if (mayHeal(error) && Clock::now() - lastWell < patience)
      return;
    const std::string reason =
        std::string("the system has no process or memory for the compiler: ") +
        std::strerror(error);
    for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
      for (const Tier tier : {Tier::First, Tier::Best})
        if (table.of(kernel, tier).state == State::Wanted)
          giveUp(kernel, tier, reason);
    giveUp(wholeProgram, Tier::Best, reason);
  }
  void giveUp(std::uint32_t kernel, Tier tier, const std::string &reason) {
    Code &code = table.of(kernel, tier);
    code.state = State::Failed;
    code.text = reason;
    if (code.isRequested || kernel == wholeProgram)
      tell(kernel, tier);
  }

  /// Releases the code on failure.
  bool start(std::uint32_t kernel, Tier tier) {
    const bool isStarted = tryToStart(kernel, tier);
    if (!isStarted && shared.holdsClaim(kernel, tier))
      shared.release(kernel);
    return isStarted;
  }

  bool tryToStart(std::uint32_t kernel, Tier tier) {
    auto files = makeWorkFiles();
    WatchedTime time;
    if (!files || !time)
      return false;
    time.allow(static_cast<std::uint32_t>(
        std::min<std::uint64_t>(order.cpuSeconds, std::numeric_limits<std::uint32_t>::max())));
    const bool yields = isSpare(kernel, tier);
    Work work{.job = {.kernel = kernel,
                      .tier = tier,
                      .isSpare = yields,
                      .isIdle = yields && findsIdleTime,
                      .isGivenUp = table.of(kernel, tier).isGivenUp,
                      .isShared = shared.holdsClaim(kernel, tier)},
              .files = std::move(*files),
              .watch = BuildWatch(std::move(time))};
    if (!handOver(work) && !startChild(work))
      return false;
    table.of(kernel, tier).state = State::Running;
    return true;
  }

  /// Gives the work to a suitable idle child.
  bool handOver(Work &work) {
    const Job &job = work.job;
    if (job.kernel == wholeProgram || table.of(job.kernel, job.tier).needsOwnChild)
      return false;
    const auto found = std::ranges::find_if(idle, [&](const auto &item) {
      const Job &last = item.second.job;
      return last.tier == job.tier && (job.isSpare || !last.isSpare) &&
             (job.isIdle || !last.isIdle);
    });
    if (found == idle.end() || !sendJob(found->second.socket.get(), job, work.files))
      return false;
    const pid_t child = found->first;
    work.isFirst = false;
    work.computed = cpuTime(child);
    work.watch.begin();
    work.socket = std::move(found->second.socket);
    running.emplace(child, std::move(work));
    idle.erase(found);
    return true;
  }

  bool startChild(Work &work) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
      return false;
    work.socket = Descriptor(ends[0]);
    Descriptor own(ends[1]);
    const pid_t child = ::fork();
    if (child < 0)
      return false;
    if (child == 0)
      becomeChild(work, std::move(own));
    running.emplace(child, std::move(work));
    return true;
  }

  /// Unrequested code yields to the application. Other code does not: the sooner it arrives, the
  /// less time the application itself spends in slower code.
  bool isSpare(std::uint32_t kernel, Tier tier) {
    return tier == Tier::Best && (!client || (!order.hostWaits && !table.whole().isRequested &&
                                              !table.of(kernel, tier).isRequested));
  }

  [[noreturn]] void becomeChild(Work &work, Descriptor own) {
    if (!endWithParent(self))
      ::_exit(1);
    work.watch.begin();
    client.leave();
    slots.forget();
    parked.reset();
    ended.forget();
    running.clear();
    idle.clear();
    work.socket.reset();
    if (work.job.kernel != wholeProgram)
      compileKernels(order, shared.work(), work.job, std::move(work.files), std::move(own));
    if (work.job.isSpare)
      yieldToOthers(stepsOfSpare);
    if (work.job.isIdle)
      computeInIdleTime();
    std::vector<ObjectFile> objects;
    bool isBest = true;
    for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel) {
      const bool hasBest = table.of(kernel, Tier::Best).state == State::Done;
      isBest &= hasBest;
      objects.push_back(std::move(table.of(kernel, hasBest ? Tier::Best : Tier::First).object));
    }
    linkWhole(order, work.files, std::move(objects), isBest);
  }

  /// A child has finished its job, and could do another one.
  void proceed(pid_t child) {
    Work done = std::move(running.extract(child).mapped());
    if (std::exchange(done.isStopped, false))
      ::kill(child, SIGCONT);
    settle(done, 0);
    idle.emplace(child, std::move(done));
  }

  void conclude(pid_t child, int status) {
    const auto found = running.find(child);
    if (found == running.end())
      return;
    Work done = std::move(found->second);
    running.erase(found);
    settle(done, status);
  }

  void settle(Work &done, int status) {
    // Code taken over from another process has been reported.
    if (!table.isConcluded())
      finish(done, status);
    if (shared.holdsClaim(done.job.kernel, done.job.tier))
      shared.release(done.job.kernel);
  }

  static bool hasSpentItsTime(int status) {
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
  }
  static bool isAtLimit(const Work &work, int status) {
    return work.watch.hasHung() || hasSpentItsTime(status);
  }

  void finish(Work &done, int status) {
    const std::uint32_t kernel = done.job.kernel;
    const Tier tier = done.job.tier;
    Code &code = table.of(kernel, tier);
    const bool hasEnded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    auto result = hasEnded ? readResult(done.files) : std::nullopt;
    const bool isMade = result && result->success;
    if (!isMade && !done.isFirst && !isAtLimit(done, status)) {
      code.state = State::Wanted;
      code.needsOwnChild = true;
      return;
    }
    const bool isLost = WIFSIGNALED(status) && !isCrash(WTERMSIG(status)) && !done.watch.hasHung();
    if (!result && isLost && code.losses++ < maxLosses) {
      code.state = State::Wanted;
      return;
    }
    using enum CodeRecord::Origin;
    const bool isGivenUp = !result && hasSpentItsTime(status) && mayGiveUp(done.job);
    record({kernel, tier,
            isMade      ? Made
            : isGivenUp ? GivenUp
                        : None,
            done.begin, monotonicNanoseconds(), result ? result->cpuNanoseconds : 0});
    if (isGivenUp) {
      code.state = State::Wanted;
      code.isGivenUp = true;
      return;
    }
    if (isMade) {
      code.state = State::Done;
      code.object.assign(result->object.begin(), result->object.end());
      code.text = std::move(result->path);
      code.binary = std::move(done.files.binary);
      if (kernel != wholeProgram && isWhole(order, tier)) {
        table.whole() = std::move(code);
        return reportWhole();
      }
      if (kernel == wholeProgram)
        return reportWhole();
    } else {
      code.state = State::Failed;
      code.text = result ? result->log : describeChildEnd(status, done.watch.hasHung());
    }
    // Failures are reported to the user, whoever requested the code.
    if (code.isRequested || kernel == wholeProgram || !isMade)
      tell(kernel, tier);
  }

  void reportWhole() {
    shared.finish();
    tell(wholeProgram, Tier::Best);
  }

  const CodeOrder &order;
  CodeChannel client;
  CompileSlots slots;
  Descriptor parked;
  bool canPark = true;
  ChildSignal ended;
  const pid_t self;
  const std::uint64_t most; ///< children of all programs
  CodeProgress progress;
  CodeTable &table;
  SharedCode shared;
  std::map<pid_t, Work> running;
  bool findsIdleTime = true;  ///< CPUs are sometimes idle
  std::map<pid_t, Work> idle; ///< children without work, until the next search for some
  Clock::time_point lastExchange = Clock::now(); ///< with the client
  Clock::time_point lastWell = Clock::now();     ///< when no needed child was refused
};

} // namespace

void serveCode(CodeSockets sockets, const CodeOrder &order, CodeProgress progress,
               const WatchedTime &watched) {
  openManyFiles(); // each kernel's code has one or two
  CodeServer(std::move(sockets), order, std::move(progress), watched).run();
}

} // namespace weft::compiler
