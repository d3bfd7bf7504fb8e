// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vloadn and vstoren at addresses that are aligned to one component only, shuffle and shuffle2, and
// the address space that a generic pointer points into.
#include "tests/kernels/library/reference.h"
#include "tests/support/opencl.h"

#include <cstring>

namespace weft::test {
namespace {

/// Random representations: whatever moves data must not look at them. No NaNs, which have no ==.
template <class T> std::vector<T> noise(size_t count) {
  std::mt19937_64 random(count);
  std::vector<T> data(count);
  for (T &value : data)
    value = static_cast<T>(static_cast<int64_t>(random()) >> random() % 60);
  return data;
}

template <class T> class VectorData : public testing::Test {};
using Types = testing::Types<cl_char, cl_uchar, cl_short, cl_ushort, cl_int, cl_uint, int64_t,
                             uint64_t, float, double>;
TYPED_TEST_SUITE(VectorData, Types);

// Each work-item moves two neighbouring vectors, from `first` on, through a private, a local or no
// copy. `first` is odd, so that no vector is better aligned than its components.
std::string moveKernel(const std::string &type, int width, const std::string &space) {
  const std::string n = widthSuffix(width), count = std::to_string(2 * width);
  const std::string pointer = space == "constant" ? "constant" : "global";
  std::string source = "kernel void " + space + "_" + n + "(" + pointer + " const " + type +
                       " *in, global " + type +
                       " *out, uint first) {\n"
                       "  size_t item = get_global_id(0);\n  in += first;\n  out += first;\n";
  if (pointer == space)
    source += "  for (int k = 0; k < 2; ++k)\n    vstore" + n + "(vload" + n +
              "(item * 2 + k, in), item * 2 + k, out);\n";
  else
    source += "  " + space + " " + type + " copy[2 * " + count +
              " + 2];\n"
              "  for (int i = 0; i < " +
              count + "; ++i) copy[first + i] = in[item * " + count +
              " + i];\n"
              "  for (int k = 0; k < 2; ++k)\n    vstore" +
              n + "(vload" + n + "(k, copy + first), k, copy + first + " + count +
              ");\n"
              "  for (int i = 0; i < " +
              count +
              "; ++i)\n"
              "    out[item * " +
              count + " + i] = copy[first + " + count + " + i];\n";
  return source + "}\n";
}

TYPED_TEST(VectorData, LoadsAndStores) {
  const Session session;
  for (const char *standard : {"-cl-std=CL1.2", "-cl-std=CL3.0"}) {
    std::string source;
    for (const char *space : {"global", "local", "private", "constant"})
      for (int width : {2, 3, 4, 8, 16})
        source += moveKernel(clName<TypeParam>(), width, space);
    const Program program = session.build(source, standard);
    for (const char *space : {"global", "local", "private", "constant"})
      for (int width : {2, 3, 4, 8, 16}) {
        constexpr cl_uint first = 1;
        const std::vector<TypeParam> in = noise<TypeParam>(8 * width + 1 + 16);
        std::vector<TypeParam> out = noise<TypeParam>(8 * width + 1 + 16), expected = out;
        std::copy_n(in.begin() + first, 8 * width, expected.begin() + first);
        session.run(program, (std::string(space) + "_" + std::to_string(width)).c_str(), {{4}, {1}},
                    test::in(in), inOut(out), first);
        EXPECT_EQ(out, expected) << space << ' ' << width << ' ' << standard;
      }
  }
}

TYPED_TEST(VectorData, Shuffles) {
  const Session session;
  using Mask = std::make_unsigned_t<std::conditional_t<
      sizeof(TypeParam) == 8, int64_t,
      std::conditional_t<sizeof(TypeParam) == 4, int32_t,
                         std::conditional_t<sizeof(TypeParam) == 2, int16_t, int8_t>>>>;
  const std::string type = clName<TypeParam>(), maskType = clName<Mask>();
  std::string source;
  for (int m : {2, 4, 8, 16})
    for (int n : {2, 4, 8, 16}) {
      const std::string from = std::to_string(m), to = std::to_string(n);
      source += "kernel void shuffle_" + from + "_" + to + "(global const " + type + from +
                " *in, global const " + maskType + to + " *mask, global " + type + to +
                " *out) {\n  size_t i = get_global_id(0);\n"
                "  out[2 * i] = shuffle(in[2 * i], mask[i]);\n"
                "  out[2 * i + 1] = shuffle2(in[2 * i], in[2 * i + 1], mask[i]);\n}\n";
    }
  const Program program = session.build(source);
  constexpr int items = 20;
  std::mt19937_64 random(7);
  for (int m : {2, 4, 8, 16})
    for (int n : {2, 4, 8, 16}) {
      const std::vector<TypeParam> in = noise<TypeParam>(items * 2 * m);
      std::vector<Mask> mask(items * n);
      for (Mask &index : mask)
        index = static_cast<Mask>(random());
      std::vector<TypeParam> out(items * 2 * n), expected(out);
      for (int item = 0; item < items; ++item)
        for (int k = 0; k < n; ++k) {
          const Mask index = mask[item * n + k];
          expected[2 * item * n + k] = in[2 * item * m + index % m];
          expected[(2 * item + 1) * n + k] = in[2 * item * m + index % (2 * m)];
        }
      session.run(program, ("shuffle_" + std::to_string(m) + "_" + std::to_string(n)).c_str(),
                  {{items}}, test::in(in), test::in(mask), inOut(out));
      EXPECT_EQ(out, expected) << m << " to " << n;
    }
}

TEST(AddressSpaces, OfGenericPointers) {
  const Session session;
  const Program program = session.build(R"(
    global int variable;
    // Bits: to_global, to_local, to_private gave the pointer; above them, what get_fence says.
    int look(int *p) {
      int seen = (to_global(p) == (global int *)p) | (to_local(p) == (local int *)p) << 1 |
                 (to_private(p) == (private int *)p) << 2;
      cl_mem_fence_flags fence = get_fence(p);
      return seen | (fence == CLK_GLOBAL_MEM_FENCE) << 3 | (fence == CLK_LOCAL_MEM_FENCE) << 4;
    }
    kernel void spaces(global int *out, local int *argument) {
      local int block[4];
      int own[4];
      int large[8192];
      size_t l = get_local_id(0);
      for (int i = 0; i < 4; ++i)
        own[i] = i;
      for (int i = 0; i < 8192; ++i)
        large[i] = (int)l + i;
      block[l] = 0;
      int saved = own[l & 3];
      barrier(CLK_LOCAL_MEM_FENCE);
      out += get_global_id(0) * 8;
      out[0] = look(out);
      out[1] = look(&variable);
      out[2] = look(block + l);
      out[3] = look(argument + l);
      out[4] = look(own + l);
      out[5] = look(large + 17 * l);
      out[6] = look(&saved);
      out[7] = large[l] - 2 * (int)l + (own[l] != saved);
    })",
                                        "-cl-std=CL3.0");
  std::vector<int> out(16 * 8);
  session.run(program, "spaces", {{16}, {4}}, inOut(out), local(4 * sizeof(int)));
  const int global = 1 | 8, local = 2 | 16, inPrivate = 4;
  for (size_t item = 0; item < 16; ++item) {
    const std::vector<int> got(out.begin() + item * 8, out.begin() + item * 8 + 8);
    EXPECT_EQ(got,
              (std::vector<int>{global, global, local, local, inPrivate, inPrivate, inPrivate, 0}))
        << item;
  }
}

} // namespace
} // namespace weft::test
