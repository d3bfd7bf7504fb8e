// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-item functions (OpenCL C 6.15.1). A dimension outside [0, get_work_dim()) gives 0 for ids
// and offsets and 1 for sizes and counts; the launch already holds those values in unused
// dimensions, so only dimensions above 2 need a test.
#include "kernel-lib/weft_kernel_lib.h"

#define LAUNCH_FIELD(field, dimension, otherwise)                                                  \
  ((dimension) < 3 ? __weft_launch()->field[(dimension)] : (otherwise))

static WEFT_PURE ulong chooseDimension(uint dimension, ulong x, ulong y, ulong z, ulong otherwise) {
  return dimension == 0 ? x : dimension == 1 ? y : dimension == 2 ? z : otherwise;
}

OVERLOAD WEFT_PURE uint get_work_dim(void) { return __weft_launch()->work_dimensions; }

OVERLOAD WEFT_PURE size_t get_global_size(uint dimension) {
  return LAUNCH_FIELD(global_size, dimension, 1);
}

OVERLOAD WEFT_PURE size_t get_global_offset(uint dimension) {
  return LAUNCH_FIELD(global_offset, dimension, 0);
}

OVERLOAD WEFT_PURE size_t get_num_groups(uint dimension) {
  return LAUNCH_FIELD(group_count, dimension, 1);
}

OVERLOAD WEFT_PURE size_t get_enqueued_local_size(uint dimension) {
  return LAUNCH_FIELD(local_size, dimension, 1);
}

OVERLOAD WEFT_PURE size_t get_local_size(uint dimension) {
  return chooseDimension(dimension, __weft_local_size_x(), __weft_local_size_y(),
                         __weft_local_size_z(), 1);
}

OVERLOAD WEFT_PURE size_t get_local_id(uint dimension) {
  return chooseDimension(dimension, __weft_local_id_x(), __weft_local_id_y(), __weft_local_id_z(),
                         0);
}

OVERLOAD WEFT_PURE size_t get_group_id(uint dimension) {
  return chooseDimension(dimension, __weft_group_id_x(), __weft_group_id_y(), __weft_group_id_z(),
                         0);
}

// Groups before this one have the enqueued size: only the last of a dimension may be smaller.
OVERLOAD WEFT_PURE size_t get_global_id(uint dimension) {
  return get_group_id(dimension) * get_enqueued_local_size(dimension) + get_local_id(dimension) +
         get_global_offset(dimension);
}

OVERLOAD WEFT_PURE size_t get_local_linear_id(void) {
  return (__weft_local_id_z() * __weft_local_size_y() + __weft_local_id_y()) *
             __weft_local_size_x() +
         __weft_local_id_x();
}

OVERLOAD WEFT_PURE size_t get_global_linear_id(void) {
  const __constant weft_launch *launch = __weft_launch();
  const ulong x = get_global_id(0) - launch->global_offset[0];
  const ulong y = get_global_id(1) - launch->global_offset[1];
  const ulong z = get_global_id(2) - launch->global_offset[2];
  return (z * launch->global_size[1] + y) * launch->global_size[0] + x;
}
