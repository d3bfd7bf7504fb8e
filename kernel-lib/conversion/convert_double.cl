// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions to double and its vectors. Integers of up to 32 bits and floats are doubles.
#include "kernel-lib/conversion/conversion.h"

WEFT_DEFINE_INTEGER_ROUNDINGS(double, ulong, 53)

WEFT_EXACT_CONVERSIONS_TO_FLOAT(char, double)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(uchar, double)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(short, double)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(ushort, double)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(int, double)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(uint, double)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(half, double)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(float, double)
WEFT_EXACT_CONVERSIONS_TO_FLOAT(double, double)
WEFT_ROUNDED_CONVERSIONS_TO_FLOAT(long, double)
WEFT_ROUNDED_CONVERSIONS_TO_FLOAT(ulong, double)
