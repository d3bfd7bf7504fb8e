// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/code_arrivals.h"

#include "device/base/clock.h"
#include "device/base/reports/activity_board.h"
#include "device/base/reports/log.h"
#include "device/base/reports/trace.h"
#include "device/base/settings.h"

#include <new>
#include <utility>

namespace weft::icd {
namespace {

using compiler::intermediateProgram;
using compiler::Passage;
using compiler::Tier;
using compiler::wholeProgram;

const char *textOf(Tier tier) { return tier == Tier::Best ? "best" : "first"; }

} // namespace

ModuleRef loadModule(const compiler::Binary &binary, std::string &error) {
  const bool hasMutableGlobals = binary.flags() & compiler::binaryHasMutableGlobals;
  return device::Module::load(binary.bytes(), binary.path(), hasMutableGlobals, error);
}

void CodeArrivals::expect(std::unique_ptr<compiler::ProgramCode> source) {
  builtAt = monotonicNanoseconds();
  kernelCount = static_cast<unsigned>(source->interface().kernels.size());
  code = std::move(source);
  isPending = true;
}

const char *CodeArrivals::nameOf(std::uint32_t kernel) const {
  return kernel >= intermediateProgram ? "the whole program" : receiver.kernelName(kernel);
}

void CodeArrivals::request(std::uint32_t kernel, Tier tier) noexcept {
  if (!mayArrive())
    return;
  const std::lock_guard lock(mutex);
  if (code)
    code->request(kernel, tier);
}

void CodeArrivals::look() noexcept {
  if (const std::unique_lock lock(mutex, std::try_to_lock); lock.owns_lock())
    receiveAvailable();
}

/// Receives one arrival for all waiters, or replaces a lost compiler.
void CodeArrivals::receiveAndWait(std::unique_lock<std::mutex> &lock, Progress &progress,
                                  const char *what) {
  const compiler::ProgramCode &source = *code;
  const unsigned done = bestCodeCount;
  isReceiving = true;
  lock.unlock();
  compiler::ProgramCode::Arrival arrival;
  bool hasArrived = false;
  Descriptor other;
  try {
    progress.waitFor(source.file(), what, done, kernelCount);
    hasArrived = source.receive(arrival, /*waits=*/true) == Passage::Done;
    if (!hasArrived && source.mayRestart())
      other = source.buildAgain();
  } catch (const std::bad_alloc &) {
    hasArrived = false;
  }
  lock.lock();
  isReceiving = false;
  if (hasArrived) {
    take(arrival);
  } else if (other) {
    code->restart(std::move(other));
    ++requestsLost;
  } else {
    giveUp();
  }
  arrived.notify_all();
}

/// Processes pending arrivals. A lost compiler is replaced when somebody waits.
void CodeArrivals::receiveAvailable() noexcept {
  try {
    compiler::ProgramCode::Arrival arrival;
    while (code && !isReceiving && code->receive(arrival, /*waits=*/false) == Passage::Done)
      take(arrival);
  } catch (const std::bad_alloc &) {
    giveUp();
  }
}

/// No further arrivals.
void CodeArrivals::end() noexcept {
  code.reset();
  isPending = false;
}

void CodeArrivals::giveUp() noexcept {
  log(LogLevel::Error, "the compiler was lost before it had finished a program");
  end();
}

void CodeArrivals::take(const compiler::ProgramCode::Arrival &arrival) noexcept {
  try {
    for (const compiler::CodeRecord &record : arrival.records) {
      tell(record);
      bestCodeCount += record.kernel != wholeProgram && record.tier == Tier::Best &&
                       record.origin != compiler::CodeRecord::Origin::GivenUp;
    }
    if (arrival.kernel == compiler::noCode)
      return;
    if (arrival.kernel == intermediateProgram) {
      if (!arrival.binary)
        log(LogLevel::Warning, "no intermediate binary: %s", arrival.log.c_str());
      return receiver.takeIntermediate(arrival.binary);
    }
    std::string error = arrival.log;
    const ModuleRef module = arrival.binary ? loadModule(*arrival.binary, error) : nullptr;
    if (!module)
      reportFailure(arrival, error);
    if (arrival.kernel != wholeProgram)
      return receiver.takeKernel(arrival.kernel, arrival.tier, module);
    receiver.takeWhole(arrival.binary, module);
    if (module)
      end();
  } catch (const std::bad_alloc &) {
    giveUp();
  }
}

/// Warns, and saves the source for a bug report.
void CodeArrivals::reportFailure(const compiler::ProgramCode::Arrival &arrival,
                                 std::string &error) {
  if (error.ends_with('\n'))
    error.pop_back();
  const std::string &folder = Settings::ofProcess().programFolder;
  if (failedSource.empty() && !folder.empty())
    failedSource = code->keepSource(folder, error);
  log(LogLevel::Warning, "no %s code of %s: %s%s%s", textOf(arrival.tier), nameOf(arrival.kernel),
      error.c_str(), failedSource.empty() ? "" : "; its source is kept in ", failedSource.c_str());
}

/// For the log and the trace.
void CodeArrivals::tell(const compiler::CodeRecord &record) const {
  using Origin = compiler::CodeRecord::Origin;
  const char *tier = textOf(record.tier), *name = nameOf(record.kernel);
  const auto sinceBuild = [&](std::uint64_t time) {
    return (static_cast<double>(time) - static_cast<double>(builtAt)) / 1e6;
  };
  const double cpu = static_cast<double>(record.cpuNanoseconds) / 1e6;
  if (record.origin == Origin::Taken)
    log(LogLevel::Info, "%s code of %s: from another process, %.3f ms after the build", tier, name,
        sinceBuild(record.end));
  else if (record.origin == Origin::GivenUp)
    log(LogLevel::Info,
        "%s code of %s: given up after %.3f ms, as it took too long (WEFT_BEST_SECONDS)", tier,
        name, sinceBuild(record.end));
  else
    log(LogLevel::Info, "%s code of %s: %s from %.3f to %.3f ms after the build, CPU time %.3f ms",
        tier, name, record.origin == Origin::Made ? "made" : "failed", sinceBuild(record.begin),
        sinceBuild(record.end), cpu);
  if (record.origin == Origin::Taken)
    return;
  noteCompilation(record.end - record.begin, true);
  traceCompilation(name, record.begin, record.end, "\"tier\":\"%s\",\"failed\":%s", tier,
                   record.origin == Origin::Made ? "false" : "true");
}

} // namespace weft::icd
