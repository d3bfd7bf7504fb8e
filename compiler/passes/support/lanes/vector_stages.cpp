// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/lanes/vector_stages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <array>

namespace weft::compiler {

using namespace llvm;

// A kernel or region disables each stage with probability 1/4, and the stages required for vectors
// with 1/8.
VectorStages VectorStages::of(const Function &function) const {
  if (!seed)
    return *this;
  VectorStages result = *this;
  std::uint64_t drawn = xxh3_64bits((function.getName() + "." + Twine(seed)).str());
  const auto draw = [&](unsigned bits) {
    const unsigned number = drawn & ((1u << bits) - 1);
    drawn >>= bits;
    return number;
  };
  for (unsigned number = 0; number != vectorStageCount; ++number) {
    const auto stage = static_cast<VectorStage>(number);
    const bool isVital = is_contained({VectorStage::Gangs, VectorStage::Widening}, stage);
    if (draw(isVital ? 3 : 2) == 0)
      result.absent.insert(stage);
  }
  constexpr std::array<unsigned, 8> lanes{0, 0, 0, 2, 4, 8, 16, 32};
  result.drawnLanes = lanes[draw(3)];
  result.drawnDimension = draw(2) % 3;
  return result;
}

void VectorStages::attachTo(Function &function) const {
  SmallVector<StringRef> names;
  for (unsigned number = 0; number != vectorStageCount; ++number)
    if (absent.contains(static_cast<VectorStage>(number)))
      names.push_back(vectorStageNames[number]);
  if (!names.empty())
    function.addFnAttr(absentStagesAttribute, join(names, ","));
}

VectorStages VectorStages::attachedTo(const Function &function) {
  VectorStageSet absent;
  if (function.hasFnAttribute(absentStagesAttribute))
    for (StringRef name :
         split(function.getFnAttribute(absentStagesAttribute).getValueAsString(), ','))
      for (unsigned number = 0; number != vectorStageCount; ++number)
        if (StringRef(vectorStageNames[number]) == name)
          absent.insert(static_cast<VectorStage>(number));
  return {absent, /*seed=*/0};
}

} // namespace weft::compiler
