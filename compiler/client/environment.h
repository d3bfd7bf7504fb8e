// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's environment as it was at one moment.
#pragma once

#include <string>
#include <vector>

namespace weft::compiler {

/// A copy of the process's environment. A host may change its environment whenever none of its own
/// threads looks at it, and knows nothing of Weft's: they read this copy.
class Environment {
public:
  /// Copies it, but leaves it empty where it is foreign (device/options.h). To be called inside a
  /// call of the host's.
  Environment();
  Environment(const Environment &) = delete;
  Environment &operator=(const Environment &) = delete;

  /// As execve takes it; lives as long as this object.
  char *const *pointers() const { return entries.data(); }

private:
  std::vector<std::string> variables;
  std::vector<char *> entries; ///< of `variables`, and null
};

} // namespace weft::compiler
