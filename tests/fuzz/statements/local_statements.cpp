// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/statements/local_statements.h"

namespace weft::test {

std::string exchangeThroughTile(RandomSource &random, Expressions &expressions) {
  const std::string other =
      random.one({"(l + 1u) % items", "items - 1u - l", "(l * 5u + 2u) % items",
                  "l ^ (l + 1u < items)", "(uint)v1 % items", "0u"});
  return "tile[l] = " + expressions.value({Scalar::Int}, 1) +
         "; barrier(CLK_LOCAL_MEM_FENCE); v0 ^= tile[" + other +
         "]; barrier(CLK_LOCAL_MEM_FENCE);\n";
}

std::string foldThroughTile(RandomSource &random, Expressions &expressions,
                            const std::string &counter) {
  const std::string first = random.one({"items / 2u", "(items - 1u) / 2u", "items / 3u", "8u"});
  return "tile[l] = " + expressions.value({Scalar::Int}, 1) +
         "; barrier(CLK_LOCAL_MEM_FENCE); for (uint " + counter + " = " + first + "; " + counter +
         " > 0u; " + counter + " >>= 1) {\nif (l < " + counter + " && l + " + counter +
         " < items) tile[l] " + random.one({"+= ", "^= ", "= v0 - "}) + "tile[l + " + counter +
         "]; barrier(CLK_LOCAL_MEM_FENCE);\n}\nv1 ^= tile[" +
         random.one({"0u", "l / 2u", "items - 1u - l"}) + "]; barrier(CLK_LOCAL_MEM_FENCE);\n";
}

std::string localAtomics(RandomSource &random, Expressions &expressions) {
  return "for (uint k = l; k < 16u; k += items) bins[k] = 9; barrier(CLK_LOCAL_MEM_FENCE); "
         "atomic_" +
         random.one({"add", "xor", "max", "or"}) + "(&bins[(uint)" +
         expressions.value({Scalar::Int}, 0) + " & 15u], " + expressions.value({Scalar::Int}, 1) +
         "); barrier(CLK_LOCAL_MEM_FENCE); v1 = bins[(uint)" + expressions.value({Scalar::Int}, 0) +
         " & 15u]; barrier(CLK_LOCAL_MEM_FENCE);\n";
}

std::string countBytes(RandomSource &random, Expressions &expressions) {
  const bool isSigned = random.oneIn(2);
  const std::string bytes =
      isSigned ? "((global const char *)in + k * 256u)" : "((global const uchar *)in + k * 256u)";
  const std::string id = random.one({"get_global_id(0)", "get_local_id(0)", "u"}) +
                         (expressions.hasFarIds ? " & 255u" : "");
  return "for (uint k = 0; k < " + random.one({"1u", "4u", "((uint)w0 & 3u)"}) + "; ++k) atomic_" +
         random.one({"add", "xor", "sub"}) + (isSigned ? "(&(counts + 128)[" : "(&counts[") +
         bytes + "[" + id + "]], " + (random.oneIn(2) ? "1" : expressions.value({Scalar::Int}, 1)) +
         "); barrier(CLK_LOCAL_MEM_FENCE); v0 ^= counts[(uint)" +
         expressions.value({Scalar::Int}, 0) + " & 255u]; barrier(CLK_LOCAL_MEM_FENCE);\n";
}

} // namespace weft::test
