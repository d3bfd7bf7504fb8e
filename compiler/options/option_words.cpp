// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/options/option_words.h"

namespace weft::compiler {
namespace {

constexpr std::string_view blanks = " \t\n\v\f\r";

bool isBlank(char c) { return blanks.find(c) != std::string_view::npos; }

bool needsQuotes(std::string_view word) {
  return word.find_first_of("\"'\\") != std::string_view::npos ||
         word.find_first_of(blanks) != std::string_view::npos;
}

} // namespace

std::optional<std::vector<std::string>> splitWords(std::string_view text, std::string &error) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  bool dropQuote = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && quote != '\'') {
      const char next = text[i + 1];
      const bool protects =
          next == '"' || next == '\\' || (!quote && (isBlank(next) || next == '\''));
      word += protects ? text[++i] : c;
      inWord = true;
    } else if (quote) {
      if (c != quote || !dropQuote)
        word += c;
      if (c == quote)
        quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
      dropQuote = c == '"' || word.empty() || word == "-I" || word == "-D";
      if (!dropQuote)
        word += c;
      inWord = true;
    } else if (isBlank(c)) {
      if (inWord)
        words.push_back(std::move(word));
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (quote) {
    error = std::string("missing closing ") + quote + " in the options";
    return std::nullopt;
  }
  if (inWord)
    words.push_back(std::move(word));
  return words;
}

std::string joinWords(std::span<const std::string> words) {
  std::string text;
  for (const std::string &word : words) {
    if (!text.empty())
      text += ' ';
    if (!needsQuotes(word)) {
      text += word;
      continue;
    }
    text += '"';
    for (const char c : word) {
      if (c == '"' || c == '\\')
        text += '\\';
      text += c;
    }
    text += '"';
  }
  return text;
}

} // namespace weft::compiler
