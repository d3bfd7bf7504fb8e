// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives the reader modules that are damaged: it must say no, or make a module that LLVM verifies.
// A fault of its own ends this process.
//
//   damaged_modules [--seed N] [--count N] [--seconds N] MODULE...
//
// Each module is damaged `count` times, or, with a time, all again and again until it is over.
// Built with -DWEFT_LIBFUZZER by Clang, with -fsanitize=fuzzer, the same is a target of libFuzzer.
#include "compiler/frontend/spirv/spirv_frontend.h"
#include "compiler/options/compile_options.h"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace weft::test {
namespace {

/// Whether the reader took it. Without a module there must be a reason.
bool isTaken(std::string_view bytes) {
  llvm::LLVMContext context;
  const auto result = compiler::translateSpirv(context, bytes, {}, {});
  if (!result.module && result.log.empty()) {
    std::fputs("a module was refused without a word\n", stderr);
    std::abort();
  }
  return result.module != nullptr;
}

} // namespace
} // namespace weft::test

#ifdef WEFT_LIBFUZZER

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  weft::test::isTaken({reinterpret_cast<const char *>(data), size});
  return 0;
}

#else

namespace weft::test {
namespace {

constexpr std::size_t headerWords = 5;
using Words = std::vector<std::uint32_t>;

Words readWords(const char *path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  Words words(bytes.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(std::uint32_t));
  return words;
}

class Damage {
public:
  explicit Damage(std::uint32_t seed) : random(seed) {}

  Words of(const Words &module) {
    Words words = module;
    for (std::uint32_t left = 1 + number(3); left != 0 && words.size() > headerWords + 1; --left)
      once(words);
    return words;
  }

private:
  std::uint32_t number(std::size_t bound) {
    return static_cast<std::uint32_t>(random() % std::max<std::size_t>(bound, 1));
  }
  std::size_t place(const Words &words) { return headerWords + number(words.size() - headerWords); }

  void once(Words &words) {
    const std::size_t at = place(words);
    switch (number(7)) {
    case 0: // a bit
      words[at] ^= 1u << number(32);
      break;
    case 1: // the end is missing
      words.resize(at);
      break;
    case 2: // another id or literal of the module
      words[at] = words[place(words)];
      break;
    case 3: // another id
      words[at] = number(words[3]);
      break;
    case 4: // another instruction of the same length
      words[at] = (words[at] & 0xffff0000) | number(420);
      break;
    case 5: // some words are missing
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at),
                  words.begin() +
                      static_cast<std::ptrdiff_t>(std::min(words.size(), at + 1 + number(6))));
      break;
    default: // an extreme
      words[at] = number(2) ? 0xffffffff : 0;
      break;
    }
  }

  std::mt19937 random;
};

struct Run {
  std::uint32_t seed = 1, count = 20, seconds = 0;
  std::vector<Words> modules;
};

int damageAll(const Run &run) {
  Damage damage(run.seed);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(run.seconds);
  std::size_t taken = 0, refused = 0;
  do {
    for (const Words &module : run.modules)
      for (std::uint32_t round = 0; round != run.count; ++round) {
        const Words words = damage.of(module);
        const bool isGood = isTaken(
            {reinterpret_cast<const char *>(words.data()), words.size() * sizeof(std::uint32_t)});
        ++(isGood ? taken : refused);
      }
  } while (std::chrono::steady_clock::now() < end);
  std::printf("%zu taken, %zu refused\n", taken, refused);
  return refused == 0; // then nothing was damaged
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

#endif
