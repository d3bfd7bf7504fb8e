// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/backwards_code.h"

#include "icd/core/program/executable.h"

#include <new>
#include <utility>

namespace weft::icd {

KernelCode *BackwardsCode::find(const Executable &owner, const char *kernel) noexcept {
  const std::scoped_lock lock(mutex);
  try {
    if (!std::exchange(isBuilt, true) && owner.builder())
      program = owner.builder()->buildBackwards(kernel);
  } catch (const std::bad_alloc &) {
    // As if it could not be built.
  }
  return program ? program->find(kernel) : nullptr;
}

} // namespace weft::icd
