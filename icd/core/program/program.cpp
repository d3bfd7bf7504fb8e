// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/program.h"

#include "icd/core/context/context.h"
#include "icd/core/platform/device.h"

#include <algorithm>

namespace weft::icd {
namespace {

std::vector<Ref<Device>> devicesOf(Context &context) {
  std::vector<Ref<Device>> devices;
  devices.reserve(context.deviceCount());
  for (std::size_t index = 0; index < context.deviceCount(); ++index)
    devices.emplace_back(&context.device(index));
  return devices;
}

} // namespace

Program::Program(Context &context, std::string source)
    : owner(&context), madeFrom(Origin::Source), content(std::move(source)),
      deviceList(devicesOf(context)), builds(deviceList.size()) {}

Program::Program(Context &context, std::string module,
                 std::vector<compiler::SpecialisationConstant> constants)
    : owner(&context), madeFrom(Origin::Module), content(std::move(module)),
      constants(std::move(constants)), deviceList(devicesOf(context)), builds(deviceList.size()) {}

Program::Program(Context &context, std::vector<Ref<Device>> devices,
                 std::vector<BinaryRef> binaries)
    : owner(&context), madeFrom(binaries.empty() ? Origin::Link : Origin::Binary),
      deviceList(std::move(devices)), given(std::move(binaries)), builds(deviceList.size()) {
  for (std::size_t index = 0; index < given.size(); ++index)
    builds[index].binary = given[index];
}

Program::~Program() = default;

std::optional<std::size_t> Program::position(const Device &device) const {
  for (std::size_t index = 0; index < deviceList.size(); ++index)
    if (deviceList[index].get() == &device)
      return index;
  return std::nullopt;
}

Program::Build Program::build(std::size_t position) const {
  std::lock_guard lock(mutex);
  return builds[position];
}

BinaryRef Program::binary(std::size_t position) const {
  const Build state = build(position);
  return state.executable ? state.executable->binary() : state.binary;
}

BinaryRef Program::linkable(const Device &device) const {
  std::lock_guard lock(mutex);
  for (const Device *candidate = &device; candidate; candidate = candidate->parent()) {
    const auto found = position(*candidate);
    const BinaryRef binary = found ? builds[*found].binary : nullptr;
    if (binary && (binary->kind() == compiler::BinaryKind::Object ||
                   binary->kind() == compiler::BinaryKind::Library))
      return binary;
  }
  return nullptr;
}

bool Program::isBuilding(const Device &device) const {
  const auto found = position(device);
  std::lock_guard lock(mutex);
  return found && builds[*found].status == CL_BUILD_IN_PROGRESS;
}

cl_int Program::specialise(std::uint32_t id, std::size_t size, const void *value) {
  const auto constant = std::ranges::find(constants, id, &compiler::SpecialisationConstant::id);
  if (constant == constants.end())
    return CL_INVALID_SPEC_ID;
  if (size != constant->bytes || !value)
    return CL_INVALID_VALUE;
  std::string bytes(static_cast<const char *>(value), size);
  std::lock_guard lock(mutex);
  const auto given = std::ranges::find(specialisations, id, &compiler::Specialisation::id);
  if (given == specialisations.end())
    specialisations.push_back({id, std::move(bytes)});
  else
    given->bytes = std::move(bytes);
  return CL_SUCCESS;
}

std::vector<Program::DeviceExecutable> Program::executables() const {
  std::lock_guard lock(mutex);
  return collectExecutables();
}

std::vector<Program::DeviceExecutable> Program::collectExecutables() const {
  std::vector<DeviceExecutable> found;
  for (std::size_t index = 0; index < builds.size(); ++index)
    if (builds[index].executable)
      found.push_back({deviceList[index].get(), builds[index].executable});
  return found;
}

std::vector<Program::DeviceExecutable> Program::attachKernel() {
  std::lock_guard lock(mutex);
  std::vector<DeviceExecutable> found = collectExecutables();
  if (!found.empty())
    ++attachedKernels;
  return found;
}

void Program::detachKernel() noexcept {
  std::lock_guard lock(mutex);
  --attachedKernels;
}

} // namespace weft::icd
