// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives the reader modules that are damaged: it must say no, or make a module that LLVM verifies.
// A fault of its own ends this process.
//
//   damaged_modules [--seed N] [--count N] [--seconds N] MODULE...
//
// Each module is read as it is and damaged `count` times, or, with a time, all are again and again
// until it is over. With a count of 0 they are read alone.
#include "tests/spirv/damage.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

namespace weft::test {
namespace {

/// Bytes behind the last whole word are lost.
Words readWords(const char *path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  Words words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  return words;
}

struct Run {
  std::uint32_t seed = 1, count = 20, seconds = 0;
  std::vector<Words> modules;
};

int damageAll(const Run &run) {
  Damage damage(run.seed);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(run.seconds);
  std::size_t taken = 0, refused = 0;
  do {
    for (const Words &module : run.modules) {
      isTaken(module);
      for (std::uint32_t round = 0; round != run.count; ++round)
        ++(isTaken(damage.of(module)) ? taken : refused);
    }
  } while (std::chrono::steady_clock::now() < end);
  std::printf("%zu taken, %zu refused\n", taken, refused);
  return run.count != 0 && refused == 0; // then nothing was damaged
}

} // namespace
} // namespace weft::test

int main(int count, char **arguments) {
  weft::test::Run run;
  for (int index = 1; index < count; ++index) {
    const std::string_view word = arguments[index];
    std::uint32_t *const option = word == "--seed"      ? &run.seed
                                  : word == "--count"   ? &run.count
                                  : word == "--seconds" ? &run.seconds
                                                        : nullptr;
    if (option && index + 1 < count)
      *option = static_cast<std::uint32_t>(std::strtoul(arguments[++index], nullptr, 10));
    else
      run.modules.push_back(weft::test::readWords(arguments[index]));
  }
  return weft::test::damageAll(run);
}
