// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/context/checked/ordered_commands.h"

#include <algorithm>

namespace weft::icd {

// Numbers that share a place are `most` apart.
void OrderedCommands::extendTo(std::uint64_t newEnd) noexcept {
  for (std::uint64_t number = std::max(end, newEnd - std::min<std::uint64_t>(newEnd, most));
       number < newEnd; ++number)
    commands.reset(number % most);
  end = std::max(end, newEnd);
}

void OrderedCommands::add(std::uint64_t number) noexcept {
  extendTo(number + 1);
  commands.set(number % most);
}

void OrderedCommands::join(const OrderedCommands &other) noexcept {
  OrderedCommands extended = other;
  extended.extendTo(end);
  extendTo(other.end);
  commands |= extended.commands;
}

} // namespace weft::icd
