// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dimension of the range along which a kernel's lanes run.
//
// From regions on, passes number dimensions in the kernel's own order, in which the lane dimension
// is swapped with dimension 0. Ids, sizes and group ids among the parameters of region functions
// and in the work-group function, x ranges, and work-group numbers have this order. Values that a
// kernel reads from the launch, and its required work-group size, keep the order of the range.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"

#include <cassert>

namespace weft::compiler {

/// On kernels and their region functions: the lane dimension, as a decimal number. Default 0.
inline constexpr llvm::StringLiteral laneDimensionAttribute = "weft-lane-dimension";

/// Of a kernel or a region function.
inline unsigned laneDimension(const llvm::Function &function) {
  const llvm::Attribute attribute = function.getFnAttribute(laneDimensionAttribute);
  unsigned dimension = 0;
  if (attribute.isStringAttribute())
    attribute.getValueAsString().getAsInteger(10, dimension);
  assert(dimension < 3);
  return dimension;
}

/// A dimension of the range in the order of a kernel with lanes along `lanes`, and back.
constexpr unsigned inLaneOrder(unsigned dimension, unsigned lanes) {
  return dimension == 0 ? lanes : dimension == lanes ? 0 : dimension;
}

} // namespace weft::compiler
