// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one lane holds, computed by scalar instructions of its own.
//
// The address at which a piece of a gang begins (linear_gangs.h) is a scalar. To take it out of a
// vector of addresses, all lanes' addresses would have to be computed, in the widest of types. So
// arithmetic is copied, down to parameters, uniform values and what comes from elsewhere. The
// copies have no flags: the lane may be inactive.
#pragma once

#include "compiler/passes/vectorise/widen/lanes/lane_values.h"
#include "compiler/passes/vectorise/widen/lanes/linear_ids.h"

#include <optional>

namespace weft::compiler {

class LaneScalars {
public:
  LaneScalars(LaneValues &values, GangBuilder &gang) : values(values), gang(gang) {}

  /// Gangs are work-items of several dimensions.
  void setLinearGangs(const LinearGangs &gangs) { ids.emplace(gangs, gang); }
  bool hasLinearGangs() const { return ids.has_value(); }
  bool areLanesInOnePlane() const { return ids && ids->areInOnePlane(); }
  /// Whether the value is made of local ids and uniform values by what `of` copies.
  bool isArithmeticOfIds(const llvm::Value &value) const;
  /// A local id of the source, and what stands for it in lane 0; in the order of dimensions.
  /// Returns that of all lanes.
  llvm::Value *setId(const llvm::Argument &original, unsigned dimension, llvm::Value *first);

  /// What a lane holds of a value that is no vector.
  llvm::Value *of(llvm::Value *value, unsigned lane);

private:
  llvm::Value *ofArgument(const llvm::Argument &argument, unsigned lane);

  LaneValues &values;
  GangBuilder &gang;
  std::optional<LinearIds> ids;
  std::array<const llvm::Argument *, 3> originals{};
  std::array<llvm::Value *, 3> firstIds{};
};

} // namespace weft::compiler
