// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/statements/product_statements.h"

namespace weft::test {
namespace {

/// Not zero; negative ones are not -1, by which the most negative number must not be divided.
std::string constantOf(RandomSource &random, bool isSigned) {
  if (isSigned)
    return random.one({"3l", "7l", "10l", "1000l", "-7l", "-1000l", "64l", "1000000007l",
                       "0x100000001l", "0x123456789abcdefl", "-0x200000000l"});
  return random.one({"3ul", "7ul", "10ul", "641ul", "1000ul", "60ul", "4096ul", "1000000007ul",
                     "0xfffffffful", "0x100000001ul", "0x8000000000000000ul",
                     "0x9e3779b97f4a7c15ul", "0xfffffffffffffffful"});
}

/// The same in all work-items of a group: neither zero nor, if it has a sign, -1.
std::string uniformOf(RandomSource &random, Expressions &expressions, bool isSigned) {
  const std::string word = "(uint)" + expressions.uniformValue(1);
  if (random.oneIn(4))
    return isSigned ? "(-(long)(" + word + ") - 2l)"
                    : "(" + random.one({"1ul << ", "~0ul >> "}) + "(" + word + " & 63u))";
  return isSigned
             ? "((long)(" + word + " & 0x7fffffffu) << " + random.one({"0", "11", "31"}) + " | 1l)"
             : "((ulong)(" + word + ") << " + random.one({"0", "20", "32"}) + " | 1ul)";
}

std::string factor(RandomSource &random, Expressions &expressions, bool isSigned) {
  const std::string type = isSigned ? "long" : "ulong";
  switch (random.pick(6)) {
  case 0:
    return "(" + type + ")u";
  case 1:
    return "(" + type + ")get_global_id(0)";
  case 2:
    return uniformOf(random, expressions, isSigned);
  case 3:
    return constantOf(random, isSigned);
  default:
    return expressions.value({isSigned ? Scalar::Long : Scalar::Ulong}, 1);
  }
}

std::string product(RandomSource &random, Expressions &expressions, bool isSigned) {
  const std::string left =
      random.oneIn(3) ? factor(random, expressions, isSigned) : std::string("x");
  const std::string right =
      random.oneIn(4) ? std::string("x") : factor(random, expressions, isSigned);
  switch (random.pick(3)) {
  case 0:
    return "mul_hi(" + left + ", " + right + ")";
  case 1:
    return "mad_hi(" + left + ", " + right + ", x)";
  default:
    return isSigned ? "(long)((ulong)(" + left + ") * (ulong)(" + right + "))"
                    : "(" + left + ") * (" + right + ")";
  }
}

std::string quotient(RandomSource &random, Expressions &expressions, bool isSigned) {
  const std::string by = random.oneIn(2) ? constantOf(random, isSigned) : "m";
  const std::string square =
      isSigned ? "(long)((ulong)x * (ulong)x)" : "(" + factor(random, expressions, false) + " * x)";
  const std::string number = random.oneIn(3) ? square : "x";
  return number + random.one({" / ", " % "}) + by;
}

} // namespace

std::string productStatement(RandomSource &random, Expressions &expressions) {
  const bool isSigned = random.oneIn(3);
  const std::string type = isSigned ? "long" : "ulong";
  std::string line = "{ const " + type + " m = " + uniformOf(random, expressions, isSigned) + "; " +
                     type + " x = " + factor(random, expressions, isSigned) + "; ";
  for (unsigned count = 1 + random.pick(3); count-- != 0;)
    line += (random.oneIn(4) ? "if (" + expressions.condition(0) + ") x = " : "x = ") +
            (random.oneIn(2) ? product(random, expressions, isSigned)
                             : quotient(random, expressions, isSigned)) +
            "; ";
  if (random.oneIn(5))
    line += "for (ulong d = (ulong)x; d != 0; d /= 10) v1 ^= (int)(d % 10) << 3; ";
  return line + "v0 ^= (int)x ^ (int)(x >> 32); }\n";
}

} // namespace weft::test
