// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/api/checked/callbacks.h"

#include "icd/core/object.h"

#include <memory>
#include <new>

namespace weft::icd {
namespace {

constinit thread_local unsigned callbackDepth = 0;

struct Callback {
  void(CL_CALLBACK *function)(cl_event, cl_int, void *);
  void *data;
};

void CL_CALLBACK call(cl_event event, cl_int status, void *data) {
  const std::unique_ptr<Callback> callback(static_cast<Callback *>(data));
  ++callbackDepth;
  callback->function(event, status, callback->data);
  --callbackDepth;
}

} // namespace

bool isInCallback() noexcept { return callbackDepth != 0; }

cl_int CL_API_CALL setEventCallback(cl_event event, cl_int type,
                                    void(CL_CALLBACK *function)(cl_event, cl_int, void *),
                                    void *data) noexcept {
  if (!function)
    return dispatchTable.known.clSetEventCallback(event, type, function, data);
  std::unique_ptr<Callback> callback(new (std::nothrow) Callback{function, data});
  if (!callback)
    return CL_OUT_OF_HOST_MEMORY;
  const cl_int error = dispatchTable.known.clSetEventCallback(event, type, &call, callback.get());
  if (error == CL_SUCCESS)
    callback.release();
  return error;
}

} // namespace weft::icd
