// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/code_outcomes.h"

#include "compiler/server/processes/build_limits.h"
#include "device/base/clock.h"

#include <csignal>
#include <optional>
#include <sys/wait.h>
#include <utility>

namespace weft::compiler {
namespace {

using State = CodeState;

/// How often a child killed by somebody else is replaced.
constexpr int maxLosses = 1;

bool hasSpentItsTime(int status) { return WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU; }

bool isAtLimit(const CodeWork &work, int status) {
  return work.watch.hasHung() || hasSpentItsTime(status);
}

/// Whether the failure may be due to the child, and another one tries.
bool mustRepeat(Code &code, const CodeWork &done, int status,
                const std::optional<WorkResult> &result) {
  const bool isMade = result && result->success;
  if (!isMade && !done.isFirst && !isAtLimit(done, status)) {
    code.needsOwnChild = true;
    return true;
  }
  const bool isLost = WIFSIGNALED(status) && !isCrash(WTERMSIG(status)) && !done.watch.hasHung();
  return !result && isLost && code.losses++ < maxLosses;
}

} // namespace

void CodeOutcomes::settle(CodeWork &done, int status) {
  // Code taken over from another process has been reported.
  if (!table.isConcluded())
    finish(done, status);
  if (shared.holdsClaim(done.job.kernel, done.job.tier))
    shared.release(done.job.kernel);
}

void CodeOutcomes::finish(CodeWork &done, int status) {
  const std::uint32_t kernel = done.job.kernel;
  const Tier tier = done.job.tier;
  Code &code = table.of(kernel, tier);
  const bool hasEnded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  auto result = hasEnded ? readResult(done.files) : std::nullopt;
  if (mustRepeat(code, done, status, result)) {
    code.state = State::Wanted;
    return;
  }
  using enum CodeRecord::Origin;
  const bool isMade = result && result->success;
  const bool isGivenUp = !result && hasSpentItsTime(status) && mayGiveUp(done.job);
  client.record({kernel, tier,
                 isMade      ? Made
                 : isGivenUp ? GivenUp
                             : None,
                 done.begin, monotonicNanoseconds(), result ? result->cpuNanoseconds : 0});
  if (isGivenUp) {
    code.state = State::Wanted;
    code.isGivenUp = true;
    return;
  }
  if (!isMade) {
    code.state = State::Failed;
    code.text = result ? result->log : describeChildEnd(status, done.watch.hasHung());
    // Failures are reported to the user, whoever requested the code.
    return client.tell(kernel, tier);
  }
  code.state = State::Done;
  code.object.assign(result->object.begin(), result->object.end());
  code.text = std::move(result->path);
  code.binary = std::move(done.files.binary);
  if (kernel == wholeProgram)
    return reportWhole();
  if (isWhole(order, tier)) {
    table.whole() = std::move(code);
    return reportWhole();
  }
  if (code.isRequested)
    client.tell(kernel, tier);
}

void CodeOutcomes::reportWhole() {
  shared.finish();
  client.tell(wholeProgram, Tier::Best);
}

void CodeOutcomes::wantAgain(const std::vector<Job> &lost) {
  for (const Job &job : lost) {
    table.of(job.kernel, job.tier).state = State::Wanted;
    if (shared.holdsClaim(job.kernel, job.tier))
      shared.release(job.kernel);
  }
}

void CodeOutcomes::giveUp(std::uint32_t kernel, Tier tier, const std::string &reason) {
  Code &code = table.of(kernel, tier);
  code.state = State::Failed;
  code.text = reason;
  if (code.isRequested || kernel == wholeProgram)
    client.tell(kernel, tier);
}

bool CodeOutcomes::isOurs(std::uint32_t kernel) {
  const auto finding = shared.claim(kernel, client.isSpare(kernel, Tier::Best));
  if (finding == SharedCode::Finding::TakenKernel) {
    client.recordTaken(kernel);
    if (table.of(kernel, Tier::Best).isRequested)
      client.tell(kernel, Tier::Best);
  } else if (finding == SharedCode::Finding::TakenWhole) {
    children.killAll();
    client.recordTaken(wholeProgram);
    client.tell(wholeProgram, Tier::Best);
  }
  return finding == SharedCode::Finding::Ours;
}

void CodeOutcomes::pollOthers() {
  for (std::uint32_t kernel = 0; kernel < table.kernelCount() && !table.isConcluded(); ++kernel)
    pollOthers(kernel);
  if (!table.isConcluded())
    pollOthers(wholeProgram);
}

void CodeOutcomes::pollOthers(std::uint32_t kernel) {
  if (SharedCode::isAwaited(table.of(kernel, Tier::Best)) && isOurs(kernel))
    shared.release(kernel);
}

} // namespace weft::compiler
