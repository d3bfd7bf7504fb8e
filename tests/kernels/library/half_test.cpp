// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half-precision loads and stores: every half value read, and floats and doubles written with every
// rounding, in every width and address space.
#include "tests/kernels/library/half_number.h"
#include "tests/kernels/library/reference.h"
#include "tests/support/opencl.h"

#include <cfenv>

namespace weft::test {
namespace {

/// Where the halves lie, as a kernel sees them: in memory of the space, copied from or to global
/// memory component by component.
constexpr const char *spaces[] = {"global", "local", "private", "constant"};

constexpr size_t step(int width, bool aligned) { return width == 3 && aligned ? 4 : width; }

std::string loadKernel(int width, bool aligned, const std::string &space) {
  const std::string n = widthSuffix(width), halves = std::to_string(2 * step(width, aligned));
  const std::string load = (aligned ? "vloada_half" : "vload_half") + n;
  const std::string copy = " ushort copy[" + halves +
                           "] __attribute__((aligned(32)));\n"
                           "  for (int i = 0; i < " +
                           halves + "; ++i) copy[i] = in[first + i];\n";
  const bool direct = space == "global" || space == "constant";
  return "kernel void load(" + (space == "constant" ? space : "global") +
         " const ushort *in, global float *out) {\n"
         "  size_t item = get_global_id(0), first = item * " +
         halves + ";\n" + (direct ? "" : "  " + space + copy) +
         "  for (int k = 0; k < 2; ++k) {\n    float" + n + " x = " + load +
         (direct ? "(item * 2 + k, (" + space + " const half *)in);\n"
                 : "(k, (" + space + " const half *)copy);\n") +
         (width == 1 ? "    out[item * 2 + k] = x;\n"
                     : "    vstore" + n + "(x, item * 2 + k, out);\n") +
         "  }\n}\n";
}

std::string storeKernel(const std::string &type, int width, bool aligned, const char *rounding,
                        const std::string &space) {
  const std::string n = widthSuffix(width), halves = std::to_string(2 * step(width, aligned));
  const std::string store = (aligned ? "vstorea_half" : "vstore_half") + n + rounding;
  const bool direct = space == "global";
  return "kernel void store" + std::string(rounding) + "(global const " + type +
         " *in, global ushort *out) {\n"
         "  size_t item = get_global_id(0), first = item * " +
         halves + ";\n" +
         (direct ? ""
                 : "  " + space + " ushort copy[" + halves +
                       "] __attribute__((aligned(32)));\n"
                       "  for (int i = 0; i < " +
                       halves + "; ++i) copy[i] = out[first + i];\n") +
         "  for (int k = 0; k < 2; ++k)\n    " + store + "(" +
         (width == 1 ? "in[item * 2 + k]" : "vload" + n + "(item * 2 + k, in)") +
         (direct ? ", item * 2 + k, (global half *)out);\n"
                 : ", k, (" + space + " half *)copy);\n") +
         (direct ? "" : "  for (int i = 0; i < " + halves + "; ++i) out[first + i] = copy[i];\n") +
         "}\n";
}

void testLoads(const Session &session, int width, bool aligned, const std::string &space,
               const char *options) {
  const size_t spacing = step(width, aligned);
  std::vector<Half> in(spacing * 32 * 2048);
  for (size_t i = 0; i < in.size(); ++i)
    in[i].bits = static_cast<uint16_t>(i);
  const size_t vectors = in.size() / spacing;
  std::vector<float> out(vectors * width);
  const Program program = session.build(loadKernel(width, aligned, space), options);
  // The local variable is the group's: one work-item a group.
  session.run(program, "load", {{vectors / 2}, {1}}, test::in(in), inOut(out));
  for (size_t i = 0; i < out.size(); ++i) {
    const float expected = in[i / width * spacing + i % width];
    ASSERT_TRUE(std::isnan(expected)
                    ? std::isnan(out[i])
                    : std::bit_cast<uint32_t>(expected) == std::bit_cast<uint32_t>(out[i]))
        << "half " << i << " is " << out[i] << ", not " << expected << " (width " << width << ", "
        << space << (aligned ? ", aligned)" : ")");
  }
}

TEST(HalfLoads, EveryValueWidthAndSpace) {
  const Session session;
  for (const char *space : spaces)
    for (int width : widths)
      for (bool aligned : {false, true})
        if (width > 1 || !aligned)
          testLoads(session, width, aligned, space, "-cl-std=CL1.2");
}

TEST(HalfLoads, ThroughGenericPointers) {
  const Session session;
  for (const char *space : spaces)
    testLoads(session, 4, false, space, "-cl-std=CL3.0");
}

/// Halves, the middles between them and the neighbours of both, and random numbers.
template <class T> std::vector<T> numbers() {
  std::vector<T> values = specialValues<T>();
  const std::vector<T> near = aroundHalves<T>(64, 97);
  values.insert(values.end(), near.begin(), near.end());
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    values.push_back(randomValue<T>(random));
    values.push_back(std::ldexp(randomValue<T>(random), int(random() % 40) - 26));
  }
  values.resize((values.size() + 95) / 96 * 96);
  return values;
}

struct Rounding {
  const char *suffix;
  int mode;
};
constexpr Rounding roundings[] = {{"", FE_TONEAREST},
                                  {"_rte", FE_TONEAREST},
                                  {"_rtz", FE_TOWARDZERO},
                                  {"_rtp", FE_UPWARD},
                                  {"_rtn", FE_DOWNWARD}};

template <class T>
void testStores(const Session &session, int width, bool aligned, const std::string &space,
                const char *options) {
  static const std::vector<T> in = numbers<T>();
  const size_t spacing = step(width, aligned), vectors = in.size() / width;
  std::string source;
  for (const Rounding &rounding : roundings)
    source += storeKernel(clName<T>(), width, aligned, rounding.suffix, space);
  const Program program = session.build(source, options);
  constexpr Half untouched{0x5a5a};
  for (const Rounding &rounding : roundings) {
    std::vector<Half> out(vectors * spacing, untouched);
    session.run(program, (std::string("store") + rounding.suffix).c_str(), {{vectors / 2}, {1}},
                test::in(in), inOut(out));
    for (size_t i = 0; i < out.size(); ++i) {
      const size_t component = i % spacing;
      const bool padding = component >= size_t(width);
      const T x = padding ? T(0) : in[i / spacing * width + component];
      const Half expected = padding ? untouched : toHalf(x, rounding.mode);
      ASSERT_TRUE(isSame(expected, out[i]))
          << std::hexfloat << (aligned ? "vstorea_half" : "vstore_half") << widthSuffix(width)
          << rounding.suffix << "(" << clName<T>() << " " << x << ") in " << space << " memory is "
          << out[i] << ", not " << expected << ", at " << i;
    }
  }
}

template <class T> class HalfStores : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(HalfStores, Types);

TYPED_TEST(HalfStores, EveryRoundingWidthAndSpace) {
  const Session session;
  for (const char *space : {"global", "local", "private"})
    for (int width : widths)
      for (bool aligned : {false, true})
        if (width > 1 || !aligned)
          testStores<TypeParam>(session, width, aligned, space, "-cl-std=CL1.2");
}

TYPED_TEST(HalfStores, ThroughGenericPointers) {
  const Session session;
  for (const char *space : {"global", "local", "private"})
    testStores<TypeParam>(session, 3, true, space, "-cl-std=CL3.0");
}

} // namespace
} // namespace weft::test
