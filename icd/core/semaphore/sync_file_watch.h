// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread that waits for sync files, so that no worker has to. Started for the first one, never
// joined.
#pragma once

#include "device/base/files/descriptor.h"

#include <functional>

namespace weft::icd {

/// Whether a descriptor is a sync file. Others may become readable too, or always are. Thread-safe.
bool isSyncFile(int file);

/// Calls `signalled` on a separate thread once the file is readable, which is when its fence has
/// signalled, even with an error; then closes the file. False if no thread is available, and
/// `signalled` is not called. It must not throw and must not block. Throws bad_alloc. Thread-safe.
bool watchSyncFile(Descriptor file, std::function<void()> signalled);

} // namespace weft::icd
