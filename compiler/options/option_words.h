// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splitting an option text into words, and joining words into such a text.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::compiler {

/// Splits the text at spaces. Double quotes protect and are dropped; single quotes protect, and are
/// dropped around a whole word or argument but kept inside one (a character constant of a -D); a
/// backslash protects a space, a quote or a backslash and is literal before anything else. Nothing,
/// with `error` set, if a quote is not closed.
std::optional<std::vector<std::string>> splitWords(std::string_view text, std::string &error);

/// A text that splitWords splits into these words, none of which is empty.
std::string joinWords(std::span<const std::string> words);

} // namespace weft::compiler
