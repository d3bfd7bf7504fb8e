// Conversions to uint and its vectors.
#include "kernel-lib/conversion/conversion.h"

WEFT_CONVERSIONS_TO_INTEGER(uint)
