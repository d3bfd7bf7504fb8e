// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of sources for debuggers, and the files in which these find the text.
#pragma once

#include "compiler/cache/disk_cache.h"
#include "compiler/client/compiler_client.h"

#include <string>
#include <string_view>

namespace weft::compiler {

/// A short name that says what the source is: its first kernel, eight digits of its hash, and .cl.
/// Throws bad_alloc.
std::string debugSourceName(std::string_view source);

/// The path that debug information of a build names, empty if the source needs none or the options
/// have one (-s). The text is there, in the cache or, without one, in the folder of WEFT_PROGRAMS;
/// without either the result is a name alone. `cache` may be null. Throws bad_alloc.
std::string keepDebugSource(const BuildRequest &request, const DiskCache *cache);

} // namespace weft::compiler
