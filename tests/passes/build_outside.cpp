// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds programs by the command $WEFT_COMPILER: of a test in an emulator, outside of it.
#include "compiler/interface/program/binary.h"
#include "device/base/bytes.h"
#include "tests/passes/program_harness.h"
#include "tests/support/commands.h"

#include <fstream>
#include <iterator>
#include <sstream>

namespace weft::test {

// Never verified: weftc's command has no such option. The options have no quotes.
BuiltProgram buildSource(const std::string &source, const std::string &options, bool,
                         compiler::Tier tier) {
  BuiltProgram result;
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "test.cl", std::ios::binary) << source;
  std::string command = "cd" + shellWord(folder.path()) + " && \"$WEFT_COMPILER\" -o test.weft" +
                        (tier == compiler::Tier::First ? " --tier=first" : "");
  std::istringstream words(options);
  for (std::string word; words >> word;)
    command += shellWord(word);
  if (!runCommand(command + " test.cl", result.log))
    return result;
  std::ifstream file(folder.path() / "test.weft", std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  if (const auto binary = compiler::Binary::parse(copyBytes(content))) {
    result.success = true;
    result.payload.assign(binary->payload().begin(), binary->payload().end());
  }
  return result;
}

} // namespace weft::test
