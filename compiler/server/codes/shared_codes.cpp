// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/server/codes/shared_codes.h"

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

/// How long a process that waits for another's code does so at least, and for each instruction of
/// the kernel: about what ordinary code takes, on a busy machine.
constexpr std::chrono::microseconds leastPatience = 250ms, patiencePerInstruction = 3ms;
/// How long code of another process is awaited that nobody waits for here.
constexpr auto patienceOfSpare = 30s;

bool fill(Code &code, std::string_view binary) {
  code.binary = makeMemoryFile("weft-code", binary);
  if (!code.binary)
    return false;
  code.state = CodeState::Done;
  return true;
}

} // namespace

SharedCodes::SharedCodes(const CodeOrder &order, CodeProgress &progress)
    : order(order), codes(progress.codes), intermediateKey(progress.intermediateKey) {
  const auto key = keyOfResult(order.cache, order.isRepeatable && order.makesBest, order.compiler,
                               order.files, order.workingFolder);
  if (key)
    shared = std::make_unique<SharedWork>(order.cache, *key, order.files, order.workingFolder);
}

SharedCodes::Finding SharedCodes::claim(std::uint32_t kernel, bool isSpare) {
  Code &code = codes.of(kernel, Tier::Best);
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

void SharedCodes::release(std::uint32_t kernel) { shared->release(kernel); }

bool SharedCodes::holdsClaim(std::uint32_t kernel, Tier tier) const {
  return shared && tier == Tier::Best && !codes.of(kernel, tier).isAlone;
}

Clock::duration SharedCodes::patience(std::uint32_t kernel, bool isSpare) const {
  if (isSpare)
    return patienceOfSpare;
  const std::uint64_t size =
      kernel == wholeProgram ? codes.kernelCount() : order.interface.kernels[kernel].instructions;
  return leastPatience + patiencePerInstruction * static_cast<std::int64_t>(size);
}

bool SharedCodes::takeKernel(std::uint32_t kernel) {
  const auto part = kernel == wholeProgram ? std::nullopt : shared->findKernel(kernel);
  Code &code = codes.of(kernel, Tier::Best);
  if (!part || !fill(code, part->binary))
    return false;
  code.object.assign(part->object.begin(), part->object.end());
  return true;
}

bool SharedCodes::takeWhole() {
  const auto hit = shared->findWhole();
  if (!hit || !fill(codes.whole(), asText(hit->binary->bytes())))
    return false;
  codes.whole().text = hit->binary->path();
  keepForIntermediate();
  return true;
}

void SharedCodes::noteIntermediate(std::span<const std::byte> binary) {
  if (shared)
    intermediateKey = keyOfIntermediate(binary, order.compiler);
}

void SharedCodes::finish() {
  if (!shared || codes.whole().text.empty())
    return;
  shared->finish(codes.kernelCount());
  keepForIntermediate();
}

/// The program depends on no files then.
void SharedCodes::keepForIntermediate() const {
  const Code &whole = codes.whole();
  struct stat status;
  if (!intermediateKey || ::fstat(whole.binary.get(), &status) != 0)
    return;
  std::vector<std::byte> binary(static_cast<std::size_t>(status.st_size));
  if (readAt(whole.binary.get(), binary.data(), binary.size(), 0) == binary.size())
    DiskCache(order.cache.folder, order.cache.bytes).store(*intermediateKey, binary, order.log, {});
}

} // namespace weft::compiler
