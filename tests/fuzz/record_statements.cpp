// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/record_statements.h"

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
  text += random.one({"v0", "v1"}) + (" ^= (int)(");
  for (unsigned use = 0, uses = 1 + random.pick(record.width); use < uses; ++use)
    text += std::string(use == 0 ? "" : " ^ ") + "r.s" +
            "0123456789abcdef"[random.pick(record.width)] + " * " + std::to_string(2 * use + 1);
  return text + "); }\n";
}

std::string recordOfHalves(RandomSource &random, ClType half, const std::string &first,
                           const std::string &second) {
  const ClType record{half.scalar, 2 * half.width};
  return "((" + record.name() + ")(" + first + ", " + second + "))." + places(random, record.width);
}

} // namespace weft::test
