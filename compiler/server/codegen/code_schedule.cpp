// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/code_schedule.h"

#include "compiler/server/processes/build_limits.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace weft::compiler {
namespace {

using namespace std::chrono_literals;
using Clock = BuildWatch::Clock;
using State = CodeState;

/// How long the system may refuse a child before what waits for it is given up.
constexpr auto patience = 10s;

} // namespace

bool CodeSchedule::startChildren() {
  const bool isStarted = startKernels() && startWhole();
  const int error = errno;
  if (isStarted || !children.running().empty())
    lastWell = Clock::now();
  else
    noteRefusal(error);
  return isStarted;
}

/// False if the system refused a process or memory.
bool CodeSchedule::startKernels() {
  if (table.isConcluded())
    return true;
  for (const Urgency urgency : {Urgency::First, Urgency::InUse, Urgency::Spare})
    for (const std::uint32_t kernel : inOrder()) {
      const Tier tier = urgency == Urgency::First ? Tier::First : Tier::Best;
      if (client.isWanted(kernel, tier) && client.urgencyOf(kernel, tier) == urgency &&
          slots.hasFreePlace(urgency) && (tier == Tier::First || outcomes.isOurs(kernel)) &&
          !start(kernel, tier))
        return false;
      if (table.isConcluded())
        return true;
    }
  return true;
}

/// The kernels requested by the client before others.
std::vector<std::uint32_t> CodeSchedule::inOrder() const {
  std::vector<std::uint32_t> kernels(table.kernelCount());
  std::iota(kernels.begin(), kernels.end(), 0);
  std::ranges::sort(kernels, {}, [this](std::uint32_t kernel) {
    const auto isRequested = [&](Tier tier) { return table.of(kernel, tier).isRequested; };
    return std::pair(isRequested(Tier::Best) ? 0 : isRequested(Tier::First) ? 1 : 2, kernel);
  });
  return kernels;
}

/// When each kernel has its best code, or else its first.
bool CodeSchedule::startWhole() {
  Code &whole = table.whole();
  if (table.isConcluded() || whole.state == State::Running)
    return true;
  bool isComplete = true, isBest = true;
  for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel) {
    const bool hasFailed = table.of(kernel, Tier::Best).state == State::Failed;
    isBest &= !hasFailed;
    Code &code = table.of(kernel, hasFailed ? Tier::First : Tier::Best);
    if (hasFailed)
      CodeTable::want(code);
    if (code.state == State::Failed) {
      outcomes.giveUp(wholeProgram, Tier::Best, code.text);
      return true;
    }
    isComplete &= code.state == State::Done;
  }
  if (!isComplete)
    return true;
  CodeTable::want(whole);
  // Nobody else generates one that contains first code.
  return !slots.hasFreePlace(client.urgencyOf(wholeProgram, Tier::Best)) ||
         (isBest && !outcomes.isOurs(wholeProgram)) || start(wholeProgram, Tier::Best);
}

/// Gives up what the system refuses for long, or permanently, while no child runs: whoever waits
/// for it gets an error.
void CodeSchedule::noteRefusal(int error) {
  if (mayHeal(error) && Clock::now() - lastWell < patience)
    return;
  const std::string reason =
      std::string("the system has no process or memory for the compiler: ") + std::strerror(error);
  for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
    for (const Tier tier : {Tier::First, Tier::Best})
      if (table.of(kernel, tier).state == State::Wanted)
        outcomes.giveUp(kernel, tier, reason);
  outcomes.giveUp(wholeProgram, Tier::Best, reason);
}

/// Releases the code on failure.
bool CodeSchedule::start(std::uint32_t kernel, Tier tier) {
  const bool isStarted = tryToStart(kernel, tier);
  if (!isStarted && shared.holdsClaim(kernel, tier))
    shared.release(kernel);
  return isStarted;
}

bool CodeSchedule::tryToStart(std::uint32_t kernel, Tier tier) {
  auto files = makeWorkFiles();
  WatchedTime time;
  if (!files || !time)
    return false;
  time.allow(static_cast<std::uint32_t>(
      std::min<std::uint64_t>(order.cpuSeconds, std::numeric_limits<std::uint32_t>::max())));
  Code &code = table.of(kernel, tier);
  const bool yields = client.isSpare(kernel, tier);
  CodeWork work{.job = {.kernel = kernel,
                        .tier = tier,
                        .isSpare = yields,
                        .isIdle = yields && starving.findsIdleTime(),
                        .isGivenUp = code.isGivenUp,
                        .isShared = shared.holdsClaim(kernel, tier)},
                .files = std::move(*files),
                .watch = BuildWatch(std::move(time))};
  const bool mayShareChild = kernel != wholeProgram && !code.needsOwnChild;
  if (!mayShareChild || !children.handOver(work)) {
    Descriptor own;
    const pid_t child = children.fork(work, own);
    if (child == 0)
      becomeChild(work, std::move(own));
    if (child < 0)
      return false;
  }
  code.state = State::Running;
  return true;
}

void CodeSchedule::becomeChild(CodeWork &work, Descriptor own) {
  connections.forget();
  if (work.job.kernel != wholeProgram)
    compileKernels(order, shared.work(), work.job, std::move(work.files), std::move(own));
  if (work.job.isSpare)
    yieldToOthers(stepsOfSpare);
  if (work.job.isIdle)
    computeInIdleTime();
  becomeLinker(work.files);
}

/// Links the best code of each kernel, or else its first.
void CodeSchedule::becomeLinker(const WorkFiles &files) {
  std::vector<ObjectFile> objects;
  bool isBest = true;
  for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel) {
    const bool hasBest = table.of(kernel, Tier::Best).state == State::Done;
    isBest &= hasBest;
    objects.push_back(std::move(table.of(kernel, hasBest ? Tier::Best : Tier::First).object));
  }
  linkWhole(order, files, std::move(objects), isBest);
}

} // namespace weft::compiler
