// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/base/environment.h"

#include <sys/auxv.h>
#include <unistd.h>

namespace weft {

bool isEnvironmentForeign() noexcept { return ::getauxval(AT_SECURE) != 0; }

Environment::Environment() {
  if (!isEnvironmentForeign())
    for (char **entry = environ; entry && *entry; ++entry)
      variables.emplace_back(*entry);
  for (std::string &variable : variables)
    entries.push_back(variable.data());
  entries.push_back(nullptr);
}

} // namespace weft
