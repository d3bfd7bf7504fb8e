// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/target/arch/x86/gather_mitigation.h"

#include "device/base/files/descriptor.h"

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace weft::compiler {

bool saysThatGathersAreSlow(std::string_view status) {
  return status.starts_with("Mitigation: Microcode");
}

bool areGathersSlow() {
  constexpr const char *path = "/sys/devices/system/cpu/vulnerabilities/gather_data_sampling";
  const Descriptor file(::open(path, O_RDONLY | O_CLOEXEC));
  char text[64];
  const ssize_t length = file ? ::read(file.get(), text, sizeof text) : 0;
  return saysThatGathersAreSlow({text, static_cast<std::size_t>(std::max<ssize_t>(length, 0))});
}

} // namespace weft::compiler
