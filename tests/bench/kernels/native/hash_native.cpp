// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hashes by hand: a vector of keys at once, without loops over the steps.
#include "tests/bench/kernels/lanes.h"
#include "tests/bench/kernels/md5.h"
#include "tests/bench/kernels/native/native.h"

#include <utility>

namespace weft::bench::native {
namespace {

template <unsigned step>
void advance(Uints &a, const Uints &b, const Uints &c, const Uints &d, const Uints (&words)[2]) {
  constexpr unsigned word = md5::wordOf(step), rotation = md5::rotationOf(step);
  Uints sum = a + md5::sines[step];
  if constexpr (word < 2)
    sum += words[word];
  else
    sum += md5::paddingOf(word);
  if constexpr (step < 16)
    sum += (b & c) | (~b & d);
  else if constexpr (step < 32)
    sum += (b & d) | (c & ~d);
  else if constexpr (step < 48)
    sum += b ^ c ^ d;
  else
    sum += c ^ (b | ~d);
  a = b + (sum << rotation | sum >> (32 - rotation));
}

template <unsigned... steps>
void advanceAll(Uints (&state)[4], const Uints (&words)[2],
                std::integer_sequence<unsigned, steps...>) {
  (advance<steps>(state[(64 - steps) % 4], state[(65 - steps) % 4], state[(66 - steps) % 4],
                  state[(67 - steps) % 4], words),
   ...);
}

} // namespace

void md5(const std::uint32_t *in, std::uint32_t *out, unsigned keys, std::size_t first,
         std::size_t last) {
  for (std::size_t i = first * 256; i < last * 256; i += lanes) {
    Uints words[2] = {load<Uints>(in + i), Uints{}}, least = Uints{} - 1u;
    for (unsigned lane = 0; lane < lanes; ++lane)
      words[1][lane] = static_cast<std::uint32_t>(i + lane);
    for (unsigned key = 0; key < keys; ++key) {
      words[1] += 1u;
      Uints state[4];
      for (unsigned part = 0; part < 4; ++part)
        state[part] = Uints{} + md5::begin[part];
      advanceAll(state, words, std::make_integer_sequence<unsigned, 64>());
      least =
          __builtin_elementwise_min(least, (state[0] + md5::begin[0]) ^ (state[3] + md5::begin[3]));
    }
    store(out + i, least);
  }
}

} // namespace weft::bench::native
