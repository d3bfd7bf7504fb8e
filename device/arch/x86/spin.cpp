// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/spin.h"

#include <immintrin.h>

namespace weft::device {

void spinPause() noexcept { _mm_pause(); }

} // namespace weft::device
