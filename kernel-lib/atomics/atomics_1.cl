// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics of OpenCL C 1.x: atomic_*, and atom_* of the 32- and 64-bit extensions. They are relaxed,
// as OpenCL C 2.0 defines them. Local ones are atomic as well: the lanes of a vectorised group must
// not overwrite each other.
#include "kernel-lib/weft_kernel_lib.h"

#define CALL(operation, space, type, p, ...)                                                       \
  __opencl_atomic_##operation((volatile space atomic_##type *)(p), __VA_ARGS__,                    \
                              memory_order_relaxed, memory_scope_all_svm_devices)

#define BINARY(prefix, name, operation, space, type)                                               \
  OVERLOAD type prefix##name(volatile space type *p, type value) {                                 \
    return CALL(operation, space, type, p, value);                                                 \
  }
#define UNARY(prefix, name, operation, space, type)                                                \
  OVERLOAD type prefix##name(volatile space type *p) {                                             \
    return CALL(operation, space, type, p, (type)1);                                               \
  }
#define COMPARE(prefix, space, type)                                                               \
  OVERLOAD type prefix##cmpxchg(volatile space type *p, type expected, type value) {               \
    __opencl_atomic_compare_exchange_strong((volatile space atomic_##type *)p, &expected, value,   \
                                            memory_order_relaxed, memory_order_relaxed,            \
                                            memory_scope_all_svm_devices);                         \
    return expected;                                                                               \
  }

#define ALL_OPERATIONS(prefix, space, type)                                                        \
  BINARY(prefix, add, fetch_add, space, type)                                                      \
  BINARY(prefix, sub, fetch_sub, space, type)                                                      \
  BINARY(prefix, xchg, exchange, space, type)                                                      \
  BINARY(prefix, min, fetch_min, space, type)                                                      \
  BINARY(prefix, max, fetch_max, space, type)                                                      \
  BINARY(prefix, and, fetch_and, space, type)                                                      \
  BINARY(prefix, or, fetch_or, space, type)                                                        \
  BINARY(prefix, xor, fetch_xor, space, type)                                                      \
  UNARY(prefix, inc, fetch_add, space, type)                                                       \
  UNARY(prefix, dec, fetch_sub, space, type)                                                       \
  COMPARE(prefix, space, type)

#define ALL_SPACES(prefix, type)                                                                   \
  ALL_OPERATIONS(prefix, global, type) ALL_OPERATIONS(prefix, local, type)

ALL_SPACES(atomic_, int)
ALL_SPACES(atomic_, uint)
ALL_SPACES(atom_, int)
ALL_SPACES(atom_, uint)
ALL_SPACES(atom_, long)
ALL_SPACES(atom_, ulong)
BINARY(atomic_, xchg, exchange, global, float)
BINARY(atomic_, xchg, exchange, local, float)
