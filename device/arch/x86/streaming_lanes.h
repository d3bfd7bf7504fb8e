// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of device/arch/streaming_loops.h for one width of vector registers. Included by one
// file per width, which is compiled for CPUs that have it: so nothing here or in its includes may
// have a name that the linker could merge with another file's.
//
// A copy processes its lines in order and leaves prefetching to the CPU. Interleaving several
// pages, as the C library's memcpy does, takes half as long again where a single core nearly
// saturates memory (an EPYC of Zen 5), and software prefetching gains nothing there.
#pragma once

#include "device/arch/streaming_loops.h"

#include <cstddef>
#include <immintrin.h>

namespace weft::device {

extern const StreamingLoops sse2StreamingLoops, avxStreamingLoops, avx512StreamingLoops;

namespace {

/// `Lanes` has the type `Register` and its load and store.
template <typename Lanes> struct StreamingLoopsOf {
  using Register = Lanes::Register;
  static constexpr std::size_t width = sizeof(Register), line = 64, period = 128;

  static void copyLine(unsigned char *destination, const unsigned char *source) {
    Register parts[line / width];
    for (std::size_t i = 0; i < line / width; ++i)
      parts[i] = Lanes::load(source + i * width);
    for (std::size_t i = 0; i < line / width; ++i)
      Lanes::store(destination + i * width, parts[i]);
  }

  static void copyLines(unsigned char *destination, const unsigned char *source,
                        std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += line)
      copyLine(destination + at, source + at);
    _mm_sfence();
  }

  static void fillPeriods(unsigned char *destination, const unsigned char *block,
                          std::size_t periods) {
    Register parts[period / width];
    for (std::size_t i = 0; i < period / width; ++i)
      parts[i] = Lanes::load(block + i * width);
    for (; periods; --periods, destination += period)
      for (std::size_t i = 0; i < period / width; ++i)
        Lanes::store(destination + i * width, parts[i]);
    _mm_sfence();
  }
};

} // namespace
} // namespace weft::device
