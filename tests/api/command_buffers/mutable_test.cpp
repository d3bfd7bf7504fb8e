// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_command_buffer_mutable_dispatch: recorded kernels that change between replays.
#include "tests/api/command_buffers/fixture.h"

#include <array>
#include <cstring>

namespace weft::test {
namespace {

using Config = icd::MutableDispatchConfig;
using Properties = std::array<icd::cl_command_properties_khr, 3>;
using Three = std::array<size_t, 3>;

const char *const source =
    "kernel void add(global int *x, int n) { x[get_global_id(0)] += n; }"
    "kernel void sizes(global int *x) { int i = get_global_id(0);"
    " x[i] = 1000 * (int)get_global_size(0) + 100 * (int)get_global_offset(0)"
    " + (int)get_local_size(0); }"
    "kernel void shared(global int *x, local int *l) { l[get_local_id(0)] = 1 + get_local_id(0);"
    " barrier(CLK_LOCAL_MEM_FENCE);"
    " x[get_global_id(0)] = l[get_local_size(0) - 1 - get_local_id(0)]; }"
    "kernel void texel(read_only image2d_t i, global int *x) { *x = read_imagei(i, (int2)(0)).x; }";

class MutableCommands : public CommandBufferApi {
protected:
  const Program program = session.build(source, "-cl-std=CL3.0");

  cl_int update(cl_command_buffer_khr buffer, std::vector<const Config *> configs) const {
    const std::vector<icd::cl_command_buffer_update_type_khr> types(
        configs.size(), icd::structureTypeMutableDispatchConfig);
    std::vector<const void *> pointers(configs.begin(), configs.end());
    return cl.update(buffer, static_cast<cl_uint>(configs.size()), types.data(), pointers.data());
  }
  cl_int update(cl_command_buffer_khr buffer, const Config &config) const {
    return update(buffer, {&config});
  }
  static constexpr icd::cl_command_properties_khr every = icd::everyMutableDispatchField;
  /// Records a kernel on one dimension, with the fields that may change.
  cl_mutable_command_khr recorded(cl_command_buffer_khr into, cl_kernel kernel, size_t items,
                                  icd::cl_command_properties_khr fields = every,
                                  const size_t *local = nullptr) const {
    const Properties properties{CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, fields, 0};
    cl_mutable_command_khr handle = nullptr;
    EXPECT_EQ(cl.kernel(into, nullptr, properties.data(), kernel, 1, nullptr, &items, local, 0,
                        nullptr, nullptr, &handle),
              CL_SUCCESS);
    return handle;
  }
  template <class T> static cl_mutable_dispatch_arg_khr argument(cl_uint index, const T &value) {
    return {index, sizeof value, &value};
  }
};

TEST_F(MutableCommands, ArgumentsChange) {
  Kernel add = session.kernel(program, "add");
  Memory one = ints(1), two = ints(1);
  const int five = 5, seven = 7;
  setArguments(add, *one.address(), five);
  CommandBuffer buffer = mutableCommandBuffer();
  const cl_mutable_command_khr command = recorded(buffer, add, 1);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(replay(buffer), CL_SUCCESS);
  const cl_mutable_dispatch_arg_khr both[] = {argument(0, *two.address()), argument(1, seven)};
  Config config{.command = command, .num_args = 2, .arg_list = both};
  ASSERT_EQ(update(buffer, config), CL_SUCCESS);
  ASSERT_EQ(replay(buffer), CL_SUCCESS);
  EXPECT_EQ(read(one), 5);
  EXPECT_EQ(read(two), 7);
  // The kernel object knows nothing of it.
  const size_t item = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, add, 1, nullptr, &item, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(one), 10);
  // A pointer to memory of the host.
  int host = 100;
  const cl_mutable_dispatch_arg_khr pointer{0, 0, &host};
  config = {.command = command, .num_svm_args = 1, .arg_svm_list = &pointer};
  ASSERT_EQ(update(buffer, config), CL_SUCCESS);
  ASSERT_EQ(replay(buffer), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(host, 107);
}

TEST_F(MutableCommands, SizesChange) {
  Kernel sizes = session.kernel(program, "sizes");
  Memory data = ints(32);
  setArguments(sizes, *data.address());
  CommandBuffer buffer = mutableCommandBuffer();
  const size_t four = 4, eight = 8, two = 2, three = 3;
  const cl_mutable_command_khr command = recorded(buffer, sizes, 16, every, &four);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  const auto run = [&](const Config &config) {
    EXPECT_EQ(update(buffer, config), CL_SUCCESS);
    const int zero = 0;
    clEnqueueFillBuffer(queue, data, &zero, 4, 0, 128, 0, nullptr, nullptr);
    EXPECT_EQ(replay(buffer), CL_SUCCESS);
    return read(data, 32);
  };
  std::vector<int> values = run({.command = command});
  EXPECT_EQ(values[0], 16004);
  values = run({.command = command, .global_work_size = &eight});
  EXPECT_EQ(values[7], 8004);
  EXPECT_EQ(values[8], 0);
  values = run({.command = command, .local_work_size = &two});
  EXPECT_EQ(values[7], 8002);
  values = run({.command = command, .work_dim = 1, .global_work_offset = &three});
  EXPECT_EQ(values[2], 0);
  EXPECT_EQ(values[10], 8302);
  const auto sizeInfo = [&](cl_mutable_command_info_khr name) {
    return queried<size_t>([&](auto... rest) { return cl.commandInfo(command, name, rest...); });
  };
  EXPECT_EQ(sizeInfo(CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR), 3u);
  EXPECT_EQ(sizeInfo(CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), 8u);
  EXPECT_EQ(sizeInfo(CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), 2u);
}

TEST_F(MutableCommands, LocalMemoryChanges) {
  Kernel shared = session.kernel(program, "shared");
  Memory data = ints(8);
  ASSERT_EQ(clSetKernelArg(shared, 0, sizeof(cl_mem), data.address()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(shared, 1, 16, nullptr), CL_SUCCESS);
  CommandBuffer buffer = mutableCommandBuffer();
  const size_t four = 4, eight = 8;
  const cl_mutable_command_khr command = recorded(buffer, shared, 8, every, &four);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(replay(buffer), CL_SUCCESS);
  EXPECT_EQ(read(data, 8), (std::vector<int>{4, 3, 2, 1, 4, 3, 2, 1}));
  const cl_mutable_dispatch_arg_khr larger{1, 32, nullptr};
  ASSERT_EQ(
      update(buffer,
             {.command = command, .num_args = 1, .arg_list = &larger, .local_work_size = &eight}),
      CL_SUCCESS);
  ASSERT_EQ(replay(buffer), CL_SUCCESS);
  EXPECT_EQ(read(data, 8), (std::vector<int>{8, 7, 6, 5, 4, 3, 2, 1}));
}

TEST_F(MutableCommands, ImagesChange) {
  Kernel texel = session.kernel(program, "texel");
  Memory data = ints(1);
  const cl_image_format format{CL_R, CL_SIGNED_INT32};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 1;
  std::array<int, 2> texels{11, 22};
  std::array<Memory, 2> images;
  for (size_t i = 0; i < 2; ++i)
    images[i] =
        clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &description, &texels[i], nullptr);
  setArguments(texel, *images[0].address(), *data.address());
  CommandBuffer buffer = mutableCommandBuffer();
  const cl_mutable_command_khr command = recorded(buffer, texel, 1);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(replay(buffer), CL_SUCCESS);
  EXPECT_EQ(read(data), 11);
  const cl_mutable_dispatch_arg_khr other = argument(0, *images[1].address());
  ASSERT_EQ(update(buffer, {.command = command, .num_args = 1, .arg_list = &other}), CL_SUCCESS);
  images[0].reset();
  ASSERT_EQ(replay(buffer), CL_SUCCESS);
  EXPECT_EQ(read(data), 22);
}

TEST_F(MutableCommands, ReplaysBeforeAnUpdateRunWhatWasThere) {
  Kernel add = session.kernel(program, "add");
  std::vector<Memory> targets;
  targets.push_back(ints(1));
  const int one = 1;
  setArguments(add, *targets[0].address(), one);
  CommandBuffer buffer = commandBuffer({queue}, CL_COMMAND_BUFFER_MUTABLE_KHR |
                                                    CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  const cl_mutable_command_khr command = recorded(buffer, add, 1);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  // Replays without order between them, all waiting while the command changes.
  Queue unordered = outOfOrderQueue();
  cl_command_queue on = unordered;
  Event gate = userEvent();
  std::vector<Event> done;
  for (int i = 0; i < 10; ++i) {
    Event event;
    ASSERT_EQ(cl.enqueue(1, &on, buffer, 1, gate.address(), event.out()), CL_SUCCESS);
    done.push_back(std::move(event));
    targets.push_back(ints(1));
    const int n = i + 2;
    const cl_mutable_dispatch_arg_khr both[] = {argument(0, *targets.back().address()),
                                                argument(1, n)};
    ASSERT_EQ(update(buffer, {.command = command, .num_args = 2, .arg_list = both}), CL_SUCCESS);
  }
  clSetUserEventStatus(gate, CL_COMPLETE);
  for (const Event &event : done)
    ASSERT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(read(targets[static_cast<size_t>(i)]), i + 1);
  EXPECT_EQ(read(targets.back()), 0);
}

TEST_F(MutableCommands, ArgumentsMayComeAfterTheRecording) {
  Kernel add = session.kernel(program, "add");
  Memory data = ints(1);
  ASSERT_EQ(clSetKernelArg(add, 0, sizeof(cl_mem), data.address()), CL_SUCCESS);
  CommandBuffer fixed = commandBuffer(), buffer = mutableCommandBuffer();
  const size_t one = 1;
  const Properties later{CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                         CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0},
      never{CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0};
  for (const Properties *properties : {&never, static_cast<const Properties *>(nullptr)})
    EXPECT_EQ(cl.kernel(buffer, nullptr, properties ? properties->data() : nullptr, add, 1, nullptr,
                        &one, nullptr, 0, nullptr, nullptr, nullptr),
              CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(cl.kernel(fixed, nullptr, later.data(), add, 1, nullptr, &one, nullptr, 0, nullptr,
                      nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS)
      << "it could never run";
  const cl_mutable_command_khr command =
      recorded(buffer, add, 1, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(stateOf(buffer), icd::commandBufferStateFinalized);
  EXPECT_EQ(replay(buffer), CL_INVALID_OPERATION);
  const int n = 12;
  const cl_mutable_dispatch_arg_khr last = argument(1, n);
  ASSERT_EQ(update(buffer, {.command = command, .num_args = 1, .arg_list = &last}), CL_SUCCESS);
  EXPECT_EQ(stateOf(buffer),
            static_cast<cl_command_buffer_state_khr>(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  ASSERT_EQ(replay(buffer), CL_SUCCESS);
  EXPECT_EQ(read(data), 12);
}

TEST_F(MutableCommands, AllUpdatesOrNone) {
  Kernel add = session.kernel(program, "add");
  Memory data = ints(2);
  const int one = 1, hundred = 100;
  setArguments(add, *data.address(), one);
  CommandBuffer buffer = mutableCommandBuffer();
  const cl_mutable_command_khr first = recorded(buffer, add, 1), second = recorded(buffer, add, 2);
  ASSERT_EQ(cl.finalize(buffer), CL_SUCCESS);
  const cl_mutable_dispatch_arg_khr good = argument(1, hundred), bad{1, 1, &hundred};
  const Config goodConfig{.command = first, .num_args = 1, .arg_list = &good},
      badConfig{.command = second, .num_args = 1, .arg_list = &bad};
  EXPECT_EQ(update(buffer, {&goodConfig, &badConfig}), CL_INVALID_ARG_SIZE);
  ASSERT_EQ(replay(buffer), CL_SUCCESS);
  EXPECT_EQ(read(data, 2), (std::vector<int>{2, 1}));
  // Two configurations of one command, one after the other.
  const size_t two = 2;
  const Config sizeConfig{.command = first, .global_work_size = &two};
  EXPECT_EQ(update(buffer, {&goodConfig, &sizeConfig}), CL_SUCCESS);
  ASSERT_EQ(replay(buffer), CL_SUCCESS);
  EXPECT_EQ(read(data, 2), (std::vector<int>{103, 102}));
}

TEST_F(MutableCommands, Errors) {
  Kernel add = session.kernel(program, "add");
  Memory data = ints(32);
  const int one = 1;
  setArguments(add, *data.address(), one);
  const size_t four = 4, three = 3, zero = 0;
  CommandBuffer buffer = mutableCommandBuffer(), other = mutableCommandBuffer(),
                fixed = commandBuffer();
  const cl_mutable_command_khr free = recorded(buffer, add, 16, every, &four),
                               bound = recorded(buffer, add, 16, 0),
                               foreign = recorded(other, add, 16), still = recorded(fixed, add, 1);
  EXPECT_EQ(update(buffer, {.command = free}), CL_INVALID_OPERATION) << "not finalised";
  for (cl_command_buffer_khr each :
       std::initializer_list<cl_command_buffer_khr>{buffer, other, fixed})
    ASSERT_EQ(cl.finalize(each), CL_SUCCESS);
  const cl_mutable_dispatch_arg_khr value = argument(1, one), beyond = argument(2, one);
  const cl_bool yes = CL_TRUE;
  const cl_mutable_dispatch_exec_info_khr info{CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM,
                                               sizeof yes, &yes},
      unknownInfo{0x7fff, sizeof yes, &yes};
  const auto of = [&](const Config &config) {
    return [this, &buffer, config] { return update(buffer, config); };
  };
  const icd::cl_command_buffer_update_type_khr type = 0, unknownType = 77;
  const Config config{.command = free};
  const void *configs[] = {&config}, *nothing[] = {nullptr};
  expectErrors({
      {"no command buffer", CL_INVALID_COMMAND_BUFFER_KHR, [&] { return update(nullptr, config); }},
      {"one that is not mutable", CL_INVALID_OPERATION,
       [&] { return update(fixed, {.command = still}); }},
      {"no types", CL_INVALID_VALUE, [&] { return cl.update(buffer, 1, nullptr, configs); }},
      {"no configurations", CL_INVALID_VALUE, [&] { return cl.update(buffer, 1, &type, nullptr); }},
      {"types without a count", CL_INVALID_VALUE,
       [&] { return cl.update(buffer, 0, &type, nullptr); }},
      {"configurations without a count", CL_INVALID_VALUE,
       [&] { return cl.update(buffer, 0, nullptr, configs); }},
      {"an unknown type", CL_INVALID_VALUE,
       [&] { return cl.update(buffer, 1, &unknownType, configs); }},
      {"no configuration", CL_INVALID_VALUE, [&] { return cl.update(buffer, 1, &type, nothing); }},
      {"nothing", CL_SUCCESS, [&] { return cl.update(buffer, 0, nullptr, nullptr); }},
      {"no command", CL_INVALID_MUTABLE_COMMAND_KHR, of({})},
      {"another type of object", CL_INVALID_MUTABLE_COMMAND_KHR,
       of({.command = wrong<cl_mutable_command_khr>()})},
      {"a command of another buffer", CL_INVALID_MUTABLE_COMMAND_KHR, of({.command = foreign})},
      {"the same dimensions", CL_SUCCESS, of({.command = bound, .work_dim = 1})},
      {"other dimensions", CL_INVALID_OPERATION, of({.command = free, .work_dim = 2})},
      {"a fixed offset", CL_INVALID_OPERATION, of({.command = bound, .global_work_offset = &four})},
      {"a fixed size", CL_INVALID_OPERATION, of({.command = bound, .global_work_size = &four})},
      {"a fixed local size", CL_INVALID_OPERATION,
       of({.command = bound, .local_work_size = &four})},
      {"fixed arguments", CL_INVALID_OPERATION,
       of({.command = bound, .num_args = 1, .arg_list = &value})},
      {"fixed execution", CL_INVALID_OPERATION,
       of({.command = bound, .num_exec_infos = 1, .exec_info_list = &info})},
      {"arguments without a list", CL_INVALID_VALUE, of({.command = free, .num_args = 1})},
      {"a list without arguments", CL_INVALID_VALUE, of({.command = free, .arg_list = &value})},
      {"pointers without a list", CL_INVALID_VALUE, of({.command = free, .num_svm_args = 1})},
      {"a list without pointers", CL_INVALID_VALUE, of({.command = free, .arg_svm_list = &value})},
      {"infos without a list", CL_INVALID_VALUE, of({.command = free, .num_exec_infos = 1})},
      {"a list without infos", CL_INVALID_VALUE, of({.command = free, .exec_info_list = &info})},
      {"an info", CL_SUCCESS, of({.command = free, .num_exec_infos = 1, .exec_info_list = &info})},
      {"an unknown info", CL_INVALID_VALUE,
       of({.command = free, .num_exec_infos = 1, .exec_info_list = &unknownInfo})},
      {"too many arguments", CL_INVALID_ARG_INDEX,
       of({.command = free, .num_args = 1, .arg_list = &beyond})},
      {"groups that are no longer uniform", CL_INVALID_OPERATION,
       of({.command = free, .local_work_size = &three})},
      {"empty groups", CL_INVALID_WORK_GROUP_SIZE, of({.command = free, .local_work_size = &zero})},
      {"an empty range", CL_SUCCESS, of({.command = free, .global_work_size = &zero})},
  });
}

TEST_F(MutableCommands, RecordingChecksProperties) {
  Kernel add = session.kernel(program, "add");
  Memory data = ints(1);
  const int n = 1;
  setArguments(add, *data.address(), n);
  CommandBuffer buffer = mutableCommandBuffer();
  const size_t one = 1;
  const auto record = [&](cl_command_buffer_khr into,
                          std::vector<icd::cl_command_properties_khr> list, const size_t *local) {
    list.push_back(0);
    return cl.kernel(into, nullptr, list.data(), add, 1, nullptr, &one, local, 0, nullptr, nullptr,
                     nullptr);
  };
  const icd::cl_command_properties_khr fields = CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                       asserts = icd::mutableDispatchAsserts;
  const cl_command_buffer_properties_khr kept[] = {icd::commandBufferMutableDispatchAsserts, 1, 0};
  const cl_command_queue own = queue;
  CommandBuffer asserting = cl.create(1, &own, kept, nullptr);
  expectErrors({
      {"an unknown field", CL_INVALID_VALUE,
       [&] { return record(buffer, {fields, 1 << 10}, nullptr); }},
      {"an unknown assertion", CL_INVALID_VALUE,
       [&] { return record(buffer, {asserts, 2}, &one); }},
      {"fields twice", CL_INVALID_VALUE,
       [&] { return record(buffer, {fields, 0, fields, 0}, nullptr); }},
      {"both", CL_SUCCESS, [&] { return record(buffer, {fields, every, asserts, 1}, &one); }},
      {"an assertion without local size", CL_INVALID_VALUE,
       [&] { return record(buffer, {asserts, 1}, nullptr); }},
      {"the command buffer's assertion", CL_INVALID_VALUE,
       [&] { return record(asserting, {}, nullptr); }},
      {"... with local size", CL_SUCCESS, [&] { return record(asserting, {}, &one); }},
  });
}

TEST_F(MutableCommands, Queries) {
  Kernel add = session.kernel(program, "add");
  Memory data = ints(64);
  const int one = 1;
  setArguments(add, *data.address(), one);
  CommandBuffer buffer = mutableCommandBuffer();
  const Properties given{CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, every, 0};
  const Three offset{1, 2, 3}, global{4, 2, 2}, local{2, 1, 1};
  cl_mutable_command_khr full = nullptr, bare = nullptr;
  ASSERT_EQ(cl.kernel(buffer, nullptr, given.data(), add, 3, offset.data(), global.data(),
                      local.data(), 0, nullptr, nullptr, &full),
            CL_SUCCESS);
  ASSERT_EQ(cl.kernel(buffer, nullptr, nullptr, add, 3, nullptr, global.data(), nullptr, 0, nullptr,
                      nullptr, &bare),
            CL_SUCCESS);
  const auto get = [&]<class T>(std::type_identity<T>, cl_mutable_command_khr command,
                                cl_mutable_command_info_khr name) {
    return queried<T>([&](auto... rest) { return cl.commandInfo(command, name, rest...); });
  };
  constexpr std::type_identity<Three> three;
  EXPECT_EQ(get(std::type_identity<cl_command_queue>{}, full, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR),
            queue);
  EXPECT_EQ(
      get(std::type_identity<cl_command_buffer_khr>{}, full, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR),
      buffer);
  EXPECT_EQ(get(std::type_identity<cl_command_type>{}, full, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR),
            static_cast<cl_command_type>(CL_COMMAND_NDRANGE_KERNEL));
  EXPECT_EQ(get(std::type_identity<Properties>{}, full, icd::mutableCommandPropertiesArray), given);
  EXPECT_EQ(get(std::type_identity<cl_kernel>{}, full, CL_MUTABLE_DISPATCH_KERNEL_KHR), add);
  EXPECT_EQ(get(std::type_identity<cl_uint>{}, full, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR), 3u);
  EXPECT_EQ(get(three, full, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR), offset);
  EXPECT_EQ(get(three, full, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), global);
  EXPECT_EQ(get(three, full, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), local);
  EXPECT_EQ(get(three, bare, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR), Three{});
  EXPECT_EQ(get(three, bare, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), Three{});
  size_t size = 1;
  EXPECT_EQ(cl.commandInfo(bare, icd::mutableCommandPropertiesArray, 0, nullptr, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  expectQueryErrors(
      "clGetMutableCommandInfoKHR", [&](auto... rest) { return cl.commandInfo(full, rest...); },
      CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR, sizeof(Three));
  EXPECT_EQ(cl.commandInfo(nullptr, CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, nullptr, nullptr),
            CL_INVALID_MUTABLE_COMMAND_KHR);
  buffer.reset();
  EXPECT_EQ(cl.commandInfo(full, CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, nullptr, nullptr),
            CL_INVALID_MUTABLE_COMMAND_KHR)
      << "handles go with their command buffer";
}

} // namespace
} // namespace weft::test
