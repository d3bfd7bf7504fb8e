// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and scans (OpenCL C 6.15.19), those of cl_intel_subgroups_char and _short, and those
// over clusters.
#include "kernel-lib/sub-group/sub_group.h"

#define FORMS(type, suffix, prefix, operation)                                                     \
  OVERLOAD __WEFT_SUB_GROUP type prefix##_reduce_##operation(type x) {                             \
    return __weft_sub_group_reduce_##operation##_##suffix(x);                                      \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP type prefix##_scan_inclusive_##operation(type x) {                     \
    return __weft_sub_group_scan_inclusive_##operation##_##suffix(x);                              \
  }                                                                                                \
  OVERLOAD __WEFT_SUB_GROUP type prefix##_scan_exclusive_##operation(type x) {                     \
    return __weft_sub_group_scan_exclusive_##operation##_##suffix(x);                              \
  }

// The functions for all work-items are those for active ones.
WEFT_EACH_SUB_GROUP_TYPE(FORMS, sub_group, add)
WEFT_EACH_SUB_GROUP_TYPE(FORMS, sub_group, min)
WEFT_EACH_SUB_GROUP_TYPE(FORMS, sub_group, max)

#define CLUSTERED(type, suffix, operation)                                                         \
  OVERLOAD __WEFT_SUB_GROUP type sub_group_clustered_reduce_##operation(type x, uint size) {       \
    return __weft_sub_group_clustered_##operation##_##suffix(x, size);                             \
  }
#define NON_UNIFORM_FORMS(type, suffix, operation)                                                 \
  FORMS(type, suffix, sub_group_non_uniform, operation)                                            \
  CLUSTERED(type, suffix, operation)

WEFT_EACH_SUB_GROUP_TYPE(NON_UNIFORM_FORMS, add)
WEFT_EACH_SUB_GROUP_TYPE(NON_UNIFORM_FORMS, mul)
WEFT_EACH_SUB_GROUP_TYPE(NON_UNIFORM_FORMS, min)
WEFT_EACH_SUB_GROUP_TYPE(NON_UNIFORM_FORMS, max)
WEFT_EACH_SUB_GROUP_INTEGER(NON_UNIFORM_FORMS, and)
WEFT_EACH_SUB_GROUP_INTEGER(NON_UNIFORM_FORMS, or)
WEFT_EACH_SUB_GROUP_INTEGER(NON_UNIFORM_FORMS, xor)

#define INTEL_FORMS(type, suffix)                                                                  \
  FORMS(type, suffix, intel_sub_group, add)                                                        \
  FORMS(type, suffix, intel_sub_group, min)                                                        \
  FORMS(type, suffix, intel_sub_group, max)
INTEL_FORMS(char, i8)
INTEL_FORMS(uchar, u8)
INTEL_FORMS(short, i16)
INTEL_FORMS(ushort, u16)
