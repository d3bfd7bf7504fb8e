// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logarithms of float.
#ifndef gentype
#include "kernel-lib/math/float/coefficients.h"

#define WEFT_BODY "kernel-lib/math/float/logarithm.cl"
#include "kernel-lib/gentype/float.h"
#else

#include "kernel-lib/math/common/steps.h"

#include "kernel-lib/math/float/logarithm_parts.h"

#include "kernel-lib/math/common/logarithm.h"

#endif
