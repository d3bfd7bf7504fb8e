// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the doctor asks of foreign code, each in a process of its own: a driver or a loader that
// crashes or hangs ends that process alone. The process writes lines of a name, a space and a value
// as soon as it knows them.
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

/// The loader as a program finds it: `library`, `loaded` if it can be used,
/// `name` and `version` as it gives them, or `error`.
ProbeResult probeLoader();
/// A driver by what an .icd file says: `library`, a `platform` for each, or `error`.
ProbeResult probeDriver(const std::string &library);
/// A build and a launch through the loader: a `platform` for each, `library` of Weft's, `build` and
/// `launch` in milliseconds, or `error`.
ProbeResult probeLaunch();

} // namespace weft::command
