// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/starving_children.h"

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

} // namespace

bool mayStay(pid_t child, CodeWork &work) {
  const auto computed = cpuTime(child);
  const bool hasRun = hasHad(askedShare, work, computed);
  note(work, computed);
  return computed >= littleWork && (hasRun || work.isStopped);
}

bool starves(pid_t child, CodeWork &work, bool isRequested) {
  if (work.isStopped || Clock::now() - work.since < (isRequested ? starvingInterval : idleInterval))
    return false;
  const auto computed = cpuTime(child);
  const bool hasRun = hasHad(isRequested ? askedShare : idleShare, work, computed);
  note(work, computed);
  return !hasRun;
}

} // namespace weft::compiler
