// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/after_host.h"

#include "compiler/server/codegen/code_worker.h"
#include "compiler/server/codegen/state/shared_code.h"
#include "compiler/server/processes/build_limits.h"
#include "device/base/clock.h"

#include "llvm/Support/ErrorHandling.h"

#include <csignal>
#include <ctime>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace weft::compiler {
namespace {

/// The process must get this much of each second.
constexpr std::uint64_t minNanoseconds = 250'000'000;

std::uint64_t computed() { return nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID); }

std::uint64_t computedBefore = 0;

/// Every second, ends the process if the machine is busy.
void exitIfBusy(int) {
  const std::uint64_t now = computed();
  if (now - computedBefore < minNanoseconds)
    ::_exit(0);
  computedBefore = now;
}

void watchShareOfCpu() {
  computedBefore = computed();
  struct sigaction action{};
  action.sa_handler = exitIfBusy;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGALRM, &action, nullptr);
  const itimerval second{{1, 0}, {1, 0}};
  // Without it nobody would end the process on a busy machine.
  if (::setitimer(ITIMER_REAL, &second, nullptr) != 0)
    ::_exit(0);
}

/// One program. Gives it up on any failure, or if another process is working on it.
class Completion {
public:
  explicit Completion(RestoredProgram &restored)
      : order(restored.order), table(restored.progress.table), shared(order, restored.progress) {}

  void run() {
    for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
      if (!complete(kernel))
        return;
    if (table.whole().state != CodeState::Done && !complete(wholeProgram))
      return;
    shared.finish();
  }

private:
  /// Whether the code is available.
  bool complete(std::uint32_t kernel) {
    Code &code = table.of(kernel, Tier::Best);
    if (code.state == CodeState::Done)
      return true;
    if (code.state == CodeState::Failed)
      return false;
    const SharedCode::Finding finding = shared.claim(kernel, /*isSpare=*/true);
    if (finding != SharedCode::Finding::Ours)
      return finding == SharedCode::Finding::TakenKernel;
    const bool isMade = make(kernel);
    shared.release(kernel);
    return isMade;
  }

  bool make(std::uint32_t kernel) {
    auto work = makeWorkFiles();
    if (!work)
      return false;
    WorkResult result = kernel == wholeProgram
                            ? linkProgram(order, *work, objects(), /*mayKeep=*/true)
                            : compileKernel(order, *work, shared.work(),
                                            {.kernel = kernel,
                                             .isGivenUp = table.of(kernel, Tier::Best).isGivenUp});
    if (!result.success)
      return false;
    Code &code = kernel == wholeProgram || isWhole(order, Tier::Best)
                     ? table.whole()
                     : table.of(kernel, Tier::Best);
    table.of(kernel, Tier::Best).state = code.state = CodeState::Done;
    code.object.assign(result.object.begin(), result.object.end());
    code.text = std::move(result.path);
    code.binary = std::move(work->binary);
    return true;
  }

  std::vector<ObjectFile> objects() {
    std::vector<ObjectFile> result;
    result.reserve(table.kernelCount());
    for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
      result.push_back(std::move(table.of(kernel, Tier::Best).object));
    return result;
  }

  const CodeOrder &order;
  CodeTable &table;
  SharedCode shared;
};

} // namespace

void completeForCache(const std::vector<ParkedFile> &programs, const CompilerFiles &files) {
  if (programs.empty())
    return;
  // Children about to end do not become zombies.
  ::signal(SIGCHLD, SIG_IGN);
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
  yieldToOthers(stepsOfSpare);
  computeInIdleTime();
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler([](void *, const char *, bool) { ::_exit(0); });
  watchShareOfCpu();
  const std::uint64_t begin = computed();
  for (const ParkedFile &program : programs) {
    llvm::LLVMContext context;
    auto restored = restoreProgram(program.program.get(), files.kernelLibrary, context);
    if (!restored)
      continue;
    limitProgram((begin + 999'999'999) / 1'000'000'000 + restored->order.cacheSeconds,
                 restored->order.memoryBytes);
    Completion(*restored).run();
  }
}

} // namespace weft::compiler
