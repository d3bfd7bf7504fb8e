// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread that calls the host's event callbacks, so that they run under no lock and stop no
// worker, however long they take. Started at the first callback, never joined.
#pragma once

#include "icd/core/context/event.h"

namespace weft::icd {

/// Queues a call of callback.function(event, status, callback.data). When memory is exhausted the
/// call happens on the calling thread. Calls happen in the order of posting.
void postEventCallback(Ref<Event> event, EventCallback::Function function, cl_int status,
                       void *data) noexcept;

} // namespace weft::icd
