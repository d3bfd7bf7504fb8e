// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/executable.h"

#include "device/base/clock.h"
#include "device/base/log.h"

#include <algorithm>
#include <new>

namespace weft::icd {
namespace {

using compiler::Passage;
using compiler::Tier;
using compiler::wholeProgram;

weft_argument_description describe(const device::ArgumentInterface &argument) {
  return {.name = argument.name.c_str(),
          .type_name = argument.typeName.c_str(),
          .kind = argument.kind,
          .address_qualifier = argument.addressQualifier,
          .access_qualifier = argument.accessQualifier,
          .type_qualifiers = argument.typeQualifiers,
          .offset = argument.offset,
          .size = argument.size};
}

std::size_t indexOf(bool best) { return static_cast<std::size_t>(best ? Tier::Best : Tier::First); }

ModuleRef loadModule(const compiler::Binary &binary, std::string &error) {
  const bool hasMutableGlobals = binary.flags() & compiler::binaryHasMutableGlobals;
  return device::Module::load(binary.bytes(), binary.path(), hasMutableGlobals, error);
}

/// What a launch of any size needs: code that needs more than the code before it is not taken, as
/// the host has been told what work-groups are possible.
bool needsNoMore(const weft_kernel_description &newer, const weft_kernel_description &older) {
  constexpr std::uint64_t modestStack = 1 << 20;
  return newer.context_item_bytes <= older.context_item_bytes &&
         newer.context_fixed_bytes <= older.context_fixed_bytes &&
         newer.stack_bytes <= std::max(older.stack_bytes, modestStack);
}

} // namespace

const weft_kernel_description *KernelCode::description() noexcept {
  const Version *version = first.load(std::memory_order_acquire);
  if (!version)
    version = require(owner->tiers == TierChoice::Best);
  return version ? version->loaded.kernel : nullptr;
}

const KernelCode::Version *KernelCode::launchable() noexcept {
  newest();
  if (owner->tiers == TierChoice::Best)
    return require(true);
  const Version *version = latest.load(std::memory_order_acquire);
  return version ? version : require(false);
}

const device::KernelVersion *KernelCode::newest() noexcept {
  const Version *version = latest.load(std::memory_order_acquire);
  if (owner->isPending.load(std::memory_order_relaxed) && !(version && version->isBest))
    if (const std::unique_lock lock(owner->mutex, std::try_to_lock); lock.owns_lock()) {
      while (owner->receive(false)) {
      }
      version = latest.load(std::memory_order_acquire);
    }
  return version ? &version->loaded : nullptr;
}

const KernelCode::Version *KernelCode::require(bool best) noexcept {
  const auto found = [&] {
    const Version *version = latest.load(std::memory_order_acquire);
    return version && (version->isBest || !best) ? version : nullptr;
  };
  if (const Version *version = found())
    return version;
  const std::lock_guard lock(owner->mutex);
  bool isAsked = false;
  for (;;) {
    if (const Version *version = found())
      return version;
    if (best && hasFailed[indexOf(true)])
      best = isAsked = false; // the first code is as good
    if (!owner->code || hasFailed[indexOf(best)])
      return latest.load(std::memory_order_acquire);
    if (!isAsked)
      owner->code->request(position, best ? Tier::Best : Tier::First);
    isAsked = true;
    if (!owner->receive(true))
      isAsked = false;
  }
}

std::shared_ptr<Executable> Executable::load(BinaryRef binary, std::string &log) {
  std::string error;
  const ModuleRef module = loadModule(*binary, error);
  if (!module) {
    log += "error: the program cannot be loaded: " + error + "\n";
    return nullptr;
  }
  const std::shared_ptr<Executable> result(new Executable);
  result->flags = binary->flags();
  result->variableBytes = module->description().global_variable_bytes;
  const auto descriptions = module->kernels();
  result->declare(descriptions.size());
  for (std::size_t position = 0; position < descriptions.size(); ++position) {
    KernelCode &kernel = result->kernels[position];
    kernel.declared = &descriptions[position];
    result->addVersion(kernel, module, kernel.declared, /*isBest=*/true);
  }
  result->whole = std::move(binary);
  return result;
}

std::shared_ptr<Executable> Executable::expect(std::unique_ptr<compiler::ProgramCode> code) {
  const std::shared_ptr<Executable> result(new Executable);
  result->flags = code->flags();
  result->variableBytes = code->interface().globalVariableBytes;
  result->tiers = code->tiers();
  result->builtAt = monotonicNanoseconds();
  result->interface = code->interface();
  result->describe(result->interface);
  result->code = std::move(code);
  result->isPending = true;
  return result;
}

void Executable::declare(std::size_t count) {
  for (std::size_t position = 0; position < count; ++position) {
    KernelCode &kernel = kernels.emplace_back();
    kernel.owner = this;
    kernel.position = static_cast<std::uint32_t>(position);
  }
}

void Executable::describe(const compiler::ProgramInterface &program) {
  declare(program.kernels.size());
  arguments.reserve(program.kernels.size());
  descriptions.reserve(program.kernels.size());
  for (const device::KernelInterface &kernel : program.kernels) {
    auto &list = arguments.emplace_back();
    for (const device::ArgumentInterface &argument : kernel.arguments)
      list.push_back(icd::describe(argument));
    weft_kernel_description description{};
    description.name = kernel.name.c_str();
    description.arguments = list.data();
    description.argument_count = static_cast<std::uint32_t>(list.size());
    description.argument_block_bytes = kernel.argumentBlockBytes;
    std::ranges::copy(kernel.requiredWorkGroupSize, description.required_work_group_size);
    std::ranges::copy(kernel.workGroupSizeHint, description.work_group_size_hint);
    description.attributes = kernel.attributes.c_str();
    const std::size_t position = descriptions.size();
    kernels[position].declared = &descriptions.emplace_back(description);
  }
}

KernelCode *Executable::find(std::string_view name) {
  for (KernelCode &kernel : kernels)
    if (name == kernel.interface().name)
      return &kernel;
  return nullptr;
}

void Executable::prefer(const KernelCode &kernel) noexcept {
  if (!isPending.load(std::memory_order_relaxed) || tiers == TierChoice::First)
    return;
  const std::lock_guard lock(mutex);
  if (code)
    code->request(kernel.position, Tier::Best);
}

BinaryRef Executable::binary() noexcept {
  const std::lock_guard lock(mutex);
  bool isAsked = false;
  while (!whole && code && !wholeHasFailed) {
    if (!isAsked)
      code->request(wholeProgram, Tier::Best);
    isAsked = receive(true);
  }
  return whole;
}

/// Takes one arrival. False if there is none, or if the compiler has been lost: ask it again.
bool Executable::receive(bool waits) {
  if (!code)
    return false;
  try {
    compiler::ProgramCode::Arrival arrival;
    switch (code->receive(arrival, waits)) {
    case Passage::Done:
      take(arrival);
      return true;
    case Passage::Blocked:
      return false;
    case Passage::Closed:
      break;
    }
    // Nobody waits: the loss shows when somebody does.
    if (waits && !code->restart()) {
      log(LogLevel::Error, "the compiler was lost before it had finished a program");
      code.reset();
      isPending = false;
    }
  } catch (const std::bad_alloc &) {
    code.reset();
    isPending = false;
  }
  return false;
}

void Executable::take(const compiler::ProgramCode::Arrival &arrival) {
  std::string error = arrival.log;
  const ModuleRef module = arrival.binary ? loadModule(*arrival.binary, error) : nullptr;
  const char *what = arrival.kernel == wholeProgram
                         ? "the whole program"
                         : interface.kernels[arrival.kernel].name.c_str();
  const char *tier = arrival.tier == Tier::Best ? "best" : "first";
  if (module)
    log(LogLevel::Info, "%s code of %s: %.3f ms after the build", tier, what,
        static_cast<double>(monotonicNanoseconds() - builtAt) / 1e6);
  else
    log(LogLevel::Warning, "no %s code of %s: %s", tier, what, error.c_str());
  if (arrival.kernel == wholeProgram)
    takeWhole(arrival.binary, module);
  else
    takeKernel(arrival, module);
}

void Executable::takeKernel(const compiler::ProgramCode::Arrival &arrival,
                            const ModuleRef &module) {
  KernelCode &kernel = kernels[arrival.kernel];
  const bool isBest = arrival.tier == Tier::Best;
  const weft_kernel_description *description =
      module ? module->find(kernel.interface().name) : nullptr;
  if (description)
    addVersion(kernel, module, description, isBest);
  else
    kernel.hasFailed[indexOf(isBest)] = true;
}

void Executable::takeWhole(BinaryRef binary, const ModuleRef &module) {
  whole = std::move(binary);
  wholeHasFailed = !whole;
  if (!module)
    return;
  for (KernelCode &kernel : kernels)
    if (const weft_kernel_description *description = module->find(kernel.interface().name))
      addVersion(kernel, module, description, /*isBest=*/true);
  code.reset();
  isPending = false;
}

void Executable::addVersion(KernelCode &kernel, const ModuleRef &module,
                            const weft_kernel_description *description, bool isBest) {
  const KernelCode::Version *older = kernel.latest.load(std::memory_order_relaxed);
  if (older && (older->isBest || !isBest))
    return;
  if (older && !needsNoMore(*description, *older->loaded.kernel)) {
    kernel.hasFailed[indexOf(isBest)] = true;
    return;
  }
  const KernelCode::Version *version =
      &versions.emplace_back(KernelCode::Version{module, {description, module->code()}, isBest});
  if (!older)
    kernel.first.store(version, std::memory_order_release);
  kernel.latest.store(version, std::memory_order_release);
}

} // namespace weft::icd
