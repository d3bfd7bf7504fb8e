// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's environment as it was at one moment.
#pragma once

#include <string>
#include <vector>

namespace weft {

/// Whether the environment is not to be trusted: in programs with more privileges than their caller
/// (set-user-id, set-group-id, file capabilities). Every variable is then as if it were not set,
/// and libraries that would obey the environment are not called.
bool isEnvironmentForeign() noexcept;

/// A copy of the process's environment. A host may change its environment whenever none of its own
/// threads looks at it, and knows nothing of Weft's: they read this copy.
class Environment {
public:
  /// Copies it, but leaves it empty where it is foreign. To be called inside a call of the host.
  Environment();
  Environment(const Environment &) = delete;
  Environment &operator=(const Environment &) = delete;

  /// As execve takes it; lives as long as this object.
  char *const *pointers() const { return entries.data(); }

private:
  std::vector<std::string> variables;
  std::vector<char *> entries; ///< of `variables`, and null
};

} // namespace weft
