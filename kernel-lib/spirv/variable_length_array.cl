// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variable-length arrays (SPV_INTEL_variable_length_array), in the private memory block of each
// function that has such arrays (compiler/frontend/spirv/).
#include "kernel-lib/weft_kernel_lib.h"

#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

typedef void StopFunction(ulong context);

// Does not return; nothing here relies on that, so vector code needs no extra exit.
__attribute__((noinline)) void __weft_call_stop_function(ulong function, ulong context) {
  ((StopFunction *)function)(context);
}

// The offset of an array of `count` elements of `bytes` in a block whose first `top` bytes are
// used. The launch fails if it does not fit.
ulong __weft_variable_length_array(ulong top, ulong alignment, ulong count, ulong bytes, ulong block) {
  const ulong begin = (top + alignment - 1) & -alignment;
  if (begin > block || (bytes != 0 && count > (block - begin) / bytes)) {
    const constant weft_launch *launch = __weft_launch();
    __weft_call_stop_function(launch->stop, launch->stop_context);
  }
  return begin;
}
