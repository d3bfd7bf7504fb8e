// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/statements/walk_statements.h"

#include <iterator>

namespace weft::test {
namespace {

constexpr unsigned stackSize = 16;

std::string steps(RandomSource &random) { return std::to_string(4 + random.pick(50)); }

/// A node to begin with, below 4096; where it is uniform the first steps are.
std::string start(RandomSource &random, Expressions &expressions) {
  return "((uint)" +
         (random.oneIn(3) ? expressions.uniformValue(1) : expressions.value({Scalar::Int}, 1)) +
         " & 4095u)";
}

/// What a walk does with the word `w` of a node.
std::string visit(RandomSource &random) {
  return random.one({"v0 = (int)((uint)v0 * 3u + (uint)w); ", "v1 ^= w; ",
                     "if (w > v1) { v0 ^= w; v1 = w; } ", "v0 ^= w & 0xff; v1 ^= at; "});
}

std::string test(RandomSource &random, Expressions &expressions) {
  return random.oneIn(3) ? expressions.condition(0)
                         : random.one({"w < v1", "(w & 3) == 0", "w > 0", "(w & n) != 8"});
}

// Depth first, both children of a node of an implicit tree or what the node's word names.
std::string stackWalk(RandomSource &random, Expressions &expressions) {
  struct Entry {
    const char *type, *mask;
  };
  constexpr Entry entries[] = {
      {"int", "4095"}, {"int", "4095"}, {"ushort", "4095"}, {"uchar", "255"}, {"long", "4095"}};
  const auto [type, mask] = entries[random.pick(std::size(entries))];
  const std::string node = std::string(type) + " stack[" + std::to_string(stackSize) + "]; ";
  const auto push = [&](const char *place) {
    return std::string("stack[top++] = (") + type + ")((" + place + ") & " + mask + "); ";
  };
  std::string line = "{ " + node + "int top = 1, steps = " + steps(random) + "; stack[0] = (" +
                     type + ")(" + start(random, expressions) + " & " + mask +
                     "); while (top > 0 && steps-- > 0) { const int at = (int)stack[--top]; const "
                     "int w = in[at]; ";
  line += visit(random);
  if (random.oneIn(2))
    line += "if (" + test(random, expressions) + ") continue; ";
  if (random.oneIn(4))
    line += "if (" + test(random, expressions) + ") break; ";
  line += "if (top <= " + std::to_string(stackSize - 2) + ") { ";
  line += push("at * 2 + 1");
  if (random.oneIn(2))
    line += "if (" + test(random, expressions) + ") ";
  line += random.oneIn(2) ? push("at * 2 + 2") : push("w");
  return line + "} } }\n";
}

// Down an octree or a smaller one, and back by the numbers of children on the stack.
std::string unwindingWalk(RandomSource &random, Expressions &expressions) {
  const std::string each = random.one({"2", "4", "8"});
  return "{ int parents[8]; " + random.one({"int", "uchar", "short"}) +
         " numbers[8]; int depth = 0, parent = (int)" + start(random, expressions) +
         ", at = 0, goesOn = 1, steps = " + steps(random) +
         "; while (goesOn && steps-- > 0) { const int w = in[(parent * " + each +
         " + at) & 4095]; if ((w & 7) != 0) { " + visit(random) + "if (depth < 8 && " +
         test(random, expressions) +
         ") { parents[depth] = parent; numbers[depth] = at; depth++; parent = w & 4095; at = 0; "
         "continue; } } while (true) { at++; if (at < " +
         each +
         ") break; goesOn = depth > 0; if (!goesOn) break; depth--; parent = parents[depth]; at = "
         "numbers[depth]; } } }\n";
}

// The nearest of a k-d tree: the other sides wait with their distances.
std::string nearestWalk(RandomSource &random, Expressions &expressions) {
  const std::string query =
      random.oneIn(3)
          ? "f[u]"
          : expressions.withoutNan({Scalar::Float}, expressions.value({Scalar::Float}, 0));
  return "{ int nodes[" + std::to_string(stackSize) + "]; float gaps[" + std::to_string(stackSize) +
         "]; int top = 1, steps = " + steps(random) + "; const float q = " + query +
         "; float best = " + random.one({"INFINITY", "1.5f", "100.0f"}) +
         "; nodes[0] = 0; gaps[0] = 0.0f; while (top > 0 && steps > 0) { top--; if (gaps[top] >= "
         "best) continue; int at = nodes[top]; while (at < " +
         random.one({"4096", "1023", "255", "(n & 2047)"}) +
         " && steps-- > 0) { const float gap = q - f[at]; if (fabs(gap) < best) { best = "
         "fabs(gap); v0 ^= at; } if (top < " +
         std::to_string(stackSize) +
         ") { nodes[top] = gap < 0.0f ? 2 * at + 2 : 2 * at + 1; gaps[top] = fabs(gap) * 0.5f; "
         "top++; } at = gap < 0.0f ? 2 * at + 1 : 2 * at + 2; } } v1 ^= "
         "convert_int_sat(best * 16.0f); }\n";
}

// Links, perhaps others for each of several beginnings.
std::string linkWalk(RandomSource &random, Expressions &expressions) {
  const std::string next =
      random.one({"w & 4095", "(w ^ at) & 4095", "(w >> 4) & 1023", "at - (w & 15)"});
  std::string line = "{ int steps = " + steps(random) + "; ";
  const bool isRepeated = random.oneIn(2);
  if (isRepeated)
    line += "for (int begin = 0; begin < (v0 & 3); ++begin) { ";
  line += "int at = (int)" + start(random, expressions) + "; ";
  line += "while (at > 0 && steps-- > 0) { const int w = in[at]; " + visit(random);
  if (random.oneIn(2))
    line += "if (" + test(random, expressions) + ") break; ";
  return line + "at = " + next + "; } " + (isRepeated ? "} }\n" : "}\n");
}

std::string bisection(RandomSource &random, Expressions &expressions) {
  const std::string type = random.one({"int", "uint", "size_t"});
  const std::string key = random.oneIn(2) ? "in[u + 5u]" : expressions.value({Scalar::Int}, 1);
  return "{ " + type + " first = 0, left = " + random.one({"4096", "1000", "(n & 1023) + 7"}) +
         "; const int key = " + key + "; while (left > 0) { const " + type +
         " middle = left / 2; if (in[first + middle] < key) { first += middle + 1; left -= middle "
         "+ 1; } else left = middle; } v0 ^= (int)first; }\n";
}

} // namespace

std::string walkStatement(RandomSource &random, Expressions &expressions) {
  switch (random.pick(7)) {
  case 0:
  case 1:
    return stackWalk(random, expressions);
  case 2:
    return unwindingWalk(random, expressions);
  case 3:
    return nearestWalk(random, expressions);
  case 4:
  case 5:
    return linkWalk(random, expressions);
  default:
    return bisection(random, expressions);
  }
}

} // namespace weft::test
