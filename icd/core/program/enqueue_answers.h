// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers to kernels that enqueue others (kernel_abi_enqueue.h).
#pragma once

#include "device/kernel_abi.h"
#include "device/kernel_abi_enqueue.h"

#include <CL/cl.h>

#include <cstdint>

namespace weft::icd {

/// Enqueuing failed: the result in programs built without -g (OpenCL C 6.15.18.1).
inline constexpr cl_int enqueueFailure = -101;

inline std::uint64_t numberOf(cl_int result) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(result));
}

/// Whether the answer is the result of enqueuing.
inline bool hasResult(const weft_enqueue_request &request) {
  return request.operation == WEFT_ENQUEUE_KERNEL || request.operation == WEFT_ENQUEUE_MARKER;
}

/// For kernels that run without queues, for static objects: nothing can be enqueued.
inline std::uint64_t refuseToEnqueue(void *, const weft_enqueue_request *request) {
  return hasResult(*request) ? numberOf(enqueueFailure) : 0;
}

} // namespace weft::icd
