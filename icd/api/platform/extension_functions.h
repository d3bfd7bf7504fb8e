// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of extensions, which hosts look up by name.
#pragma once

namespace weft::icd {

/// The address for a name in clGetExtensionFunctionAddressForPlatform; null if unknown, also for a
/// null name.
void *extensionFunction(const char *name) noexcept;

} // namespace weft::icd
