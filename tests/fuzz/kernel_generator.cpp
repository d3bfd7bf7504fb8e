// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/fuzz/kernel_generator.h"

#include "tests/fuzz/copy_loops.h"
#include "tests/fuzz/expressions.h"
#include "tests/fuzz/group_functions.h"
#include "tests/fuzz/launch_ranges.h"
#include "tests/fuzz/memory_folds.h"
#include "tests/fuzz/statements/array_statements.h"
#include "tests/fuzz/statements/local_statements.h"
#include "tests/fuzz/statements/node_statements.h"
#include "tests/fuzz/statements/product_statements.h"
#include "tests/fuzz/statements/record_statements.h"
#include "tests/fuzz/statements/row_statements.h"
#include "tests/fuzz/statements/walk_statements.h"
#include "tests/fuzz/statements/window_statements.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace weft::test {
namespace {

/// A part of `out`: elements of one type, one for each work-item, at a fixed bijection of its
/// number.
struct OutputRegion {
  ClType type;
  std::string element; ///< the lvalue
};

class Generator {
public:
  Generator(std::uint32_t seed, bool hasCopies)
      : random(seed), expressions(random), copies(random, expressions, text),
        groups(random, expressions), folds(random, expressions), hasCopies(hasCopies) {}

  GeneratedKernel generate() {
    chooseLaunches();
    hasCopies |= random.oneIn(5);
    hasBarriers = hasCopies || random.oneIn(2);
    expressions.hasVectors = random.oneIn(2);
    // Collectives are for whole groups.
    returnsEarly = !hasBarriers || random.oneIn(3);
    hasSubGroups = random.oneIn(3);
    hasWalks = random.oneIn(3);
    hasProducts = random.oneIn(3);
    const std::string subGroupSize = hasSubGroups ? groups.chooseSize() : "";
    declareFunctions();
    const std::string helpers = std::exchange(text, {});
    declare();
    const unsigned statements = 3 + random.pick(5);
    for (unsigned i = 0; i < statements; ++i)
      if (hasBarriers && random.oneIn(2))
        groupStatement(2);
      else
        statement(random.oneIn(3) ? 3 : 2, atTop());
    if (hasCopies)
      copies.section();
    finish();
    kernel.source = prelude() + helpers + attributes() + subGroupSize +
                    "kernel void k(global uchar *out, global const int *in, global const float *f, "
                    "global uint *counters, int n, global const struct node *nodes) {\n" +
                    text + "}\n";
    return std::move(kernel);
  }

private:
  /// What a divergent statement may do with control.
  struct Flow {
    bool mayBreak = false, mayContinue = false, mayReturn = false;
  };
  Flow atTop() const { return {.mayReturn = returnsEarly}; }

  // ---- Ranges

  void chooseLaunches() {
    const bool isRequired = random.oneIn(6);
    expressions.hasFarIds = random.oneIn(5);
    areFlat = expressions.hasFarIds && random.oneIn(2);
    kernel.ranges = chooseRanges(random, {isRequired, expressions.hasFarIds, areFlat});
    if (isRequired)
      required = kernel.ranges[0];
  }
  std::string attributes() const {
    if (!required)
      return "";
    std::string sizes;
    for (const std::uint64_t size : required->local)
      sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
    return "__attribute__((reqd_work_group_size(" + sizes + ")))\n";
  }

  // ---- Declarations

  static std::string prelude() {
    std::string lines = "constant int table[16] = {3, -1, 4, 1, -5, 9, 2, 6, 5, 3, 5, 8, -9, 7, 9, "
                        "3};\nstruct pair { int a; float b; short c[3]; };\n";
    lines += memberDeclaration;
    lines += nodeDeclaration;
    for (const Scalar scalar : {Scalar::Float, Scalar::Double})
      for (const unsigned width : {1u, 2u, 3u, 4u}) {
        const std::string type = ClType{scalar, width}.name();
        const std::string clean =
            width == 1 ? "isnan(x) ? 0 : x" : "select(x, (" + type + ")(0), isnan(x))";
        for (const std::string &part :
             {type, std::string(" clean_"), type, "(" + type, " x) { return " + clean + "; }\n"})
          lines += part;
      }
    return lines;
  }

  // Functions that the kernel may call: some with returns from the middle, some not inlined by
  // hand.
  void declareFunctions() {
    const std::vector<Variable> own = {
        {"p", {Scalar::Int}}, {"q", {Scalar::Float}}, {"r", {Scalar::Int}}};
    for (unsigned i = random.pick(3); i-- > 0;) {
      const std::string name = "helper" + std::to_string(i);
      expressions.variables = own;
      text +=
          std::string(random.oneIn(2) ? "__attribute__((noinline)) " : "") + "int " + name +
          "(int p, float q, uint u, uint total, int n, global const int *in, global const float "
          "*f) {\n";
      text += "int r = p;\n";
      if (hasSubGroups && random.oneIn(2))
        text += groups.amongActive("r");
      if (random.oneIn(2))
        text += "if (" + expressions.condition(1) + ") return " +
                expressions.value({Scalar::Int}, 1) + ";\n";
      if (random.oneIn(2))
        text += inScope("for (int k = 0; k < (p & 7); ++k) {") +
                " r ^= (int)((uint)r * 3u + (uint)" + expressions.value({Scalar::Int}, 1) +
                "); if (" + expressions.condition(0) + ") break;\n" +
                (hasSubGroups ? groups.amongActive("r") : "") + "}\n";
      text += "return (int)((uint)r + (uint)" + expressions.value({Scalar::Int}, 1) + ");\n}\n";
      functions.push_back(name);
    }
    expressions.variables.clear();
  }

  void declare() {
    text += "uint u = get_global_linear_id(), l = get_local_linear_id();\n"
            "uint total = get_global_size(0) * get_global_size(1) * get_global_size(2);\n"
            "uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
            "(void)items; (void)l; (void)total;\n";
    if (hasBarriers)
      text += "local int tile[256], bins[16], counts[256];\n"
              "tile[l] = in[u] ^ 5; for (uint k = l; k < 16u; k += items) bins[k] = 9; "
              "for (uint k = l; k < 256u; k += items) counts[k] = (int)k; "
              "barrier(CLK_LOCAL_MEM_FENCE);\n";
    if (hasCopies)
      copies.declare(KernelSizes::regions * KernelSizes::regionBytes, KernelSizes::stretchBytes);
    declareUniforms();
    const std::vector<ClType> always = {{Scalar::Int}, {Scalar::Int}, {Scalar::Float}};
    for (unsigned i = 0; i < 6; ++i) {
      const ClType type = i < always.size() ? always[i] : expressions.anyType();
      const Variable variable{"v" + std::to_string(i), type};
      text += type.name() + " " + variable.name + " = " + expressions.value(type, 1) + ";\n";
      expressions.variables.push_back(variable);
    }
    mutableCount = expressions.variables.size();
    if (random.oneIn(2))
      declareArray();
    hasPair = random.oneIn(3);
    if (hasPair)
      text += "struct pair s = {v0, v2, {1, (short)v1, 3}};\n";
    declareRegions();
    hasFolds = random.oneIn(2);
    if (hasFolds)
      text += folds.declare();
  }
  void declareUniforms() {
    for (unsigned i = 0; i < 2; ++i) {
      const std::string name = "w" + std::to_string(i);
      text += "int " + name + " = " + expressions.uniformValue(1) + ";\n";
      expressions.uniforms.push_back({name, {Scalar::Int}});
    }
  }
  void declareArray() {
    const ClType type = expressions.anyType();
    text += type.name() + " a[8];\n" +
            "for (int k = 0; k < 8; ++k) a[k] = " + expressions.value(type, 1) + ";\n";
    expressions.arrays.push_back({"a", type});
    expressions.hasKnownIndices = random.oneIn(2);
  }
  /// A bijection of the work-item's number; END is the end of the region.
  std::string placeInRegion() {
    if (areFlat && random.oneIn(2))
      return random.one({"get_global_id(0) & 511u", "(uint)get_global_id(0) & 511u",
                         "(int)get_global_id(0) & 511", "511u - (get_global_id(0) & 511u)",
                         "get_global_id(0) - get_global_offset(0)"});
    return random.one(
        {"u", "u", "total - 1u - u", "(u * 7u + 3u) % 512u", "u * 2u", "u * 2u + 1u", "END"});
  }
  void declareRegions() {
    for (unsigned i = 0; i < KernelSizes::regions; ++i) {
      ClType type = i == 0 ? ClType{} : expressions.anyType();
      if (type.width == 3) // the fourth element in memory is anything
        type = type.element();
      const unsigned memoryBytes = type.bytes();
      const std::string capacity = std::to_string(KernelSizes::regionBytes / memoryBytes);
      const std::string index = placeInRegion();
      regions.push_back({type, "((global " + type.name() + " *)(out + " +
                                   std::to_string(i * KernelSizes::regionBytes) + "))[" +
                                   (index == "END" ? capacity + "u - total + u" : index) + "]"});
    }
    // The last one is written by vector stores.
    constexpr Scalar scalars[] = {Scalar::Char, Scalar::Ushort, Scalar::Int, Scalar::Float};
    packed = regions.back();
    packed.type = {scalars[random.pick(4)], 2 + random.pick(3)};
    packsRecords = packed.type.width == 4 && random.oneIn(2);
    regions.pop_back();
  }

  // ---- Statements that one work-item runs for itself

  void block(unsigned depth, Flow flow) {
    for (unsigned count = 1 + random.pick(3); count-- != 0;)
      statement(depth, flow);
  }

  void statement(unsigned depth, Flow flow) {
    if (hasSubGroups && random.oneIn(4)) {
      text += groups.amongActive(anyOfBoth());
      return;
    }
    if (hasFolds && random.oneIn(4)) {
      text += folds.statement(newCounter());
      return;
    }
    if (hasWalks && random.oneIn(4)) {
      text += walkStatement(random, expressions);
      return;
    }
    if (hasProducts && random.oneIn(4)) {
      text += productStatement(random, expressions);
      return;
    }
    switch (random.pick(depth == 0 ? 10 : 19)) {
    case 0:
    case 1:
    case 2:
    case 3:
      assign();
      break;
    case 4:
    case 5:
      store();
      break;
    case 6:
      if (expressions.arrays.empty())
        assign();
      else
        text += arrayStatement(random, expressions);
      break;
    case 7:
      atomic();
      break;
    case 8:
      leave(flow);
      break;
    case 9:
      special();
      break;
    case 10:
    case 11:
    case 12:
      branch(depth, flow);
      break;
    case 13:
    case 14:
      countedLoop(depth, flow);
      break;
    case 15:
      openLoop(depth, flow);
      break;
    case 16:
      switchStatement(depth, flow);
      break;
    case 17:
      loneArm();
      break;
    default:
      uniformBranch(depth, flow);
    }
  }

  std::string anyOfBoth() { return random.one({"v0", "v1"}); }
  /// The head of a loop in which work-items of a sub-group may meet, or a call that leads there.
  std::string inScope(const std::string &head) const {
    return hasSubGroups ? "/*scope*/" + head + (head.ends_with("{") ? " /*round*/" : "") : head;
  }
  const Variable &anyVariable() {
    return expressions.variables[random.pick(static_cast<unsigned>(mutableCount))];
  }
  void assign() {
    const Variable &to = anyVariable();
    text += to.name + " = " + expressions.value(to.type, 2) + ";\n";
  }
  void store() {
    const OutputRegion &region = random.of(regions);
    if (random.oneIn(5)) {
      const Variable &to = anyVariable();
      if (to.type == region.type) {
        text += to.name + " = " + region.element + ";\n";
        return;
      }
    }
    text += region.element + " = " +
            expressions.withoutNan(region.type, expressions.value(region.type, 2)) + ";\n";
  }
  // Each kind of operation has 16 words of its own, so that their order does not show.
  void atomic() {
    const unsigned kind = random.pick(8);
    const std::string value = expressions.value({Scalar::Uint}, 1);
    const std::string word =
        "counters[" + std::to_string(kind * 16) + "u + " +
        (random.oneIn(2) ? "((uint)" + expressions.uniformValue(1) + " & 15u)"
                         : "(" + expressions.value({Scalar::Uint}, 0) + " & 15u)") +
        "]";
    constexpr const char *names[] = {"add", "sub", "xor", "and", "or", "min", "max"};
    if (kind < 7)
      text += std::string("atomic_") + names[kind] + "(&" + word + ", " + value + ");\n";
    else
      text += "{ uint ticket = atomic_inc(&counters[112u]); counters[116u + (ticket & 7u)] = 77u; "
              "atomic_add(&counters[113u], ticket); }\n";
  }

  void leave(Flow flow) {
    std::vector<const char *> ways;
    if (flow.mayBreak)
      ways.push_back("break;\n");
    if (flow.mayContinue)
      ways.push_back("continue;\n");
    if (flow.mayReturn && (ways.empty() || random.oneIn(3)))
      ways.push_back("return;\n");
    if (ways.empty())
      return assign();
    text += "if (" + expressions.condition(1) + ") " + random.of(ways);
  }

  void special() {
    switch (random.pick(16)) {
    case 14:
    case 15:
      text += recordLoop(random);
      return;
    case 11:
    case 12:
      text += windowStatement(random, expressions);
      return;
    case 13:
      if (!expressions.hasVectors)
        return assign();
      text += memberStatement(random);
      return;
    case 5:
    case 6:
      text += nodeStatement(random, expressions);
      return;
    case 8:
    case 9:
      text += rowStatement(random, expressions);
      return;
    case 7:
      if (!expressions.hasVectors)
        return assign();
      text += recordStatement(random, expressions);
      return;
    case 0:
      if (hasPair) {
        text += random.one({"s.a = v0; s.c[(uint)v1 & 1u] = (short)v0;\n",
                            "{ struct pair o = s; o.b = clean_float(v2); s = o; v1 ^= s.c[1]; }\n",
                            "if (v0 > v1) { s.a ^= 3; s.c[2] = 8; } v0 = s.a ^ s.c[2];\n"});
        return;
      }
      [[fallthrough]];
    case 1: // a pointer that varies
      text += "{ global const int *p = " + expressions.condition(0) + " ? in + 7 : in; v0 ^= p[" +
              random.one({"u", "u & 63u", "(uint)v1 & 1023u"}) + "]; }\n";
      return;
    case 2: // private memory whose address varies
      text += "{ int x = v0, y = v1; int *p = " + expressions.condition(0) +
              " ? &x : &y; *p ^= 0x30; v0 = x; v1 = y; }\n";
      return;
    case 3:
      if (!functions.empty()) {
        text += inScope("v1 = ") + random.of(functions) + "(" +
                expressions.value({Scalar::Int}, 1) + ", clean_float(" +
                expressions.value({Scalar::Float}, 1) + "), u, total, n, in, f);\n";
        return;
      }
      [[fallthrough]];
    default:
      if (!expressions.hasVectors)
        return assign();
      storePacked();
    }
  }

  void storePacked() {
    const auto part = [&] {
      return expressions.withoutNan(packed.type, expressions.value(packed.type, 1));
    };
    unsigned width = packed.type.width;
    const bool flows = !packsRecords && random.oneIn(2);
    if (flows)
      text += "{ " + recordSteps(random, expressions, packed.type);
    std::string value = flows ? expressions.withoutNan(packed.type, "r") : part();
    if (packsRecords) {
      width *= 2;
      value = recordOfHalves(random, packed.type, value, part());
    }
    text += "vstore" + std::to_string(width) + "(" + value + ", u, (global " +
            packed.type.element().name() + " *)(out + " +
            std::to_string((KernelSizes::regions - 1) * KernelSizes::regionBytes) + "));" +
            (flows ? " }\n" : "\n");
  }

  void branch(unsigned depth, Flow flow) {
    text += "if (" + expressions.condition(2) + ") {\n";
    block(depth - 1, flow);
    if (random.oneIn(2)) {
      text += "} else {\n";
      block(depth - 1, flow);
    }
    text += "}\n";
  }
  void uniformBranch(unsigned depth, Flow flow) {
    text += "if (" + expressions.uniformCondition() + ") {\n";
    block(depth - 1, flow);
    text += "}\n";
  }
  void loneArm() {
    text += "if (l == " + expressions.uniformValue(0) + ") {\n";
    block(0, Flow{});
    text += "}\n";
  }

  std::string newCounter() { return "t" + std::to_string(counterCount++); }

  // Counters can be read in the loop, but are not assigned to.
  void loopBody(const std::string &counter, unsigned depth, Flow flow) {
    expressions.variables.push_back({counter, {Scalar::Int}});
    block(depth - 1, {true, true, flow.mayReturn});
    expressions.variables.pop_back();
  }
  void countedLoop(unsigned depth, Flow flow) {
    const std::string counter = newCounter();
    const std::string most = random.one({"3", "7"});
    const std::string limit = random.oneIn(2)
                                  ? "(" + expressions.uniformValue(1) + " & " + most + ")"
                                  : "(" + expressions.value({Scalar::Int}, 1) + " & " + most + ")";
    text += inScope("for (int " + counter + " = 0, e" + counter + " = " + limit + "; " + counter +
                    " < e" + counter + "; ++" + counter + ") {") +
            "\n";
    loopBody(counter, depth, flow);
    text += "}\n";
  }
  void openLoop(unsigned depth, Flow flow) {
    const std::string counter = newCounter();
    if (random.oneIn(3)) {
      text +=
          inScope("for (int " + counter + " = 9; ; ) {") + " if (--" + counter + " <= 0) break;\n";
      loopBody(counter, depth, flow);
      text += "if (" + expressions.condition(1) + ") break;\n}\n";
      return;
    }
    text += inScope("for (int " + counter + " = 9; " + counter + " > 0 && " +
                    expressions.condition(1) + "; --" + counter + ") {") +
            "\n";
    loopBody(counter, depth, flow);
    text += "}\n";
  }

  void switchStatement(unsigned depth, Flow flow) {
    Flow inner = flow;
    inner.mayBreak = true;
    const bool isUniform = random.oneIn(4);
    text += "switch (" +
            (isUniform ? expressions.uniformValue(1) : expressions.value({Scalar::Int}, 1)) +
            " & 7) {\n";
    for (unsigned label = 0; label < 8; label += 1 + random.pick(3)) {
      text += "case " + std::to_string(label) + ":\n";
      if (random.oneIn(5))
        continue;
      block(depth - 1, inner);
      if (!random.oneIn(4))
        text += "break;\n";
    }
    text += "default:\n";
    block(0, inner);
    text += "}\n";
  }

  // ---- Statements that the work-items of a group run together

  void groupStatement(unsigned depth) {
    if (hasCopies && random.oneIn(2))
      return copies.section();
    if (hasSubGroups && random.oneIn(3))
      return collective();
    switch (random.pick(depth == 0 ? 6 : 9)) {
    case 0:
    case 1:
      text += random.oneIn(4) ? foldThroughTile(random, expressions, newCounter())
                              : exchangeThroughTile(random, expressions);
      break;
    case 2:
      text += random.oneIn(3) ? countBytes(random, expressions) : localAtomics(random, expressions);
      break;
    case 3:
      collective();
      break;
    case 4:
      text += random.one({"w0", "w1"}) + " = " + expressions.uniformValue(2) + ";\n";
      break;
    case 5:
      statement(2, atTop());
      break;
    case 6:
      text += "if (" + expressions.uniformCondition() + ") {\n";
      groupBlock(depth - 1);
      text += "}\n";
      break;
    default: {
      const std::string counter = newCounter();
      text += inScope("for (int " + counter + " = 0, e" + counter + " = 1 + (" +
                      expressions.uniformValue(1) + " & 3); " + counter + " < e" + counter +
                      "; ++" + counter + ") {") +
              "\n";
      expressions.uniforms.push_back({counter, {Scalar::Int}});
      groupBlock(depth - 1);
      if (random.oneIn(3)) {
        text += "if (" + expressions.uniformCondition() + ") " +
                random.one({"break;\n", "continue;\n"});
        groupBlock(depth - 1);
      }
      expressions.uniforms.pop_back();
      text += "}\n";
    }
    }
  }
  void groupBlock(unsigned depth) {
    for (unsigned count = 1 + random.pick(3); count-- != 0;)
      groupStatement(depth);
  }

  // Some functions want all work-items of a group, and those of sub-groups so many as there are.
  void collective() {
    if (returnsEarly && !hasSubGroups)
      text += exchangeThroughTile(random, expressions);
    else if (returnsEarly)
      text += groups.amongActive(anyOfBoth());
    else
      text += hasSubGroups && !random.oneIn(4) ? groups.inSubGroup(anyOfBoth())
                                               : groups.inWorkGroup(anyOfBoth());
  }

  // Everything that was computed is seen.
  void finish() {
    for (std::size_t i = 0; i < mutableCount; ++i) {
      const Variable &variable = expressions.variables[i];
      if (variable.type.isReal() || variable.type.isVector())
        text += "v0 ^= (int)(convert_int_sat(" +
                expressions.withoutNan(variable.type.element(), component(variable)) + "));\n";
      else
        text += "v0 ^= (int)((uint)" + variable.name + " << 3);\n";
    }
    text += regions[0].element + " = v0;\n";
  }
  std::string component(const Variable &variable) {
    return variable.type.isVector() ? variable.name + "." + "xyzw"[random.pick(variable.type.width)]
                                    : variable.name;
  }

  RandomSource random;
  Expressions expressions;
  GeneratedKernel kernel;
  std::optional<GeneratedRange> required;
  std::string text;
  CopyLoops copies;
  GroupFunctions groups;
  MemoryFolds folds;
  std::vector<std::string> functions;
  std::vector<OutputRegion> regions;
  OutputRegion packed;
  bool packsRecords = false; ///< of two values of that type
  std::size_t mutableCount = 0;
  unsigned counterCount = 0;
  bool hasBarriers = false, hasCopies, returnsEarly = false, hasSubGroups = false, hasPair = false,
       hasFolds = false, hasWalks = false, hasProducts = false, areFlat = false;
};

} // namespace

GeneratedKernel generateKernel(std::uint32_t seed, bool hasCopies) {
  GeneratedKernel kernel = Generator(seed, hasCopies).generate();
  const auto hasGroup = [](const GeneratedRange &range) {
    return std::ranges::equal(range.local, range.global, std::ranges::less_equal());
  };
  kernel.areUniform = seed % 4 == 3 && std::ranges::all_of(kernel.ranges, hasGroup);
  kernel.isVerified = seed % 5 == 0;
  if (kernel.areUniform)
    for (GeneratedRange &range : kernel.ranges)
      for (unsigned d = 0; d < range.dimensions; ++d)
        range.global[d] -= range.global[d] % range.local[d];
  return kernel;
}

} // namespace weft::test
