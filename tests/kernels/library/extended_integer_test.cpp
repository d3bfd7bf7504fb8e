// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_extended_bit_ops and cl_khr_integer_dot_product against the host, bit by bit and component
// by component; with and without lanes.
#include "tests/kernels/library/reference.h"
#include "tests/support/opencl.h"

#include <CL/cl_ext.h>

#include <algorithm>

namespace weft::test {
namespace {

// Lanes cannot be bitwise the scalar code unless they are there: the remarks must say so.
constexpr const char *laneOptions[] = {"-cl-weft-vectorise=off",
                                       "-cl-weft-remarks -cl-weft-vectorise=4",
                                       "-cl-weft-remarks -cl-weft-vectorise=16"};

void expectVectorised(const Session &session, cl_program program, const std::string &options) {
  if (options.find("off") != std::string::npos)
    return;
  const std::string log = session.buildLog(program);
  EXPECT_NE(log.find(": vectorised"), std::string::npos) << log;
  EXPECT_EQ(log.find(": scalar"), std::string::npos) << log;
}

template <class T> struct Field {
  T base, insert;
  uint32_t offset, count;
};

template <class T> constexpr uint32_t bitsOf = sizeof(T) * 8;

template <class T> T insertBits(const Field<T> &field) {
  T result = field.base;
  for (uint32_t bit = 0; bit < field.count; ++bit) {
    const T at = static_cast<T>(T(1) << (field.offset + bit));
    result = static_cast<T>((field.insert >> bit) & 1 ? result | at : result & ~at);
  }
  return result;
}

template <class T> T extractBits(const Field<T> &field, bool isSigned) {
  T result = 0;
  for (uint32_t bit = 0; bit < field.count; ++bit)
    result = static_cast<T>(result | (((field.base >> (field.offset + bit)) & T(1)) << bit));
  if (isSigned && field.count > 0 && (result >> (field.count - 1)) & 1)
    for (uint32_t bit = field.count; bit < bitsOf<T>; ++bit)
      result = static_cast<T>(result | (T(1) << bit));
  return result;
}

template <class T> T reverseBits(T value) {
  T result = 0;
  for (uint32_t bit = 0; bit < bitsOf<T>; ++bit)
    result = static_cast<T>(result | (((value >> bit) & T(1)) << (bitsOf<T> - 1 - bit)));
  return result;
}

// Every field there is; vectors of `width` share one.
template <class T> std::vector<Field<T>> everyField(int width) {
  std::mt19937_64 random{20211115};
  std::vector<Field<T>> fields;
  for (uint32_t offset = 0; offset <= bitsOf<T>; ++offset)
    for (uint32_t count = 0; count <= bitsOf<T> - offset; ++count)
      for (int component = 0; component < width; ++component)
        fields.push_back({static_cast<T>(random()), static_cast<T>(random()), offset, count});
  return fields;
}

template <class T> class BitFields : public testing::Test {};
using UnsignedTypes = testing::Types<uint8_t, uint16_t, uint32_t, uint64_t>;
TYPED_TEST_SUITE(BitFields, UnsignedTypes);

// The kernel for one type and width, each of whose work-items has a field.
std::string fieldKernel(const std::string &type, int width) {
  const std::string n = std::to_string(width), vector = type + widthSuffix(width);
  const bool isPacked = width == 3;
  auto load = [&](const std::string &array) {
    return isPacked ? "vload3(i, " + array + ")" : array + "[i]";
  };
  auto store = [&](const std::string &value, const std::string &array) {
    return "  " +
           (isPacked ? "vstore3(" + value + ", i, " + array + ")" : array + "[i] = " + value) +
           ";\n";
  };
  const std::string pointee = isPacked ? type : vector, unsign = type[0] == 'u' ? "" : "u",
                    sign = type[0] == 'u' ? type.substr(1) : type;
  const std::string at = [&] { return "global " + pointee + " *"; }();
  auto as = [&](const std::string &value) { return "as_" + vector + "(" + value + ")"; };
  return "kernel void fields_" + n + "_" + type + "(global const " + pointee +
         " *bases, global const " + pointee +
         " *inserts, global const uint *offsets, global const uint *counts, " + at + "inserted, " +
         at + "signs, " + at + "unsigneds, " + at +
         "reversed) {\n  size_t i = get_global_id(0);\n" + "  " + vector +
         " base = " + load("bases") + ", insert = " + load("inserts") + ";\n" +
         "  uint offset = offsets[i], count = counts[i];\n" + "  " + sign + widthSuffix(width) +
         " s = bitfield_extract_signed(base, offset, count);\n" + "  u" + sign +
         widthSuffix(width) + " u = bitfield_extract_unsigned(base, offset, count);\n" +
         store("bitfield_insert(base, insert, offset, count)", "inserted") +
         store(as("s"), "signs") + store(as("u"), "unsigneds") +
         store("bit_reverse(base)", "reversed") + "}\n";
}

template <class T>
void checkFields(const Session &session, cl_program program, const std::string &type, int width) {
  const auto fields = everyField<T>(width);
  std::vector<T> bases, inserts, inserted(fields.size()), signs(fields.size()),
      unsigneds(fields.size()), reversed(fields.size());
  std::vector<uint32_t> offsets, counts;
  for (size_t i = 0; i < fields.size(); ++i) {
    bases.push_back(fields[i].base);
    inserts.push_back(fields[i].insert);
    if (i % width == 0) {
      offsets.push_back(fields[i].offset);
      counts.push_back(fields[i].count);
    }
  }
  session.run(program, ("fields_" + std::to_string(width) + "_" + type).c_str(), {{offsets.size()}},
              in(bases), in(inserts), in(offsets), in(counts), inOut(inserted), inOut(signs),
              inOut(unsigneds), inOut(reversed));
  for (size_t i = 0; i < fields.size(); ++i) {
    const Field<T> &field = fields[i];
    SCOPED_TRACE(type + widthSuffix(width) + " " + std::to_string(+field.base) + ", " +
                 std::to_string(field.count) + " bits from " + std::to_string(field.offset));
    ASSERT_EQ(+inserted[i], +insertBits(field));
    ASSERT_EQ(+signs[i], +extractBits(field, true));
    ASSERT_EQ(+unsigneds[i], +extractBits(field, false));
    ASSERT_EQ(+reversed[i], +reverseBits(field.base));
  }
}

TYPED_TEST(BitFields, AreInsertedExtractedAndReversed) {
  const Session session;
  const std::string unsign = clName<TypeParam>(), sign = unsign.substr(1);
  std::string source;
  for (int width : widths)
    source += fieldKernel(unsign, width) + fieldKernel(sign, width);
  for (const std::string options : laneOptions) {
    const Program program = session.build(source, "-cl-std=CL3.0 " + options);
    expectVectorised(session, program, options);
    for (int width : widths) {
      checkFields<TypeParam>(session, program, unsign, width);
      checkFields<TypeParam>(session, program, sign, width);
    }
  }
}

struct DotCase {
  const char *name; // of the packed form, after dot_4x8packed_
  bool leftIsSigned, rightIsSigned;
};
constexpr DotCase dotCases[] = {{"uu_uint", false, false},
                                {"ss_int", true, true},
                                {"us_int", false, true},
                                {"su_int", true, false}};

int64_t component(uint32_t packed, int number, bool isSigned) {
  const auto byte = static_cast<uint8_t>(packed >> (8 * number));
  return isSigned ? static_cast<int8_t>(byte) : byte;
}

uint32_t exactDot(const DotCase &test, uint32_t a, uint32_t b, int64_t accumulator) {
  int64_t sum = accumulator;
  for (int number = 0; number < 4; ++number)
    sum += component(a, number, test.leftIsSigned) * component(b, number, test.rightIsSigned);
  if (test.leftIsSigned || test.rightIsSigned)
    return static_cast<uint32_t>(std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX));
  return static_cast<uint32_t>(std::min<int64_t>(sum, UINT32_MAX));
}

std::string dotKernel(const DotCase &test) {
  const std::string name = test.name, left = test.leftIsSigned ? "as_char4(a)" : "as_uchar4(a)",
                    right = test.rightIsSigned ? "as_char4(b)" : "as_uchar4(b)",
                    type = name.substr(3);
  return "kernel void dots_" + name +
         "(global const uint *as, global const uint *bs, global const " + type + " *cs, global " +
         type + " *results) {\n  size_t i = get_global_id(0);\n" +
         "  uint a = as[i], b = bs[i];\n  " + type + " c = cs[i];\n" + "  results[4 * i] = dot(" +
         left + ", " + right + ");\n" + "  results[4 * i + 1] = dot_acc_sat(" + left + ", " +
         right + ", c);\n" + "  results[4 * i + 2] = dot_4x8packed_" + name + "(a, b);\n" +
         "  results[4 * i + 3] = dot_acc_sat_4x8packed_" + name + "(a, b, c);\n}\n";
}

// Random components, and those whose products are greatest.
std::vector<uint32_t> dotOperands(std::mt19937_64 &random, size_t count) {
  const uint8_t extremes[] = {0, 1, 0x7f, 0x80, 0xff};
  std::vector<uint32_t> operands;
  while (operands.size() < count) {
    auto value = static_cast<uint32_t>(random());
    if (random() % 2)
      for (int number = 0; number < 4; ++number)
        value = value << 8 | extremes[random() % std::size(extremes)];
    operands.push_back(value);
  }
  return operands;
}

void checkDots(const Session &session, cl_program program) {
  std::mt19937_64 random{20211117};
  constexpr size_t count = 2000;
  const auto as = dotOperands(random, count), bs = dotOperands(random, count);
  // Accumulators near each end of the range, and anywhere.
  const uint32_t ends[] = {0, UINT32_MAX, INT32_MAX, uint32_t(INT32_MAX) + 1};
  std::vector<uint32_t> cs;
  for (size_t i = 0; i < count; ++i)
    cs.push_back(random() % 4 ? ends[random() % 4] + static_cast<uint32_t>(random() % 65536) - 32768
                              : static_cast<uint32_t>(random()));
  for (const DotCase &test : dotCases) {
    const bool isSigned = test.leftIsSigned || test.rightIsSigned;
    std::vector<uint32_t> results(4 * count);
    session.run(program, (std::string("dots_") + test.name).c_str(), {{count}}, in(as), in(bs),
                in(cs), inOut(results));
    for (size_t i = 0; i < count; ++i) {
      SCOPED_TRACE(std::string(test.name) + " of " + std::to_string(as[i]) + ", " +
                   std::to_string(bs[i]) + ", " + std::to_string(cs[i]));
      const uint32_t dot = exactDot(test, as[i], bs[i], 0);
      const int64_t accumulator = isSigned ? int64_t(static_cast<int32_t>(cs[i])) : int64_t(cs[i]);
      const uint32_t saturated = exactDot(test, as[i], bs[i], accumulator);
      ASSERT_EQ(results[4 * i], dot);
      ASSERT_EQ(results[4 * i + 1], saturated);
      ASSERT_EQ(results[4 * i + 2], dot);
      ASSERT_EQ(results[4 * i + 3], saturated);
    }
  }
}

TEST(DotProduct, IsExactAndSaturatesTheSum) {
  const Session session;
  std::string source;
  for (const DotCase &test : dotCases)
    source += dotKernel(test);
  for (const std::string options : laneOptions) {
    const Program program = session.build(source, "-cl-std=CL3.0 " + options);
    expectVectorised(session, program, options);
    checkDots(session, program);
  }
}

// OpenCL C 1.2, which a program gets that asks for none, has them too.
TEST(ExtendedIntegers, AreThereInEveryVersionOfOpenClC) {
  const Session session;
  const std::string source = R"(
    #if !defined(cl_khr_extended_bit_ops) || !defined(cl_khr_integer_dot_product) || \
        !defined(__opencl_c_integer_dot_product_input_4x8bit) || \
        !defined(__opencl_c_integer_dot_product_input_4x8bit_packed)
    #error "a macro is missing"
    #endif
    kernel void k(global int *out, uint a, uint b) {
      out[0] = bit_reverse((int)a);
      out[1] = dot_4x8packed_ss_int(a, b) + dot(as_char4(a), as_uchar4(b));
    })";
  for (const char *version : {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1"}) {
    const Program program = session.build(source, std::string("-Werror -cl-std=") + version);
    std::vector<int> out(2);
    session.run(program, "k", {{1}}, inOut(out), cl_uint(0x01020380), cl_uint(0x01010102));
    EXPECT_EQ(out, (std::vector<int>{0x01c04080, -250 - 250})) << version;
  }
}

TEST(DotProduct, IsReportedByTheDevice) {
  EXPECT_EQ(deviceInfo<cl_device_integer_dot_product_capabilities_khr>(
                CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR),
            cl_bitfield(CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR |
                        CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR));
  for (cl_device_info name :
       {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
        CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR}) {
    size_t bytes = 0;
    EXPECT_EQ(clGetDeviceInfo(device(), name, 0, nullptr, &bytes), CL_SUCCESS);
    EXPECT_EQ(bytes, sizeof(cl_device_integer_dot_product_acceleration_properties_khr));
  }
}

} // namespace
} // namespace weft::test
