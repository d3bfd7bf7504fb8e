# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set(WEFT_TEXEL_LEVELS v2 v3 v4)
set(WEFT_TEXEL_FLAGS_v2 -march=x86-64-v2)
set(WEFT_TEXEL_FLAGS_v3 -march=x86-64-v3)
set(WEFT_TEXEL_FLAGS_v4 -march=x86-64-v4 -mprefer-vector-width=512)
