// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/statements/array_statements.h"

#include <iterator>

namespace weft::test {
namespace {

// Counters that run down, are products, and depend on each other.
std::string arrayLoop(RandomSource &random, Expressions &expressions, const Variable &array) {
  struct Loop {
    const char *head, *to, *from;
  };
  constexpr Loop loops[] = {
      {"for (int k = 0; k < 8; ++k)", "k ^ 1", "7 - k"},
      {"for (int k = 1; k < 8; k *= 2) for (int m = 0; m < 8 - k; ++m)", "m", "m + k"},
      {"for (int k = 7; k > 0; --k) for (int m = 0; m < k; ++m)", "m + 1", "m"}};
  const Loop &loop = loops[random.pick(std::size(loops))];
  const std::string to = array.name + "[" + loop.to + "]",
                    from = array.name + "[" + loop.from + "]";
  std::string text = std::string(loop.head) + " { ";
  if (random.oneIn(2))
    text += "if (" + expressions.condition(0) + ") ";
  text += random.oneIn(2) ? "{ " + array.type.name() + " t = " + to + "; " + to + " = " + from +
                                "; " + from + " = t; }"
                          : to + " = " + expressions.value(array.type, 1) + ";";
  return text + " }\n";
}

} // namespace

std::string arrayStatement(RandomSource &random, Expressions &expressions) {
  const Variable &array = expressions.arrays[0];
  if (expressions.hasKnownIndices)
    return arrayLoop(random, expressions, array);
  const std::string index = random.oneIn(2)
                                ? "(uint)" + expressions.value({Scalar::Int}, 0) + " & 7u"
                                : "(uint)" + expressions.uniformValue(1) + " & 7u";
  return array.name + "[" + index + "] = " + expressions.value(array.type, 1) + ";\n";
}

} // namespace weft::test
