// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFT_TRACE: what ran where and when, in the trace-event format that Perfetto and chrome://tracing
// open. A line is one span of one thread, or an end of an arrow between two spans.
#pragma once

#include <atomic>
#include <cstdint>

namespace weft {

/// Begins to record, if the user wants it: spans in a file, or sums for `weft top`
/// (activity_board.h). Once in a process, before its first device is known.
/// Throws bad_alloc.
void openTrace();

/// Whether either is recorded. Cheap.
bool isTracing() noexcept;

/// Records that the calling thread did `name` from `begin` (of monotonicNanoseconds()) until now.
/// The details are printed as by printf: the members of a JSON object, without braces. Does nothing
/// without a file. Thread-safe.
[[gnu::format(printf, 4, 5)]] void traceSpan(const char *category, const char *name,
                                             std::uint64_t begin, const char *details,
                                             ...) noexcept;

/// Records what a process of the compiler did for this one, from `begin` to `end`, as traceSpan()
/// does. Its track is one of the compiler's: as many as worked at the same time.
[[gnu::format(printf, 4, 5)]] void traceCompilation(const char *name, std::uint64_t begin,
                                                    std::uint64_t end, const char *details,
                                                    ...) noexcept;

/// A moment on a thread; without meaning when not tracing.
struct TracePoint {
  int thread = 0;
  std::uint64_t time = 0; ///< monotonicNanoseconds(), the clock of spans
};

/// Where the calling thread is now, before the next span that it records.
TracePoint traceHere() noexcept;

/// Draws an arrow from the span that began at `from` to the one that begins next on the calling
/// thread: what was ordered there happens here. Does nothing when not tracing. Thread-safe.
void traceArrow(const char *name, const TracePoint &from) noexcept;

} // namespace weft
