// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/files/descriptor.h"

#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace weft {

Descriptor &Descriptor::operator=(Descriptor &&other) noexcept {
  if (this != &other) {
    reset();
    value = other.release();
  }
  return *this;
}

int Descriptor::release() { return std::exchange(value, -1); }

void Descriptor::reset() {
  if (value >= 0)
    ::close(std::exchange(value, -1));
}

Descriptor aboveStandardStreams(int descriptor) {
  Descriptor original(descriptor);
  if (descriptor < 0 || descriptor > STDERR_FILENO)
    return original;
  return Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

} // namespace weft
