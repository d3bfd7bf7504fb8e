#include "compiler/passes/vector_target.h"

#include "llvm/ADT/StringExtras.h"

namespace weft::compiler {

using namespace llvm;

VectorTarget::VectorTarget(const Function &function) {
  for (const StringRef feature :
       split(function.getFnAttribute("target-features").getValueAsString(), ",")) {
    if (feature == "+avx") {
      masksWords = true;
    } else if (feature == "+avx512vl") {
      masksWords = storesFreely = gathersWords = scattersWords = true;
    } else if (feature == "+avx512bw") {
      masksBytes = true;
    }
  }
}

} // namespace weft::compiler
