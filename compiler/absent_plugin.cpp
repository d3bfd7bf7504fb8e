// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Debian builds Clang with Polly registered as an extension, so its archives call this function
// before every pass pipeline. Weft's pipelines are its own: the extension that it names adds
// nothing.
#include "llvm/Plugins/PassPlugin.h"

llvm::PassPluginLibraryInfo getPollyPluginInfo();

llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "", [](llvm::PassBuilder &) {}};
}
