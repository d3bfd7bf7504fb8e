// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/kernel_builder.h"

#include "device/base/clock.h"
#include "device/base/reports/log.h"
#include "device/launch/trial_note.h"
#include "icd/core/program/build_report.h"
#include "icd/core/program/executable.h"

#include <algorithm>
#include <utility>

namespace weft::icd {
std::optional<KernelVariant> variantFor(const weft_kernel_description &kernel,
                                        const device::NdRange &range) noexcept {
  if (device::needsWideIds(kernel, range))
    return KernelVariant{{}, true};
  if (device::gainsFromKnownSize(kernel, range))
    return KernelVariant{range.localSize, false};
  return std::nullopt;
}

KernelBuilder::KernelBuilder(compiler::BuildRequest request, compiler::HostState host)
    : request(std::move(request)), host(std::move(host)) {}

std::shared_ptr<Executable> KernelBuilder::build(compiler::BuildRequest alone,
                                                 const std::string &what) const {
  const std::uint64_t begin = monotonicNanoseconds();
  const auto builder = std::make_shared<const KernelBuilder>(alone, host);
  compiler::BuildResult result = compiler::build(std::move(alone), host);
  reportResult(request.kind, result);
  weft::log(LogLevel::Info, "build of %s: %.3f ms", what.c_str(),
            static_cast<double>(monotonicNanoseconds() - begin) / 1e6);
  std::string problem;
  std::shared_ptr<Executable> program = result.code ? Executable::expect(std::move(result.code))
                                        : result.binary
                                            ? Executable::load(std::move(result.binary), problem)
                                            : nullptr;
  if (program)
    program->setBuilder(builder);
  return program;
}

std::shared_ptr<Executable> KernelBuilder::build(const std::string &kernel,
                                                 const KernelVariant &variant) const {
  compiler::BuildRequest alone = request;
  alone.options.onlyKernel = kernel;
  if (variant.hasWideIds) {
    alone.options.wideLaunches = true;
    return build(std::move(alone), kernel + " for ids of 2^31 and more");
  }
  const auto &size = variant.localSize;
  std::ranges::copy(size, alone.options.localSize.items.begin());
  return build(std::move(alone), kernel + " for work-groups of " + std::to_string(size[0]) + " x " +
                                     std::to_string(size[1]) + " x " + std::to_string(size[2]));
}

std::shared_ptr<Executable> KernelBuilder::buildScalar(const std::string &kernel,
                                                       std::uint32_t laneDimension) const {
  compiler::BuildRequest alone = request;
  alone.options.onlyKernel = kernel;
  // Not -cl-weft-vectorise=off: LLVM may still vectorise the loops of a work-item.
  alone.options.withoutStages.insert(compiler::VectorStage::Gangs);
  alone.options.laneDimension = static_cast<compiler::LaneDimension>(laneDimension + 1);
  return build(std::move(alone), kernel + " without lanes");
}

std::shared_ptr<Executable> KernelBuilder::buildBackwards(const std::string &kernel) const {
  compiler::BuildRequest alone = request;
  alone.options.onlyKernel = kernel;
  alone.options.vectorFactor = compiler::scalarFactor;
  alone.options.runsBackwards = true;
  return build(std::move(alone), kernel + " for another order");
}

const compiler::BuildNotes &KernelBuilder::notesOfBuild() const {
  const compiler::BuildNotes *known = notes.load(std::memory_order_acquire);
  if (known)
    return *known;
  auto made = std::make_unique<const compiler::BuildNotes>(request, host);
  // Another thread may have been first.
  return notes.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)
             ? *made.release()
             : *known;
}

device::VersionTrial::Result KernelBuilder::findResult(const std::string &kernel,
                                                       device::RangeKind kind) const {
  const auto note = notesOfBuild().find(device::nameOfTrial(kernel, kind));
  return note ? device::trialResultOf(*note) : device::VersionTrial::Result();
}

void KernelBuilder::keepResult(const std::string &kernel, device::RangeKind kind,
                               const device::VersionTrial::Result &result) const {
  notesOfBuild().keep(device::nameOfTrial(kernel, kind), device::textOf(result));
}

} // namespace weft::icd
