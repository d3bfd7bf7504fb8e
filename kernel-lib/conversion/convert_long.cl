// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions to long and its vectors.
#include "kernel-lib/conversion/conversion.h"

WEFT_CONVERSIONS_TO_INTEGER(long)
