// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The part of the kernel ABI that concerns races of accesses which something orders, but not for
 * all work-items that make them (device/kernel_abi_checks.h has the rest).
 */
#ifndef WEFT_DEVICE_KERNEL_ABI_SCOPES_H
#define WEFT_DEVICE_KERNEL_ABI_SCOPES_H

/* More of weft_mistake: sites of atomic operations that only the work-items of the group see as
 * such, or not even these. Only races have such sites. */
enum weft_scope_mistake {
  WEFT_MISTAKE_GROUP_ATOMIC = 19,
  WEFT_MISTAKE_ITEM_ATOMIC = 20,
};

/* More of weft_race_flags. */
enum weft_scope_flags {
  WEFT_RACE_IN_SUB_GROUPS = 1u << 5, /* the kernel has barriers of sub-groups */
};

#endif
