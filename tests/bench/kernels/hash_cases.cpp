// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hashes, as those look for keys who try many: integer arithmetic in a function of some hundred
// operations, which works on private arrays.
#include "tests/bench/kernels/kernel_case.h"
#include "tests/bench/kernels/md5.h"
#include "tests/bench/kernels/native/native.h"

#include <bit>
#include <string>

namespace weft::bench {
namespace {

std::string md5Steps() {
  std::string steps;
  for (unsigned step = 0; step != 64; ++step) {
    const unsigned word = md5::wordOf(step);
    const char state[] = {'a', 'b', 'c', 'd'};
    const auto at = [&](unsigned place) { return std::string(1, state[(place - step) % 4]); };
    steps += at(64) + " = " + at(65) + " + rotate(" + at(64) + " + " + "FGHI"[step / 16] + "(" +
             at(65) + ", " + at(66) + ", " + at(67) + ") + " + std::to_string(md5::sines[step]) +
             "u + " +
             (word < 2 ? "words[" + std::to_string(word) + "]"
                       : std::to_string(md5::paddingOf(word)) + "u") +
             ", " + std::to_string(md5::rotationOf(step)) + "u);\n";
  }
  return steps;
}

const char *md5Source() {
  static const std::string source = R"(
#define F(x, y, z) ((x & y) | (~x & z))
#define G(x, y, z) ((x & z) | (y & ~z))
#define H(x, y, z) (x ^ y ^ z)
#define I(x, y, z) (y ^ (x | ~z))
void md5(const uint *words, uint *digest) {
  uint a = 0x67452301u, b = 0xefcdab89u, c = 0x98badcfeu, d = 0x10325476u;
)" + md5Steps() + R"(
  digest[0] = a + 0x67452301u;
  digest[1] = b + 0xefcdab89u;
  digest[2] = c + 0x98badcfeu;
  digest[3] = d + 0x10325476u;
}
kernel void hashes(global const uint *in, global uint *out, uint keys) {
  uint words[2] = {in[get_global_id(0)], get_global_id(0)}, digest[4], least = ~0u;
  for (uint key = 0; key < keys; ++key) {
    ++words[1];
    md5(words, digest);
    least = min(least, digest[0] ^ digest[3]);
  }
  out[get_global_id(0)] = least;
})";
  return source.c_str();
}

std::array<std::uint32_t, 4> md5Of(const std::uint32_t (&words)[2]) {
  std::array<std::uint32_t, 4> state = md5::begin;
  for (unsigned step = 0; step != 64; ++step) {
    const auto [a, b, c, d] = state;
    const std::uint32_t mixed[] = {(b & c) | (~b & d), (b & d) | (c & ~d), b ^ c ^ d, c ^ (b | ~d)};
    const unsigned word = md5::wordOf(step);
    const std::uint32_t sum =
        a + mixed[step / 16] + md5::sines[step] + (word < 2 ? words[word] : md5::paddingOf(word));
    state = {d, b + std::rotl(sum, static_cast<int>(md5::rotationOf(step))), b, c};
  }
  for (unsigned part = 0; part != 4; ++part)
    state[part] += md5::begin[part];
  return state;
}

Workload hashes() {
  constexpr std::uint32_t count = 1 << 14, keys = 16;
  Workload work;
  work.buffers = {Buffer::input(randomValues<std::uint32_t>(count, 0, 4e9)),
                  Buffer::output<std::uint32_t>(count)};
  work.values = {keys};
  work.global = {count};
  work.local = {64};
  work.units = count / 256;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::md5(b[0].as<std::uint32_t>(), b[1].as<std::uint32_t>(), keys, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint32_t least = ~0u, words[] = {b[0].as<std::uint32_t>()[i], i};
      for (std::uint32_t key = 0; key < keys; ++key) {
        ++words[1];
        const auto digest = md5Of(words);
        least = std::min(least, digest[0] ^ digest[3]);
      }
      b[1].as<std::uint32_t>()[i] = least;
    }
  };
  return work;
}

} // namespace

std::vector<Case> hashCases() { return {{"md5", md5Source(), "hashes", hashes, 4, 0.85}}; }

} // namespace weft::bench
