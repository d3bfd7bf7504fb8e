// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/kernel_launch.h"

#include <cassert>
#include <limits>

namespace weft::icd {
namespace {

class LaunchOperation final : public Operation {
public:
  LaunchOperation(const Kernel::Code &kernel, const device::NdRange &range, bool isEmpty)
      : executable(kernel.executable), code(*kernel.code), range(range), isEmpty(isEmpty) {}

  cl_int execute(device::Arena &arena) noexcept override {
    if (isEmpty)
      return CL_SUCCESS;
    const KernelCode::Version *version = code.launchable(range);
    if (!version)
      return CL_OUT_OF_RESOURCES;
    const device::Launch launch{version->loaded,        range,
                                arguments.block(),      arguments.localBytes,
                                arguments.largeBuffers, version->isBest ? nullptr : &code};
    return device::run(arena, launch) == device::LaunchStatus::Complete ? CL_SUCCESS
                                                                        : CL_OUT_OF_RESOURCES;
  }

  float expectedNanoseconds() const noexcept override {
    const KernelCode::Version *version = code.current(range);
    return isEmpty   ? 0
           : version ? device::expectedNanoseconds(*version->loaded.kernel, range)
                     : std::numeric_limits<float>::infinity();
  }

  const char *name() const noexcept override { return code.interface().name; }

  CapturedArguments arguments;

private:
  ExecutableRef executable; ///< keeps the code loaded
  KernelCode &code;
  device::NdRange range;
  bool isEmpty;
};

} // namespace

cl_int enqueueLaunch(const CommandSlot &slot, cl_command_type type, const Kernel &kernel,
                     const Kernel::Code &code, const device::NdRange &range, bool isEmpty) {
  auto operation = std::make_unique<LaunchOperation>(code, range, isEmpty);
  const weft_kernel_description *description = code.code->description();
  assert(description && "the sizes have been validated with it");
  if (cl_int status = kernel.capture(*description, operation->arguments))
    return status;
  return slot.queue.enqueue(type, std::move(operation), slot.waitList, slot.event);
}

} // namespace weft::icd
