// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/reports/progress.h"

#include "device/base/clock.h"
#include "device/base/reports/log.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <poll.h>
#include <unistd.h>

namespace weft {
namespace {

constexpr std::uint64_t nanosecondsToFirst = 2'000'000'000;

bool isWanted() noexcept { return isLogged(LogLevel::Error) && ::isatty(STDERR_FILENO); }

} // namespace

Progress::Progress() noexcept
    : begin(monotonicNanoseconds()), next(isWanted() ? nanosecondsToFirst : 0) {}

/// Until the next message, for poll().
int Progress::milliseconds() const noexcept {
  if (!next)
    return -1;
  const std::uint64_t passed = monotonicNanoseconds() - begin;
  return passed < next ? static_cast<int>((next - passed) / 1'000'000 + 1) : 0;
}

void Progress::waitFor(int file, const char *what, unsigned done, unsigned all) noexcept {
  for (;;) {
    pollfd event{file, POLLIN, 0};
    const int ready = ::poll(&event, 1, milliseconds());
    if (ready > 0 || (ready < 0 && errno != EINTR))
      return;
    const std::uint64_t passed = monotonicNanoseconds() - begin;
    if (ready < 0 || passed < next)
      continue;
    next = std::max(2 * next, passed);
    const auto seconds = static_cast<unsigned>(passed / 1'000'000'000);
    if (all)
      std::fprintf(stderr, "weft: waiting for %s: %u s, %u of %u kernels compiled\n", what, seconds,
                   done, all);
    else
      std::fprintf(stderr, "weft: waiting for %s: %u s\n", what, seconds);
  }
}

} // namespace weft
