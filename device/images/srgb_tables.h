// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transfer function of sRGB (IEC 61966-2-1) in 8 bits.
#pragma once

namespace weft::device {

struct SrgbTables {
  float linear[256]; ///< the value of each channel
  float from[256];   ///< the smallest value that rounds to the channel or above; [0] unused
};

/// Constant.
extern const SrgbTables srgbTables;

} // namespace weft::device
