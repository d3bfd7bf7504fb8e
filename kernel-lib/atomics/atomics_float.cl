// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_ext_float_atomics: sums, minima and maxima of floating-point numbers, and atomic_half. Clang
// declares these functions for each address space, and also where the generic one exists. Minima and
// maxima are those of fmin() and fmax().
#include "kernel-lib/weft_kernel_lib.h"

#define SCOPE memory_scope_all_svm_devices

#define READ_MODIFY_WRITE(name, space, type)                                                       \
  OVERLOAD type atomic_##name(volatile space atomic_##type *object, type value) {                  \
    return __opencl_atomic_##name(object, value, memory_order_seq_cst, SCOPE);                     \
  }                                                                                                \
  OVERLOAD type atomic_##name##_explicit(volatile space atomic_##type *object, type value,         \
                                         memory_order order) {                                     \
    return __opencl_atomic_##name(object, value, order, SCOPE);                                    \
  }                                                                                                \
  OVERLOAD type atomic_##name##_explicit(volatile space atomic_##type *object, type value,         \
                                         memory_order order, memory_scope scope) {                 \
    (void)scope;                                                                                   \
    return __opencl_atomic_##name(object, value, order, SCOPE);                                    \
  }

#define ARITHMETIC(space, type)                                                                    \
  READ_MODIFY_WRITE(fetch_add, space, type)                                                        \
  READ_MODIFY_WRITE(fetch_sub, space, type)                                                        \
  READ_MODIFY_WRITE(fetch_min, space, type)                                                        \
  READ_MODIFY_WRITE(fetch_max, space, type)

// The value of a store has the type `half` in Clang's header and `atomic_half` in its table.
#define STORE(space, value_type)                                                                   \
  OVERLOAD void atomic_store(volatile space atomic_half *object, value_type value) {               \
    __opencl_atomic_store(object, value, memory_order_seq_cst, SCOPE);                             \
  }                                                                                                \
  OVERLOAD void atomic_store_explicit(volatile space atomic_half *object, value_type value,        \
                                      memory_order order) {                                        \
    __opencl_atomic_store(object, value, order, SCOPE);                                            \
  }                                                                                                \
  OVERLOAD void atomic_store_explicit(volatile space atomic_half *object, value_type value,        \
                                      memory_order order, memory_scope scope) {                    \
    (void)scope;                                                                                   \
    __opencl_atomic_store(object, value, order, SCOPE);                                            \
  }

#define LOAD(space)                                                                                \
  OVERLOAD half atomic_load(volatile space atomic_half *object) {                                  \
    return __opencl_atomic_load(object, memory_order_seq_cst, SCOPE);                              \
  }                                                                                                \
  OVERLOAD half atomic_load_explicit(volatile space atomic_half *object, memory_order order) {     \
    return __opencl_atomic_load(object, order, SCOPE);                                             \
  }                                                                                                \
  OVERLOAD half atomic_load_explicit(volatile space atomic_half *object, memory_order order,       \
                                     memory_scope scope) {                                         \
    (void)scope;                                                                                   \
    return __opencl_atomic_load(object, order, SCOPE);                                             \
  }

#define ADDRESS_SPACE(space)                                                                       \
  ARITHMETIC(space, half)                                                                          \
  ARITHMETIC(space, float)                                                                         \
  ARITHMETIC(space, double)                                                                        \
  READ_MODIFY_WRITE(exchange, space, half)                                                         \
  STORE(space, half)                                                                               \
  STORE(space, atomic_half)                                                                        \
  LOAD(space)

ADDRESS_SPACE(global)
ADDRESS_SPACE(local)
ADDRESS_SPACE(generic)
