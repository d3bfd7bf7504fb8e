// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of extensions, which hosts find by their names.
#pragma once

namespace weft::icd {

/// The address behind a name for clGetExtensionFunctionAddressForPlatform; null where there is
/// none, also for a null name.
void *extensionFunction(const char *name) noexcept;

} // namespace weft::icd
