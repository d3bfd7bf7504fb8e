// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The part of the kernel ABI that concerns kernels that enqueue others (OpenCL C, section 6.15.18).
 *
 * A kernel calls the driver through one function of weft_launch. Queues and events
 * are 64-bit numbers: a queue is the address of a driver object, an event the result of
 * WEFT_ENQUEUE_KERNEL, WEFT_ENQUEUE_MARKER and WEFT_ENQUEUE_USER_EVENT; 0 is neither. A
 * block is identified by its kernel's number in the program (compiler/passes/normalise/
 * block_kernels.h), and by its literal, which the driver copies.
 */
#ifndef WEFT_DEVICE_KERNEL_ABI_ENQUEUE_H
#define WEFT_DEVICE_KERNEL_ABI_ENQUEUE_H

#include "device/kernel_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Clang's ndrange_t. */
typedef struct weft_ndrange {
  uint32_t dimensions;
  uint64_t offset[3];
  uint64_t global_size[3];
  uint64_t local_size[3]; /* 0: chosen by the driver */
} weft_ndrange;

typedef enum weft_enqueue_operation {
  WEFT_ENQUEUE_KERNEL,     /* CLK_SUCCESS or an error of OpenCL C */
  WEFT_ENQUEUE_MARKER,     /* the same */
  WEFT_ENQUEUE_USER_EVENT, /* an event, or 0 */
  WEFT_ENQUEUE_SET_STATUS, /* of a user event, to `value` */
  WEFT_ENQUEUE_RETAIN,
  WEFT_ENQUEUE_RELEASE,
  WEFT_ENQUEUE_IS_VALID,      /* 0 or 1 */
  WEFT_ENQUEUE_CAPTURE,       /* profiling information, to the two numbers at `output` */
  WEFT_ENQUEUE_DEFAULT_QUEUE, /* a queue, or 0 */
  WEFT_ENQUEUE_WORK_GROUP_SIZE,
  WEFT_ENQUEUE_PREFERRED_MULTIPLE,
  WEFT_ENQUEUE_SUB_GROUP_SIZE, /* for a range */
  WEFT_ENQUEUE_SUB_GROUP_COUNT,
  WEFT_ENQUEUE_MOST_SUB_GROUPS,
  WEFT_ENQUEUE_SUB_GROUPS_SIZE, /* the local size of `local_count` whole sub-groups, or 0 */
} weft_enqueue_operation;

/* The operands of an operation; unused members are unspecified. */
typedef struct weft_enqueue_request {
  uint32_t operation;     /* weft_enqueue_operation */
  uint32_t kernel_number; /* the number of a block's kernel */
  uint64_t queue;
  uint64_t event; /* of operations on an event */
  WEFT_HOST_POINTER(const weft_ndrange) range;
  WEFT_HOST_POINTER(const unsigned char) block; /* starts with its size, an int */
  WEFT_HOST_POINTER(const uint64_t) local_sizes;
  WEFT_HOST_POINTER(const uint64_t) wait_list;
  WEFT_HOST_POINTER(uint64_t) output; /* a requested event, or captured information; or null */
  uint32_t local_count;
  uint32_t wait_count;
  int32_t value;
  uint32_t reserved;
} weft_enqueue_request;

#ifdef __cplusplus
}
#endif

#endif
