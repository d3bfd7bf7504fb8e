// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/vector_target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace weft::compiler {

using namespace llvm;

namespace {

struct PreferredWidth {
  StringLiteral cpu;
  unsigned bits;
};

// LLVM prefers 256 bits for these, which run two 512-bit operations a cycle and hardly slower for
// it.
constexpr PreferredWidth preferredWidths[] = {
    {"icelake-server", 512}, {"sapphirerapids", 512},  {"emeraldrapids", 512},
    {"graniterapids", 512},  {"graniterapids-d", 512}, {"diamondrapids", 512},
};

} // namespace

unsigned preferredVectorBits(StringRef cpu) {
  const auto *known = find_if(
      preferredWidths, [&](const PreferredWidth &preferred) { return preferred.cpu == cpu; });
  return known == std::end(preferredWidths) ? 0 : known->bits;
}

VectorTarget::VectorTarget(const Function &function) {
  for (const StringRef feature :
       split(function.getFnAttribute("target-features").getValueAsString(), ",")) {
    if (feature == "+avx") {
      masksWords = true;
    } else if (feature == "+avx512vl") {
      masksWords = storesFreely = gathersWords = scattersWords = hasRootEstimate = true;
      hasEmbeddedBroadcasts = true;
    } else if (feature == "+avx2") {
      hasBroadcasts = true;
    } else if (feature == "+avx512f") {
      hasFoundation = true;
    } else if (feature == "+avx512bw") {
      masksBytes = true;
    } else if (feature == "+fma" || feature == "+fma4") {
      fusesOperations = true;
    } else if (feature == "+avx512fp16") {
      hasHalfArithmetic = true;
    }
  }
}

} // namespace weft::compiler
