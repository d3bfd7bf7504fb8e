// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread that calls the host's event callbacks, so that they run without locks and block no
// worker, however long they take. Started at the first callback, never joined.
#pragma once

#include "icd/core/context/event.h"

namespace weft::icd {

/// Queues a call of callback.function(event, status, callback.data). If out of memory, the calling
/// thread makes the call. Calls are made in the order of posting.
void postEventCallback(Ref<Event> event, EventCallback::Function function, cl_int status,
                       void *data) noexcept;

} // namespace weft::icd
