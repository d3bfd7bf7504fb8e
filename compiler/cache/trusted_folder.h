// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Folders whose content only the user and root can have created.
#pragma once

#include "device/base/files/files.h"

#include <string>

namespace weft::compiler {

enum class Missing { Refuse, Make };

/// Opens a folder by its absolute path, for *at() calls. Each folder on the path, and each link,
/// must belong to the user or root, and nobody else may write to it; folders writable by others are
/// accepted only with the sticky bit (/tmp), which prevents the replacement of other users' files.
/// The last one must not be writable by others at all. Missing folders are created on request, for
/// the user only. Nothing, with `problem` set unless the folder is just missing, if any of this
/// does not hold.
Descriptor openTrustedFolder(const std::string &path, Missing missing, std::string &problem);

} // namespace weft::compiler
