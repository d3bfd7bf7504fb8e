// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/reports/log.h"

#include <cstdarg>
#include <cstdio>

namespace weft {

void log(LogLevel level, const char *format, ...) noexcept {
  if (!isLogged(level))
    return;
  constexpr const char *names[] = {"", "error", "warning", "info", "debug"};
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  std::fprintf(stderr, "weft: %s: %s\n", names[static_cast<int>(level)], line);
}

} // namespace weft
