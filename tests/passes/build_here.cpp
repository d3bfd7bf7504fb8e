// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds programs by the compiler that is linked to the test.
#include "compiler/backend/program_builder.h"
#include "compiler/frontend/frontend.h"
#include "compiler/frontend/spirv/spirv_frontend.h"
#include "compiler/interface/program/spirv_module.h"
#include "tests/passes/program_harness.h"

namespace weft::test {

BuiltProgram buildSource(const std::string &source, const std::string &options, bool verifies,
                         compiler::Tier tier) {
  BuiltProgram result;
  compiler::CompileOptions parsed;
  if (!compiler::parseOptions(options, compiler::BuildKind::Build, parsed, result.log))
    return result;
  parsed.verifies = verifies;
  llvm::LLVMContext context;
  auto frontend = compiler::beginsAsSpirv(source)
                      ? compiler::translateSpirv(context, source, {}, parsed)
                      : compiler::compileSource(context, source, "test.cl", {}, parsed);
  result.log = frontend.log;
  if (!frontend.module)
    return result;
  compiler::ProgramBuilder builder(std::move(frontend.module), parsed,
                                   {WEFT_TEST_KERNEL_LIBRARY, ""}, compiler::EmitKind::Executable);
  if (!builder.prepare(result.log))
    return result;
  auto output = builder.emit(tier);
  result.log += output.log;
  result.success = output.success;
  result.payload = std::move(output.payload);
  return result;
}

} // namespace weft::test
