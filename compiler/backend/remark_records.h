// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's remarks on a program's code in machine-readable form: `weftc --emit=remarks`.
#pragma once

#include "llvm/IR/DiagnosticInfo.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace weft::compiler {

/// A remark of Weft's (passes/support/remarks.h) or from LLVM's code generation: the `frame` of a
/// function, and the `spills` of a function and `loop spills` of its loops. Those of kind `kernel`
/// come first and name the kernels.
struct RemarkRecord {
  std::string function;
  std::string kind;
  std::string text;
  std::string file; ///< the source's name as given; empty: unknown
  unsigned line = 0, column = 0;
  std::vector<std::pair<std::string, std::uint64_t>> numbers;
};

/// Appends a diagnostic's content, if it is a remark.
void recordRemark(const llvm::DiagnosticInfo &info, std::vector<RemarkRecord> &records);

/// A JSON object with the member `remarks`, an array in the order of the records.
std::string printRecords(const std::vector<RemarkRecord> &records);

} // namespace weft::compiler
