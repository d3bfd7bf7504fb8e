// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The gang's values for the source's values.
//
// A uniform value is a scalar, a varying one a vector over the lanes. A varying value of a vector
// type is a list of components, each a vector over the lanes, or, if their order does not matter,
// as many parts in memory order (record_order.h).
#pragma once

#include "compiler/passes/analysis/strides/stride_analysis.h"
#include "compiler/passes/vectorise/widen/lanes/gang_builder.h"

namespace weft::compiler {

class LaneValues {
public:
  LaneValues(const StrideInfo &strides, GangBuilder &gang) : strides(strides), gang(gang) {}

  bool isUniform(const llvm::Value &value) const { return strides.isUniform(value); }

  void setScalar(const llvm::Value &value, llvm::Value *scalar) {
    assert(isUniform(value) && "only what lanes share is a scalar");
    scalars[&value] = scalar;
  }
  void setVector(const llvm::Value &value, llvm::Value *vector) {
    assert(!isUniform(value) && vector->getType()->isVectorTy() && "what varies is a vector");
    vectors[&value] = vector;
  }
  void setComponents(const llvm::Value &value, llvm::ArrayRef<llvm::Value *> parts) {
    assert(!isUniform(value) && (value.getType()->isVectorTy() || value.getType()->isStructTy()) &&
           "vectors and structures have components");
    components[&value] = Parts(parts);
  }

  /// Another vector for a value, until endReplacements().
  void replace(const llvm::Value &value, llvm::Value *vector) { replacements[&value] = vector; }
  void endReplacements() { replacements.clear(); }

  /// Of a uniform value.
  llvm::Value *scalarOf(llvm::Value *value);
  /// Of any non-vector.
  llvm::Value *vectorOf(llvm::Value *value);
  /// Of any value of a vector type.
  Parts componentsOf(llvm::Value *value);
  bool hasComponents(const llvm::Value &value) const { return components.contains(&value); }

  /// One lane's value.
  llvm::Value *laneOf(llvm::Value *value, unsigned lane);
  /// The last active lane's value: the result of storing all lanes to one address.
  llvm::Value *lastActiveLane(llvm::Value *value);

private:
  const StrideInfo &strides;
  GangBuilder &gang;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> scalars, vectors, replacements;
  llvm::DenseMap<const llvm::Value *, Parts> components;
};

} // namespace weft::compiler
