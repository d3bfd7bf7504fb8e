// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a source shows without running: mistakes, and what other platforms may refuse.
#pragma once

#include <string>
#include <vector>

namespace weft::compiler {

struct Finding {
  std::string kind; ///< one word, such as "bounds"
  std::string text; ///< one line without full stop
  std::string file; ///< the source's name as given
  unsigned line = 0, column = 0;
};

using Findings = std::vector<Finding>;

} // namespace weft::compiler
