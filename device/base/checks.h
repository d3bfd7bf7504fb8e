// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The classes of mistakes that checked mode finds (docs/checked-mode.md), and sets of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

enum class Check : std::uint8_t {
  Bounds,     ///< accesses outside of the object that the pointer came from
  Arithmetic, ///< divisions, shifts and conversions without a defined result
  Api,        ///< calls that use released objects, or that the specification forbids
  Leaks,      ///< objects that the host never releases
  Races,      ///< accesses of the same memory by several work-items without an order
  /// Those, too, in which all write the same value. Not one of "all".
  StrictRaces,
  Barriers,      ///< barriers and collectives that not all work-items of a group reach alike
  Uninitialised, ///< branches, addresses and output that depend on what was never written
  Async, ///< memory of asynchronous copies that is touched before the wait, and their events
  /// Results that depend on the order of work-items, groups and copies. Not one of "all": they may
  /// be intended.
  Order,
  /// Operations of numbers whose result is none. Not one of "all".
  Nan,
};

/// By value; as users write them.
inline constexpr std::string_view checkNames[] = {
    "bounds",   "arithmetic",    "api",   "leaks", "races",         "races=strict",
    "barriers", "uninitialised", "async", "order", "arithmetic=nan"};

constexpr std::string_view nameOf(Check check) {
  return checkNames[static_cast<std::size_t>(check)];
}

class CheckSet {
public:
  constexpr CheckSet() = default;
  static constexpr CheckSet all() {
    return CheckSet(((1u << std::size(checkNames)) - 1) &
                    ~(bit(Check::StrictRaces) | bit(Check::Order) | bit(Check::Nan)));
  }
  /// Those that need instrumented kernels.
  static constexpr CheckSet ofKernels() {
    return CheckSet(bit(Check::Bounds) | bit(Check::Arithmetic) | bit(Check::Races) |
                    bit(Check::Barriers) | bit(Check::Uninitialised) | bit(Check::Async) |
                    bit(Check::Order) | bit(Check::Nan));
  }

  constexpr bool has(Check check) const { return (bits & bit(check)) != 0; }
  constexpr bool isEmpty() const { return bits == 0; }
  constexpr CheckSet operator&(CheckSet other) const { return CheckSet(bits & other.bits); }
  constexpr CheckSet operator|(CheckSet other) const { return CheckSet(bits | other.bits); }
  bool operator==(const CheckSet &) const = default;

  /// Names separated by commas, and "all"; later ones override: "all,-leaks" leaves one out.
  /// Nothing for a text with anything else, or without a name.
  static constexpr std::optional<CheckSet> parse(std::string_view text) {
    CheckSet set;
    for (;;) {
      const std::size_t comma = text.find(',');
      std::string_view name = text.substr(0, comma);
      const bool isLeftOut = name.starts_with('-');
      name.remove_prefix(isLeftOut);
      const std::optional<CheckSet> named = parseName(name);
      if (!named)
        return std::nullopt;
      set = isLeftOut ? CheckSet(set.bits & ~named->bits) : set | *named;
      if (comma == std::string_view::npos)
        return set;
      text.remove_prefix(comma + 1);
    }
  }

  /// A text that parse() accepts; empty for the empty set.
  std::string text() const {
    std::string result;
    for (std::size_t index = 0; index < std::size(checkNames); ++index)
      if (has(static_cast<Check>(index))) {
        result += result.empty() ? "" : ",";
        result += checkNames[index];
      }
    return result;
  }

private:
  constexpr explicit CheckSet(unsigned bits) : bits(bits) {}
  static constexpr unsigned bit(Check check) { return 1u << static_cast<unsigned>(check); }
  static constexpr CheckSet withImplied(unsigned bits) {
    if (bits & bit(Check::StrictRaces))
      bits |= bit(Check::Races);
    return CheckSet(bits & bit(Check::Nan) ? bits | bit(Check::Arithmetic) : bits);
  }
  static constexpr std::optional<CheckSet> parseName(std::string_view name) {
    if (name == "all")
      return all();
    for (std::size_t index = 0; index < std::size(checkNames); ++index)
      if (name == checkNames[index])
        return withImplied(bit(static_cast<Check>(index)));
    return std::nullopt;
  }

  unsigned bits = 0;
};

} // namespace weft
