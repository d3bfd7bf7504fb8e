// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Callbacks of events must not block: "the behavior of calling … blocking OpenCL operations from
// the following list … in a callback is undefined" (OpenCL 3.0, 5.11, clSetEventCallback).
#pragma once

#include <CL/cl.h>

namespace weft::icd {

/// Whether the calling thread is in a callback that the host has set with setEventCallback().
bool isInCallback() noexcept;

/// clSetEventCallback for a function that isInCallback() knows about.
cl_int CL_API_CALL setEventCallback(cl_event event, cl_int type,
                                    void(CL_CALLBACK *function)(cl_event, cl_int, void *),
                                    void *data) noexcept;

} // namespace weft::icd
