// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Owned file descriptors.
#pragma once

namespace weft {

/// An owned file descriptor, or none.
class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int descriptor) : value(descriptor) {}
  Descriptor(Descriptor &&other) noexcept : value(other.release()) {}
  Descriptor &operator=(Descriptor &&other) noexcept;
  ~Descriptor() { reset(); }

  int get() const { return value; }
  explicit operator bool() const { return value >= 0; }
  int release();
  void reset();

private:
  int value = -1;
};

/// Takes a descriptor, or a failed call's -1, and moves it off the standard streams' numbers, to
/// which a host that closed them may still write.
Descriptor aboveStandardStreams(int descriptor);

} // namespace weft
