// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/statements/record_statements.h"

#include "tests/fuzz/kernel_generator.h"

#include <algorithm>
#include <iterator>

namespace weft::test {

namespace {

// As the name of a swizzle; each component once, or any of them.
std::string places(RandomSource &random, unsigned components) {
  std::string digits = std::string("0123456789abcdef").substr(0, components);
  for (unsigned place = 0; place < components; ++place)
    std::swap(digits[place], digits[random.pick(components)]);
  if (random.oneIn(4))
    digits[random.pick(components)] = digits[0];
  return "s" + digits;
}

} // namespace

std::string recordStatement(RandomSource &random, Expressions &expressions) {
  constexpr Scalar scalars[] = {Scalar::Short, Scalar::Ushort, Scalar::Int,
                                Scalar::Uint,  Scalar::Long,   Scalar::Uchar};
  const ClType record{scalars[random.pick(std::size(scalars))], 4u << random.pick(3)};
  const std::string records = std::to_string(KernelSizes::inputs * 4 / record.bytes() - 1) + "u";
  const std::string place = random.oneIn(2) ? "u" : "(uint)" + expressions.value({Scalar::Int}, 1);
  std::string text = "{ " + record.name() + " r = vload" + std::to_string(record.width) + "(" +
                     place + " & " + records + ", (global const " + record.element().name() +
                     " *)in); ";
  if (random.oneIn(2))
    text += "r = r." + places(random, record.width) + " ^ (" + record.name() + ")(r.hi, r.lo); ";
  text += random.one({"v0 ^= (int)(", "v1 ^= (int)("});
  for (unsigned use = 0, uses = 1 + random.pick(record.width); use < uses; ++use)
    text += std::string(use == 0 ? "" : " ^ ") + "r.s" +
            "0123456789abcdef"[random.pick(record.width)] + " * " + std::to_string(2 * use + 1);
  return text + "); }\n";
}

const char *const memberDeclaration = "struct member { int a; short2 c; uint b; uchar4 k; };\n";

std::string memberStatement(RandomSource &random) {
  const auto part = [&] {
    return random.one({"m->a", "(int)m->b", "m->c.x * 3", "m->c.y", "as_int(m->c)", "m->k.x",
                       "m->k.z * 5", "as_int(m->k)"});
  };
  std::string text = "{ global const struct member *m = (global const struct member *)in + " +
                     std::string(random.one({"u", "u", "2u * (u & 255u)", "(u & 7u)"})) + "; ";
  for (unsigned count = 1 + random.pick(3); count-- != 0;)
    text += random.one({"v0 ^= ", "v1 ^= ", "if (v0 > v1) v0 ^= "}) + std::string(part()) + "; ";
  return text + "}\n";
}

std::string recordLoop(RandomSource &random) {
  const std::string rows = std::to_string(1 + random.pick(4)),
                    columns = std::to_string(2 + random.pick(4));
  const auto place = [&] {
    return random.one({"i * COLUMNS + j", "j * ROWS + i", "(i * COLUMNS + j) / 2",
                       "ROWS * COLUMNS - 1 - (i * COLUMNS + j)", "i * COLUMNS + j % 2"});
  };
  const auto step = [&] {
    return "t = " + std::string(random.one({"t * 3 ^ ", "t + ", "t - ", "t | "})) + "r[" + place() +
           "]; ";
  };
  const std::string type = random.one({"uchar", "short", "int", "uint"});
  std::string text = "{ global const " + type + " *r = (global const " + type +
                     " *)in + (u & 63u) * " + std::to_string(20 + random.pick(4)) +
                     "u; uint t = (uint)v1; ";
  text += "for (int i = 0; i < ROWS; ++i) { for (int j = 0; j < COLUMNS; ++j) { " + step();
  text += random.one({"", "", "if (t & 64) break; ", "if (i == j) continue; "});
  text +=
      (random.oneIn(2) ? step() : "") + "} " + (random.oneIn(3) ? "t ^= r[i] << i; " : "") + "} ";
  text += random.one({"v0 ^= (int)t; }\n", "v1 = (int)t; }\n"});
  const auto replace = [&](const std::string &name, const std::string &value) {
    for (std::size_t at; (at = text.find(name)) != std::string::npos;)
      text.replace(at, name.size(), value);
  };
  replace("COLUMNS", columns);
  replace("ROWS", rows);
  return text;
}

std::string recordSteps(RandomSource &random, Expressions &expressions, ClType type) {
  const std::string name = type.name(), width = std::to_string(type.width);
  const unsigned records = KernelSizes::inputs * 4 / (type.elementBytes() * type.width);
  const auto load = [&](const std::string &place) {
    return "vload" + width + "((" + place + ") % " + std::to_string(records) + "u, (global const " +
           type.element().name() + " *)" + (type.isReal() ? "f" : "in") + ")";
  };
  // Products with powers of two are exact, whether they are fused with a sum or not.
  std::string tile;
  for (unsigned component = 0; component < type.width; ++component)
    tile += (component == 0 ? "" : ", ") + std::to_string(1u << random.pick(4));
  const auto step = [&]() -> std::string {
    switch (random.pick(5)) {
    case 0:
      return "r = r < s ? s : r; ";
    case 1:
      return "s = r == s ? (" + name + ")(" + tile + ") : s; ";
    case 2: // what all components share
      return "r = (" + name + ")(" +
             expressions.withoutNan(type.element(), expressions.value(type.element(), 1)) +
             ") > r ? s : r; ";
    case 3:
      return type.isReal() ? "r = s * 0.5f - r; " : "r = (s ^ r) & ~s; ";
    default:
      return type.isReal() ? "s = r - s * (" + name + ")(" + tile + "); "
                           : "s ^= r | (" + name + ")(" + tile + "); ";
    }
  };
  std::string text =
      name + " r = " + load("u") + ", s = " + load(random.oneIn(2) ? "u + 3u" : "(uint)v0") + "; ";
  for (unsigned count = 1 + random.pick(4); count-- != 0;)
    text += random.one({"", "", "if (v0 > v1) ", "for (int k = 0; k < (v1 & 3); ++k) ",
                        "for (int k = 0; k < (n & 3); ++k) "}) +
            ("{ " + step() + step() + "} ");
  return text;
}

std::string recordOfHalves(RandomSource &random, ClType half, const std::string &first,
                           const std::string &second) {
  const ClType record{half.scalar, 2 * half.width};
  return "((" + record.name() + ")(" + first + ", " + second + "))." + places(random, record.width);
}

} // namespace weft::test
