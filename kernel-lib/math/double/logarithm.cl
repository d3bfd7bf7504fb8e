// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logarithms of double.
#ifndef gentype
#include "kernel-lib/math/double/coefficients.h"

#define WEFT_BODY "kernel-lib/math/double/logarithm.cl"
#include "kernel-lib/gentype/double.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/double/logarithm_parts.h"

#include "kernel-lib/math/common/logarithm.h"

#endif
