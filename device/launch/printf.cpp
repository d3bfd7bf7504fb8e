// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/printf.h"

#include "device/base/files/transfer.h"

#include <cstdio>
#include <sched.h>
#include <unistd.h>

namespace weft::device {

std::int32_t PrintfSink::print(void *context, const char *format, std::uint32_t argumentCount,
                               const weft_printf_argument *arguments) noexcept {
  auto &sink = *static_cast<PrintfSink *>(context);
  try {
    std::string call; // Formatted outside the lock, which is held only for appending.
    const bool fine = formatPrintf(call, format, argumentCount, arguments);
    std::lock_guard lock(sink.mutex);
    if (sink.text.size() + call.size() > printfGatheredBytes)
      sink.write(/*isLast=*/false);
    sink.text += call;
    return fine ? 0 : -1;
  } catch (...) {
    return -1;
  }
}

void PrintfSink::flush() noexcept {
  if (text.empty())
    return;
  std::lock_guard lock(mutex);
  write(/*isLast=*/true);
}

void PrintfSink::writeInHandler() noexcept {
  constexpr int tries = 10'000;
  for (int i = 0; i < tries; ++i) {
    if (!mutex.try_lock()) {
      sched_yield();
      continue;
    }
    writeAll(STDOUT_FILENO, text);
    mutex.unlock();
    return;
  }
}

void PrintfSink::write(bool isLast) noexcept {
  if (output.function) {
    output.function(text.data(), text.size(), isLast, output.data);
  } else {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }
  text.clear();
}

} // namespace weft::device
