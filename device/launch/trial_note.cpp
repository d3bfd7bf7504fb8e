// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/launch/trial_note.h"

#include <charconv>
#include <memory>

namespace weft::device {
namespace {

constexpr std::string_view lanesWord = "lanes", scalarWord = "scalar";

} // namespace

std::string nameOfTrial(std::string_view kernel, RangeKind kind) {
  return "verdict " + std::to_string(static_cast<unsigned>(kind)) + " " + std::string(kernel);
}

std::string textOf(const VersionTrial::Result &result) {
  std::string text(result.verdict == VersionTrial::Verdict::Scalar ? scalarWord : lanesWord);
  if (!(result.gain > 0))
    return text;
  char gain[32];
  constexpr int digits = 3;
  const auto end =
      std::to_chars(gain, gain + sizeof gain, result.gain, std::chars_format::general, digits);
  return text.append(" ").append(gain, end.ptr);
}

VersionTrial::Result trialResultOf(std::string_view text) noexcept {
  const std::string_view word = text.substr(0, text.find(' '));
  if (word != lanesWord && word != scalarWord)
    return {};
  VersionTrial::Result result{word == lanesWord ? VersionTrial::Verdict::Lanes
                                                : VersionTrial::Verdict::Scalar};
  if (word.size() == text.size())
    return result;
  const std::string_view number = text.substr(word.size() + 1);
  const char *const begin = std::to_address(number.begin()), *const end = begin + number.size();
  const auto [stop, error] = std::from_chars(begin, end, result.gain);
  return error == std::errc{} && stop == end && result.gain > 0 ? result : VersionTrial::Result();
}

} // namespace weft::device
