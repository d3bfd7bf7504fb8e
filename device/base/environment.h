// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A snapshot of the host's environment.
#pragma once

#include <string>
#include <vector>

namespace weft {

/// Whether the environment is untrusted: in programs with more privileges than their caller
/// (set-user-id, set-group-id, file capabilities). Every variable is then treated as unset, and
/// libraries that would obey the environment are not called.
bool isEnvironmentForeign() noexcept;

/// A copy of the process's environment. A host may change its environment while none of its own
/// threads reads it, and does not know about Weft's: they read this copy.
class Environment {
public:
  /// Copies it, but leaves it empty if it is untrusted. To be called inside a call of the host.
  Environment();
  Environment(const Environment &) = delete;
  Environment &operator=(const Environment &) = delete;

  /// As for execve; lives as long as this object.
  char *const *pointers() const { return entries.data(); }

private:
  std::vector<std::string> variables;
  std::vector<char *> entries; ///< of `variables`, and null
};

} // namespace weft
