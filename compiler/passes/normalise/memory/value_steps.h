// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// By how much values advance when others do: from one work-item to the next, or from round to
// round.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

#include <cstdint>
#include <optional>

namespace weft::compiler {

/// The steps of a function's values when some of them, the origins, advance by one. The function
/// must not change.
class ValueSteps {
public:
  ValueSteps(llvm::ArrayRef<const llvm::Instruction *> origins, const llvm::DataLayout &layout);

  /// Whether there are no origins.
  bool isEmpty() const { return origins.empty(); }

  /// The step, of addresses in bytes; nothing where it is not constant. Arithmetic is taken not to
  /// wrap.
  std::optional<std::int64_t> of(const llvm::Value &value) const;

private:
  using Step = std::optional<std::int64_t>;
  Step compute(const llvm::Value &value) const;
  Step ofAddress(const llvm::GetElementPtrInst &address) const;
  Step ofOperation(const llvm::BinaryOperator &operation) const;

  const llvm::DataLayout &layout;
  llvm::SmallPtrSet<const llvm::Value *, 4> origins;
  llvm::SmallPtrSet<const llvm::Value *, 32> varying;
  mutable llvm::DenseMap<const llvm::Value *, Step> found; ///< of values that several others use
};

} // namespace weft::compiler
