// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagnostic messages: WEFT_LOG selects what is written to stderr.
#pragma once

#include "device/base/settings.h"

namespace weft {

inline bool isLogged(LogLevel level) { return level <= Settings::ofProcess().log; }

/// Writes one line, as printf does, if the level is enabled. Thread-safe.
[[gnu::format(printf, 2, 3)]] void log(LogLevel level, const char *format, ...) noexcept;

} // namespace weft
