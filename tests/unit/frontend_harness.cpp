// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/unit/frontend_harness.h"

#include "compiler/frontend/frontend.h"
#include "compiler/frontend/prelude_snapshot.h"

#include "llvm/Support/raw_ostream.h"

namespace weft::test {

Compiled compileSource(const std::string &source, const std::string &options,
                       const std::string &snapshots, const std::vector<compiler::Header> &headers) {
  compiler::CompileOptions parsed;
  std::string error;
  if (!compiler::parseOptions(options, compiler::BuildKind::Compile, parsed, error))
    return {{}, error, {}, false};
  llvm::LLVMContext context;
  compiler::FrontendResult result =
      compiler::compileSource(context, source, "test.cl", headers, parsed, {}, snapshots);
  Compiled compiled{{}, std::move(result.log), std::move(result.files), result.usesSnapshot};
  llvm::raw_string_ostream text(compiled.ir);
  if (result.module)
    result.module->print(text, nullptr);
  return compiled;
}

bool writeSnapshots(const std::string &folder) {
  std::string log;
  return compiler::writePreludeSnapshots(folder, log);
}

} // namespace weft::test
