// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_semaphore, and cl_khr_external_semaphore with sync files. The kernel gives sync files to
// drivers alone. Here they are pipes, which this program's own ioctl() makes pass for sync files:
// it takes the place of the C library's. All other descriptors are what they are.
#include "icd/api/semaphore/names.h"
#include "tests/api/fixture.h"

#include <fcntl.h>
#include <linux/sync_file.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdarg>
#include <set>

namespace {

/// The inodes of the pipes that stand for sync files.
std::set<ino_t> &standIns() {
  static std::set<ino_t> inodes;
  return inodes;
}

ino_t inodeOf(int file) {
  struct stat status{};
  return ::fstat(file, &status) == 0 ? status.st_ino : 0;
}

} // namespace

extern "C" [[gnu::visibility("default")]] int ioctl(int file, unsigned long request, ...) noexcept {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (request == SYNC_IOC_FILE_INFO && standIns().contains(inodeOf(file)))
    return 0;
  return static_cast<int>(::syscall(SYS_ioctl, file, request, argument));
}

namespace weft::test {
namespace {

using Properties = std::vector<cl_semaphore_properties_khr>;

template <class Function> Function *extensionFunction(const char *name) {
  auto *function =
      reinterpret_cast<Function *>(clGetExtensionFunctionAddressForPlatform(platform(), name));
  EXPECT_NE(function, nullptr) << name;
  return function;
}

struct SemaphoreFunctions {
  decltype(&clCreateSemaphoreWithPropertiesKHR) create =
      extensionFunction<decltype(clCreateSemaphoreWithPropertiesKHR)>(
          "clCreateSemaphoreWithPropertiesKHR");
  decltype(&clRetainSemaphoreKHR) retain =
      extensionFunction<decltype(clRetainSemaphoreKHR)>("clRetainSemaphoreKHR");
  decltype(&clReleaseSemaphoreKHR) release =
      extensionFunction<decltype(clReleaseSemaphoreKHR)>("clReleaseSemaphoreKHR");
  decltype(&clEnqueueWaitSemaphoresKHR) wait =
      extensionFunction<decltype(clEnqueueWaitSemaphoresKHR)>("clEnqueueWaitSemaphoresKHR");
  decltype(&clEnqueueSignalSemaphoresKHR) signal =
      extensionFunction<decltype(clEnqueueSignalSemaphoresKHR)>("clEnqueueSignalSemaphoresKHR");
  decltype(&clGetSemaphoreInfoKHR) info =
      extensionFunction<decltype(clGetSemaphoreInfoKHR)>("clGetSemaphoreInfoKHR");
  decltype(&clGetSemaphoreHandleForTypeKHR) handle =
      extensionFunction<decltype(clGetSemaphoreHandleForTypeKHR)>("clGetSemaphoreHandleForTypeKHR");
  decltype(&clReImportSemaphoreSyncFdKHR) reimport =
      extensionFunction<decltype(clReImportSemaphoreSyncFdKHR)>("clReImportSemaphoreSyncFdKHR");

  static const SemaphoreFunctions &get() {
    static const SemaphoreFunctions functions;
    return functions;
  }
};

cl_int releaseSemaphore(cl_semaphore_khr semaphore) {
  return SemaphoreFunctions::get().release(semaphore);
}
using Semaphore = Handle<cl_semaphore_khr, releaseSemaphore>;

class SemaphoreApi : public Api {
protected:
  const SemaphoreFunctions &cl = SemaphoreFunctions::get();

  Semaphore semaphore(Properties more = {}) const {
    Properties list{CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR};
    list.insert(list.end(), more.begin(), more.end());
    list.push_back(0);
    cl_int error = CL_SUCCESS;
    Semaphore made = cl.create(context, list.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS) << errorName(error);
    return made;
  }
  Semaphore imported(int file) const {
    return semaphore(
        {CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, static_cast<cl_semaphore_properties_khr>(file)});
  }
  Semaphore exportable() const {
    return semaphore({CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, 0});
  }
  Queue otherQueue(cl_command_queue_properties properties = 0) const {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    return clCreateCommandQueueWithProperties(context, device(), list, nullptr);
  }

  cl_int signal(cl_command_queue on, const Semaphore &semaphore, cl_event *event = nullptr) const {
    return cl.signal(on, 1, semaphore.address(), nullptr, 0, nullptr, event);
  }
  cl_int wait(cl_command_queue on, const Semaphore &semaphore, cl_event *event = nullptr) const {
    return cl.wait(on, 1, semaphore.address(), nullptr, 0, nullptr, event);
  }
  cl_semaphore_payload_khr payload(const Semaphore &semaphore) const {
    return queried<cl_semaphore_payload_khr>(
        [&](auto... rest) { return cl.info(semaphore, CL_SEMAPHORE_PAYLOAD_KHR, rest...); });
  }
  static cl_int statusOf(cl_event event) {
    return queried<cl_int>([&](auto... rest) {
      return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, rest...);
    });
  }
};

TEST_F(SemaphoreApi, OrdersCommandsOfTwoQueues) {
  Queue other = otherQueue();
  Semaphore there = semaphore(), back = semaphore();
  Memory memory = session.buffer(sizeof(int));
  Event gate = userEvent();
  const int first = 1, second = 2;
  int read = 0;
  ASSERT_EQ(clEnqueueFillBuffer(queue, memory, &first, 4, 0, 4, 1, gate.address(), nullptr),
            CL_SUCCESS);
  ASSERT_EQ(signal(queue, there), CL_SUCCESS);
  ASSERT_EQ(wait(other, there), CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(other, memory, CL_FALSE, 0, 4, &read, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(signal(other, back), CL_SUCCESS);
  ASSERT_EQ(wait(queue, back), CL_SUCCESS);
  ASSERT_EQ(clEnqueueFillBuffer(queue, memory, &second, 4, 0, 4, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(payload(there), 0u);
  clSetUserEventStatus(gate, CL_COMPLETE);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(read, 1);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(payload(there), 0u);
}

TEST_F(SemaphoreApi, AWaitMayComeBeforeItsSignal) {
  Queue other = otherQueue();
  Semaphore one = semaphore();
  Event waited;
  ASSERT_EQ(wait(other, one, waited.out()), CL_SUCCESS);
  ASSERT_EQ(clFlush(other), CL_SUCCESS);
  EXPECT_GT(statusOf(waited), CL_COMPLETE);
  ASSERT_EQ(signal(queue, one), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_SUCCESS);
}

TEST_F(SemaphoreApi, SignalsAndWaitsAlternateAsOftenAsTheHostLikes) {
  Queue other = otherQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  Semaphore one = semaphore();
  Event gate = userEvent();
  ASSERT_EQ(clEnqueueBarrierWithWaitList(queue, 1, gate.address(), nullptr), CL_SUCCESS);
  std::array<Event, 50> waits;
  for (Event &event : waits) {
    ASSERT_EQ(signal(queue, one), CL_SUCCESS);
    ASSERT_EQ(wait(other, one, event.out()), CL_SUCCESS);
  }
  for (const Event &event : waits)
    EXPECT_GT(statusOf(event), CL_COMPLETE);
  clSetUserEventStatus(gate, CL_COMPLETE);
  for (const Event &event : waits)
    EXPECT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  EXPECT_EQ(payload(one), 0u);
}

TEST_F(SemaphoreApi, SeveralAtOnce) {
  Semaphore one = semaphore(), two = semaphore();
  const cl_semaphore_khr both[] = {one, two};
  Event event;
  ASSERT_EQ(cl.signal(queue, 2, both, nullptr, 0, nullptr, event.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  EXPECT_EQ(payload(one), 1u);
  EXPECT_EQ(payload(two), 1u);
  EXPECT_EQ(queried<cl_command_type>([&](auto... rest) {
              return clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, rest...);
            }),
            static_cast<cl_command_type>(CL_COMMAND_SEMAPHORE_SIGNAL_KHR));
  ASSERT_EQ(cl.wait(queue, 2, both, nullptr, 0, nullptr, event.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  EXPECT_EQ(payload(one), 0u);
  EXPECT_EQ(payload(two), 0u);
  EXPECT_EQ(queried<cl_command_type>([&](auto... rest) {
              return clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, rest...);
            }),
            static_cast<cl_command_type>(CL_COMMAND_SEMAPHORE_WAIT_KHR));
}

TEST_F(SemaphoreApi, ASignalThatFailsFailsTheWait) {
  Semaphore one = semaphore();
  Event gate = userEvent(), waited;
  ASSERT_EQ(cl.signal(queue, 1, one.address(), nullptr, 1, gate.address(), nullptr), CL_SUCCESS);
  Queue other = otherQueue();
  ASSERT_EQ(wait(other, one, waited.out()), CL_SUCCESS);
  clSetUserEventStatus(gate, -5);
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(payload(one), 0u);
}

TEST_F(SemaphoreApi, CommandsKeepIt) {
  Event gate = userEvent(), waited;
  Queue other = otherQueue();
  {
    Semaphore one = semaphore();
    ASSERT_EQ(cl.signal(queue, 1, one.address(), nullptr, 1, gate.address(), nullptr), CL_SUCCESS);
    ASSERT_EQ(wait(other, one, waited.out()), CL_SUCCESS);
  }
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_SUCCESS);
}

TEST_F(SemaphoreApi, ErrorsOfCreation) {
  const auto creation = [&](Properties list, cl_context of) {
    list.push_back(0);
    return errorOf([&](cl_int *error) { return Semaphore(cl.create(of, list.data(), error)); });
  };
  constexpr cl_semaphore_properties_khr type = CL_SEMAPHORE_TYPE_KHR,
                                        binary = CL_SEMAPHORE_TYPE_BINARY_KHR,
                                        devices = icd::semaphoreDeviceHandleList,
                                        exports = CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
                                        syncFile = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;
  const auto own = reinterpret_cast<cl_semaphore_properties_khr>(device()),
             none = reinterpret_cast<cl_semaphore_properties_khr>(static_cast<cl_context>(context));
  expectErrors({
      {"no context", CL_INVALID_CONTEXT, [&] { return creation({type, binary}, nullptr); }},
      {"no list", CL_INVALID_VALUE,
       [&] {
         return errorOf(
             [&](cl_int *error) { return Semaphore(cl.create(context, nullptr, error)); });
       }},
      {"no type", CL_INVALID_VALUE, [&] { return creation({}, context); }},
      {"an unknown property", CL_INVALID_PROPERTY,
       [&] { return creation({type, binary, 0x7777, 1}, context); }},
      {"an unknown type", CL_INVALID_PROPERTY, [&] { return creation({type, 7}, context); }},
      {"a property twice", CL_INVALID_PROPERTY,
       [&] { return creation({type, binary, type, binary}, context); }},
      {"its device", CL_SUCCESS,
       [&] { return creation({type, binary, devices, own, 0}, context); }},
      {"no device", CL_INVALID_DEVICE,
       [&] { return creation({type, binary, devices, none, 0}, context); }},
      {"an empty list of devices", CL_INVALID_DEVICE,
       [&] { return creation({type, binary, devices, 0}, context); }},
      {"two devices", CL_INVALID_DEVICE,
       [&] { return creation({type, binary, devices, own, own, 0}, context); }},
      {"another handle type", CL_INVALID_PROPERTY,
       [&] {
         return creation({type, binary, exports, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 0}, context);
       }},
      {"two handle types", CL_INVALID_VALUE,
       [&] { return creation({type, binary, exports, syncFile, syncFile, 0}, context); }},
      {"a file that is not open", CL_INVALID_PROPERTY,
       [&] { return creation({type, binary, syncFile, 1 << 20}, context); }},
      {"import and export", CL_INVALID_OPERATION,
       [&] {
         return creation({type, binary, syncFile, static_cast<cl_semaphore_properties_khr>(-1),
                          exports, syncFile, 0},
                         context);
       }},
  });
}

TEST_F(SemaphoreApi, ErrorsOfCommands) {
  Semaphore one = semaphore();
  Context foreign = otherContext();
  Queue foreignQueue = clCreateCommandQueueWithProperties(foreign, device(), nullptr, nullptr);
  const cl_semaphore_khr none[] = {nullptr}, wrongType[] = {wrong<cl_semaphore_khr>()};
  for (auto command : {cl.signal, cl.wait}) {
    expectErrors({
        {"no queue", CL_INVALID_COMMAND_QUEUE,
         [&] { return command(nullptr, 1, one.address(), nullptr, 0, nullptr, nullptr); }},
        {"no count", CL_INVALID_VALUE,
         [&] { return command(queue, 0, one.address(), nullptr, 0, nullptr, nullptr); }},
        {"no list", CL_INVALID_VALUE,
         [&] { return command(queue, 1, nullptr, nullptr, 0, nullptr, nullptr); }},
        {"no semaphore", CL_INVALID_SEMAPHORE_KHR,
         [&] { return command(queue, 1, none, nullptr, 0, nullptr, nullptr); }},
        {"another type", CL_INVALID_SEMAPHORE_KHR,
         [&] { return command(queue, 1, wrongType, nullptr, 0, nullptr, nullptr); }},
        {"another context", CL_INVALID_CONTEXT,
         [&] { return command(foreignQueue, 1, one.address(), nullptr, 0, nullptr, nullptr); }},
    });
    Event failed = userEvent();
    clSetUserEventStatus(failed, -1);
    EXPECT_EQ(command(queue, 1, one.address(), nullptr, 1, failed.address(), nullptr),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  expectWaitListErrors("clEnqueueSignalSemaphoresKHR", [&](cl_uint count, const cl_event *events) {
    Semaphore fresh = semaphore();
    return cl.signal(queue, 1, fresh.address(), nullptr, count, events, nullptr);
  });
}

TEST_F(SemaphoreApi, Queries) {
  Semaphore one = semaphore(
      {icd::semaphoreDeviceHandleList, reinterpret_cast<cl_semaphore_properties_khr>(device()), 0});
  const auto get = [&]<class T>(std::type_identity<T>, cl_semaphore_info_khr name) {
    return queried<T>([&](auto... rest) { return cl.info(one, name, rest...); });
  };
  using Six = std::array<cl_semaphore_properties_khr, 6>;
  EXPECT_EQ(get(std::type_identity<cl_context>{}, CL_SEMAPHORE_CONTEXT_KHR), context);
  EXPECT_EQ(get(std::type_identity<cl_semaphore_type_khr>{}, CL_SEMAPHORE_TYPE_KHR), 1u);
  EXPECT_EQ(get(std::type_identity<cl_device_id>{}, icd::semaphoreDeviceHandleList), device());
  EXPECT_EQ(get(std::type_identity<cl_bool>{}, icd::semaphoreExportable), CL_FALSE);
  EXPECT_EQ(
      get(std::type_identity<Six>{}, CL_SEMAPHORE_PROPERTIES_KHR),
      (Six{CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, icd::semaphoreDeviceHandleList,
           reinterpret_cast<cl_semaphore_properties_khr>(device()), 0, 0}));
  ASSERT_EQ(cl.retain(one), CL_SUCCESS);
  EXPECT_EQ(get(std::type_identity<cl_uint>{}, CL_SEMAPHORE_REFERENCE_COUNT_KHR), 2u);
  ASSERT_EQ(cl.release(one), CL_SUCCESS);
  expectQueryErrors(
      "clGetSemaphoreInfoKHR", [&](auto... rest) { return cl.info(one, rest...); },
      CL_SEMAPHORE_TYPE_KHR, sizeof(cl_semaphore_type_khr));
  for (auto call : {cl.retain, cl.release})
    EXPECT_EQ(call(nullptr), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(cl.info(nullptr, CL_SEMAPHORE_TYPE_KHR, 0, nullptr, nullptr), CL_INVALID_SEMAPHORE_KHR);
}

TEST_F(SemaphoreApi, DeviceAndPlatformTellTheTypes) {
  for (cl_device_info name :
       {CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR})
    EXPECT_EQ(deviceInfo<cl_external_semaphore_handle_type_khr>(name),
              static_cast<cl_external_semaphore_handle_type_khr>(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR));
  for (cl_platform_info name : {CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR,
                                CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR})
    EXPECT_EQ(queried<cl_external_semaphore_handle_type_khr>(
                  [&](auto... rest) { return clGetPlatformInfo(platform(), name, rest...); }),
              static_cast<cl_external_semaphore_handle_type_khr>(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR));
  EXPECT_EQ(deviceInfo<cl_semaphore_type_khr>(CL_DEVICE_SEMAPHORE_TYPES_KHR), 1u);
  EXPECT_EQ(queried<cl_semaphore_type_khr>([&](auto... rest) {
              return clGetPlatformInfo(platform(), CL_PLATFORM_SEMAPHORE_TYPES_KHR, rest...);
            }),
            1u);
}

// ---- Sync files.

/// What passes for a sync file and becomes readable when the test says so.
struct SyncFile {
  SyncFile() {
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    standIns().insert(inode = inodeOf(ends[0]));
  }
  ~SyncFile() {
    signal();
    standIns().erase(inode);
  }
  SyncFile(const SyncFile &) = delete;
  SyncFile &operator=(const SyncFile &) = delete;
  void signal() {
    if (ends[1] >= 0)
      ::close(std::exchange(ends[1], -1));
  }
  int get() const { return ends[0]; }

  std::array<int, 2> ends{-1, -1};
  ino_t inode = 0;
};

TEST_F(SemaphoreApi, ImportsWaitForTheirFile) {
  SyncFile one, two;
  Semaphore first = imported(one.get()), second = imported(two.get());
  Queue other = otherQueue();
  Event waited, waitedToo;
  ASSERT_EQ(wait(queue, first, waited.out()), CL_SUCCESS);
  ASSERT_EQ(wait(other, second, waitedToo.out()), CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  two.signal();
  EXPECT_EQ(clWaitForEvents(1, waitedToo.address()), CL_SUCCESS);
  EXPECT_GT(statusOf(waited), CL_COMPLETE);
  one.signal();
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_SUCCESS);
  EXPECT_EQ(payload(first), 0u);
  // They may be signalled by commands from then on.
  ASSERT_EQ(signal(queue, first), CL_SUCCESS);
  ASSERT_EQ(wait(other, first, waited.out()), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_SUCCESS);
}

TEST_F(SemaphoreApi, MinusOneIsAFileThatHasSignalled) {
  Semaphore one = imported(-1);
  EXPECT_EQ(payload(one), 1u);
  Event waited;
  ASSERT_EQ(wait(queue, one, waited.out()), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_SUCCESS);
  EXPECT_EQ(payload(one), 0u);
  SyncFile file;
  ASSERT_EQ(cl.reimport(one, nullptr, file.get()), CL_SUCCESS);
  EXPECT_EQ(payload(one), 0u);
  ASSERT_EQ(wait(queue, one, waited.out()), CL_SUCCESS);
  file.signal();
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_SUCCESS);
  ASSERT_EQ(cl.reimport(one, nullptr, -1), CL_SUCCESS);
  EXPECT_EQ(payload(one), 1u);
  EXPECT_EQ(cl.reimport(one, nullptr, 1 << 20), CL_INVALID_VALUE);
  Semaphore plain = semaphore();
  EXPECT_EQ(cl.reimport(plain, nullptr, -1), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(cl.reimport(nullptr, nullptr, -1), CL_INVALID_SEMAPHORE_KHR);
}

TEST_F(SemaphoreApi, OtherDescriptorsAreNoSyncFiles) {
  std::array<int, 2> pipe{-1, -1};
  ASSERT_EQ(::pipe2(pipe.data(), O_CLOEXEC), 0);
  const int event = ::eventfd(1, EFD_CLOEXEC), file = ::memfd_create("file", MFD_CLOEXEC);
  Semaphore before = imported(-1);
  for (const int other : {pipe[0], event, file}) {
    const cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                CL_SEMAPHORE_HANDLE_SYNC_FD_KHR,
                                                static_cast<cl_semaphore_properties_khr>(other), 0};
    EXPECT_EQ(errorOf([&](cl_int *error) { return Semaphore(cl.create(context, list, error)); }),
              CL_INVALID_PROPERTY);
    EXPECT_EQ(cl.reimport(before, nullptr, other), CL_INVALID_VALUE);
    EXPECT_EQ(::close(other), 0) << "it stays the host's";
  }
  EXPECT_EQ(payload(before), 1u);
  ::close(pipe[1]);
}

TEST_F(SemaphoreApi, TheFileIsTheSemaphoresThen) {
  SyncFile file;
  Semaphore one = imported(file.get());
  EXPECT_EQ(::fcntl(file.get(), F_GETFD), -1);
}

TEST_F(SemaphoreApi, ExportsAreWaits) {
  Semaphore one = exportable();
  EXPECT_EQ(queried<cl_bool>(
                [&](auto... rest) { return cl.info(one, icd::semaphoreExportable, rest...); }),
            CL_TRUE);
  EXPECT_EQ(queried<cl_external_semaphore_handle_type_khr>([&](auto... rest) {
              return cl.info(one, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, rest...);
            }),
            static_cast<cl_external_semaphore_handle_type_khr>(CL_SEMAPHORE_HANDLE_SYNC_FD_KHR));
  int file = 5;
  size_t size = 0;
  const auto get = [&](const Semaphore &of, cl_device_id on, cl_uint type, size_t room) {
    return cl.handle(of, on, type, room, &file, &size);
  };
  constexpr cl_uint syncFile = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;
  EXPECT_EQ(get(one, device(), syncFile, sizeof file), CL_INVALID_OPERATION)
      << "nothing signals it";
  ASSERT_EQ(signal(queue, one), CL_SUCCESS);
  ASSERT_EQ(cl.handle(one, device(), syncFile, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof(int));
  ASSERT_EQ(get(one, device(), syncFile, sizeof file), CL_SUCCESS);
  EXPECT_EQ(file, -1);
  EXPECT_EQ(payload(one), 0u);
  Semaphore plain = semaphore();
  expectErrors({
      {"no semaphore", CL_INVALID_SEMAPHORE_KHR,
       [&] { return get(Semaphore(), device(), syncFile, sizeof file); }},
      {"no device", CL_INVALID_DEVICE, [&] { return get(one, nullptr, syncFile, sizeof file); }},
      {"another type", CL_INVALID_VALUE,
       [&] { return get(one, device(), CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, sizeof file); }},
      {"one that is not exportable", CL_INVALID_VALUE,
       [&] { return get(plain, device(), syncFile, sizeof file); }},
      {"too little room", CL_INVALID_VALUE, [&] { return get(one, device(), syncFile, 2); }},
  });
}

} // namespace
} // namespace weft::test
