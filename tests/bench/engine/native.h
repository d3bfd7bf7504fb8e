// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the engine's copies, fills and a kernel are measured beside: plain threads that do the same,
// one bound to each CPU of the process, with the widest registers of this CPU.
#pragma once

#include <cstddef>
#include <functional>

namespace weft::bench {

/// Runs work(begin, end) over [0, bytes), an equal share of whole pages on each CPU that the
/// calling thread may use. The calling thread takes part, and has its own affinity back afterwards.
void onAllCpus(size_t bytes, const std::function<void(size_t begin, size_t end)> &work);

// Non-temporal stores; everything aligned to 64 bytes, sizes in bytes and multiples of that.
void streamingCopy(void *to, const void *from, size_t bytes);
void streamingFill(void *to, float value, size_t bytes);
void streamingAdd(void *to, const void *a, const void *b, size_t bytes);

} // namespace weft::bench
