// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared virtual memory (section 5.6), down to single atomic operations on any memory of the host.
#include "tests/api/fixture.h"

#include <array>
#include <atomic>
#include <memory>
#include <numeric>

namespace weft::test {
namespace {

class SvmApi : public Api {
protected:
  /// An allocation of the context that the test frees by itself.
  template <class T> std::shared_ptr<T[]> allocate(size_t count, cl_svm_mem_flags flags = 0) const {
    cl_context in = context;
    auto *memory = static_cast<T *>(clSVMAlloc(in, flags, count * sizeof(T), 0));
    EXPECT_NE(memory, nullptr);
    return {memory, [in](T *freed) { clSVMFree(in, freed); }};
  }

  cl_int launch(cl_kernel kernel, size_t global) const {
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  }

  /// Whether a buffer over this memory says that it uses shared virtual memory.
  cl_bool isShared(void *memory, size_t bytes) const {
    cl_int error = CL_SUCCESS;
    Memory buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, bytes, memory, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return queried<cl_bool>([&](size_t size, void *value, size_t *sizeReturn) {
      return clGetMemObjectInfo(buffer, CL_MEM_USES_SVM_POINTER, size, value, sizeReturn);
    });
  }

  cl_command_type typeOf(cl_event event) const {
    return queried<cl_command_type>([&](size_t size, void *value, size_t *sizeReturn) {
      return clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, size, value, sizeReturn);
    });
  }
};

TEST_F(SvmApi, DevicesOfferAllOfIt) {
  EXPECT_EQ(deviceInfo<cl_device_svm_capabilities>(CL_DEVICE_SVM_CAPABILITIES),
            cl_device_svm_capabilities{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER |
                                       CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                                       CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS});
}

TEST_F(SvmApi, Allocations) {
  const cl_svm_mem_flags fine = CL_MEM_SVM_FINE_GRAIN_BUFFER;
  for (cl_svm_mem_flags flags :
       {cl_svm_mem_flags{0}, cl_svm_mem_flags{CL_MEM_READ_ONLY}, CL_MEM_WRITE_ONLY | fine,
        CL_MEM_READ_WRITE | fine | CL_MEM_SVM_ATOMICS})
    for (cl_uint alignment : {0u, 1u, 4u, 128u, 256u, 4096u, 65536u, 2u << 20, 1u << 30})
      for (size_t size : {size_t{1}, size_t{100}, size_t{100'000}, size_t{5} << 20}) {
        auto *memory = static_cast<char *>(clSVMAlloc(context, flags, size, alignment));
        ASSERT_NE(memory, nullptr);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % std::max(alignment, 128u), 0u);
        EXPECT_EQ(memory[0] | memory[size - 1], 0);
        memory[0] = memory[size - 1] = 1;
        clSVMFree(context, memory);
      }
}

TEST_F(SvmApi, BadAllocationsGiveNull) {
  const auto most = deviceInfo<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  EXPECT_EQ(clSVMAlloc(wrong<cl_context>(), 0, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_SVM_ATOMICS, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_USE_HOST_PTR, 64, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, 0, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, most + 1, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, 64, 3), nullptr);
  EXPECT_EQ(clSVMAlloc(context, 0, 64, 384), nullptr);
}

TEST_F(SvmApi, FreeingWhatIsNoAllocationDoesNothing) {
  auto memory = allocate<int>(16);
  Context other = otherContext();
  int own = 0;
  clSVMFree(context, nullptr);
  clSVMFree(context, &own);
  clSVMFree(context, memory.get() + 1);
  clSVMFree(other, memory.get());
  clSVMFree(wrong<cl_context>(), memory.get());
  EXPECT_EQ(isShared(memory.get(), 64), cl_bool{CL_TRUE});
}

TEST_F(SvmApi, KernelsTakeAllocationsPartsOfThemAndMemoryOfTheHost) {
  Program program = session.build("kernel void add(global int *to, constant int *from) {"
                                  " size_t i = get_global_id(0); to[i] += from[i]; }");
  Kernel add = session.kernel(program, "add");
  constexpr int count = 1000;
  auto shared = allocate<int>(count + 3);
  std::vector<int> system(count + 1);
  std::iota(system.begin(), system.end(), 0);
  std::fill_n(shared.get(), count + 3, 7);
  ASSERT_EQ(clSetKernelArgSVMPointer(add, 0, shared.get() + 1), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(add, 1, system.data() + 1), CL_SUCCESS);
  ASSERT_EQ(launch(add, count), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(shared[0], 7);
  for (int i = 0; i < count; ++i)
    ASSERT_EQ(shared[i + 1], 7 + i + 1);
  EXPECT_EQ(shared[count + 1], 7);
  // Buffers and addresses may follow each other as one argument.
  Memory buffer = session.buffer(count * sizeof(int));
  const int zero = 0;
  clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, count * sizeof(int), 0, nullptr,
                      nullptr);
  ASSERT_EQ(clSetKernelArg(add, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  ASSERT_EQ(launch(add, count), CL_SUCCESS);
  std::vector<int> read(count);
  clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(int), read.data(), 0, nullptr,
                      nullptr);
  EXPECT_EQ(read[count - 1], count);
}

TEST_F(SvmApi, KernelsFollowPointers) {
  struct Node {
    cl_int value;
    Node *next;
  };
  Program program = session.build(
      "typedef struct Node { int value; global struct Node *next; } Node;"
      "kernel void sum(global Node *first, global int *to) { int s = 0;"
      " for (global Node *n = first; n; n = n->next) { s += n->value; n->value = -n->value; }"
      " *to = s; }");
  Kernel sum = session.kernel(program, "sum");
  std::vector<std::shared_ptr<Node[]>> nodes;
  Node own{1000, nullptr};
  std::vector<void *> addresses;
  for (int i = 0; i < 50; ++i) {
    nodes.push_back(allocate<Node>(2));
    nodes.back()[1] = {i, i ? &nodes[nodes.size() - 2][1] : &own};
    addresses.push_back(nodes.back().get());
  }
  auto result = allocate<cl_int>(1);
  const cl_bool yes = CL_TRUE;
  ASSERT_EQ(clSetKernelArgSVMPointer(sum, 0, &nodes.back()[1]), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(sum, 1, result.get()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelExecInfo(sum, CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                addresses.size() * sizeof(void *), addresses.data()),
            CL_SUCCESS);
  ASSERT_EQ(clSetKernelExecInfo(sum, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes),
            CL_SUCCESS);
  ASSERT_EQ(launch(sum, 1), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(result[0], 49 * 50 / 2 + 1000);
  EXPECT_EQ(own.value, -1000);
}

TEST_F(SvmApi, AtomicsMeetWhileAKernelRuns) {
  Program program = session.build(
      "kernel void answer(global int *mail) {"
      " global atomic_int *flag = (global atomic_int *)mail;"
      " for (int round = 1; round <= 100; ++round) {"
      "  while (atomic_load_explicit(flag, memory_order_acquire,"
      "                              memory_scope_all_svm_devices) != 2 * round - 1) {}"
      "  mail[2] = mail[1] + 1;"
      "  atomic_store_explicit(flag, 2 * round, memory_order_release,"
      "                        memory_scope_all_svm_devices); } }",
      "-cl-std=CL3.0");
  Kernel answer = session.kernel(program, "answer");
  auto mail = allocate<cl_int>(3, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
  std::fill_n(mail.get(), 3, 0);
  ASSERT_EQ(clSetKernelArgSVMPointer(answer, 0, mail.get()), CL_SUCCESS);
  ASSERT_EQ(launch(answer, 1), CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  const std::atomic_ref flag(mail[0]);
  for (int round = 1; round <= 100; ++round) {
    mail[1] = 10 * round;
    flag.store(2 * round - 1, std::memory_order_release);
    while (flag.load(std::memory_order_acquire) != 2 * round)
      ;
    ASSERT_EQ(mail[2], 10 * round + 1);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(SvmApi, CommandsMoveMemory) {
  auto memory = allocate<cl_uint>(1000);
  std::vector<cl_uint> host(1000, 5);
  const cl_ulong pattern = 0x0000000300000002;
  std::array<Event, 5> events;
  const auto at = [&](int index) { return events[static_cast<size_t>(index)].out(); };
  ASSERT_EQ(clEnqueueSVMMemFill(queue, memory.get(), &pattern, 8, 4000, 0, nullptr, at(0)),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, host.data() + 1, memory.get(), 3996, 1,
                               events[0].address(), at(1)),
            CL_SUCCESS);
  EXPECT_EQ(host[0], 5u);
  EXPECT_EQ(host[1], 2u);
  EXPECT_EQ(host[999], 2u);
  ASSERT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, memory.get(), 4000, 0, nullptr, at(2)),
            CL_SUCCESS);
  memory[1] = 9;
  ASSERT_EQ(clEnqueueSVMUnmap(queue, memory.get(), 0, nullptr, at(3)), CL_SUCCESS);
  const void *const pointers[] = {memory.get(), memory.get() + 10};
  const size_t sizes[] = {0, 3960};
  ASSERT_EQ(clEnqueueSVMMigrateMem(queue, 2, const_cast<const void **>(pointers), sizes, 0, 0,
                                   nullptr, at(4)),
            CL_SUCCESS);
  // What copies nothing is a command all the same.
  ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_FALSE, memory.get(), memory.get(), 0, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueSVMMemFill(queue, memory.get(), &pattern, 8, 0, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(memory[1], 9u);
  const cl_command_type types[] = {CL_COMMAND_SVM_MEMFILL, CL_COMMAND_SVM_MEMCPY,
                                   CL_COMMAND_SVM_MAP, CL_COMMAND_SVM_UNMAP,
                                   CL_COMMAND_SVM_MIGRATE_MEM};
  for (size_t index = 0; index < events.size(); ++index)
    EXPECT_EQ(typeOf(events[index]), types[index]);
}

TEST_F(SvmApi, CommandsFreeWhenTheirTimeHasCome) {
  void *first = clSVMAlloc(context, 0, 4096, 0), *second = clSVMAlloc(context, 0, 4096, 0);
  Event gate = userEvent(), freed;
  void *pointers[] = {first, second, nullptr};
  ASSERT_EQ(clEnqueueSVMFree(queue, 3, pointers, nullptr, nullptr, 1, gate.address(), freed.out()),
            CL_SUCCESS);
  pointers[0] = pointers[1] = nullptr; // The command has a list of its own.
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  EXPECT_EQ(isShared(first, 64), cl_bool{CL_TRUE});
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(typeOf(freed), cl_command_type{CL_COMMAND_SVM_FREE});
  EXPECT_EQ(isShared(first, 64), cl_bool{CL_FALSE});
  EXPECT_EQ(isShared(second, 64), cl_bool{CL_FALSE});
}

/// What a callback of clEnqueueSVMFree was given.
struct Freed {
  cl_context context;
  cl_command_queue queue = nullptr;
  std::vector<void *> pointers;
};

void CL_CALLBACK freeMemory(cl_command_queue queue, cl_uint count, void *pointers[], void *data) {
  auto &freed = *static_cast<Freed *>(data);
  freed.queue = queue;
  freed.pointers.assign(pointers, pointers + count);
  clSVMFree(freed.context, pointers[0]);
  std::free(pointers[1]);
}

TEST_F(SvmApi, TheHostMayFreeInACallback) {
  void *pointers[] = {clSVMAlloc(context, 0, 64, 0), std::malloc(64)};
  const std::vector<void *> expected(std::begin(pointers), std::end(pointers));
  Freed freed{context, nullptr, {}};
  ASSERT_EQ(clEnqueueSVMFree(queue, 2, pointers, freeMemory, &freed, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(freed.queue, queue);
  EXPECT_EQ(freed.pointers, expected);
  EXPECT_EQ(isShared(pointers[0], 64), cl_bool{CL_FALSE});
  EXPECT_EQ(clEnqueueSVMFree(queue, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(SvmApi, BuffersOverAllocations) {
  auto memory = allocate<char>(1024);
  char own[64];
  EXPECT_EQ(isShared(memory.get(), 1024), cl_bool{CL_TRUE});
  EXPECT_EQ(isShared(memory.get() + 1000, 24), cl_bool{CL_TRUE});
  EXPECT_EQ(isShared(own, sizeof own), cl_bool{CL_FALSE});
  const auto tooLarge = [&](char *from, size_t bytes) {
    return errorOf(
        [&](cl_int *e) { return clCreateBuffer(context, CL_MEM_USE_HOST_PTR, bytes, from, e); });
  };
  EXPECT_EQ(tooLarge(memory.get(), 1025), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(tooLarge(memory.get() + 1000, 25), CL_INVALID_BUFFER_SIZE);
  cl_int error = CL_SUCCESS;
  Memory whole = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 1024, memory.get(), &error);
  const cl_buffer_region region{128, 128};
  Memory part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(queried<cl_bool>([&](size_t size, void *value, size_t *sizeReturn) {
              return clGetMemObjectInfo(part, CL_MEM_USES_SVM_POINTER, size, value, sizeReturn);
            }),
            cl_bool{CL_TRUE});
}

TEST_F(SvmApi, ErrorsOfCommands) {
  alignas(128) unsigned char memory[256] = {};
  const unsigned char pattern[256] = {};
  cl_command_queue bad = wrong<cl_command_queue>();
  void *pointers[] = {memory};
  const void *ranges[] = {memory};
  auto allocation = allocate<char>(100);
  const void *allocated[] = {allocation.get() + 1};
  const size_t fits = 99, tooMuch = 100;
  const auto free = [&](cl_command_queue q, cl_uint count, void *list[]) {
    return clEnqueueSVMFree(q, count, list, nullptr, nullptr, 0, nullptr, nullptr);
  };
  const auto copy = [&](cl_command_queue q, void *to, const void *from, size_t size) {
    return clEnqueueSVMMemcpy(q, CL_TRUE, to, from, size, 0, nullptr, nullptr);
  };
  const auto fill = [&](cl_command_queue q, void *to, const void *with, size_t unit, size_t size) {
    return clEnqueueSVMMemFill(q, to, with, unit, size, 0, nullptr, nullptr);
  };
  const auto map = [&](cl_command_queue q, cl_map_flags flags, void *pointer, size_t size) {
    return clEnqueueSVMMap(q, CL_TRUE, flags, pointer, size, 0, nullptr, nullptr);
  };
  const auto migrate = [&](cl_command_queue q, cl_uint count, const void **list,
                           const size_t *sizes, cl_mem_migration_flags flags) {
    return clEnqueueSVMMigrateMem(q, count, list, sizes, flags, 0, nullptr, nullptr);
  };
  expectErrors({
      {"free: queue", CL_INVALID_COMMAND_QUEUE, [&] { return free(bad, 1, pointers); }},
      {"free: no list", CL_INVALID_VALUE, [&] { return free(queue, 1, nullptr); }},
      {"free: no count", CL_INVALID_VALUE, [&] { return free(queue, 0, pointers); }},
      {"copy: queue", CL_INVALID_COMMAND_QUEUE, [&] { return copy(bad, memory, pattern, 1); }},
      {"copy: to null", CL_INVALID_VALUE, [&] { return copy(queue, nullptr, pattern, 1); }},
      {"copy: from null", CL_INVALID_VALUE, [&] { return copy(queue, memory, nullptr, 0); }},
      {"copy: overlap", CL_MEM_COPY_OVERLAP, [&] { return copy(queue, memory + 3, memory, 4); }},
      {"copy: overlap before", CL_MEM_COPY_OVERLAP,
       [&] { return copy(queue, memory, memory + 3, 4); }},
      {"copy: neighbours", CL_SUCCESS, [&] { return copy(queue, memory + 4, memory, 4); }},
      {"fill: queue", CL_INVALID_COMMAND_QUEUE, [&] { return fill(bad, memory, pattern, 1, 1); }},
      {"fill: null", CL_INVALID_VALUE, [&] { return fill(queue, nullptr, pattern, 1, 1); }},
      {"fill: no pattern", CL_INVALID_VALUE, [&] { return fill(queue, memory, nullptr, 1, 1); }},
      {"fill: pattern of 0", CL_INVALID_VALUE, [&] { return fill(queue, memory, pattern, 0, 0); }},
      {"fill: pattern of 3", CL_INVALID_VALUE, [&] { return fill(queue, memory, pattern, 3, 3); }},
      {"fill: pattern of 256", CL_INVALID_VALUE,
       [&] { return fill(queue, memory, pattern, 256, 256); }},
      {"fill: half a pattern", CL_INVALID_VALUE,
       [&] { return fill(queue, memory, pattern, 4, 6); }},
      {"fill: alignment", CL_INVALID_VALUE, [&] { return fill(queue, memory + 2, pattern, 4, 4); }},
      {"map: queue", CL_INVALID_COMMAND_QUEUE, [&] { return map(bad, CL_MAP_READ, memory, 1); }},
      {"map: null", CL_INVALID_VALUE, [&] { return map(queue, CL_MAP_READ, nullptr, 1); }},
      {"map: nothing", CL_INVALID_VALUE, [&] { return map(queue, CL_MAP_READ, memory, 0); }},
      {"map: flags", CL_INVALID_VALUE, [&] { return map(queue, 1 << 20, memory, 1); }},
      {"unmap: queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return clEnqueueSVMUnmap(bad, memory, 0, nullptr, nullptr); }},
      {"unmap: null", CL_INVALID_VALUE,
       [&] { return clEnqueueSVMUnmap(queue, nullptr, 0, nullptr, nullptr); }},
      {"migrate: queue", CL_INVALID_COMMAND_QUEUE,
       [&] { return migrate(bad, 1, ranges, nullptr, 0); }},
      {"migrate: nothing", CL_INVALID_VALUE, [&] { return migrate(queue, 0, ranges, nullptr, 0); }},
      {"migrate: no list", CL_INVALID_VALUE,
       [&] { return migrate(queue, 1, nullptr, nullptr, 0); }},
      {"migrate: flags", CL_INVALID_VALUE,
       [&] { return migrate(queue, 1, allocated, nullptr, 1 << 20); }},
      {"migrate: not allocated", CL_INVALID_VALUE,
       [&] { return migrate(queue, 1, ranges, &fits, 0); }},
      {"migrate: beyond the end", CL_INVALID_VALUE,
       [&] { return migrate(queue, 1, allocated, &tooMuch, 0); }},
      {"migrate: to the end", CL_SUCCESS, [&] { return migrate(queue, 1, allocated, &fits, 0); }},
  });
}

TEST_F(SvmApi, ErrorsOfWaitLists) {
  alignas(16) int memory[8] = {};
  const int pattern = 0;
  const void *ranges[] = {memory};
  const auto expect = [&](const char *what, auto enqueue) { expectWaitListErrors(what, enqueue); };
  expect("free", [&](cl_uint count, const cl_event *list) {
    return clEnqueueSVMFree(queue, 0, nullptr, nullptr, nullptr, count, list, nullptr);
  });
  expect("copy", [&](cl_uint count, const cl_event *list) {
    return clEnqueueSVMMemcpy(queue, CL_FALSE, memory, memory + 4, 16, count, list, nullptr);
  });
  expect("fill", [&](cl_uint count, const cl_event *list) {
    return clEnqueueSVMMemFill(queue, memory, &pattern, 4, 16, count, list, nullptr);
  });
  expect("map", [&](cl_uint count, const cl_event *list) {
    return clEnqueueSVMMap(queue, CL_FALSE, CL_MAP_READ, memory, 4, count, list, nullptr);
  });
  expect("unmap", [&](cl_uint count, const cl_event *list) {
    return clEnqueueSVMUnmap(queue, memory, count, list, nullptr);
  });
  expect("migrate", [&](cl_uint count, const cl_event *list) {
    return clEnqueueSVMMigrateMem(queue, 1, ranges, nullptr, 0, count, list, nullptr);
  });
}

TEST_F(SvmApi, ErrorsOfKernelArguments) {
  Program program = session.build("kernel void k(global int *g, local int *l, int v) { *g = v; }");
  Kernel kernel = session.kernel(program, "k");
  cl_kernel bad = wrong<cl_kernel>();
  int own = 0;
  void *pointers[] = {&own};
  const cl_bool yes = CL_TRUE;
  const auto info = [](cl_kernel of, cl_kernel_exec_info name, size_t size, const void *value) {
    return clSetKernelExecInfo(of, name, size, value);
  };
  constexpr cl_kernel_exec_info list = CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                system = CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM;
  expectErrors({
      {"kernel", CL_INVALID_KERNEL, [&] { return clSetKernelArgSVMPointer(bad, 0, &own); }},
      {"index", CL_INVALID_ARG_INDEX, [&] { return clSetKernelArgSVMPointer(kernel, 3, &own); }},
      {"local", CL_INVALID_ARG_VALUE, [&] { return clSetKernelArgSVMPointer(kernel, 1, &own); }},
      {"value", CL_INVALID_ARG_VALUE, [&] { return clSetKernelArgSVMPointer(kernel, 2, &own); }},
      {"null", CL_SUCCESS, [&] { return clSetKernelArgSVMPointer(kernel, 0, nullptr); }},
      {"list: kernel", CL_INVALID_KERNEL, [&] { return info(bad, list, 8, pointers); }},
      {"list: size", CL_INVALID_VALUE, [&] { return info(kernel, list, 7, pointers); }},
      {"list: null", CL_INVALID_VALUE, [&] { return info(kernel, list, 8, nullptr); }},
      {"list: none", CL_SUCCESS, [&] { return info(kernel, list, 0, nullptr); }},
      {"system: size", CL_INVALID_VALUE, [&] { return info(kernel, system, 1, &yes); }},
      {"system: null", CL_INVALID_VALUE, [&] { return info(kernel, system, 4, nullptr); }},
      {"name", CL_INVALID_VALUE, [&] { return info(kernel, 0x7fff, 4, &yes); }},
  });
}

TEST_F(SvmApi, ContextsFreeWhatIsLeft) {
  const auto total = deviceInfo<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE);
  constexpr cl_ulong piece = cl_ulong{16} << 20;
  for (cl_ulong allocated = 0; allocated <= total; allocated += 8 * piece) {
    Context other = otherContext();
    for (int i = 0; i < 8; ++i)
      ASSERT_NE(clSVMAlloc(other, 0, piece, 0), nullptr) << "after " << allocated;
  }
}

} // namespace
} // namespace weft::test
