// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codegen/state/shared_code.h"

#include "compiler/cache/disk_cache.h"
#include "device/base/bytes.h"
#include "device/base/files/files.h"
#include "device/base/files/memory_file.h"
#include "device/base/files/transfer.h"

#include <chrono>
#include <sys/stat.h>

namespace weft::compiler {
namespace {

using namespace std::chrono_literals;
using Clock = BuildWatch::Clock;

/// How long a process waits for another's code, at least and per instruction of the kernel: about
/// what ordinary code takes on a busy machine.
constexpr std::chrono::microseconds minPatience = 250ms, patiencePerInstruction = 3ms;
/// How long another process's code is awaited if nobody here waits for it.
constexpr auto patienceOfSpare = 30s;

bool fill(Code &code, std::string_view binary) {
  code.binary = makeMemoryFile("weft-code", binary);
  if (!code.binary)
    return false;
  code.state = CodeState::Done;
  return true;
}

} // namespace

SharedCode::SharedCode(const CodeOrder &order, CodeProgress &progress)
    : order(order), table(progress.table), intermediateKey(progress.intermediateKey) {
  const auto key = keyOfResult(order.cache, order.isRepeatable && order.makesBest, order.compiler,
                               order.files, order.workingFolder);
  if (key)
    shared = std::make_unique<SharedWork>(order.cache, *key, order.files, order.workingFolder);
}

SharedCode::Finding SharedCode::claim(std::uint32_t kernel, bool isSpare) {
  Code &code = table.of(kernel, Tier::Best);
  if (!shared || code.isAlone)
    return Finding::Ours;
  code.isOthers = !shared->claim(kernel);
  if (code.isOthers) {
    if (!code.othersSince)
      code.othersSince = Clock::now();
    code.isAlone = Clock::now() - *code.othersSince > patience(kernel, isSpare);
    code.isOthers = !code.isAlone;
    return code.isAlone ? Finding::Ours : Finding::Others;
  }
  const bool isKernelTaken = takeKernel(kernel);
  if (!isKernelTaken && !takeWhole())
    return Finding::Ours;
  shared->release(kernel);
  return isKernelTaken ? Finding::TakenKernel : Finding::TakenWhole;
}

void SharedCode::release(std::uint32_t kernel) { shared->release(kernel); }

bool SharedCode::holdsClaim(std::uint32_t kernel, Tier tier) const {
  return shared && tier == Tier::Best && !table.of(kernel, tier).isAlone;
}

bool SharedCode::isAwaitingOthers() const {
  for (std::uint32_t kernel = 0; kernel < table.kernelCount(); ++kernel)
    if (isAwaited(table.of(kernel, Tier::Best)))
      return true;
  return isAwaited(table.whole());
}

Clock::duration SharedCode::patience(std::uint32_t kernel, bool isSpare) const {
  if (isSpare)
    return patienceOfSpare;
  const std::uint64_t size =
      kernel == wholeProgram ? table.kernelCount() : order.interface.kernels[kernel].instructions;
  return minPatience + patiencePerInstruction * static_cast<std::int64_t>(size);
}

bool SharedCode::takeKernel(std::uint32_t kernel) {
  const auto part = kernel == wholeProgram ? std::nullopt : shared->findKernel(kernel);
  Code &code = table.of(kernel, Tier::Best);
  if (!part || !fill(code, part->binary))
    return false;
  code.object.assign(part->object.begin(), part->object.end());
  return true;
}

bool SharedCode::takeWhole() {
  const auto hit = shared->findWhole();
  if (!hit || !fill(table.whole(), asText(hit->binary->bytes())))
    return false;
  table.whole().text = hit->binary->path();
  keepForIntermediate();
  return true;
}

void SharedCode::noteIntermediate(std::span<const std::byte> binary) {
  if (shared)
    intermediateKey = keyOfIntermediate(binary, order.compiler);
}

void SharedCode::finish() {
  if (!shared || table.whole().text.empty())
    return;
  shared->finish(table.kernelCount());
  keepForIntermediate();
}

/// Then the program depends on no files.
void SharedCode::keepForIntermediate() const {
  const Code &whole = table.whole();
  struct stat status;
  if (!intermediateKey || ::fstat(whole.binary.get(), &status) != 0)
    return;
  std::vector<std::byte> binary(static_cast<std::size_t>(status.st_size));
  if (readAt(whole.binary.get(), binary.data(), binary.size(), 0) == binary.size())
    DiskCache(order.cache.folder, order.cache.bytes).store(*intermediateKey, binary, order.log, {});
}

} // namespace weft::compiler
