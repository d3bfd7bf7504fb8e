// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a text of options is cut into words, and words become such a text.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

/// Cuts the text at blanks. Double quotes protect and are dropped; single quotes protect, and are
/// dropped around a whole word or argument but stay inside one (a character constant of a -D); a
/// backslash protects a blank, a quote or a backslash and is itself where anything else follows.
/// Nothing, with `error` set, where a quote is not closed.
std::optional<std::vector<std::string>> splitWords(std::string_view text, std::string &error);

/// A text of which splitWords makes these words, none of which is empty.
std::string joinWords(std::span<const std::string> words);

} // namespace weft::compiler
