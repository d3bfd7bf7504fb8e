// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages to whoever looks for the cause of something: WEFT_LOG chooses what is written to stderr.
#pragma once

#include "device/base/settings.h"

namespace weft {

inline bool isLogged(LogLevel level) { return level <= Settings::ofProcess().log; }

/// Writes one line, as printf does, when the level is asked for. Thread-safe.
[[gnu::format(printf, 2, 3)]] void log(LogLevel level, const char *format, ...) noexcept;

} // namespace weft
