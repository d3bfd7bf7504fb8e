// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFT_TRACE: what ran where and when, in the trace-event format of Perfetto and chrome://tracing.
// A line is one span of one thread, or one end of an arrow between two spans.
#pragma once

#include <atomic>
#include <cstdint>

namespace weft {

/// Starts recording, if the user wants it: spans in a file, or sums for `weft top`
/// (activity_board.h). Once per process, before its first device is known.
/// Throws bad_alloc.
void openTrace();

/// Whether either is recorded. Cheap.
bool isTracing() noexcept;

/// Records that the calling thread did `name` from `begin` (of monotonicNanoseconds()) until now.
/// The details are formatted as by printf: the members of a JSON object, without braces. No-op
/// without a file. Thread-safe.
[[gnu::format(printf, 4, 5)]] void traceSpan(const char *category, const char *name,
                                             std::uint64_t begin, const char *details,
                                             ...) noexcept;

/// Records what a compiler process did for this one, from `begin` to `end`, like traceSpan(). Its
/// track is one of the compiler's: as many as worked concurrently.
[[gnu::format(printf, 4, 5)]] void traceCompilation(const char *name, std::uint64_t begin,
                                                    std::uint64_t end, const char *details,
                                                    ...) noexcept;

/// A point in time on a thread; meaningless when not tracing.
struct TracePoint {
  int thread = 0;
  std::uint64_t time = 0; ///< monotonicNanoseconds(), the clock of spans
};

/// The calling thread's current point, before the next span that it records.
TracePoint traceHere() noexcept;

/// Draws an arrow from the span that began at `from` to the next one on the calling thread, which
/// executes what the first one requested. No-op when not tracing. Thread-safe.
void traceArrow(const char *name, const TracePoint &from) noexcept;

} // namespace weft
