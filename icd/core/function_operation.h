// Operations made from a function object.
#pragma once

#include "icd/core/operation.h"

#include <utility>

namespace weft::icd {

template <class Function> class FunctionOperation final : public Operation {
public:
  explicit FunctionOperation(Function work) : function(std::move(work)) {}
  cl_int execute(device::Arena &arena) noexcept override { return function(arena); }

private:
  Function function;
};

/// An operation that calls `function(arena)`, which returns the code of the event and must not
/// throw. Throws bad_alloc.
template <class Function> std::unique_ptr<Operation> makeOperation(Function function) {
  return std::make_unique<FunctionOperation<Function>>(std::move(function));
}

} // namespace weft::icd
