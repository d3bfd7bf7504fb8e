// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of glibc's vector library, called by the names of the vector ABI: N16 are 16 lanes
// of AVX-512, N8 are 8 lanes of AVX2, N4 are 4 lanes of SSE.
#pragma once

#include "tests/bench/kernels/lanes.h"

namespace weft::bench::native {

// The compiler takes these names as literals alone.
#ifdef __AVX512F__
#define WEFT_VECTOR_ABI "_ZGVeN16"
#elif defined(__AVX2__)
#define WEFT_VECTOR_ABI "_ZGVdN8"
#else
#define WEFT_VECTOR_ABI "_ZGVbN4"
#endif

extern "C" {
Floats vectorExp(Floats) __asm__(WEFT_VECTOR_ABI "v_expf");
Floats vectorLog(Floats) __asm__(WEFT_VECTOR_ABI "v_logf");
Floats vectorSin(Floats) __asm__(WEFT_VECTOR_ABI "v_sinf");
Floats vectorCos(Floats) __asm__(WEFT_VECTOR_ABI "v_cosf");
Floats vectorTanh(Floats) __asm__(WEFT_VECTOR_ABI "v_tanhf");
Floats vectorPow(Floats, Floats) __asm__(WEFT_VECTOR_ABI "vv_powf");
Floats vectorAtan2(Floats, Floats) __asm__(WEFT_VECTOR_ABI "vv_atan2f");
}

#undef WEFT_VECTOR_ABI

} // namespace weft::bench::native
