// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Folders whose content nobody but the user and root can have made.
#pragma once

#include "device/base/files/files.h"

#include <string>

namespace weft::compiler {

enum class Missing { Refuse, Make };

/// Opens a folder by its absolute path, for *at() calls. Each folder on the way, and each link,
/// belongs to the user or root, and nobody else may write to it; one that others may write to is
/// passed only with the sticky bit (/tmp), which lets nobody replace what belongs to somebody else.
/// The last one must be free of other writers altogether. What is missing is made, for the user
/// alone, if so asked. Nothing, with `problem` set unless the folder is just not there, when any of
/// this does not hold.
Descriptor openTrustedFolder(const std::string &path, Missing missing, std::string &problem);

} // namespace weft::compiler
