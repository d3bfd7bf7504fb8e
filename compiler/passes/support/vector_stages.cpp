// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/support/vector_stages.h"

#include "compiler/passes/support/module_flags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <array>

namespace weft::compiler {

using namespace llvm;

namespace {

constexpr unsigned stageCount = static_cast<unsigned>(VectorStage::Count);

// In the order of VectorStage.
constexpr std::array<StringLiteral, stageCount> names{
    "uniform-unswitching", "uniform-regions", "gangs",          "widening",
    "index-set-splitting", "scalar-tails",    "unmasked-gangs", "wide-gangs",
    "group-stride-loops",  "private-arrays",  "inductions",     "adjacent-accesses",
    "narrowing",           "if-conversion",   "speculation",    "strides",
    "copy-idiom"};

} // namespace

std::optional<unsigned> parseVectorStages(StringRef list, std::string &error) {
  unsigned bits = 0;
  for (StringRef name : split(list, ',')) {
    const auto *found = find(names, name);
    if (found == names.end()) {
      error = ("'" + name + "' is no stage of vectorisation; -cl-weft-without= takes ").str() +
              join(names, ", ");
      return std::nullopt;
    }
    bits |= 1u << (found - names.begin());
  }
  return bits;
}

VectorStages::VectorStages(const Module &module)
    : absent(moduleFlag(module, absentStagesFlag)), seed(moduleFlag(module, chaosFlag)) {}

// Each stage is left out one time in four, and those without which there are no vectors one time in
// eight.
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
  for (unsigned stage = 0; stage != stageCount; ++stage) {
    const bool isVital =
        is_contained({VectorStage::Gangs, VectorStage::Widening}, static_cast<VectorStage>(stage));
    if (draw(isVital ? 3 : 2) == 0)
      result.absent |= 1u << stage;
  }
  constexpr std::array<unsigned, 8> lanes{0, 0, 0, 2, 4, 8, 16, 32};
  result.drawnLanes = lanes[draw(3)];
  return result;
}

} // namespace weft::compiler
