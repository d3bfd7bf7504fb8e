// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enqueues calls in oneTBB's arenas.
//
// oneTBB is not built with a thread sanitizer, which therefore sees neither its synchronisation nor
// why the templates of its headers touch task objects of other threads. tasks.cpp holds these
// templates, is compiled without the sanitizer, and tells it that what came before enqueue()
// happens before the call.
#pragma once

#include <oneapi/tbb/task_arena.h>

namespace weft::device {

/// Has one of the arena's workers call work(data), which does not throw. Never blocks. Throws
/// bad_alloc, and what oneTBB throws when it cannot begin.
void enqueue(oneapi::tbb::task_arena &arena, void (*work)(void *data), void *data);

/// For sanitizers: on the thread that `object` was handed to, before it is used.
void takeOver(void *object) noexcept;
/// For sanitizers: before `object` goes to another thread.
void handOver(void *object) noexcept;

} // namespace weft::device
