// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/client/environment.h"

#include "device/options.h"

#include <unistd.h>

namespace weft::compiler {

Environment::Environment() {
  if (!device::isEnvironmentForeign())
    for (char **entry = environ; entry && *entry; ++entry)
      variables.emplace_back(*entry);
  for (std::string &variable : variables)
    entries.push_back(variable.data());
  entries.push_back(nullptr);
}

} // namespace weft::compiler
