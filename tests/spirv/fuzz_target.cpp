// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reader as a target of libFuzzer (tests/spirv/fuzz builds and runs it). Bytes at random seldom
// pass the validator, so that most inputs are made by damaging whole words and instructions.
#include "tests/spirv/damage.h"

#include <algorithm>
#include <cstring>

extern "C" {

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size, std::size_t limit,
                                    unsigned seed);
/// Of libFuzzer: changes bytes at random, and returns how many there are then.
std::size_t LLVMFuzzerMutate(std::uint8_t *data, std::size_t size, std::size_t limit);

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  weft::test::isTaken(std::string_view(reinterpret_cast<const char *>(data), size));
  return 0;
}

std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size, std::size_t limit,
                                    unsigned seed) {
  constexpr unsigned bytesOneIn = 8;
  if (size < sizeof(std::uint32_t) || seed % bytesOneIn == 0)
    return LLVMFuzzerMutate(data, size, limit);
  weft::test::Words words(size / sizeof(std::uint32_t));
  std::memcpy(words.data(), data, words.size() * sizeof(std::uint32_t));
  const weft::test::Words damaged = weft::test::Damage(seed).of(words);
  const std::size_t made = std::min(damaged.size() * sizeof(std::uint32_t), limit);
  std::memcpy(data, damaged.data(), made);
  return made;
}

} // extern "C"
