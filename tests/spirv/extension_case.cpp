// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/spirv/extension_case.h"

#include "tests/support/spirv_assembler.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <bit>
#include <ostream>
#include <sstream>
#include <utility>

namespace weft::test {
namespace {

const char *const commonCapabilities =
    "Addresses Kernel Linkage GenericPointer Int64 Int16 Int8 Float16 Float64 Groups "
    "SubgroupDispatch Vector16";

const char *const commonDecorations = R"(
  OpDecorate %gid BuiltIn GlobalInvocationId
  OpDecorate %locals BuiltIn LocalInvocationId
)";

const char *const commonDeclarations = R"(
  %void = OpTypeVoid
  %bool = OpTypeBool
  %uchar = OpTypeInt 8 0
  %ushort = OpTypeInt 16 0
  %uint = OpTypeInt 32 0
  %ulong = OpTypeInt 64 0
  %half = OpTypeFloat 16
  %float = OpTypeFloat 32
  %v3ulong = OpTypeVector %ulong 3
  %v4uchar = OpTypeVector %uchar 4
  %global = OpTypePointer CrossWorkgroup %uint
  %pFunction = OpTypePointer Function %uint
  %pInput = OpTypePointer Input %v3ulong
  %unary = OpTypeFunction %uint %uint
  %testType = OpTypeFunction %void %global %global %global
  %gid = OpVariable %pInput Input
  %locals = OpVariable %pInput Input
  %u0 = OpConstant %uint 0
  %u1 = OpConstant %uint 1
  %u2 = OpConstant %uint 2
  %u3 = OpConstant %uint 3
  %u4 = OpConstant %uint 4
  %u5 = OpConstant %uint 5
  %u7 = OpConstant %uint 7
  %u8 = OpConstant %uint 8
  %u15 = OpConstant %uint 15
  %u31 = OpConstant %uint 31
  %u100 = OpConstant %uint 100
  %n0 = OpConstant %ulong 0
  %n1 = OpConstant %ulong 1
  %f1 = OpConstant %float 1
  %f3 = OpConstant %float 3
  %f5 = OpConstant %float 5
  %deviceScope = OpConstant %uint 1
  %groupScope = OpConstant %uint 2
  %subGroupScope = OpConstant %uint 3
  %relaxed = OpConstant %uint 0
  %groupMemory = OpConstant %uint 272
)";

const char *const kernelBegin = R"(
  %test = OpFunction %void None %testType
  %in = OpFunctionParameter %global
  %out = OpFunctionParameter %global
  %shared = OpFunctionParameter %global
  %entry = OpLabel
)";
const char *const kernelInputs = R"(
  %gids = OpLoad %v3ulong %gid
  %i = OpCompositeExtract %ulong %gids 0
  %lids = OpLoad %v3ulong %locals
  %lidWide = OpCompositeExtract %ulong %lids 0
  %lid = OpUConvert %uint %lidWide
  %from = OpInBoundsPtrAccessChain %global %in %i
  %to = OpInBoundsPtrAccessChain %global %out %i
  %x = OpLoad %uint %from Aligned 4
)";
const char *const kernelEnd = R"(
  OpStore %to %r Aligned 4
  OpReturn
  OpFunctionEnd
)";

std::string capabilityLines(const std::string &names) {
  std::istringstream stream(names);
  std::string lines;
  for (std::string name; stream >> name;)
    lines += "OpCapability " + name + "\n";
  return lines;
}

std::vector<std::string> extensionsOfDevice() {
  constexpr cl_device_info extensions = 0x12BA; // CL_DEVICE_SPIRV_EXTENSIONS_KHR
  size_t bytes = 0;
  EXPECT_EQ(clGetDeviceInfo(device(), extensions, 0, nullptr, &bytes), CL_SUCCESS);
  std::vector<const char *> names(bytes / sizeof(const char *));
  EXPECT_EQ(clGetDeviceInfo(device(), extensions, bytes, names.data(), nullptr), CL_SUCCESS);
  return {names.begin(), names.end()};
}

} // namespace

void PrintTo(const ExtensionCase &one, std::ostream *stream) {
  *stream << one.extension << ", " << one.what;
}

Words extensionInputs() {
  Words words(extensionItems);
  for (size_t i = 0; i < words.size(); ++i)
    words[i] = static_cast<cl_uint>((i + 1) * 0x9e3779b97f4a7c15u >> 29);
  return words;
}

std::string moduleOf(const ExtensionCase &one) {
  std::string text = capabilityLines(commonCapabilities) + capabilityLines(one.capabilities);
  if (!one.extension.empty())
    text += "OpExtension \"" + one.extension + "\"\n";
  return text + one.imports + R"(
  OpMemoryModel Physical64 OpenCL
  OpEntryPoint Kernel %test "test" %gid %locals
)" + one.modes +
         commonDecorations + one.decorations + commonDeclarations + one.declarations +
         one.functions + kernelBegin + kernelInputs + one.body + kernelEnd;
}

Program buildExtension(const Session &session, const ExtensionCase &one) {
  const auto words = assembleSpirv(moduleOf(one));
  cl_int error = CL_SUCCESS;
  Program program =
      clCreateProgramWithIL(session.context, words.data(), words.size() * sizeof(words[0]), &error);
  EXPECT_EQ(error, CL_SUCCESS);
  const bool isBuilt = error == CL_SUCCESS &&
                       clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) == CL_SUCCESS;
  EXPECT_TRUE(isBuilt) << session.buildLog(program);
  return isBuilt ? std::move(program) : Program();
}

void checkExtension(const ExtensionCase &one) {
  if (!one.extension.empty()) {
    EXPECT_EQ(std::ranges::count(extensionsOfDevice(), one.extension), 1) << one.extension;
  }
  const Session session;
  const Program program = buildExtension(session, one);
  ASSERT_TRUE(program);
  const Words input = extensionInputs();
  Words out(input.size(), 0xdeadbeef), shared(64);
  session.run(program, "test", {{extensionItems}, {extensionGroup}}, in(input), inOut(out),
              inOut(shared));
  for (size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], one.expected(input, i)) << "work-item " << i << ", input " << input[i];
  for (size_t k = 0; k < one.shared.size(); ++k)
    EXPECT_EQ(shared[k], one.shared[k]) << "word " << k;
}

cl_uint bitsOf(float value) { return std::bit_cast<cl_uint>(value); }
float floatOf(cl_uint bits) { return std::bit_cast<float>(bits); }

} // namespace weft::test
