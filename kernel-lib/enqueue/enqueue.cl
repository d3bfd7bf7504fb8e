// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enqueuing kernels (OpenCL C 6.15.18). The driver does everything, through a function of the
// kernel ABI; this file builds the requests. Clang calls most functions by internal names.
#include "kernel-lib/weft_kernel_lib.h"

#include "device/kernel_abi_enqueue.h"

__WEFT_PURE clk_event_t __weft_device_event_from_value(ulong value);
__WEFT_PURE ulong __weft_device_event_value(clk_event_t event);
__WEFT_PURE queue_t __weft_queue_from_value(ulong value);
__WEFT_PURE ulong __weft_queue_value(queue_t queue);

#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

typedef ulong EnqueueFunction(ulong context, ulong request);

// One request of one work-item: a call to the host, which remains a call.
__attribute__((noinline)) ulong __weft_call_enqueue_function(ulong function, ulong context,
                                                             weft_enqueue_request *request) {
  return ((EnqueueFunction *)function)(context, (ulong)request);
}

static ulong ask(weft_enqueue_request *request) {
  const constant weft_launch *launch = __weft_launch();
  return __weft_call_enqueue_function(launch->enqueue, launch->enqueue_context, request);
}

static ulong askOf(uint operation, ulong event, int value, ulong output) {
  weft_enqueue_request request = {
      .operation = operation, .event = event, .output = output, .value = value};
  return ask(&request);
}

static int enqueue(queue_t queue, const private ndrange_t *range, uint waitCount,
                   const clk_event_t *waitList, clk_event_t *event, const void *kernelNumber,
                   const void *block, uint localCount, const private size_t *localSizes) {
  weft_enqueue_request request = {.operation = WEFT_ENQUEUE_KERNEL,
                                  .kernel_number = (uint)(ulong)kernelNumber,
                                  .queue = __weft_queue_value(queue),
                                  .range = (ulong)range,
                                  .block = (ulong)block,
                                  .local_sizes = (ulong)localSizes,
                                  .wait_list = (ulong)waitList,
                                  .output = (ulong)event,
                                  .local_count = localCount,
                                  .wait_count = waitCount};
  return (int)ask(&request);
}

// No child begins before its parent has ended, which satisfies every flag.
int __enqueue_kernel_basic(queue_t queue, uint flags, const private ndrange_t *range,
                           const void *kernelNumber, const void *block) {
  (void)flags;
  return enqueue(queue, range, 0, 0, 0, kernelNumber, block, 0, 0);
}

int __enqueue_kernel_varargs(queue_t queue, uint flags, const private ndrange_t *range,
                             const void *kernelNumber, const void *block, uint localCount,
                             const private size_t *localSizes) {
  (void)flags;
  return enqueue(queue, range, 0, 0, 0, kernelNumber, block, localCount, localSizes);
}

int __enqueue_kernel_basic_events(queue_t queue, uint flags, const private ndrange_t *range,
                                  uint waitCount, const clk_event_t *waitList, clk_event_t *event,
                                  const void *kernelNumber, const void *block) {
  (void)flags;
  return enqueue(queue, range, waitCount, waitList, event, kernelNumber, block, 0, 0);
}

int __enqueue_kernel_events_varargs(queue_t queue, uint flags, const private ndrange_t *range,
                                    uint waitCount, const clk_event_t *waitList, clk_event_t *event,
                                    const void *kernelNumber, const void *block, uint localCount,
                                    const private size_t *localSizes) {
  (void)flags;
  return enqueue(queue, range, waitCount, waitList, event, kernelNumber, block, localCount,
                 localSizes);
}

OVERLOAD int enqueue_marker(queue_t queue, uint waitCount, const clk_event_t *waitList,
                            clk_event_t *event) {
  weft_enqueue_request request = {.operation = WEFT_ENQUEUE_MARKER,
                                  .queue = __weft_queue_value(queue),
                                  .wait_list = (ulong)waitList,
                                  .output = (ulong)event,
                                  .wait_count = waitCount};
  return (int)ask(&request);
}

// CLK_NULL_EVENT.
clk_event_t __weft_null_device_event(void) { return __weft_device_event_from_value(0); }

OVERLOAD clk_event_t create_user_event(void) {
  return __weft_device_event_from_value(askOf(WEFT_ENQUEUE_USER_EVENT, 0, 0, 0));
}
OVERLOAD void set_user_event_status(clk_event_t event, int status) {
  askOf(WEFT_ENQUEUE_SET_STATUS, __weft_device_event_value(event), status, 0);
}
OVERLOAD void retain_event(clk_event_t event) {
  askOf(WEFT_ENQUEUE_RETAIN, __weft_device_event_value(event), 0, 0);
}
OVERLOAD void release_event(clk_event_t event) {
  askOf(WEFT_ENQUEUE_RELEASE, __weft_device_event_value(event), 0, 0);
}
OVERLOAD bool is_valid_event(clk_event_t event) {
  return askOf(WEFT_ENQUEUE_IS_VALID, __weft_device_event_value(event), 0, 0) != 0;
}
// There is one kind of information: CLK_PROFILING_COMMAND_EXEC_TIME.
OVERLOAD void capture_event_profiling_info(clk_event_t event, int name, global void *value) {
  (void)name;
  askOf(WEFT_ENQUEUE_CAPTURE, __weft_device_event_value(event), 0, (ulong)value);
}
OVERLOAD queue_t get_default_queue(void) {
  return __weft_queue_from_value(askOf(WEFT_ENQUEUE_DEFAULT_QUEUE, 0, 0, 0));
}

static uint askOfKernel(uint operation, const void *kernelNumber, const private ndrange_t *range) {
  weft_enqueue_request request = {
      .operation = operation, .kernel_number = (uint)(ulong)kernelNumber, .range = (ulong)range};
  return (uint)ask(&request);
}

uint __get_kernel_work_group_size_impl(const void *kernelNumber, const void *block) {
  (void)block;
  return askOfKernel(WEFT_ENQUEUE_WORK_GROUP_SIZE, kernelNumber, 0);
}
uint __get_kernel_preferred_work_group_size_multiple_impl(const void *kernelNumber,
                                                          const void *block) {
  (void)block;
  return askOfKernel(WEFT_ENQUEUE_PREFERRED_MULTIPLE, kernelNumber, 0);
}
uint __get_kernel_max_sub_group_size_for_ndrange_impl(const private ndrange_t *range,
                                                      const void *kernelNumber, const void *block) {
  (void)block;
  return askOfKernel(WEFT_ENQUEUE_SUB_GROUP_SIZE, kernelNumber, range);
}
uint __get_kernel_sub_group_count_for_ndrange_impl(const private ndrange_t *range,
                                                   const void *kernelNumber, const void *block) {
  (void)block;
  return askOfKernel(WEFT_ENQUEUE_SUB_GROUP_COUNT, kernelNumber, range);
}
// The following two exist only in SPIR-V.
uint __weft_kernel_most_sub_groups(const void *kernelNumber, const void *block) {
  (void)block;
  return askOfKernel(WEFT_ENQUEUE_MOST_SUB_GROUPS, kernelNumber, 0);
}
uint __weft_kernel_local_size_for_sub_groups(uint count, const void *kernelNumber,
                                             const void *block) {
  (void)block;
  weft_enqueue_request request = {.operation = WEFT_ENQUEUE_SUB_GROUPS_SIZE,
                                  .kernel_number = (uint)(ulong)kernelNumber,
                                  .local_count = count};
  return (uint)ask(&request);
}
