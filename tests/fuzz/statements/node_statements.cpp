// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/statements/node_statements.h"

#include "tests/fuzz/kernel_generator.h"

namespace weft::test {

const char *const nodeDeclaration = "struct node { global const struct node *next; global const "
                                    "int *data; global int *owned; ulong "
                                    "address; };\n";

std::string nodeStatement(RandomSource &random, Expressions &expressions) {
  const auto some = [&](const char *mask) {
    return "((uint)" +
           (random.oneIn(3) ? expressions.uniformValue(1) : expressions.value({Scalar::Int}, 1)) +
           " & " + mask + ")";
  };
  const std::string last = std::to_string(KernelSizes::nodes - 1) + "u";
  const std::string node = random.oneIn(3) ? "nodes[u]" : "nodes[" + some(last.c_str()) + "]",
                    at = some("63u");
  switch (random.pick(8)) {
  case 0:
    return "*nodes[u].owned = " + expressions.value({Scalar::Int}, 1) + ";\n";
  case 1:
    return "{ global int *own = nodes[u].owned; *own ^= " + expressions.value({Scalar::Int}, 1) +
           "; v1 ^= *own; }\n";
  case 2:
    return "v1 ^= " + node + ".data[" + at + "];\n";
  case 3:
    return "v0 ^= ((global const int *)" + node + ".address)[" + at + "];\n";
  case 4:
    return "v1 ^= (int)(" + node + ".data - in);\n";
  case 5: { // nobody else changes this word
    const std::string operation = random.one({"add", "xchg", "and", "min", "cmpxchg", "cmpxchg"});
    return "v1 ^= atomic_" + operation + "((volatile global int *)nodes[u].owned, " +
           expressions.value({Scalar::Int}, 0) +
           (operation == "cmpxchg" ? ", " + expressions.value({Scalar::Int}, 1) : "") + ");\n";
  }
  case 6: // a pointer to memory of any kind
    return "{ int own = v1; const int *p = &own; if (" + expressions.condition(0) +
           ") p = " + node + ".data + " + at + "; v0 ^= *p; }\n";
  default:
    return "{ global const struct node *p = &" + node + "; for (int k = " + some("7u") +
           "; k > 0; --k) p = p->next; v0 ^= p->data[" + at + "]; }\n";
  }
}

} // namespace weft::test
