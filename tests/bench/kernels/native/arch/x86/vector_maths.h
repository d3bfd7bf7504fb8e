// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of glibc's vector library, called by the names of the vector ABI: N16v are 16 lanes
// of AVX-512, N8v are 8 lanes of AVX2.
#pragma once

#include "tests/bench/kernels/lanes.h"

namespace weft::bench::native {

extern "C" {
#ifdef __AVX512F__
Floats vectorExp(Floats) __asm__("_ZGVeN16v_expf");
Floats vectorLog(Floats) __asm__("_ZGVeN16v_logf");
Floats vectorSin(Floats) __asm__("_ZGVeN16v_sinf");
Floats vectorCos(Floats) __asm__("_ZGVeN16v_cosf");
Floats vectorTanh(Floats) __asm__("_ZGVeN16v_tanhf");
Floats vectorPow(Floats, Floats) __asm__("_ZGVeN16vv_powf");
Floats vectorAtan2(Floats, Floats) __asm__("_ZGVeN16vv_atan2f");
#elif defined(__AVX2__)
Floats vectorExp(Floats) __asm__("_ZGVdN8v_expf");
Floats vectorLog(Floats) __asm__("_ZGVdN8v_logf");
Floats vectorSin(Floats) __asm__("_ZGVdN8v_sinf");
Floats vectorCos(Floats) __asm__("_ZGVdN8v_cosf");
Floats vectorTanh(Floats) __asm__("_ZGVdN8v_tanhf");
Floats vectorPow(Floats, Floats) __asm__("_ZGVdN8vv_powf");
Floats vectorAtan2(Floats, Floats) __asm__("_ZGVdN8vv_atan2f");
#else
Floats vectorExp(Floats) __asm__("_ZGVbN4v_expf");
Floats vectorLog(Floats) __asm__("_ZGVbN4v_logf");
Floats vectorSin(Floats) __asm__("_ZGVbN4v_sinf");
Floats vectorCos(Floats) __asm__("_ZGVbN4v_cosf");
Floats vectorTanh(Floats) __asm__("_ZGVbN4v_tanhf");
Floats vectorPow(Floats, Floats) __asm__("_ZGVbN4vv_powf");
Floats vectorAtan2(Floats, Floats) __asm__("_ZGVbN4vv_atan2f");
#endif
}

} // namespace weft::bench::native
