// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C11 atomics (OpenCL C 6.15.12). Objects are accessed through the generic address space, which is
// how Clang declares these functions if that space exists. The order may be a run-time value: Clang
// emits a switch, which folds if the order is constant. The scope does not matter, as every scope
// is the same cache-coherent memory.
#include "kernel-lib/weft_kernel_lib.h"

#define SCOPE memory_scope_all_svm_devices

// The three forms of a function: sequentially consistent, with an order, with order and scope.
#define READ_MODIFY_WRITE(name, object_type, value_type, operand_type)                             \
  OVERLOAD value_type atomic_##name(volatile atomic_##object_type *object, operand_type value) {   \
    return __opencl_atomic_##name(object, value, memory_order_seq_cst, SCOPE);                     \
  }                                                                                                \
  OVERLOAD value_type atomic_##name##_explicit(volatile atomic_##object_type *object,              \
                                               operand_type value, memory_order order) {           \
    return __opencl_atomic_##name(object, value, order, SCOPE);                                    \
  }                                                                                                \
  OVERLOAD value_type atomic_##name##_explicit(volatile atomic_##object_type *object,              \
                                               operand_type value, memory_order order,             \
                                               memory_scope scope) {                               \
    (void)scope;                                                                                   \
    return __opencl_atomic_##name(object, value, order, SCOPE);                                    \
  }

#define COMPARE_EXCHANGE(name, type)                                                               \
  OVERLOAD bool atomic_##name(volatile atomic_##type *object, type *expected, type desired) {      \
    return __opencl_atomic_##name(object, expected, desired, memory_order_seq_cst,                 \
                                  memory_order_seq_cst, SCOPE);                                    \
  }                                                                                                \
  OVERLOAD bool atomic_##name##_explicit(volatile atomic_##type *object, type *expected,           \
                                         type desired, memory_order success,                       \
                                         memory_order failure) {                                   \
    return __opencl_atomic_##name(object, expected, desired, success, failure, SCOPE);             \
  }                                                                                                \
  OVERLOAD bool atomic_##name##_explicit(volatile atomic_##type *object, type *expected,           \
                                         type desired, memory_order success, memory_order failure, \
                                         memory_scope scope) {                                     \
    (void)scope;                                                                                   \
    return __opencl_atomic_##name(object, expected, desired, success, failure, SCOPE);             \
  }

#define LOAD_AND_STORE(type)                                                                       \
  OVERLOAD void atomic_init(volatile atomic_##type *object, type value) {                          \
    __opencl_atomic_store(object, value, memory_order_relaxed, SCOPE);                             \
  }                                                                                                \
  OVERLOAD void atomic_store(volatile atomic_##type *object, type value) {                         \
    __opencl_atomic_store(object, value, memory_order_seq_cst, SCOPE);                             \
  }                                                                                                \
  OVERLOAD void atomic_store_explicit(volatile atomic_##type *object, type value,                  \
                                      memory_order order) {                                        \
    __opencl_atomic_store(object, value, order, SCOPE);                                            \
  }                                                                                                \
  OVERLOAD void atomic_store_explicit(volatile atomic_##type *object, type value,                  \
                                      memory_order order, memory_scope scope) {                    \
    (void)scope;                                                                                   \
    __opencl_atomic_store(object, value, order, SCOPE);                                            \
  }                                                                                                \
  OVERLOAD type atomic_load(volatile atomic_##type *object) {                                      \
    return __opencl_atomic_load(object, memory_order_seq_cst, SCOPE);                              \
  }                                                                                                \
  OVERLOAD type atomic_load_explicit(volatile atomic_##type *object, memory_order order) {         \
    return __opencl_atomic_load(object, order, SCOPE);                                             \
  }                                                                                                \
  OVERLOAD type atomic_load_explicit(volatile atomic_##type *object, memory_order order,           \
                                     memory_scope scope) {                                         \
    (void)scope;                                                                                   \
    return __opencl_atomic_load(object, order, SCOPE);                                             \
  }

#define ANY_VALUE(type)                                                                            \
  LOAD_AND_STORE(type)                                                                             \
  READ_MODIFY_WRITE(exchange, type, type, type)                                                    \
  COMPARE_EXCHANGE(compare_exchange_strong, type)                                                  \
  COMPARE_EXCHANGE(compare_exchange_weak, type)

#define INTEGER(type)                                                                              \
  ANY_VALUE(type)                                                                                  \
  READ_MODIFY_WRITE(fetch_add, type, type, type)                                                   \
  READ_MODIFY_WRITE(fetch_sub, type, type, type)                                                   \
  READ_MODIFY_WRITE(fetch_or, type, type, type)                                                    \
  READ_MODIFY_WRITE(fetch_xor, type, type, type)                                                   \
  READ_MODIFY_WRITE(fetch_and, type, type, type)                                                   \
  READ_MODIFY_WRITE(fetch_min, type, type, type)                                                   \
  READ_MODIFY_WRITE(fetch_max, type, type, type)

INTEGER(int)
INTEGER(uint)
INTEGER(long)
INTEGER(ulong)
ANY_VALUE(float)
ANY_VALUE(double)
// atomic_uintptr_t is moved by a ptrdiff_t.
READ_MODIFY_WRITE(fetch_add, ulong, ulong, long)
READ_MODIFY_WRITE(fetch_sub, ulong, ulong, long)

OVERLOAD bool atomic_flag_test_and_set(volatile atomic_flag *flag) {
  return __opencl_atomic_exchange(flag, 1, memory_order_seq_cst, SCOPE) != 0;
}
OVERLOAD bool atomic_flag_test_and_set_explicit(volatile atomic_flag *flag, memory_order order) {
  return __opencl_atomic_exchange(flag, 1, order, SCOPE) != 0;
}
OVERLOAD bool atomic_flag_test_and_set_explicit(volatile atomic_flag *flag, memory_order order,
                                                memory_scope scope) {
  (void)scope;
  return __opencl_atomic_exchange(flag, 1, order, SCOPE) != 0;
}
OVERLOAD void atomic_flag_clear(volatile atomic_flag *flag) {
  __opencl_atomic_store(flag, 0, memory_order_seq_cst, SCOPE);
}
OVERLOAD void atomic_flag_clear_explicit(volatile atomic_flag *flag, memory_order order) {
  __opencl_atomic_store(flag, 0, order, SCOPE);
}
OVERLOAD void atomic_flag_clear_explicit(volatile atomic_flag *flag, memory_order order,
                                         memory_scope scope) {
  (void)scope;
  __opencl_atomic_store(flag, 0, order, SCOPE);
}
