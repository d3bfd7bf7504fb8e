// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole-file reads and atomic writes in a folder. Nothing throws except bad_alloc; failures are
// return values. No read blocks on a pipe or a device, and no write raises a signal.
#pragma once

#include "device/base/files/descriptor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <vector>

namespace weft {

/// Whether only the user and root own a file or may write to it.
bool isOurs(const struct stat &status);

/// The content of a file in a folder: only of a regular file, not a link, that passes isOurs and
/// has at most this many bytes.
std::optional<std::vector<std::byte>> readOurFile(int folder, const std::string &name,
                                                  std::uint64_t maxBytes);

/// Whether a file may grow to this size: a write beyond RLIMIT_FSIZE raises SIGXFSZ, which kills
/// the process.
bool mayGrowTo(std::uint64_t bytes);

/// Writes the whole content of a new file that is open at its start; false with errno set if any
/// step fails. Raises no signal.
bool writeContent(int file, std::string_view bytes);

/// Writes a new file in the folder and renames it to `name`, so that readers see the old file, the
/// new one or none. False, leaving nothing behind, if any step fails.
bool writeFileAtomically(int folder, const std::string &name, std::string_view bytes);

} // namespace weft
