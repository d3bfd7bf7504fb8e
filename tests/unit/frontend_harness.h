// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The front end, for tests without LLVM's headers.
#pragma once

#include "compiler/interface/messages/build.h"
#include "compiler/interface/messages/observed_file.h"

#include <string>
#include <vector>

namespace weft::test {

struct Compiled {
  std::string ir; ///< as text; empty if the source has errors
  std::string log;
  std::vector<compiler::ObservedFile> files;
  bool usesSnapshot;
};

/// Compiles a source with options as clCompileProgram takes them, and with the prelude's snapshots
/// in a folder; an empty folder has none.
Compiled compileSource(const std::string &source, const std::string &options,
                       const std::string &snapshots,
                       const std::vector<compiler::Header> &headers = {});

/// Makes the prelude's snapshots in a folder.
bool writeSnapshots(const std::string &folder);

} // namespace weft::test
