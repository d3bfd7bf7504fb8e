// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/platform/platform.h"

#include "device/base/reports/trace.h"
#include "device/base/threads/once.h"
#include "icd/core/platform/device.h"

namespace weft::icd {

Platform &Platform::get() {
  return once([] { return new Platform; });
}

std::span<Device *const> Platform::devices() {
  struct Roots {
    Device *const root = Device::makeRoot();
  };
  const Roots &roots = once([] {
    openTrace();
    return new Roots;
  });
  return {&roots.root, 1};
}

} // namespace weft::icd
