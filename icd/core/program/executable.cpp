// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/executable.h"

#include "icd/core/program/enqueue_answers.h"

#include <algorithm>
#include <utility>

namespace weft::icd {
namespace {

using compiler::intermediateProgram;
using compiler::Tier;
using compiler::wholeProgram;

/// Compile time of the best code per instruction of a kernel, as measured on ordinary kernels.
constexpr std::uint64_t nanosecondsPerInstruction = 120'000;

weft_argument_description describe(const device::ArgumentInterface &argument) {
  return {.name = argument.name.c_str(),
          .type_name = argument.typeName.c_str(),
          .kind = argument.kind,
          .address_qualifier = argument.addressQualifier,
          .access_qualifier = argument.accessQualifier,
          .type_qualifiers = argument.typeQualifiers,
          .offset = argument.offset,
          .size = argument.size,
          .image_type = argument.imageType,
          .is_depth_image = argument.isDepthImage};
}

} // namespace

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
    kernel.declare(descriptions[position], 0);
    kernel.add(module, descriptions[position], /*isBest=*/true);
  }
  result->countHostKernels();
  result->whole = std::move(binary);
  return result;
}

std::shared_ptr<Executable> Executable::expect(std::unique_ptr<compiler::ProgramCode> code) {
  const std::shared_ptr<Executable> result(new Executable);
  result->flags = code->flags();
  result->variableBytes = code->interface().globalVariableBytes;
  result->wishes = code->wishes();
  result->interface = code->interface();
  result->describe(result->interface);
  result->arrivals.expect(std::move(code));
  return result;
}

void Executable::declare(std::size_t count) {
  for (std::size_t position = 0; position < count; ++position)
    kernels.emplace_back(*this, static_cast<std::uint32_t>(position));
}

void Executable::countHostKernels() {
  hostKernels = std::ranges::count_if(kernels, [](const KernelCode &kernel) {
    return !(kernel.interface().flags & WEFT_KERNEL_HIDDEN);
  });
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
    description.sub_group_size = kernel.subGroupSize;
    description.required_sub_group_size = kernel.requiredSubGroupSize;
    description.required_sub_groups = kernel.requiredSubGroups;
    description.flags = kernel.isOfBlock ? WEFT_KERNEL_OF_BLOCK : 0;
    description.attributes = kernel.attributes.c_str();
    const std::size_t position = descriptions.size();
    kernels[position].declare(descriptions.emplace_back(description),
                              kernel.instructions * nanosecondsPerInstruction);
  }
  countHostKernels();
}

const KernelCode *Executable::findHidden(std::uint32_t kernelFlag) const noexcept {
  const auto found = std::ranges::find_if(
      kernels.begin() + static_cast<std::ptrdiff_t>(hostKernels), kernels.end(),
      [&](const KernelCode &kernel) { return kernel.interface().flags & kernelFlag; });
  return found == kernels.end() ? nullptr : &*found;
}

namespace {

/// Runs a kernel without arguments on one work-item.
bool runAlone(device::Arena &arena, const KernelCode &kernel) noexcept {
  device::Launch launch;
  launch.version = kernel.current()->loaded;
  launch.localMemoryBytes = launch.version.kernel->local_memory_bytes;
  launch.enqueue = refuseToEnqueue;
  return device::run(arena, launch) == device::LaunchStatus::Complete;
}

} // namespace

bool Executable::construct(device::Arena &where) noexcept {
  const KernelCode *constructor = findHidden(WEFT_KERNEL_CONSTRUCTS);
  if (constructor && !runAlone(where, *constructor))
    return false;
  arena = &where;
  return true;
}

// Partially constructed objects, for lack of memory, stay as they are.
Executable::~Executable() {
  if (const KernelCode *destructor = arena ? findHidden(WEFT_KERNEL_DESTROYS) : nullptr)
    static_cast<void>(runAlone(*arena, *destructor));
}

KernelCode *Executable::find(std::string_view name) {
  for (KernelCode &kernel : kernels)
    if (name == kernel.interface().name)
      return &kernel;
  return nullptr;
}

BinaryRef Executable::binary() noexcept {
  if (!wishes.binaryHasCode)
    arrivals.await(
        arrivals.nameOf(intermediateProgram),
        [&] { return whole || intermediate || intermediateHasFailed; },
        [](const compiler::ProgramCode &compiler) {
          compiler.request(intermediateProgram, Tier::Best);
        });
  const auto best = [&] { return intermediate ? intermediate : whole; };
  arrivals.await(
      arrivals.nameOf(wholeProgram), [&] { return best() || wholeHasFailed; },
      [](const compiler::ProgramCode &compiler) { compiler.request(wholeProgram, Tier::Best); });
  const auto lock = arrivals.hold();
  return best();
}

void Executable::takeKernel(std::uint32_t position, Tier tier, const ModuleRef &module) {
  KernelCode &kernel = kernels[position];
  const weft_kernel_description *description =
      module ? module->find(kernel.interface().name) : nullptr;
  if (description)
    kernel.add(module, *description, tier == Tier::Best);
  else
    kernel.fail(tier);
}

void Executable::takeIntermediate(BinaryRef binary) {
  intermediate = std::move(binary);
  intermediateHasFailed = !intermediate;
}

void Executable::takeWhole(BinaryRef binary, const ModuleRef &module) {
  whole = std::move(binary);
  wholeHasFailed = !whole;
  if (!module)
    return;
  for (KernelCode &kernel : kernels)
    if (const weft_kernel_description *description = module->find(kernel.interface().name))
      kernel.add(module, *description, /*isBest=*/true);
}

} // namespace weft::icd
