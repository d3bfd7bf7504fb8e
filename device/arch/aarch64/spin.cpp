// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/spin.h"

namespace weft::device {

// `yield` is a no-operation on most cores. A context synchronisation event takes some tens of
// cycles on all of them, as x86's `pause` does.
void spinPause() noexcept { asm volatile("isb" ::: "memory"); }

} // namespace weft::device
