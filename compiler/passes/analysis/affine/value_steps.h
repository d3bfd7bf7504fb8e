// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constant steps of values from work-item to work-item, or from iteration to iteration.
#pragma once

#include "compiler/passes/analysis/affine/affine_form.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace weft::compiler {

/// The steps of a function's values if some of them, the origins, advance by one. The function must
/// not change.
class ValueSteps {
public:
  ValueSteps(llvm::ArrayRef<const llvm::Instruction *> origins, const llvm::DataLayout &layout)
      : origins(origins.begin(), origins.end()),
        forms(WrapPolicy::Assumed, layout, [this](const llvm::Value &value) {
          return !varying.contains(&value) || this->origins.contains(&value);
        }) {
    llvm::SmallVector<const llvm::Value *> work(origins.begin(), origins.end());
    varying.insert_range(origins);
    while (!work.empty())
      for (const llvm::User *user : work.pop_back_val()->users())
        if (varying.insert(user).second)
          work.push_back(user);
  }
  ValueSteps(const ValueSteps &) = delete;
  ValueSteps &operator=(const ValueSteps &) = delete;

  /// Whether there are no origins.
  bool isEmpty() const { return origins.empty(); }

  /// The step, of addresses in bytes; nothing if it is not constant. Assumes that arithmetic does
  /// not wrap.
  std::optional<std::int64_t> of(const llvm::Value &value) const {
    std::int64_t step = 0;
    for (const AffineForm::Term &term : forms.of(const_cast<llvm::Value &>(value)).terms) {
      if (!varying.contains(term.value))
        continue;
      if (!origins.contains(term.value) || llvm::AddOverflow(step, term.factor, step))
        return std::nullopt;
    }
    return step;
  }

private:
  llvm::SmallPtrSet<const llvm::Value *, 4> origins;
  llvm::SmallPtrSet<const llvm::Value *, 32> varying;
  mutable AffineForms forms;
};

} // namespace weft::compiler
