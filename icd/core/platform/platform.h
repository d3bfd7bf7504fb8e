// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one platform and its root devices.
#pragma once

#include "icd/core/object.h"

#include <span>

namespace weft::icd {

class Device;

class Platform final : public Object<Platform, _cl_platform_id, ObjectType::Platform> {
public:
  /// The platform; lives until the process ends. Cheap: does not query the hardware.
  static Platform &get();

  /// The root devices, created at the first call (which reads the topology). Thread-safe.
  std::span<Device *const> devices();
};

} // namespace weft::icd
