// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/memory_folds.h"

#include "tests/fuzz/kernel_generator.h"

namespace weft::test {
namespace {

// One element more is there, for pointers that are one further.
constexpr unsigned localElements = 4, privateElements = 8,
                   globalElements = KernelSizes::keptElements - 1;

std::string number(unsigned value) { return std::to_string(value) + "u"; }

} // namespace

// The fourth element of one of three in memory is anything.
ClType MemoryFolds::elementType() {
  const ClType type = expressions.anyType();
  return type.width == 3 ? type.element() : type;
}

std::string MemoryFolds::declare() {
  globalType = elementType();
  localType = elementType();
  isGlobalInRows = !random.oneIn(3);
  isLocalInRows = random.oneIn(2);
  const std::string name = globalType.name();
  return "global " + name + " *kept = (global " + name + " *)(out + " +
         number(KernelSizes::keptBegin) + "); (void)kept;\nlocal " + localType.name() + " cells[" +
         std::to_string(KernelSizes::groupItems * (localElements + 1)) + "];\n";
}

MemoryFolds::Area MemoryFolds::anyArea() {
  const std::string maybeVolatile = random.oneIn(6) ? "volatile " : "";
  const auto own = [](const std::string &memory, const char *item, unsigned elements) {
    return memory + " + " + item + " * " + number(elements + 1);
  };
  const std::string local = maybeVolatile + "local ", global = maybeVolatile + "global ";
  switch (random.pick(4)) {
  case 0:
    if (isLocalInRows)
      return {localType, local, own("cells", "l", localElements), 1, localElements};
    return {localType, local, "cells + l", KernelSizes::groupItems, localElements};
  case 1:
    return {elementType(), "", "mine", 1, privateElements};
  default:
    if (isGlobalInRows)
      return {globalType, global, own("kept", "u", globalElements), 1, globalElements};
    return {globalType, global, "kept + u", KernelSizes::workItems, globalElements};
  }
}

std::string MemoryFolds::statement(const std::string &name) {
  area = anyArea();
  counter = name;
  isPlain = random.oneIn(2);
  const std::string type = area.type.name();
  std::string text = "{ ";
  if (area.begin == "mine")
    text += type + " mine[" + std::to_string(privateElements + 1) + "]; ";
  text +=
      area.space + type + " *p = " + area.begin + "; " + area.space + type + " *q = p; (void)q; ";
  if (random.oneIn(3))
    text += "if (" + (random.oneIn(2) ? expressions.uniformCondition() : expressions.condition(0)) +
            ") q = p + " + number(area.distance * random.pick(2)) + "; ";
  if (!area.space.ends_with("global "))
    text += fill();
  text += head() + "{ " + body() + "} ";
  const std::string seen = at("p", fixedIndex());
  const std::string word = area.type.isVector() ? seen + ".y" : seen;
  text += "v1 ^= " +
          (area.type.isReal()
               ? "convert_int_sat(" + expressions.withoutNan(area.type.element(), word) + ")"
               : "(int)" + word) +
          "; }\n";
  return text;
}

std::string MemoryFolds::fill() const {
  const std::string element = area.type.element().name();
  return "for (uint i = 0u; i < " + number(area.elements + 1) + "; ++i) " + at("p", "i") + " = (" +
         area.type.name() + ")((" + element + ")(i * 37u)); ";
}

// ---- The loop

// As many rounds as there are elements, at most.
std::string MemoryFolds::head() {
  const std::string mask = " & " + number(area.elements - 1) + ")";
  const std::string end = random.oneIn(3) ? number(area.elements)
                          : !isPlain && random.oneIn(2)
                              ? "((uint)" + expressions.value({Scalar::Int}, 0) + mask
                              : "((uint)" + expressions.uniformValue(1) + mask;
  const std::string name = counter + "e";
  if (random.oneIn(4))
    return "for (int " + counter + " = (int)" + end + " - 1; " + counter + " >= 0; --" + counter +
           ") ";
  return "for (" + random.one({"uint ", "int ", "ulong "}) + counter + " = 0, " + name + " = " +
         end + "; " + counter + " < " + name + "; " +
         (random.oneIn(4) ? counter + " += 2" : "++" + counter) + ") ";
}

std::string MemoryFolds::body() {
  std::string text = step();
  if (random.oneIn(2))
    text += step();
  if (!isPlain && random.oneIn(4))
    text += "if (" + expressions.condition(1) + ") break; ";
  return text;
}

std::string MemoryFolds::step() {
  if (isPlain)
    return update(place());
  if (random.oneIn(6)) { // accesses that both arms make
    const std::string same = place();
    const std::string condition = "if (" + expressions.condition(0) + ") { ";
    return condition + update(same) + "} else { " + update(same) + "} ";
  }
  const std::string condition = random.oneIn(4) ? "if (" + expressions.condition(0) + ") " : "";
  if (!area.type.isReal() && random.oneIn(6)) // what would be a number?
    return condition + byte() + random.one({" ^= 0x25", " = 0x3e", " |= 1"}) + "; ";
  return condition + update(random.oneIn(4) ? at("p", movingIndex()) : place());
}

std::string MemoryFolds::update(const std::string &place) {
  const std::string value = operand();
  if (area.type.isReal())
    return place + " = " +
           expressions.withoutNan(area.type,
                                  place + random.one({" + ", " - ", " * 0.5f + "}) + value) +
           "; ";
  if (random.oneIn(2))
    return place + random.one({" ^= ", " |= ", " = "}) + value + "; ";
  return place + " = " +
         expressions.unsignedOperation(area.type, random.one({"+", "-", "*"}).c_str(), place,
                                       value) +
         "; ";
}

std::string MemoryFolds::operand() {
  const std::string name = area.type.name(), element = area.type.element().name();
  switch (random.pick(8)) {
  case 0:
  case 1:
    return at(random.one({"p", "q"}), movingIndex());
  case 2:
    return place();
  case 3:
    return "(" + name + ")((" + element + ")" + byte() + ")";
  case 4:
    return expressions.value(area.type, 1);
  default: {
    const std::string buffer = area.type.isReal() ? "f[" : "in[";
    return "(" + name + ")((" + element + ")" + buffer + random.one({"u + ", "u * 7u + ", "l + "}) +
           counter + random.one({"", " * 5u", " * 32u"}) + "])";
  }
  }
}

// ---- Elements of the area

std::string MemoryFolds::at(const std::string &pointer, const std::string &index) const {
  return pointer + "[" +
         (area.distance == 1 ? index : "(" + index + ") * " + number(area.distance)) + "]";
}

// `q` may go one element further.
std::string MemoryFolds::place() { return random.oneIn(3) ? at("q", "0u") : at("p", fixedIndex()); }

std::string MemoryFolds::fixedIndex() {
  const std::string mask = " & " + number(area.elements - 1);
  switch (random.pick(5)) {
  case 0:
    return "(uint)" + expressions.uniformValue(1) + mask;
  case 1:
    return "(uint)" + expressions.value({Scalar::Int}, 0) + mask;
  default:
    return number(random.pick(area.elements));
  }
}

std::string MemoryFolds::movingIndex() {
  return random.oneIn(3) ? number(area.elements - 1) + " - " + counter : "0u + " + counter;
}

// Of the first element, or of some in turn where they are neighbours.
std::string MemoryFolds::byte() {
  const std::string index =
      area.distance == 1 && random.oneIn(2) ? counter : number(random.pick(area.type.bytes()));
  return "((" + area.space + "uchar *)p)[" + index + "]";
}

} // namespace weft::test
