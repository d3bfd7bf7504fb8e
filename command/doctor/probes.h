// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The doctor's checks of foreign code, each in a separate process: a driver or a loader that
// crashes or hangs affects only that process. The process immediately writes each result as a line
// of a name, a space and a value.
#pragma once

#include "command/child.h"

#include <string>
#include <vector>

namespace weft::command {

struct ProbeResult {
  ChildResult child;

  /// All values of a name.
  std::vector<std::string> all(const std::string &name) const;
  /// The first value of a name, or empty.
  std::string value(const std::string &name) const;
};

/// The loader as a program finds it: `library`, `loaded` if it is usable, its own `name` and
/// `version`, or `error`.
ProbeResult probeLoader();
/// A driver from an .icd file: `library`, a `platform` line each, or `error`.
ProbeResult probeDriver(const std::string &library);
/// A build and a launch through the loader: a `platform` line each, Weft's `library`, `build` and
/// `launch` in milliseconds, or `error`.
ProbeResult probeLaunch();

} // namespace weft::command
