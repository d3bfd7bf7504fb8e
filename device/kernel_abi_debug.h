// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The record of a work-item that runs for a debugger (compiler/passes/regions/work_item_stacks.h).
 *
 * It lies at the upper end of the work-item's stack, or, in a kernel without barriers, in the frame
 * of the work-group function. Each such kernel function has an artificial variable __work_item, the
 * start of the record, so debuggers show the ids and find the rest. device/debugger/weft_gdb.py
 * reads records by these offsets; WEFT_WORK_ITEM_VERSION changes with them.
 */
#ifndef WEFT_DEVICE_KERNEL_ABI_DEBUG_H
#define WEFT_DEVICE_KERNEL_ABI_DEBUG_H

#include "device/kernel_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_WORK_ITEM_VERSION 1u

/* What printf takes of a stack, in bytes: a thread's, or a work-item's own. */
#define WEFT_PRINTF_STACK_BYTES (256u << 10)

/* Further weft_kernel_flags. */
enum {
  /* Items of the context array have the numbers (z * size[1] + y) * size[0] + x, as stacks are
     large, and most of their pages are never touched. */
  WEFT_KERNEL_HAS_WORK_ITEM_STACKS = 1u << 24, /* behind those of kernel_abi_checks.h */
};

/* Where the records of a kernel's work-items are in the context array (context_layout.h). */
typedef struct weft_work_item_places {
  uint64_t version;     /* WEFT_WORK_ITEM_VERSION */
  uint64_t fixed_bytes; /* weft_kernel_description::context_fixed_bytes */
  uint64_t item_bytes;  /* weft_kernel_description::context_item_bytes */
  uint64_t stack_offset;
  uint64_t stack_bytes; /* the record is at the end of these */
  uint64_t record_bytes;
  const char *kernel;
  /* Where work-items wait, by weft_work_item::next, from 1; 0 if unknown. */
  const uint32_t *lines;
  uint64_t line_count;
} weft_work_item_places;

/* A call of a sub-group operation (compiler/passes/regions/sub_group_meetings.h). */
typedef struct weft_sub_group_meeting {
  uint64_t active;       /* a bit for each lane that takes part */
  uint64_t cluster_size; /* of operations on clusters */
  uint64_t values[64];   /* by lane: what work-items give, then their results */
} weft_sub_group_meeting;

/* What a work-item of a kernel with sub-group operations does. */
enum {
  WEFT_WORK_ITEM_RUNS = 0,  /* or may go on */
  WEFT_WORK_ITEM_MEETS = 1, /* waits for its sub-group */
  WEFT_WORK_ITEM_WAITS = 2, /* waits at a split, or has ended */
};

typedef struct weft_work_item {
  /* In the order of the range's dimensions. */
  uint64_t global_id[3];
  uint64_t local_id[3];
  uint64_t group_id[3];
  uint64_t local_size[3]; /* of this group */
  const weft_launch *launch;
  const weft_worker *worker;
  const weft_work_item_places *places; /* null if there are no barriers */
  /* Where a waiting work-item continues: callee-saved registers and the address of its next
     instruction (compiler/passes/regions/arch). */
  void *stack;
  void *group_stack; /* the same of the work-group function while the work-item runs */
  /* Where the work-item waits: splits from 1, then operations of sub-groups; 0 after its end. */
  uint64_t next;
  void *context_block;
  uint64_t context_lane;
  void *group_values;
  /* In kernels with operations of sub-groups alone. */
  uint64_t state;   /* WEFT_WORK_ITEM_… */
  uint64_t has_run; /* with an earlier work-item of its sub-group, in the region that runs */
  uint64_t given, cluster_size; /* in a meeting: the operands */
  void *operation;              /* in a meeting: void (weft_sub_group_meeting *), or null */
  const weft_sub_group_meeting *meeting; /* behind it: the results */
  /* The kernel's arguments follow, then, as numbers, the path of a meeting. */
} weft_work_item;

#ifdef __cplusplus
}
#endif

#endif
