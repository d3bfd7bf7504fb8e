// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// By how much values differ from one work-item to the next, before there are lanes.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <cstdint>
#include <optional>

namespace weft::compiler {

/// The steps of one function's values along one dimension. The function must not change.
class ItemSteps {
public:
  ItemSteps(llvm::Function &function, unsigned dimension);

  /// Whether no value depends on the local id.
  bool isEmpty() const { return varying.empty(); }

  /// The difference, of addresses in bytes, when the local id advances by one; nothing where that
  /// is not constant. Arithmetic is taken not to wrap.
  std::optional<std::int64_t> of(const llvm::Value &value) const;

private:
  std::optional<std::int64_t> ofAddress(const llvm::GetElementPtrInst &address) const;
  std::optional<std::int64_t> ofOperation(const llvm::BinaryOperator &operation) const;

  const llvm::DataLayout &layout;
  llvm::SmallPtrSet<const llvm::Value *, 32> varying;
  llvm::SmallPtrSet<const llvm::Value *, 4> ids;
};

} // namespace weft::compiler
