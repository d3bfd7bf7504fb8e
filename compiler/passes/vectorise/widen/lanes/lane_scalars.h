// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One lane's value, computed by separate scalar instructions.
//
// The start address of a gang's piece (linear_gangs.h) is a scalar. Extracting it from a vector of
// addresses would require the computation of all lanes' addresses, in the widest type. So
// arithmetic is copied, down to parameters, uniform values and results of other instructions. The
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
  /// Whether the value is computed from local ids and uniform values by instructions that `of`
  /// copies.
  bool isArithmeticOfIds(const llvm::Value &value) const;
  /// A local id of the source, and its value in lane 0; in the order of dimensions. Returns that of
  /// all lanes.
  llvm::Value *setId(const llvm::Argument &original, unsigned dimension, llvm::Value *first);

  /// A lane's value of a non-vector.
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
