// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rare cases of the remainders: see long_division.cl.
#pragma once

#include "kernel-lib/weft_kernel_lib.h"

// For any operands; those of float convert to double and their results back exactly.
WEFT_RARE WEFT_PURE double __weft_rare_fmod(double x, double y);
WEFT_RARE WEFT_PURE double __weft_rare_remainder(double x, double y);
// The low seven bits of the nearest quotient's magnitude, with the quotient's sign; 0 if there is
// none.
WEFT_RARE WEFT_PURE int __weft_rare_quotient(double x, double y);
