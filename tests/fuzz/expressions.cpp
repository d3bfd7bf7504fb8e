// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/expressions.h"

#include "tests/fuzz/kernel_generator.h"

namespace weft::test {
namespace {

std::string call(const std::string &function, std::initializer_list<std::string> arguments) {
  std::string text = function + "(";
  for (const std::string &argument : arguments)
    text += (text.back() == '(' ? "" : ", ") + argument;
  return text + ")";
}

} // namespace

ClType Expressions::anyType() {
  constexpr Scalar scalars[] = {Scalar::Int,   Scalar::Int,    Scalar::Int,  Scalar::Uint,
                                Scalar::Float, Scalar::Float,  Scalar::Char, Scalar::Uchar,
                                Scalar::Short, Scalar::Ushort, Scalar::Long, Scalar::Ulong,
                                Scalar::Double};
  constexpr unsigned widths[] = {1, 1, 1, 1, 1, 2, 3, 4};
  ClType type{scalars[random.pick(std::size(scalars))], widths[random.pick(std::size(widths))]};
  return type.bytes() > 16 || !hasVectors ? type.element() : type;
}

std::string Expressions::withoutNan(ClType type, const std::string &text) const {
  return type.isReal() ? call("clean_" + type.name(), {text}) : text;
}

std::string Expressions::constant(ClType type) {
  if (type.isReal()) {
    const std::string number = random.one({"0.5", "1.25", "-3.0", "100.0", "0.0", "-0.75"});
    return "(" + type.name() + ")(" + number + (type.scalar == Scalar::Float ? "f)" : ")");
  }
  return "(" + type.name() + ")(" +
         random.one({"0", "1", "2", "3", "7", "13", "31", "100", "-1", "-5", "0x55"}) + ")";
}

// An element number below `limit`, a power of two, of one of the shapes that lowering tells apart.
// `u` is the work-item's number in the launch, `total` the number of work-items.
std::string Expressions::index(unsigned limit) {
  const std::string mask = std::to_string(limit - 1);
  if (limit < KernelSizes::inputs)
    return "((uint)" + value({Scalar::Int}, 0) + " & " + mask + "u)";
  switch (random.pick(11)) {
  case 0:
    return "u + " + std::to_string(random.pick(9));
  case 1:
    return "(" + mask + "u - u)";
  case 2: // the last work-item reads the last element
    return "u + (" + std::to_string(limit) + "u - total)";
  case 3:
    return "u * 3 + 1";
  case 4:
    return "(u * 2 + (uint)get_local_id(0)) & " + mask + "u";
  case 5:
    return "(uint)" + uniformValue(1) + " & " + mask + "u";
  case 6:
    return maskedId(mask);
  case 7:
    return rowIndex() + " & " + mask + "u";
  case 8: // within the elements without a mask
    return rowIndex();
  default:
    return "(uint)" + value({Scalar::Int}, 1) + " & " + mask + "u";
  }
}

std::string Expressions::maskedId(const std::string &mask) {
  const std::string more = std::to_string(random.pick(20));
  if (!hasFarIds)
    return "((uint)get_global_id(0) + " + more + ") & " + mask + "u";
  return "(uint)((" +
         random.one({"(uint)get_global_id(0) + ", "get_global_id(0) + ", "get_global_id(0) * 3 + ",
                     "(get_global_id(0) >> 2) + ", "get_global_id(0) - get_global_offset(0) + ",
                     "(get_global_id(0) & 255) + "}) +
         more + ") & " + mask + "u)";
}

// Places by divisions and masks of one number: rows, columns and rings. The number may be the sum
// of an id with what a loop leaves behind.
std::string Expressions::rowIndex() {
  const std::string period = random.oneIn(2) ? random.one({"3", "48", "64", "100", "300"}) + "u"
                                             : "(((uint)" + uniformValue(1) + " & 255u) + 1u)";
  const std::string number =
      random.oneIn(4) ? "(u + ((uint)" + value({Scalar::Int}, 0) + " & 15u))" : "u";
  const std::string column = number + " % " + period, row = number + " / " + period;
  switch (random.pick(6)) {
  case 0:
    return "(" + row + " + " + column + ")";
  case 1:
    return "(" + row + " * " + period + " + (" + period + " - 1u - " + column + "))";
  case 2:
    return "(" + row + ")";
  case 3:
    return "((u + " + std::to_string(random.pick(70)) + "u) & (" + period + " - 1u))";
  case 4:
    return "((uint)(((int)u - 7) % (int)" + period + ") & 2047u)";
  default:
    return "((uint)(((int)u - 40) / (int)" + period + ") & 1023u)";
  }
}

std::string Expressions::load(ClType type) {
  const std::string buffer = type.isReal() ? "f" : "in";
  if (type.scalar == Scalar::Double)
    return "convert_" + type.name() + "(" + load({Scalar::Float, type.width}) + ")";
  if (type == ClType{Scalar::Int} && random.oneIn(4))
    return random.oneIn(2) ? "((uint)get_global_id(0) - 1u < 4096u ? in[(uint)get_global_id(0) - "
                             "1u] : 5)"
                           : "table[" + index(16) + "]";
  if (type.isVector() && random.oneIn(2))
    return "vload" + std::to_string(type.width) + "((" + index(4096) + ") & 1023u, (global const " +
           type.element().name() + " *)" + buffer + ")";
  if (type.width == 3)
    return "vload3((" + index(4096) + ") & 1023u, (global const " + type.element().name() + " *)" +
           buffer + ")";
  const std::string at = type.bytes() <= 4 ? index(4096) : "(" + index(4096) + ") & 1023u";
  return "((global const " + type.name() + " *)" + buffer + ")[" + at + "]";
}

std::string Expressions::converted(ClType type, const Variable &from) {
  std::string text = from.name;
  ClType source = from.type;
  if (source.width != type.width) {
    if (source.isVector()) { // one component, repeated by the conversion below
      text += "." + std::string(1, "xyzw"[random.pick(source.width)]);
      source = source.element();
    }
    if (type.isVector()) {
      const std::string element = converted(type.element(), {text, source});
      return "(" + type.name() + ")(" + element + ")";
    }
  }
  if (source == type)
    return text;
  if (source.isReal() && !type.isReal())
    return "convert_" + type.name() + "_sat(" + withoutNan(source, text) + ")";
  return "convert_" + type.name() + "(" + text + ")";
}

std::string Expressions::leaf(ClType type) {
  switch (random.pick(8)) {
  case 0:
    return constant(type);
  case 1:
    return load(type);
  case 2:
    if (!arrays.empty()) {
      const Variable &array = random.of(arrays);
      const std::string at = hasKnownIndices   ? std::to_string(random.pick(8))
                             : random.oneIn(2) ? index(8)
                                               : "((uint)" + uniformValue(0) + " & 7u)";
      return converted(type, {array.name + "[" + at + "]", array.type});
    }
    [[fallthrough]];
  case 3: {
    if (hasFarIds && type.elementBytes() == 8)
      return converted(type, {"((ulong)get_global_id(0))", {Scalar::Ulong}});
    const std::string id = random.one({"u", "get_local_id(0)", "get_global_id(0)",
                                       "get_group_id(0)", "get_local_id(1)", "get_local_size(0)"});
    return converted(type, {"((int)" + id + ")", {Scalar::Int}});
  }
  default: {
    std::vector<const Variable *> same;
    for (const Variable &variable : variables)
      if (variable.type == type)
        same.push_back(&variable);
    if (!same.empty() && !random.oneIn(3))
      return random.of(same)->name;
    return variables.empty() ? constant(type) : converted(type, random.of(variables));
  }
  }
}

// Wraps: signed types by way of unsigned ones, narrow scalars by way of int, which holds them.
std::string Expressions::unsignedOperation(ClType type, const char *operation,
                                           const std::string &left,
                                           const std::string &right) const {
  const ClType plain = type.withoutSign();
  if (type.isVector())
    return call("as_" + type.name(), {"as_" + plain.name() + "(" + left + ") " + operation +
                                      " as_" + plain.name() + "(" + right + ")"});
  const std::string wide = type.elementBytes() == 8 ? "(ulong)" : "(uint)";
  return "(" + type.name() + ")(" + wide + "(" + left + ") " + operation + " " + wide + "(" +
         right + "))";
}

// The functions of 24 bits take no larger numbers.
std::string Expressions::multiplyAdd(ClType type, const std::string &left, const std::string &right,
                                     const std::string &last) {
  if (type.elementBytes() != 4 || random.oneIn(3))
    return call(random.one({"mad_hi", "mad_sat"}), {left, right, last});
  const std::string shift = " >> (" + type.name() + ")(9)";
  const std::string first = left + shift, second = "(" + right + ")" + shift;
  return random.oneIn(2) ? call("mul24", {first, second}) : call("mad24", {first, second, last});
}

std::string Expressions::upsampled(ClType type, unsigned depth) {
  if (type.elementBytes() == 1)
    return leaf(type);
  const unsigned sign = type.isSigned() ? 0 : 1;
  const Scalar half = static_cast<Scalar>(type.elementBytes() == 2   ? sign
                                          : type.elementBytes() == 4 ? 2 + sign
                                                                     : 4 + sign);
  const ClType high{half, type.width};
  return call("upsample", {value(high, depth - 1), value(high.withoutSign(), 0)});
}

std::string Expressions::integer(ClType type, unsigned depth) {
  const std::string name = type.name(), left = value(type, depth - 1);
  const std::string right = value(type, depth - 1);
  const std::string plain = type.withoutSign().name();
  switch (random.pick(24)) {
  case 0: {
    const std::string operation = random.one({" / ", " % "});
    // A positive divisor.
    const std::string divisor = type.isSigned()
                                    ? "((" + right + " & (" + name + ")(15)) | (" + name + ")(1))"
                                    : "(" + right + " | (" + name + ")(1))";
    return "(" + name + ")(" + left + operation + divisor + ")";
  }
  case 1:
    if (type.isVector())
      return "(" + left + " >> (" + right + " & (" + name + ")(7)))";
    return "(" + name + ")(" + left + " >> (" + right + " & 7))";
  case 2:
    return call("as_" + name, {"(" + plain + ")(" + call("as_" + plain, {left}) + " << (" + plain +
                               ")(" + random.one({"1", "3", "5"}) + "))"});
  case 3:
    return call(random.one({"min", "max", "add_sat", "sub_sat", "hadd", "rhadd", "mul_hi"}),
                {left, right});
  case 4:
    return call("rotate", {left, right});
  case 5:
    return call(random.one({"popcount", "clz"}), {left});
  case 6:
    return call("as_" + name, {call("abs_diff", {left, right})});
  case 7:
    return "(" + name + ")(~" + left + ")";
  case 8:
  case 9:
    return chosen(type, depth);
  case 10:
    if (!type.isVector()) // a division that other work-items' zero divisors must not disturb
      return "(" + name + ")(" + right + " > 0 ? " + left + " / " + right + " : " + left + ")";
    [[fallthrough]];
  case 11:
    return composed(type, depth);
  case 12:
  case 13:
    return multiplyAdd(type, left, right, value(type, 0));
  case 14:
    return random.oneIn(2) ? call("ctz", {left})
                           : call("clamp", {left, "(" + name + ")(3)", "(" + name + ")(77)"});
  case 15:
    return random.oneIn(2) ? call("bitselect", {left, right, value(type, 0)})
                           : upsampled(type, depth);
  default:
    return unsignedOperation(type, random.one({"+", "+", "-", "*", "^", "&", "|"}).c_str(), left,
                             right);
  }
}

std::string Expressions::real(ClType type, unsigned depth) {
  const std::string left = value(type, depth - 1), right = value(type, depth - 1);
  switch (random.pick(22)) {
  case 0:
    return "(" + call("fmax", {left, right}) + " + 1)";
  case 1:
    return "(" + call("fmin", {left, right}) + " + 1)";
  case 2:
    return call("sqrt", {call("fabs", {left})});
  case 3:
    return call(random.one({"floor", "ceil", "trunc", "rint", "fabs"}), {left});
  case 4:
    return call("fma", {left, right, value(type, 0)});
  case 5:
    return call("copysign", {left, withoutNan(type, right)});
  case 6:
    return "(" + left + " / " + right + ")";
  case 7:
  case 8:
    return chosen(type, depth);
  case 9:
    return composed(type, depth);
  case 10:
    return call(random.one({"fmod", "fdim", "nextafter"}), {left, right});
  case 11:
    return random.oneIn(2) ? call("round", {left})
                           : call("ldexp", {left, value({Scalar::Int, type.width}, 0)});
  case 12:
    if (random.oneIn(4))
      return call(random.one({"sin", "cos", "exp", "tanh"}), {left});
    if (random.oneIn(4))
      return call("pow", {call("fabs", {left}), right});
    [[fallthrough]];
  default:
    return "(" + left + random.one({" + ", " - ", " * "}) + right + ")";
  }
}

std::string Expressions::chosen(ClType type, unsigned depth) {
  const std::string left = value(type, depth - 1), right = value(type, depth - 1);
  if (!type.isVector() && !random.oneIn(3))
    return "(" + type.name() + ")(" + condition(depth - 1) + " ? " + left + " : " + right + ")";
  const std::string test = value(type.mask(), depth - 1);
  const std::string mask = type.isVector() ? "(" + test + " > (" + type.mask().name() + ")(3))"
                                           : "(" + type.mask().name() + ")(" + test + " > 3)";
  return call("select", {left, right, mask});
}

std::string Expressions::composed(ClType type, unsigned depth) {
  if (!hasVectors)
    return leaf(type);
  if (!type.isVector())
    return "(" + value({type.scalar, 4 * type.elementBytes() > 16 ? 2u : 4u}, depth - 1) + ")." +
           random.one({"x", "y", "s0", "s1"});
  if (type.width != 3 && random.oneIn(4)) {
    // The mask has elements of the same size, of which only the low bits count.
    const ClType mask = type.isReal() ? type.mask().withoutSign() : type.withoutSign();
    const std::string from = value(type, depth - 1), places = value(mask, 0);
    return random.oneIn(2) ? call("shuffle", {from, places})
                           : call("shuffle2", {from, value(type, 0), places});
  }
  if (type.width == 4 && random.oneIn(2))
    return "(" + value(type, depth - 1) + ")." + random.one({"wzyx", "xxyy", "yzwx", "xzxz"});
  std::string text = "(" + type.name() + ")(";
  for (unsigned part = 0; part < type.width; ++part)
    text += (part ? ", " : "") + value(type.element(), part < 2 ? depth - 1 : 0);
  return text + ")";
}

std::string Expressions::value(ClType type, unsigned depth) {
  if (depth == 0 || random.oneIn(4))
    return leaf(type);
  return type.isReal() ? real(type, depth) : integer(type, depth);
}

std::string Expressions::condition(unsigned depth) {
  const unsigned inner = depth ? depth - 1 : 0;
  switch (random.pick(9)) {
  case 0:
    return uniformCondition();
  case 1: {
    const ClType type{random.oneIn(3) ? Scalar::Double : Scalar::Float};
    return "(" + value(type, inner) + random.one({" < ", " >= ", " == ", " != "}) +
           value(type, inner) + ")";
  }
  case 2:
    return "((" + value({Scalar::Int}, inner) + " & " + random.one({"1", "2", "4", "12"}) +
           ") != 0)";
  case 3:
    if (depth)
      return "(" + condition(depth - 1) + random.one({" && ", " || "}) + condition(depth - 1) + ")";
    [[fallthrough]];
  case 4: {
    if (!hasVectors)
      return "(" + value({Scalar::Int}, inner) + " > 0)";
    const std::string left = value({Scalar::Int, 4}, inner), right = value({Scalar::Int, 4}, 0);
    return random.one({"any", "all"}) + "(" + left + " < " + right + ")";
  }
  case 5:
    if (hasFarIds && random.oneIn(2))
      return "(get_global_id(0) " + random.one({"< ", "> ", ">= "}) +
             random.one({"2147483648ul", "3221225472ul", "4294967296ul", "get_global_offset(0)"}) +
             " + " + std::to_string(random.pick(100)) + "ul)";
    return "(u " + random.one({"< ", "> ", ">= "}) + std::to_string(random.pick(300)) + "u)";
  default: {
    const ClType type = anyType().element();
    return "(" + value(type, inner) + random.one({" < ", " > ", " == ", " != "}) +
           value(type, inner) + ")";
  }
  }
}

std::string Expressions::uniformValue(unsigned depth) {
  if (depth == 0 || random.oneIn(2)) {
    if (!uniforms.empty() && !random.oneIn(3))
      return random.of(uniforms).name;
    return random.one({"n", "n", "3", "11", "(int)get_group_id(0)", "(int)get_num_groups(0)"});
  }
  const std::string left = uniformValue(depth - 1);
  if (random.oneIn(3))
    return "in[(uint)" + left + " & 4095u]";
  return "(int)((uint)" + left + random.one({" + ", " * ", " ^ "}) + "(uint)" +
         uniformValue(depth - 1) + ")";
}

std::string Expressions::uniformCondition() {
  return "((" + uniformValue(1) + " & " + random.one({"1", "3", "8"}) + ")" +
         random.one({" != 0)", " == 0)", " > 1)"});
}

} // namespace weft::test
