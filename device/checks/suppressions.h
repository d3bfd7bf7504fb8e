// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of WEFT_CHECK_SUPPRESSIONS: which reports the user does not want.
//
// Each line has a check, a pattern for the kernel or the API call, and a pattern for the location
// ("k.cl:13"; a call has none, for which "*" stands). Patterns are those of shells. The last may be
// missing. A line may be empty, or a comment that starts with '#'.
#pragma once

#include "device/checks/report.h"

#include <string_view>

namespace weft::device {

class Suppressions {
public:
  Suppressions() = default;
  /// Takes the text of a file. Lines that name no check are set aside in `invalidLines`.
  explicit Suppressions(std::string_view text);

  bool match(const CheckReport &report) const;
  const std::vector<std::string> &invalidLines() const { return invalid; }

private:
  struct Rule {
    CheckSet checks;
    std::string who;
    std::string where;
  };
  std::vector<Rule> rules;
  std::vector<std::string> invalid;
};

} // namespace weft::device
