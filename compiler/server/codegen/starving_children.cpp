// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/starving_children.h"

#include <algorithm>
#include <sys/types.h>

namespace weft::compiler {
namespace {

using namespace std::chrono_literals;
using Clock = BuildWatch::Clock;

/// A child that has used less CPU time than this is replaced immediately.
constexpr std::chrono::milliseconds littleWork = 20ms;
/// How often to check whether a child gets idle time.
constexpr std::chrono::milliseconds idleInterval = 1000ms;
/// The share of CPU time that a child must get: for requested code, and of idle time.
constexpr int askedShare = 2, idleShare = 10;

/// Whether a child has had a share of the time since the last check, which ends now.
bool hasHad(int share, const CodeWork &work, std::chrono::nanoseconds computed) {
  return (computed - work.computed) * share >= Clock::now() - work.since;
}

void note(CodeWork &work, std::chrono::nanoseconds computed) {
  work.since = Clock::now();
  work.computed = computed;
}

/// When the code of a low-priority child is requested. A child with little CPU time loses little.
bool mayStay(pid_t child, CodeWork &work) {
  const auto computed = cpuTime(child);
  const bool hasRun = hasHad(askedShare, work, computed);
  note(work, computed);
  return computed >= littleWork && (hasRun || work.isStopped);
}

/// From then on, and for children that run only on idle CPUs: whether one has had too little time
/// since the last check. False if that was too recent.
bool starves(pid_t child, CodeWork &work, bool isRequested) {
  if (work.isStopped || Clock::now() - work.since < (isRequested ? starvingInterval : idleInterval))
    return false;
  const auto computed = cpuTime(child);
  const bool hasRun = hasHad(isRequested ? askedShare : idleShare, work, computed);
  note(work, computed);
  return !hasRun;
}

} // namespace

bool StarvingChildren::isTooSlow(const CodeWork &work) const {
  return work.job.isSpare && !client.isSpare(work.job.kernel, work.job.tier);
}

bool StarvingChildren::any() const {
  return std::ranges::any_of(children.running(),
                             [this](const auto &item) { return isTooSlow(item.second); });
}

void StarvingChildren::makeWay() {
  outcomes.wantAgain(children.killIf(
      [this](pid_t child, CodeWork &work) { return isTooSlow(work) && !mayStay(child, work); }));
}

void StarvingChildren::replace() {
  outcomes.wantAgain(children.killIf([this](pid_t child, CodeWork &work) {
    const bool isRequested = isTooSlow(work);
    if ((!isRequested && !work.job.isIdle) || !starves(child, work, isRequested))
      return false;
    hasIdleTime &= isRequested;
    return true;
  }));
}

} // namespace weft::compiler
