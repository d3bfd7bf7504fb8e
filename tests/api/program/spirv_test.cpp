// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections 5.8.1.2 and 5.8.3: programs in SPIR-V and their specialisation constants.
#include "tests/api/program/fixture.h"
#include "tests/support/spirv_assembler.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <cstring>
#include <random>

namespace weft::test {
namespace {

using Words = std::vector<std::uint32_t>;

const std::string head = R"(
               OpCapability Addresses
               OpCapability Kernel
               OpCapability Linkage
               OpCapability Int64
               OpCapability Int8
               OpMemoryModel Physical64 OpenCL
)";

// kernel void test(global int *x) { *x = number * 2 + (isGreater ? 1000 : 0) + character; }, whose
// three names are specialisation constants.
const std::string specialised = head + R"(
               OpEntryPoint Kernel %test "test"
               OpName %x "x"
               OpDecorate %number SpecId 3
               OpDecorate %isGreater SpecId 7
               OpDecorate %character SpecId 8
               OpDecorate %x FuncParamAttr NoAlias
               OpDecorate %x FuncParamAttr NoCapture
               OpDecorate %x Alignment 4
       %void = OpTypeVoid
       %uint = OpTypeInt 32 0
       %char = OpTypeInt 8 0
       %bool = OpTypeBool
    %pointer = OpTypePointer CrossWorkgroup %uint
       %type = OpTypeFunction %void %pointer
          %0 = OpConstant %uint 0
          %2 = OpConstant %uint 2
       %1000 = OpConstant %uint 1000
     %number = OpSpecConstant %uint 5
  %isGreater = OpSpecConstantFalse %bool
  %character = OpSpecConstant %char 3
     %double = OpSpecConstantOp %uint IMul %number %2
      %extra = OpSpecConstantOp %uint Select %isGreater %1000 %0
       %wide = OpSpecConstantOp %uint UConvert %character
        %sum = OpSpecConstantOp %uint IAdd %double %extra
      %total = OpSpecConstantOp %uint IAdd %sum %wide
       %test = OpFunction %void None %type
          %x = OpFunctionParameter %pointer
      %entry = OpLabel
               OpStore %x %total Aligned 4
               OpReturn
               OpFunctionEnd
)";

// kernel void test(global int *x) { *x = number(20); }, which another program defines.
const std::string importing = head + R"(
               OpEntryPoint Kernel %test "test"
               OpDecorate %number LinkageAttributes "number" Import
       %void = OpTypeVoid
       %uint = OpTypeInt 32 0
    %pointer = OpTypePointer CrossWorkgroup %uint
       %type = OpTypeFunction %void %pointer
   %callType = OpTypeFunction %uint %uint
         %20 = OpConstant %uint 20
     %number = OpFunction %uint None %callType
   %argument = OpFunctionParameter %uint
               OpFunctionEnd
       %test = OpFunction %void None %type
          %x = OpFunctionParameter %pointer
      %entry = OpLabel
     %result = OpFunctionCall %uint %number %20
               OpStore %x %result Aligned 4
               OpReturn
               OpFunctionEnd
)";

class SpirvApi : public ProgramApi {
protected:
  Program createModule(const Words &words, cl_int expected = CL_SUCCESS) const {
    cl_int error = 99;
    Program program =
        clCreateProgramWithIL(context, words.data(), words.size() * sizeof(words[0]), &error);
    EXPECT_EQ(errorName(error), errorName(expected));
    return program;
  }
  Program createModule(const std::string &text) const { return createModule(assembleSpirv(text)); }
  cl_int createError(const void *bytes, size_t size) const {
    return errorOf(
        [&](cl_int *error) { return clCreateProgramWithIL(context, bytes, size, error); });
  }
  void expectNoCrash(const Words &words) const {
    cl_int error = CL_SUCCESS;
    Program program =
        clCreateProgramWithIL(context, words.data(), words.size() * sizeof(words[0]), &error);
    EXPECT_TRUE(error == CL_SUCCESS || error == CL_INVALID_VALUE) << errorName(error);
    if (error != CL_SUCCESS)
      return;
    const cl_int status = build(program);
    EXPECT_TRUE(status == CL_SUCCESS || status == CL_BUILD_PROGRAM_FAILURE) << errorName(status);
    const std::string log = session.buildLog(program);
    EXPECT_EQ(status == CL_SUCCESS, log.empty());
    EXPECT_EQ(log.find("the compiler"), std::string::npos) << log;
  }
  int built(cl_program program) const {
    EXPECT_EQ(build(program), CL_SUCCESS) << session.buildLog(program);
    return result(program, "test");
  }
};

TEST_F(SpirvApi, CreationErrors) {
  const Words words = assembleSpirv(specialised);
  const size_t size = words.size() * sizeof(words[0]);
  const char *text = "kernel void test(global int *x) {}  ";
  expectErrors({
      {"context", CL_INVALID_CONTEXT,
       [&] {
         return errorOf([&](cl_int *error) {
           return clCreateProgramWithIL(wrong<cl_context>(), words.data(), size, error);
         });
       }},
      {"no module", CL_INVALID_VALUE, [&] { return createError(nullptr, size); }},
      {"no length", CL_INVALID_VALUE, [&] { return createError(words.data(), 0); }},
      {"source", CL_INVALID_VALUE, [&] { return createError(text, 36); }},
      {"the header alone, cut", CL_INVALID_VALUE, [&] { return createError(words.data(), 16); }},
      {"half a word more", CL_INVALID_VALUE, [&] { return createError(words.data(), size - 2); }},
      {"an instruction cut", CL_INVALID_VALUE, [&] { return createError(words.data(), 24); }},
  });
}

TEST_F(SpirvApi, IsAsOtherProgramsAre) {
  const Words words = assembleSpirv(specialised);
  Program program = createModule(words);
  std::vector<std::uint32_t> kept(words.size());
  size_t size = 0;
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_IL, 0, nullptr, &size), CL_SUCCESS);
  ASSERT_EQ(size, words.size() * sizeof(words[0]));
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_IL, size, kept.data(), nullptr), CL_SUCCESS);
  EXPECT_EQ(kept, words);
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 1u);
  EXPECT_EQ(built(program), 13);
  Kernel kernel = session.kernel(program, "test");
  char name[16] = "";
  EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof name, name, nullptr), CL_SUCCESS);
  EXPECT_STREQ(name, "");
  Program again = fromBinary(binaryOf(program));
  EXPECT_EQ(built(again), 13);
}

TEST_F(SpirvApi, ModulesTellWhatTheirArgumentsAre) {
  Program program = createModule(specialised);
  EXPECT_EQ(built(program), 13);
  Kernel kernel = session.kernel(program, "test");
  const auto text = [&](cl_kernel_arg_info name) {
    return infoString([&](size_t size, void *value, size_t *sizeReturn) {
      return clGetKernelArgInfo(kernel, 0, name, size, value, sizeReturn);
    });
  };
  EXPECT_EQ(text(CL_KERNEL_ARG_NAME), "x");
  EXPECT_EQ(text(CL_KERNEL_ARG_TYPE_NAME), "int*");
  const auto qualifiers =
      queried<cl_kernel_arg_type_qualifier>([&](size_t size, void *value, size_t *sizeReturn) {
        return clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, size, value, sizeReturn);
      });
  EXPECT_EQ(qualifiers, cl_kernel_arg_type_qualifier{CL_KERNEL_ARG_TYPE_RESTRICT});
  const auto space = queried<cl_kernel_arg_address_qualifier>([&](size_t size, void *value,
                                                                  size_t *sizeReturn) {
    return clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, size, value, sizeReturn);
  });
  EXPECT_EQ(space, cl_kernel_arg_address_qualifier{CL_KERNEL_ARG_ADDRESS_GLOBAL});
}

TEST_F(SpirvApi, TakesEitherByteOrder) {
  Words words = assembleSpirv(specialised);
  for (std::uint32_t &word : words)
    word = __builtin_bswap32(word);
  Program program = createModule(words);
  const cl_uint seven = 7;
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 3, sizeof seven, &seven), CL_SUCCESS);
  EXPECT_EQ(built(program), 17);
}

TEST_F(SpirvApi, SpecialisationConstants) {
  Program program = createModule(specialised);
  EXPECT_EQ(built(program), 13);
  const cl_uint number = 50;
  const cl_uchar yes = 2, character = 200;
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 3, sizeof number, &number), CL_SUCCESS);
  EXPECT_EQ(result(program, "test"), 13) << "a value is for the next build";
  EXPECT_EQ(built(program), 103);
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 7, sizeof yes, &yes), CL_SUCCESS);
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 8, sizeof character, &character),
            CL_SUCCESS);
  EXPECT_EQ(built(program), 1300);
  const cl_uint other = 1;
  EXPECT_EQ(clSetProgramSpecializationConstant(program, 3, sizeof other, &other), CL_SUCCESS);
  EXPECT_EQ(built(program), 1202);
}

TEST_F(SpirvApi, SpecialisationErrors) {
  Program program = createModule(specialised), source = session.create(goodSource);
  const cl_uint value = 1;
  const auto set = [&](cl_program of, cl_uint constant, size_t size, const void *data) {
    return clSetProgramSpecializationConstant(of, constant, size, data);
  };
  expectErrors({
      {"program", CL_INVALID_PROGRAM, [&] { return set(wrongProgram, 3, 4, &value); }},
      {"source", CL_INVALID_PROGRAM, [&] { return set(source, 3, 4, &value); }},
      {"constant", CL_INVALID_SPEC_ID, [&] { return set(program, 4, 4, &value); }},
      {"size", CL_INVALID_VALUE, [&] { return set(program, 3, 2, &value); }},
      {"size of a boolean", CL_INVALID_VALUE, [&] { return set(program, 7, 4, &value); }},
      {"no value", CL_INVALID_VALUE, [&] { return set(program, 3, 4, nullptr); }},
  });
}

TEST_F(SpirvApi, LinksWithSources) {
  Program module = createModule(importing);
  ASSERT_EQ(compile(module), CL_SUCCESS) << session.buildLog(module);
  Program source = compiled("int number(int x) { return x * 3 + 1; }");
  Program both = link({module, source});
  EXPECT_EQ(result(both, "test"), 61);
  Program library = link({source}, "-create-library");
  Program withLibrary = link({library, module});
  EXPECT_EQ(result(withLibrary, "test"), 61);
}

// A consumer must take 255 parameters and may take more: here as many as the device has room for.
TEST_F(SpirvApi, KernelsMayHaveManyParameters) {
  constexpr unsigned more = 1000;
  std::string types, parameters;
  for (unsigned index = 0; index < more; ++index) {
    types += " %uint";
    parameters += "%p" + std::to_string(index) + " = OpFunctionParameter %uint\n";
  }
  Program program = createModule(head + R"(
               OpEntryPoint Kernel %test "test"
       %void = OpTypeVoid
       %uint = OpTypeInt 32 0
    %pointer = OpTypePointer CrossWorkgroup %uint
       %type = OpTypeFunction %void %pointer)" +
                                 types +
                                 R"(
       %test = OpFunction %void None %type
          %x = OpFunctionParameter %pointer
)" + parameters + R"(
      %entry = OpLabel
        %sum = OpIAdd %uint %p0 %p999
               OpStore %x %sum Aligned 4
               OpReturn
               OpFunctionEnd
)");
  ASSERT_EQ(build(program), CL_SUCCESS) << session.buildLog(program);
  std::vector<int> x = {-1};
  std::vector<Argument> arguments = {inOut(x)};
  for (unsigned index = 0; index < more; ++index)
    arguments.push_back(value(index + 3));
  session.run(program, "test", {{1}}, arguments);
  EXPECT_EQ(x[0], 3 + 1002);
}

TEST_F(SpirvApi, ALogNamesWhatIsMissing) {
  Program alone = createModule(importing);
  EXPECT_EQ(build(alone), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(session.buildLog(alone).find("undefined reference to 'number'"), std::string::npos);
  Program queues =
      createModule("OpCapability Addresses\nOpCapability Kernel\nOpCapability PipeStorage\n"
                   "OpMemoryModel Physical64 OpenCL\n");
  EXPECT_EQ(build(queues), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(session.buildLog(queues), "error: SPIR-V capability PipeStorage is not supported\n");
  EXPECT_EQ(compile(queues), CL_COMPILE_PROGRAM_FAILURE);
}

// A kernel that has four work-items of a function write what a parameter in memory tells them.
const std::string enqueueing = R"(
               OpCapability Addresses
               OpCapability Kernel
               OpCapability DeviceEnqueue
               OpCapability GenericPointer
               OpCapability Int64
               OpCapability Int8
               OpMemoryModel Physical64 OpenCL
               OpEntryPoint Kernel %test "test" %gid
               OpDecorate %gid BuiltIn GlobalInvocationId
       %void = OpTypeVoid
       %uint = OpTypeInt 32 0
      %ulong = OpTypeInt 64 0
      %uchar = OpTypeInt 8 0
      %three = OpConstant %uint 3
         %u0 = OpConstant %uint 0
         %u1 = OpConstant %uint 1
         %u8 = OpConstant %uint 8
         %u7 = OpConstant %uint 7
         %n4 = OpConstant %ulong 4
         %n0 = OpConstant %ulong 0
      %sizes = OpTypeArray %ulong %three
         %v3 = OpTypeVector %ulong 3
      %range = OpTypeStruct %uint %sizes %sizes %sizes
      %queue = OpTypeQueue
      %event = OpTypeDeviceEvent
     %pEvent = OpTypePointer Generic %event
     %pUchar = OpTypePointer Generic %uchar
    %pGlobal = OpTypePointer CrossWorkgroup %uint
  %gpGlobal  = OpTypePointer Generic %pGlobal
  %ppGlobal  = OpTypePointer Function %pGlobal
     %pInput = OpTypePointer Input %v3
        %gid = OpVariable %pInput Input
     %invoke = OpTypeFunction %void %pUchar
       %type = OpTypeFunction %void %queue %pGlobal
    %noEvent = OpConstantNull %pEvent
      %child = OpFunction %void None %invoke
      %param = OpFunctionParameter %pUchar
         %e0 = OpLabel
      %place = OpBitcast %gpGlobal %param
          %x = OpLoad %pGlobal %place Aligned 8
        %ids = OpLoad %v3 %gid Aligned 32
         %id = OpCompositeExtract %ulong %ids 0
    %element = OpInBoundsPtrAccessChain %pGlobal %x %id
      %small = OpUConvert %uint %id
        %sum = OpIAdd %uint %small %u7
               OpStore %element %sum Aligned 4
               OpReturn
               OpFunctionEnd
       %test = OpFunction %void None %type
          %q = OpFunctionParameter %queue
          %g = OpFunctionParameter %pGlobal
         %e1 = OpLabel
       %data = OpVariable %ppGlobal Function
               OpStore %data %g Aligned 8
         %gd = OpPtrCastToGeneric %gpGlobal %data
      %bytes = OpBitcast %pUchar %gd
         %nd = OpBuildNDRange %range %n4 %n0 %n0
     %result = OpEnqueueKernel %uint %q %u1 %nd %u0 %noEvent %noEvent %child %bytes %u8 %u8
               OpReturn
               OpFunctionEnd
)";

class EnqueueingModule : public SpirvApi {
protected:
  /// What the kernel `test` and its children leave in five numbers.
  std::array<int, 5> run(const std::string &text) {
    std::array<int, 5> data{};
    Program program = createModule(text);
    EXPECT_EQ(build(program), CL_SUCCESS) << session.buildLog(program);
    Kernel kernel = session.kernel(program, "test");
    const cl_queue_properties list[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_int error = CL_SUCCESS;
    Queue onDevice = clCreateCommandQueueWithProperties(context, device(), list, &error);
    Memory buffer = session.buffer(sizeof data, data.data());
    const cl_command_queue children = onDevice;
    const cl_mem memory = buffer;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof children, &children), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof memory, &memory), CL_SUCCESS);
    const size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data.data(), 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    return data;
  }
};

TEST_F(EnqueueingModule, RunsFunctions) {
  EXPECT_EQ(run(enqueueing), (std::array<int, 5>{7, 8, 9, 10, 0}));
}

TEST_F(EnqueueingModule, AsksForSubGroups) {
  std::string text = enqueueing;
  const auto replace = [&](const std::string &line, const std::string &lines) {
    const std::size_t at = text.find(line);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, line.size(), lines);
  };
  replace("OpCapability DeviceEnqueue",
          "OpCapability DeviceEnqueue\nOpCapability SubgroupDispatch");
  replace("%n4 = OpConstant %ulong 4",
          "%n4 = OpConstant %ulong 4\n%n1 = OpConstant %ulong 1\n"
          "%n2 = OpConstant %ulong 2\n%many = OpConstant %uint 4000000000");
  replace("%result = OpEnqueueKernel %uint %q %u1 %nd %u0 %noEvent %noEvent %child %bytes %u8 %u8",
          R"(
       %most = OpGetKernelMaxNumSubgroups %uint %child %bytes %u8 %u8
      %local = OpGetKernelLocalSizeForSubgroupCount %uint %u7 %child %bytes %u8 %u8
       %none = OpGetKernelLocalSizeForSubgroupCount %uint %many %child %bytes %u8 %u8
         %g1 = OpInBoundsPtrAccessChain %pGlobal %g %n1
         %g2 = OpInBoundsPtrAccessChain %pGlobal %g %n2
               OpStore %g %most Aligned 4
               OpStore %g1 %local Aligned 4
               OpStore %g2 %none Aligned 4)");
  const auto [most, local, none, untouched, end] = run(text);
  ASSERT_GT(most, 0);
  EXPECT_EQ(local, 7 * 4096 / most);
  EXPECT_EQ(none, 0);
}

TEST_F(SpirvApi, IsReachedByItsNameAsAnExtension) {
  const auto create = reinterpret_cast<clCreateProgramWithILKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clCreateProgramWithILKHR"));
  ASSERT_NE(create, nullptr);
  const Words words = assembleSpirv(specialised);
  cl_int error = 99;
  Program program = create(context, words.data(), words.size() * sizeof(words[0]), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(built(program), 13);
}

template <class T> std::vector<T> deviceList(cl_device_info name) {
  size_t bytes = 0;
  EXPECT_EQ(clGetDeviceInfo(device(), name, 0, nullptr, &bytes), CL_SUCCESS);
  std::vector<T> list(bytes / sizeof(T));
  EXPECT_EQ(clGetDeviceInfo(device(), name, bytes, list.data(), nullptr), CL_SUCCESS);
  return list;
}

void append(Words &words, std::uint32_t instruction, const Words &operands) {
  words.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | instruction);
  words.insert(words.end(), operands.begin(), operands.end());
}

Words literal(const std::string &text) {
  Words words(text.size() / 4 + 1);
  std::memcpy(words.data(), text.data(), text.size());
  return words;
}

// cl_khr_spirv_queries: a module may declare all at once that the device tells.
TEST_F(SpirvApi, TheDeviceTellsWhatItReads) {
  constexpr cl_device_info instructionSets = 0x12B9, extensions = 0x12BA, capabilities = 0x12BB;
  constexpr std::uint32_t opExtension = 10, opExtInstImport = 11, opMemoryModel = 14,
                          opCapability = 17, physical64 = 2, openCl = 2;
  const auto known = deviceList<std::uint32_t>(capabilities);
  // Of an OpenCL environment with images, sub-groups and collectives; and of the extensions of
  // sub-groups.
  for (const std::uint32_t required :
       {4,  8,  11, 22, 39, 6,  5,  7,  38, 18,   13,   10,   9,    20,   43,   44,   46,   47,  14,
        12, 58, 61, 62, 63, 64, 65, 66, 67, 6026, 6400, 5568, 5569, 5570, 6019, 6017, 6018, 6025})
    EXPECT_EQ(std::ranges::count(known, required), 1) << "capability " << required;
  const auto named = deviceList<const char *>(extensions);
  for (const std::string name : {"SPV_KHR_subgroup_rotate", "SPV_INTEL_subgroups"})
    EXPECT_EQ(std::ranges::count(named, name), 1) << name;

  Words words = assembleSpirv("OpCapability Kernel");
  words[1] = 0x00010600;
  words.resize(5);
  for (const std::uint32_t one : known)
    append(words, opCapability, {one});
  for (const char *one : named)
    append(words, opExtension, literal(one));
  for (const char *one : deviceList<const char *>(instructionSets)) {
    Words operands = literal(one);
    operands.insert(operands.begin(), words[3]++);
    append(words, opExtInstImport, operands);
  }
  append(words, opMemoryModel, {physical64, openCl});
  Program program = createModule(words);
  EXPECT_EQ(compile(program), CL_SUCCESS) << session.buildLog(program);
}

// Sub-groups of 16 work-items, three in each work-group.
const std::string withSubGroups = R"(
               OpCapability Addresses
               OpCapability Kernel
               OpCapability SubgroupDispatch
               OpMemoryModel Physical64 OpenCL
               OpEntryPoint Kernel %test "test" %count
               OpExecutionMode %test SubgroupSize 16
               OpExecutionMode %test SubgroupsPerWorkgroup 3
               OpDecorate %count BuiltIn NumSubgroups
       %void = OpTypeVoid
       %uint = OpTypeInt 32 0
    %pointer = OpTypePointer CrossWorkgroup %uint
      %input = OpTypePointer Input %uint
       %type = OpTypeFunction %void %pointer
      %count = OpVariable %input Input
       %test = OpFunction %void None %type
          %x = OpFunctionParameter %pointer
      %entry = OpLabel
     %number = OpLoad %uint %count
               OpStore %x %number Aligned 4
               OpReturn
               OpFunctionEnd
)";

TEST_F(SpirvApi, KernelsMayRequireANumberOfSubGroups) {
  Program program = createModule(withSubGroups);
  ASSERT_EQ(build(program), CL_SUCCESS) << session.buildLog(program);
  const Program loaded = session.buildBinary(binaryOf(program));
  for (const cl_program one : {cl_program{program}, cl_program{loaded}}) {
    SCOPED_TRACE(one == loaded ? "from a binary" : "from the module");
    const Kernel kernel = session.kernel(one, "test");
    const auto ask = [&](cl_kernel_sub_group_info name) {
      const size_t local = 1;
      size_t value = 77;
      EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device(), name, sizeof local, &local, sizeof value,
                                        &value, nullptr),
                CL_SUCCESS);
      return value;
    };
    EXPECT_EQ(ask(CL_KERNEL_COMPILE_NUM_SUB_GROUPS), 3u);
    EXPECT_EQ(ask(CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL), 16u);
    const Memory out = session.buffer(sizeof(cl_uint));
    const cl_mem argument = out;
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    const auto launch = [&](size_t local) {
      const size_t global = 960;
      return clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &global,
                                    local ? &local : nullptr, 0, nullptr, nullptr);
    };
    for (const size_t wrongSize : {16, 32, 49, 64})
      EXPECT_EQ(errorName(launch(wrongSize)), errorName(CL_INVALID_WORK_GROUP_SIZE)) << wrongSize;
    for (const size_t rightSize : {0, 48, 40}) {
      const cl_uint nothing = 0;
      cl_uint result = 0;
      ASSERT_EQ(clEnqueueWriteBuffer(session.queue, out, CL_TRUE, 0, sizeof nothing, &nothing, 0,
                                     nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(errorName(launch(rightSize)), errorName(CL_SUCCESS)) << rightSize;
      ASSERT_EQ(clEnqueueReadBuffer(session.queue, out, CL_TRUE, 0, sizeof result, &result, 0,
                                    nullptr, nullptr),
                CL_SUCCESS);
      EXPECT_EQ(result, 3u) << rightSize;
    }
  }
}

// Whatever the bits say, the call returns, this process lives on, and so does the compiler.
TEST_F(SpirvApi, DamagedModules) {
  const Words words = assembleSpirv(specialised);
  for (size_t count = 0; count < words.size(); count += 3) {
    const cl_int status = createError(words.data(), count * sizeof(words[0]));
    EXPECT_TRUE(status == CL_SUCCESS || status == CL_INVALID_VALUE) << errorName(status);
  }
  std::mt19937 random(1);
  for (int round = 0; round != 60; ++round) {
    Words damaged = words;
    damaged[5 + random() % (words.size() - 5)] ^= 1u << random() % 32;
    expectNoCrash(damaged);
  }
}

TEST_F(SpirvApi, ModulesWithIdsThatCannotBe) {
  const Words words = assembleSpirv(specialised);
  for (const std::uint32_t id : {0xffffffffu, 0u})
    for (size_t place = 5; place < words.size(); ++place) {
      Words damaged = words;
      damaged[place] = id;
      expectNoCrash(damaged);
    }
}

} // namespace
} // namespace weft::test
