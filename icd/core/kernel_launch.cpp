// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/kernel_launch.h"

namespace weft::icd {
namespace {

class LaunchOperation final : public Operation {
public:
  LaunchOperation(ModuleRef module, const weft_kernel_description &description,
                  const device::NdRange &range, bool isEmpty)
      : module(std::move(module)), description(description), range(range), isEmpty(isEmpty) {}

  cl_int execute(device::Arena &arena) noexcept override {
    if (isEmpty)
      return CL_SUCCESS;
    const device::Launch launch{&description,           range,
                                arguments.block(),      arguments.localBytes,
                                arguments.largeBuffers, module->code()};
    return device::run(arena, launch) == device::LaunchStatus::Complete ? CL_SUCCESS
                                                                        : CL_OUT_OF_RESOURCES;
  }

  float expectedNanoseconds() const noexcept override {
    return isEmpty ? 0 : device::expectedNanoseconds(description, range);
  }

  const char *name() const noexcept override { return description.name; }

  CapturedArguments arguments;

private:
  ModuleRef module; ///< keeps the code loaded
  const weft_kernel_description &description;
  device::NdRange range;
  bool isEmpty;
};

} // namespace

cl_int enqueueLaunch(const CommandSlot &slot, cl_command_type type, const Kernel &kernel,
                     const Kernel::Code &code, const device::NdRange &range, bool isEmpty) {
  auto operation =
      std::make_unique<LaunchOperation>(code.module, *code.description, range, isEmpty);
  if (cl_int status = kernel.capture(code, operation->arguments))
    return status;
  return slot.queue.enqueue(type, std::move(operation), slot.waitList, slot.event);
}

} // namespace weft::icd
