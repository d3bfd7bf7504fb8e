#include "icd/core/platform.h"

#include "icd/core/device.h"

namespace weft::icd {

Platform &Platform::get() {
  static Platform *const platform = new Platform;
  return *platform;
}

std::span<Device *const> Platform::devices() {
  static Device *const root = Device::makeRoot();
  return {&root, 1};
}

} // namespace weft::icd
