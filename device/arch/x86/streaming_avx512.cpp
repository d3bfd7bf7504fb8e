// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/x86/streaming_lanes.h"

namespace weft::device {
namespace {

struct Lanes {
  using Register = __m512i;
  static Register load(const unsigned char *from) {
    return _mm512_loadu_si512(reinterpret_cast<const Register *>(from));
  }
  static void store(unsigned char *to, Register value) {
    _mm512_stream_si512(reinterpret_cast<Register *>(to), value);
  }
};

} // namespace

const StreamingLoops avx512StreamingLoops = {StreamingLoopsOf<Lanes>::copyLines,
                                             StreamingLoopsOf<Lanes>::fillPeriods};

} // namespace weft::device
