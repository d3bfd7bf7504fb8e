// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules of SPIR-V for the reader, and what damages them: words, and whole instructions.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace weft::test {

using Words = std::vector<std::uint32_t>;

/// Whether the reader takes the module. Ends the process if it refuses it without a reason.
bool isTaken(std::string_view bytes);
bool isTaken(const Words &words);

/// Damages copies of modules at random, the same for the same seed.
class Damage {
public:
  explicit Damage(std::uint32_t seed) : random(seed) {}

  Words of(const Words &module);

private:
  std::uint32_t number(std::size_t bound);
  std::size_t place(const Words &words);
  void once(Words &words);
  void onceInWords(Words &words);
  void onceInInstructions(Words &words);

  std::mt19937 random;
};

} // namespace weft::test
