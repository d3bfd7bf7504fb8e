// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/copy_loops.h"

#include <algorithm>

namespace weft::test {
namespace {

// So many elements are copied at most; an area has room for so many more.
constexpr unsigned elements = 72, margin = 8;
const std::string length = std::to_string(elements + margin) + "u";

const std::string barrier = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); ";

} // namespace

void CopyLoops::declare(unsigned begin, unsigned stretch) {
  const std::vector<ClType> types = {{Scalar::Uchar}, {Scalar::Short}, {Scalar::Int},
                                     {Scalar::Int},   {Scalar::Long},  {Scalar::Int, 2}};
  type = random.of(types);
  const std::string name = type.name();
  for (const char *area : {"areaA", "areaB", "areaC"})
    text += "local " + name + " " + area + "[" + length + "]; ";
  text += "uint group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * "
          "get_num_groups(0) + get_group_id(0);\n"
          "global const " +
          name + " *from = (global const " + name + " *)in; global " + name + " *to = (global " +
          name + " *)(out + " + std::to_string(begin) + "u + group * " + std::to_string(stretch) +
          "u); (void)from; (void)to;\n";
  for (const char *area : {"areaA", "areaB", "areaC"})
    text += fill(area);
  text += barrier + "\n";
}

void CopyLoops::section() {
  taken.clear();
  std::string line = barrier;
  if (random.oneIn(3)) {
    line += repeated();
  } else {
    const std::string name = newName();
    const bool isLive = random.oneIn(3); // a value of its own lives across the copies
    if (isLive)
      line += "int " + name + " = " + expressions.value({Scalar::Int}, 1) + "; ";
    std::string later;
    line += phase(&later) + barrier + reads() + later;
    if (isLive)
      line += "v1 ^= " + name + "; ";
  }
  text += line + barrier + "\n";
}

// ---- Loops

CopyLoops::Counter CopyLoops::newCounter(bool mustBeLinear) {
  Counter counter{random.one({"int", "uint", "long", "ulong", "size_t"}), newName(), "", ""};
  counter.isLinear = mustBeLinear || random.oneIn(3);
  if (counter.isLinear) {
    counter.begin =
        random.one({"l", "get_local_linear_id()",
                    "(get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + "
                    "get_local_id(0)"});
    counter.step =
        random.one({"items", "get_local_size(0) * get_local_size(1) * get_local_size(2)"});
  } else {
    counter.begin = random.one({"get_local_id(0)", "(int)get_local_id(0)", "get_local_id(0)"});
    counter.step = random.one({"get_local_size(0)", "(int)get_local_size(0)",
                               "(uint)get_local_size(0)", "get_local_size(0)"});
  }
  return counter;
}

std::string CopyLoops::loop(const Counter &counter, const std::string &body) {
  return "for (" + counter.type + " " + counter.name + " = " + counter.begin + "; " +
         bound(counter) + "; " + counter.name + " += " + counter.step + ") { " + body + " } ";
}

/// Uniform, of one of the types of integers, and not above the mask.
std::string CopyLoops::number(unsigned mask) {
  return "((" + random.one({"int", "uint", "long", "ulong"}) + ")((uint)" +
         expressions.uniformValue(1) + " & " + std::to_string(mask) + "u))";
}

// A negative one must not be compared without a sign.
std::string CopyLoops::bound(const Counter &counter) {
  const std::string &name = counter.name;
  const std::string most = std::to_string(elements);
  if (counter.isSigned() && random.oneIn(6))
    return name + " < (int)((uint)" + expressions.uniformValue(1) + " & 63u) - 9";
  switch (random.pick(6)) {
  case 0:
    return name + " <= " + number(31);
  case 1:
    return number(63) + " > " + name;
  case 2:
    return name + " < " + number(63);
  case 3:
    return name + " < " + most + " - " + number(7);
  case 4:
    return name + " < " + most + "u";
  default:
    return name + " < " + most;
  }
}

std::string CopyLoops::globalIndex(const std::string &counter) {
  switch (random.pick(7)) {
  case 0:
    return counter;
  case 1:
    return counter + " + 5";
  case 2:
    return counter + " + " + number(511);
  case 3:
    return number(511) + " + " + counter + " + 3u";
  case 4:
    return number(127) + " * 4 + " + counter;
  case 5:
    return "(uint)" + number(511) + " + (uint)" + counter;
  default:
    return number(511) + " + " + counter;
  }
}

std::string CopyLoops::localIndex(const std::string &counter) {
  return random.oneIn(2)   ? counter
         : random.oneIn(2) ? counter + " + 3"
                           : number(margin - 1) + " + " + counter;
}

std::string CopyLoops::copyIn(const std::string &area) {
  const Counter counter = newCounter();
  const std::string &name = counter.name;
  const std::string source = random.oneIn(4) ? "(from + " + number(511) + ")[" + name + "]"
                                             : "from[" + globalIndex(name) + "]";
  return loop(counter, area + "[" + localIndex(name) + "] = " + source + ";");
}

std::string CopyLoops::copyOut(const std::string &area) {
  const Counter counter = newCounter();
  const std::string &name = counter.name;
  return loop(counter, "to[" + localIndex(name) + "] = " + area + "[" + localIndex(name) + "];");
}

// Where the value depends on the work-item, the element has one work-item.
std::string CopyLoops::almostCopy(const std::string &area) {
  const Counter counter = newCounter(/*mustBeLinear=*/true);
  const std::string &name = counter.name;
  switch (random.pick(6)) {
  case 0:
    return loop(counter, area + "[" + name + "] = from[" + name + " * 2 + " + number(511) + "];");
  case 1:
    return loop(counter, area + "[" + std::to_string(elements - 1) + " - " + name + "] = from[" +
                             globalIndex(name) + "];");
  case 2:
    return loop(counter, area + "[" + name + "] = from[((uint)v0 & 63u) + " + name + "];");
  case 3:
    return loop(counter,
                area + "[" + name + "] = from[" + name + "]; if (" + name + " == 40) break;");
  case 4:
    return loop(counter, "if (" + name + " & 4) " + area + "[" + name + "] = from[" +
                             globalIndex(name) + "];");
  default:
    return loop(counter, area + "[" + name + "] = from[" + globalIndex(name) + "] ^ (" +
                             type.name() + ")(" + name + ");");
  }
}

std::string CopyLoops::fill(const std::string &area) {
  const std::string name = newName();
  return "for (uint " + name + " = l; " + name + " < " + length + "; " + name + " += items) " +
         area + "[" + name + "] = (" + type.name() + ")(" + name + " * 3u); ";
}

// ---- What happens between two barriers

std::string CopyLoops::anyArea() {
  std::vector<std::string> free;
  for (const char *area : {"areaA", "areaB", "areaC"})
    if (std::ranges::find(taken, area) == taken.end())
      free.emplace_back(area);
  if (free.empty())
    return "";
  taken.push_back(random.of(free));
  return taken.back();
}

std::string CopyLoops::writing(const std::string &area) {
  switch (random.pick(8)) {
  case 0:
    return almostCopy(area);
  case 1:
    return fill(area);
  case 2: // not all of them come to it
    return "if (" + expressions.condition(1) + ") { " + copyIn(area) + "} ";
  default:
    return copyIn(area);
  }
}

// What only one way gives is used `later`, if that is in the same scope.
std::string CopyLoops::branching(const std::string &area, std::string *later) {
  const std::string condition = "if (" + expressions.uniformCondition() + ") { ";
  const std::string name = newName();
  switch (random.pick(5)) {
  case 0:
    return condition + writing(area) + "} ";
  case 1:
    return condition + writing(area) + "} else { " + writing(area) + "} ";
  case 2: {
    const std::string use = "v0 ^= " + name + "; ";
    std::string text = "int " + name + " = " + random.one({"0", "v0"}) + "; " + condition + name +
                       " = " + random.one({"in[7]", "v1", "in[u]"}) + "; " + writing(area) + "} ";
    if (!later)
      return text + use;
    *later += use;
    return text;
  }
  case 3: {
    const std::string other = anyArea();
    return condition + writing(area) + (other.empty() ? "" : branching(other, nullptr)) + "} ";
  }
  default:
    return condition + "size_t " + name + " = (uint)in[" + std::to_string(random.pick(99)) +
           "] & 255u; for (size_t " + name + "j = get_local_id(0); " + name + "j < 64; " + name +
           "j += get_local_size(0)) " + area + "[" + name + "j] = from[" + name + " + " + name +
           "j]; } else { " + writing(area) + "} ";
  }
}

std::string CopyLoops::phase(std::string *later) {
  std::string parts;
  bool isOutTaken = false;
  for (unsigned count = 1 + random.pick(3); count-- != 0;) {
    const std::string area = anyArea();
    if (area.empty())
      break;
    switch (random.pick(6)) {
    case 0:
      parts += isOutTaken ? read(area)
               : random.oneIn(2)
                   ? copyOut(area)
                   : "if (" + expressions.uniformCondition() + ") { " + copyOut(area) + "} ";
      isOutTaken = true;
      break;
    case 1:
    case 2:
      parts += branching(area, later);
      break;
    case 3:
      parts += read(area);
      break;
    default:
      parts += writing(area);
    }
    if (random.oneIn(3))
      parts += assignment();
  }
  taken.clear();
  return parts;
}

std::string CopyLoops::assignment() {
  return random.one({"v0 = ", "v1 ^= "}) + expressions.value({Scalar::Int}, 1) + "; ";
}

std::string CopyLoops::read(const std::string &area) {
  const std::string index =
      random.one({"(l * 7u + 3u)", "(uint)v1", "(uint)v0", "(l + 1u)", "5u"}) + " % " + length;
  return random.one({"v0", "v1"}) + " ^= (int)" + area + "[" + index + "]" +
         (type.isVector() ? ".x" : "") + "; ";
}

std::string CopyLoops::reads() {
  return read("areaA") + read("areaB") + (random.oneIn(2) ? read("areaC") : "");
}

// Loops of the group around phases.
std::string CopyLoops::repeated() {
  const std::string name = newName();
  const std::string times = "(int)((uint)" + expressions.uniformValue(1) + " & 3u)";
  const std::string head = "for (int " + name + " = 0, e" + name + " = " + times + "; " + name +
                           " < e" + name + "; ++" + name + ") { ";
  const std::string skip = random.oneIn(3) ? "if (" + expressions.uniformCondition() + ") " +
                                                 random.one({"continue; ", "break; "})
                                           : "";
  expressions.uniforms.push_back({name, {Scalar::Int}});
  std::string body, later;
  switch (random.pick(4)) {
  case 0:
    body = head + skip + phase(&later) + barrier + reads() + later + barrier + "} ";
    break;
  case 1:
    body = head + barrier + reads() + barrier + skip + phase(nullptr) + "} ";
    break;
  case 2:
    body = "int " + name + " = " + times + "; for (;;) { " + barrier + "if (" + name +
           "-- == 0) break; " + barrier + phase(nullptr) + "} ";
    break;
  default: {
    const std::string inner = newName();
    body = head + skip + "for (int " + inner + " = 0; " + inner + " < 2; ++" + inner + ") { " +
           phase(nullptr) + (random.oneIn(2) ? assignment() : "") + barrier + "} " + reads() +
           barrier + "} ";
  }
  }
  expressions.uniforms.pop_back();
  return body + barrier + reads();
}

} // namespace weft::test
