// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations made from a function object.
#pragma once

#include "icd/core/context/operation.h"

#include <utility>

namespace weft::icd {

template <class Function> class FunctionOperation final : public Operation {
public:
  FunctionOperation(Function work, float expected)
      : function(std::move(work)), expected(expected) {}
  cl_int execute(device::Arena &arena) noexcept override { return function(arena); }
  float expectedNanoseconds() const noexcept override { return expected; }

private:
  Function function;
  const float expected;
};

/// An operation that calls `function(arena)`, which returns the event's status, takes about
/// `expectedNanoseconds` and must not throw. Throws bad_alloc.
template <class Function>
std::unique_ptr<Operation> makeOperation(Function function, float expectedNanoseconds = 0) {
  return std::make_unique<FunctionOperation<Function>>(std::move(function), expectedNanoseconds);
}

} // namespace weft::icd
