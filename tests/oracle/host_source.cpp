// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/oracle/host_source.h"

#include <regex>

namespace weft::test {

std::string toHostSource(const std::string &source) {
  static const std::regex vectorLiteral(
      R"(\((u?(?:char|short|int|long)|float|double)(2|3|4|8|16)\)\s*\()");
  static const std::regex localPointer(R"(\blocal\s+(\w+)\s*\*)");
  static const std::regex localVariable(R"(\blocal\s+)");
  static const std::regex scope(R"(/\*scope\*/)"), round(R"(/\*round\*/)");
  std::string text = std::regex_replace(source, vectorLiteral, "weft::oracle::literal<$1$2>(");
  text = std::regex_replace(text, localPointer, "$1 *");
  text = std::regex_replace(text, localVariable, "static ");
  text = std::regex_replace(text, scope, "if (weft::oracle::Scope scope; true) ");
  text = std::regex_replace(text, round, "weft::oracle::services().nextRound();");
  return "#include \"tests/oracle/host/opencl_host.h\"\nextern \"C\" {\n#line 1 \"kernel.cl\"\n" +
         text + "}\n";
}

} // namespace weft::test
