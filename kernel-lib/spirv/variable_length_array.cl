// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays whose length is known when they are made (SPV_INTEL_variable_length_array), in the block of
// private memory that each function with such arrays has (compiler/frontend/spirv/).
#include "kernel-lib/weft_kernel_lib.h"

#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

typedef void StopFunction(ulong context);

// Does not return; nothing here relies on that, so that vector code needs no other exit.
__attribute__((noinline)) void __weft_call_stop_function(ulong function, ulong context) {
  ((StopFunction *)function)(context);
}

// Where an array of `count` elements of `bytes` begins in a block whose first `top` bytes are taken.
// The launch fails where there is no room.
ulong __weft_variable_length_array(ulong top, ulong alignment, ulong count, ulong bytes, ulong block) {
  const ulong begin = (top + alignment - 1) & -alignment;
  if (begin > block || (bytes != 0 && count > (block - begin) / bytes)) {
    const constant weft_launch *launch = __weft_launch();
    __weft_call_stop_function(launch->stop, launch->stop_context);
  }
  return begin;
}
