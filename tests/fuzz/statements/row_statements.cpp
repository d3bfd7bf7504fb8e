// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/statements/row_statements.h"

namespace weft::test {

namespace {

std::string columnGuard(RandomSource &random, Expressions &expressions, const std::string &type) {
  const std::string small = std::to_string(random.pick(12)), number = "(" + type + ")" + small;
  switch (random.pick(9)) {
  case 0:
    return "x > " + number;
  case 1:
    return "x < p - " + number;
  case 2:
    return number + " <= x";
  case 3:
    return "x - " + number + " < p - " + std::to_string(random.pick(20));
  case 4:
    return "x + " + number + " <= p";
  case 5:
    return "x " + random.one({"!= ", "== "}) + number;
  case 6:
    return "y > " + number;
  case 7:
    return "(long)x - " + small + " < (long)((uint)" + expressions.uniformValue(1) + " & 127u)";
  default:
    return expressions.condition(0);
  }
}

} // namespace

std::string rowStatement(RandomSource &random, Expressions &expressions) {
  const std::string type = random.one({"int", "uint", "long", "ulong"});
  const std::string period = random.oneIn(2)
                                 ? random.one({"48", "64", "100", "300"})
                                 : "((uint)" + expressions.uniformValue(1) + " & 255u) + 17u";
  std::string guard = columnGuard(random, expressions, type);
  for (unsigned more = random.pick(3); more != 0; --more)
    guard = (random.oneIn(4) ? "!(" + guard + ")" : "(" + guard + ")") +
            random.one({" && ", " && ", " || "}) + "(" + columnGuard(random, expressions, type) +
            ")";
  const std::string next = std::to_string(random.pick(40));
  const std::string otherwise = random.oneIn(3)   ? " else v1 ^= in[y * p + x];"
                                : random.oneIn(3) ? " else v0 ^= 0x77;"
                                                  : "";
  return "{ " + type + " p = " + period + ", i = u, x = i % p, y = i / p; if (" + guard +
         ") { v0 ^= in[y * p + x + " + next + "] ^ in[y * p + x]; " +
         random.one({"", "v1 ^= (int)x;", "v1 ^= in[(y + 1) * p + x];"}) + " }" + otherwise +
         " }\n";
}

} // namespace weft::test
