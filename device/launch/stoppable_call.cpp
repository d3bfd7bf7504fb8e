// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/stoppable_call.h"

#include "device/arch/stoppable_call.h"

namespace weft::device {
namespace {

struct Call {
  WorkerMemory &memory;
  weft_kernel_function *function;
  const weft_launch &launch;
  std::size_t first, last;
};

} // namespace

bool runUntilStopped(WorkerMemory &memory, weft_kernel_function *function,
                     const weft_launch &launch, std::size_t first, std::size_t last) noexcept {
  Call call{memory, function, launch, first, last};
  return callStoppably(
      [](void *argument) {
        const Call &call = *static_cast<Call *>(argument);
        call.memory.run(call.function, call.launch, call.first, call.last);
      },
      &call);
}

void leaveKernel() noexcept { endStoppableCall(); }

} // namespace weft::device
