// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same work as C++ over arrays, by rows.
#pragma once

#include <cstddef>

namespace weft::bench {

/// Square images of `size` texels of four channels. One texel has the type that the function's name
/// ends in: bytes for Unorm8, floats for Float.
struct NativeImages {
  const void *from;
  void *to;
  std::size_t size;
};

using NativeRows = void(const NativeImages &images, std::size_t first, std::size_t last);

struct NativeWork {
  const char *name; ///< of the kernel
  NativeRows *unorm8, *real;
};

extern const NativeWork nativeWorks[6];

} // namespace weft::bench
