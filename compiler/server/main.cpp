#include "compiler/frontend/frontend.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
using namespace weft::compiler;
int main(int argc, char **argv) {
  std::string options, error;
  for (int i = 2; i < argc; ++i)
    options += std::string(argv[i]) + " ";
  Options parsed;
  if (!parseOptions(options, BuildKind::Build, parsed, error)) {
    llvm::errs() << error << "\n";
    return 1;
  }
  auto buffer = llvm::MemoryBuffer::getFile(argv[1]);
  llvm::LLVMContext context;
  auto result = compileSource(context, (*buffer)->getBuffer().str(), argv[1], {}, parsed);
  llvm::errs() << result.log;
  for (auto &d : result.dependencies)
    llvm::errs() << d.path << "\n";
  if (result.module)
    result.module->print(llvm::outs(), nullptr);
  return 0;
}
