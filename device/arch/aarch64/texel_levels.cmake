# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# NEON is part of every AArch64, and its registers hold the routines' vectors in pieces.
set(WEFT_TEXEL_LEVELS neon)
set(WEFT_TEXEL_FLAGS_neon -march=armv8-a)
