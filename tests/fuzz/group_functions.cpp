// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/group_functions.h"

namespace weft::test {
namespace {

// Whatever the CPU, sub-groups have as many work-items where the kernel requires nothing.
constexpr unsigned minUsualSize = 8;

const std::string active = "uint4 b = sub_group_ballot(1); ";
const std::string lane = "get_sub_group_local_id()", most = "get_max_sub_group_size()";

} // namespace

std::string GroupFunctions::chooseSize() {
  minSize = minUsualSize;
  if (random.oneIn(3))
    return "";
  minSize = 8u << random.pick(4);
  return "__attribute__((intel_reqd_sub_group_size(" + std::to_string(minSize) + ")))\n";
}

ClType GroupFunctions::integer() {
  constexpr Scalar scalars[] = {Scalar::Int,   Scalar::Int,  Scalar::Uint,   Scalar::Long,
                                Scalar::Ulong, Scalar::Char, Scalar::Ushort, Scalar::Short};
  return {scalars[random.pick(std::size(scalars))]};
}

std::string GroupFunctions::uniformIndex(const std::string &count) {
  return "(uint)" + expressions.uniformValue(1) + " % " + count;
}

std::string GroupFunctions::result(const std::string &variable, const std::string &value) {
  return variable + random.one({" = ", " ^= ", " ^= "}) + "(int)(" + value + ");\n";
}

// ---- Sub-groups

std::string GroupFunctions::amongActive(const std::string &variable) {
  switch (random.pick(7)) {
  case 0:
    return result(variable, vote("sub_group_non_uniform"));
  case 1:
    return result(variable, ofBallot());
  case 2:
    return result(variable, clustered());
  case 3:
  case 4:
    return shuffle(variable);
  default:
    return result(variable, arithmetic("sub_group_non_uniform_"));
  }
}

std::string GroupFunctions::inSubGroup(const std::string &variable) {
  switch (random.pick(8)) {
  case 0:
    return result(variable, vote("sub_group"));
  case 1:
    return result(variable, "sub_group_broadcast(" + expressions.value(integer(), 1) + ", " +
                                uniformIndex("get_sub_group_size()") + ")");
  case 2:
  case 3:
    return result(variable, arithmetic("sub_group_"));
  case 4:
    return result(variable,
                  random.one({"get_sub_group_size()", "get_sub_group_id()", "get_num_sub_groups()",
                              "get_enqueued_num_sub_groups()", "get_sub_group_local_id()"}));
  case 5: {
    const std::string from =
        "((global const uint *)in + ((uint)" + expressions.uniformValue(1) + " & 1023u))";
    return result(variable, random.oneIn(2) ? "intel_sub_group_block_read(" + from + ")"
                                            : "intel_sub_group_block_read2(" + from + ")." +
                                                  random.one({"x", "y"}));
  }
  default:
    return amongActive(variable);
  }
}

std::string GroupFunctions::vote(const std::string &prefix) {
  switch (random.pick(prefix == "sub_group" ? 2 : 4)) {
  case 0:
    return prefix + "_any(" + expressions.condition(1) + ")";
  case 1:
    return prefix + "_all(" + expressions.condition(1) + ")";
  case 2:
    return "sub_group_elect()";
  default: {
    const ClType type = integer();
    return prefix + "_all_equal(" +
           (random.oneIn(2) ? expressions.value(type, 1)
                            : "(" + type.name() + ")" + expressions.uniformValue(1)) +
           ")";
  }
  }
}

// The first and the last bit are asked for where some bit is set.
std::string GroupFunctions::ofBallot() {
  const std::string ballot = "sub_group_ballot(" + expressions.condition(1) + ")";
  switch (random.pick(8)) {
  case 0:
    return "sub_group_ballot_bit_count(" + ballot + ")";
  case 1:
    return "sub_group_ballot_inclusive_scan(" + ballot + ")";
  case 2:
    return "sub_group_ballot_exclusive_scan(" + ballot + ")";
  case 3:
    return "sub_group_inverse_ballot(" + ballot + ")";
  case 4:
    return "sub_group_ballot_bit_extract(" + ballot + ", " + expressions.value({Scalar::Uint}, 0) +
           " % " + most + ")";
  case 5:
    return random.one({"sub_group_ballot_find_lsb", "sub_group_ballot_find_msb"}) +
           "(sub_group_ballot(1))";
  case 6:
    return "sub_group_ballot_bit_count(" + ballot + " & get_sub_group_" +
           random.one({"eq", "ge", "gt", "le", "lt"}) + "_mask())";
  default:
    return ballot + random.one({".x", ".y"});
  }
}

std::string GroupFunctions::shuffle(const std::string &variable) {
  const ClType type =
      random.oneIn(4) ? ClType{random.oneIn(2) ? Scalar::Float : Scalar::Double} : integer();
  const std::string value = expressions.value(type, 1);
  const std::string number = expressions.value({Scalar::Uint}, 1) + " % " + most;
  const std::string size = std::to_string(2u << random.pick(minSize == 8 ? 3 : 4));
  struct Way {
    const char *name;
    std::string argument, from;
  };
  const Way ways[] = {
      {"shuffle", "i", "i"},
      {"shuffle", "i", "i"},
      {"shuffle_xor", "i", lane + " ^ i"},
      {"shuffle_up", "i", lane + " - i"},
      {"shuffle_down", "i", lane + " + i"},
      {"rotate", "(int)i", "(" + lane + " + i) % " + most},
      {"clustered_rotate", "(int)i, " + size,
       lane + " / " + size + "u * " + size + "u + (" + lane + " + i) % " + size + "u"},
      {"broadcast_first", "", "sub_group_ballot_find_lsb(b)"},
      {"non_uniform_broadcast", "i", "i"},
  };
  const Way &way = ways[random.pick(std::size(ways))];
  // The same for all that come here: rotations and broadcasts want that.
  const bool isUniform = std::string(way.name).find("rotate") != std::string::npos ||
                         way.name == std::string("non_uniform_broadcast");
  const std::string index = !isUniform        ? number
                            : random.oneIn(2) ? uniformIndex(most)
                                              : std::string("sub_group_ballot_find_") +
                                                    random.one({"lsb", "msb"}) + "(b)";
  const bool hasArgument = way.argument[0] != '\0';
  return "{ " + active + "uint i = " + index + "; " + type.name() + " x = sub_group_" + way.name +
         "(" + value + (hasArgument ? ", " + way.argument : "") + "); uint from = " + way.from +
         "; (void)i; if (from < " + most + " && sub_group_ballot_bit_extract(b, from)) " +
         variable + " ^= " +
         (type.isReal() ? "convert_int_sat(" + expressions.withoutNan(type, "x") + ")" : "(int)x") +
         "; }\n";
}

std::string GroupFunctions::arithmetic(const std::string &prefix) {
  const std::string kind = random.one({"reduce_", "reduce_", "scan_inclusive_", "scan_exclusive_"});
  const bool isCore = prefix == "sub_group_";
  if (!isCore && random.oneIn(6))
    return prefix + kind + random.one({"logical_and", "logical_or", "logical_xor"}) + "(" +
           expressions.condition(1) + ")";
  return prefix + kind +
         (isCore ? random.one({"add", "min", "max"})
                 : random.one({"add", "min", "max", "mul", "and", "or", "xor"})) +
         "(" + expressions.value(integer(), 1) + ")";
}

std::string GroupFunctions::clustered() {
  const std::string size = std::to_string(2u << random.pick(minSize == 8 ? 3 : 4));
  return "sub_group_clustered_reduce_" +
         random.one({"add", "min", "max", "mul", "and", "or", "xor"}) + "(" +
         expressions.value(integer(), 1) + ", " + size + ")";
}

// ---- Work-groups

std::string GroupFunctions::inWorkGroup(const std::string &variable) {
  constexpr Scalar scalars[] = {Scalar::Uint, Scalar::Ulong, Scalar::Int, Scalar::Long};
  const ClType type{scalars[random.pick(std::size(scalars))]};
  const std::string kind = random.one({"reduce_", "scan_inclusive_", "scan_exclusive_"});
  switch (random.pick(6)) {
  case 0:
    return result(variable, random.one({"work_group_any", "work_group_all"}) + "(" +
                                expressions.condition(1) + ")");
  case 1:
    return result(variable, "work_group_broadcast(" + expressions.value(type, 1) + ", " +
                                uniformIndex("(uint)get_local_size(0)") + ", " +
                                uniformIndex("(uint)get_local_size(1)") + ", " +
                                uniformIndex("(uint)get_local_size(2)") + ")");
  case 2:
    return result(variable, "work_group_" + kind +
                                random.one({"logical_and", "logical_or", "logical_xor"}) + "(" +
                                expressions.condition(1) + ")");
  default:
    return result(variable, "work_group_" + kind +
                                random.one({"add", "max", "min", "mul", "and", "or", "xor"}) + "(" +
                                expressions.value(type, 1) + ")");
  }
}

} // namespace weft::test
