// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the command line asks to measure.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace weft::bench {

struct Request {
  int rounds = 15;
  std::string group; ///< a type or kind of functions; all if empty
  std::vector<std::string> functions;

  bool wantsGroup(const std::string &name) const { return group.empty() || group == name; }
  bool wants(const std::string &name) const {
    return functions.empty() ||
           std::find(functions.begin(), functions.end(), name) != functions.end();
  }
};

} // namespace weft::bench
