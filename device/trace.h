// WEFT_TRACE=file: what ran where and when, in the trace-event format that Perfetto and
// chrome://tracing open. One line is one span of one thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <string>

namespace weft::device {

/// Whether spans are recorded. Cheap.
bool isTracing() noexcept;

/// CLOCK_MONOTONIC in nanoseconds, the clock of spans.
inline std::uint64_t traceClock() noexcept {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(time.tv_nsec);
}

/// Records that the calling thread did `name` from `begin` until now. `details` are the members of
/// a JSON object, without braces. Does nothing when not tracing. Thread-safe.
void traceSpan(const char *category, const char *name, std::uint64_t begin,
               const std::string &details) noexcept;

} // namespace weft::device
