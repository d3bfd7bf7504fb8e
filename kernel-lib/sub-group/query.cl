// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work-item functions of sub-groups (OpenCL C 6.15.1).
#include "kernel-lib/sub-group/sub_group.h"

static WEFT_PURE uint numberFor(ulong items) {
  const uint size = __weft_sub_group_max_size();
  return ((uint)items + size - 1) / size;
}

static WEFT_PURE uint itemsOfGroup(void) {
  return (uint)(__weft_local_size_x() * __weft_local_size_y() * __weft_local_size_z());
}

OVERLOAD WEFT_PURE uint get_max_sub_group_size(void) { return __weft_sub_group_max_size(); }
OVERLOAD WEFT_PURE uint get_sub_group_id(void) { return __weft_sub_group_id(); }
OVERLOAD WEFT_PURE uint get_sub_group_local_id(void) { return __weft_sub_group_lane(); }

// All have the maximum size except the last, which has the remainder.
OVERLOAD WEFT_PURE uint get_sub_group_size(void) {
  const uint size = __weft_sub_group_max_size();
  const uint left = itemsOfGroup() - __weft_sub_group_id() * size;
  return left < size ? left : size;
}

OVERLOAD WEFT_PURE uint get_num_sub_groups(void) { return numberFor(itemsOfGroup()); }

OVERLOAD WEFT_PURE uint get_enqueued_num_sub_groups(void) {
  const __constant weft_launch *launch = __weft_launch();
  return numberFor(launch->local_size[0] * launch->local_size[1] * launch->local_size[2]);
}
