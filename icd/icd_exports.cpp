// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pulls the entry points of cl_khr_icd out of the static library; weft.map exports them.
#include "icd/core/object.h"

namespace weft::icd {

__attribute__((used)) static const cl_icd_dispatch *const keepEntryPoints = &dispatchTable.known;

} // namespace weft::icd
