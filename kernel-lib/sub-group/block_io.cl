// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block reads and writes of memory (cl_intel_subgroups, _char, _short, _long and
// cl_intel_subgroup_local_block_io): component k of lane i is element i + k * maximum size, so that
// each component is one contiguous access.
#include "kernel-lib/sub-group/block_io.h"

#define ELEMENT(k, p, step) (p)[(k) * (step)]
#define TO_ELEMENT(k, p, step, components) (p)[(k) * (step)] = (components)[k]

#define BLOCK_IN(space, type, n, suffix, count)                                                    \
  OVERLOAD WEFT_CONVERGENT type##n intel_sub_group_block_read##suffix(const space type *p) {       \
    const ulong step = __weft_sub_group_max_size();                                                \
    p += __weft_sub_group_lane();                                                                  \
    return (type##n)(WEFT_COMPONENTS_##count(ELEMENT, p, step));                                   \
  }                                                                                                \
  OVERLOAD WEFT_CONVERGENT void intel_sub_group_block_write##suffix(space type *p, type##n data) { \
    const ulong step = __weft_sub_group_max_size();                                                \
    const type *components = (const type *)&data;                                                  \
    p += __weft_sub_group_lane();                                                                  \
    WEFT_COMPONENTS_##count(TO_ELEMENT, p, step, components);                                      \
  }
#define BLOCK(...)                                                                                 \
  BLOCK_IN(__global, __VA_ARGS__)                                                                  \
  BLOCK_IN(__local, __VA_ARGS__)
WEFT_EACH_BLOCK(BLOCK)
