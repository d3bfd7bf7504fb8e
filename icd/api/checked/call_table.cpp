// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each entry is a function that looks at its arguments, calls the entry point and looks at the
// result. The types of an entry point's parameters say what there is to look at, so one template
// serves all.
#include "icd/api/checked/call_table.h"

#include "device/base/settings.h"
#include "device/base/threads/once.h"
#include "icd/api/checked/call_checks.h"
#include "icd/api/checked/callbacks.h"
#include "icd/api/checked/leaks.h"
#include "icd/api/checked/read_maps.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weft::icd {
namespace {

/// A literal as a template argument.
template <std::size_t size> struct CallName {
  char text[size];
  consteval CallName(const char (&literal)[size]) { std::copy_n(literal, size, text); }
  constexpr std::string_view view() const { return {text, size - 1}; }
};

template <class T> constexpr bool isHandleType = objectTypeOf<T> != ObjectType::Dead;
/// A list of handles that a call reads; its length precedes it.
template <class T>
constexpr bool isHandleList = std::is_pointer_v<T> && std::is_const_v<std::remove_pointer_t<T>> &&
                              isHandleType<std::remove_const_t<std::remove_pointer_t<T>>>;

template <class Arguments, std::size_t index>
bool checkArgument(const CallInfo &call, const Arguments &arguments) {
  using T = std::tuple_element_t<index, Arguments>;
  if constexpr (isHandleType<T>) {
    return checkUse(call, std::get<index>(arguments));
  } else if constexpr (isHandleList<T> && index > 0) {
    using Count = std::tuple_element_t<index - 1, Arguments>;
    bool isMistaken = false;
    if constexpr (std::is_same_v<Count, cl_uint>)
      if (std::get<index>(arguments))
        for (cl_uint i = 0; i < std::get<index - 1>(arguments); ++i)
          isMistaken |= checkUse(call, std::get<index>(arguments)[i]);
    return isMistaken;
  } else {
    return false;
  }
}

/// Whether a released object is among the arguments.
template <class... Arguments>
bool checkArguments(const CallInfo &call, const std::tuple<Arguments...> &arguments) {
  return [&]<std::size_t... index>(std::index_sequence<index...>) {
    return (false | ... | checkArgument<std::tuple<Arguments...>, index>(call, arguments));
  }(std::index_sequence_for<Arguments...>());
}

/// The context of the first object among the arguments that has one.
template <class... Arguments> const Context *contextIn(const std::tuple<Arguments...> &arguments) {
  const Context *context = nullptr;
  const auto look = [&]<class T>(const T &argument) {
    if constexpr (isHandleType<T>)
      context = context ? context : contextOf(argument, objectTypeOf<T>);
  };
  std::apply([&](const auto &...argument) { (look(argument), ...); }, arguments);
  return context;
}

/// The first argument of a type; a null one if there is none.
template <class T, class... Arguments> T firstOf(const std::tuple<Arguments...> &arguments) {
  if constexpr ((std::is_same_v<T, Arguments> || ...))
    return std::get<T>(arguments);
  else
    return {};
}

/// Objects that a successful call returns: its result, its event, or a list of kernels.
template <CallName name, class Result, class... Arguments>
void noteResults([[maybe_unused]] const Result &result, const std::tuple<Arguments...> &arguments) {
  if constexpr (isHandleType<Result>)
    noteCreation(name.text, result, objectTypeOf<Result>);
  if constexpr ((std::is_same_v<cl_event *, Arguments> || ...))
    if (cl_event *event = std::get<cl_event *>(arguments))
      noteCreation(name.text, *event, ObjectType::Event);
  if constexpr (name.view() == "clCreateKernelsInProgram")
    if (cl_kernel *kernels = std::get<cl_kernel *>(arguments)) {
      cl_uint count = 0;
      dispatchTable.known.clCreateKernelsInProgram(std::get<cl_program>(arguments), 0, nullptr,
                                                   &count);
      for (cl_uint i = 0; i < count; ++i)
        noteCreation(name.text, kernels[i], ObjectType::Kernel);
    }
}

/// Calls that wait: always, if an argument is CL_TRUE, or if an argument is null.
struct BlockingCall {
  std::string_view name;
  int flag = -1;   ///< the index of a cl_bool
  int notify = -1; ///< the index of a function
};
constexpr BlockingCall blockingCalls[] = {
    {"clFinish"},
    {"clWaitForEvents"},
    {.name = "clEnqueueReadBuffer", .flag = 2},
    {.name = "clEnqueueReadBufferRect", .flag = 2},
    {.name = "clEnqueueWriteBuffer", .flag = 2},
    {.name = "clEnqueueWriteBufferRect", .flag = 2},
    {.name = "clEnqueueReadImage", .flag = 2},
    {.name = "clEnqueueWriteImage", .flag = 2},
    {.name = "clEnqueueMapBuffer", .flag = 2},
    {.name = "clEnqueueMapImage", .flag = 2},
    {.name = "clEnqueueSVMMemcpy", .flag = 1},
    {.name = "clEnqueueSVMMap", .flag = 1},
    {.name = "clBuildProgram", .notify = 4},
    {.name = "clCompileProgram", .notify = 7},
    {.name = "clLinkProgram", .notify = 6},
};

/// Without a name for calls that do not block.
consteval BlockingCall findBlockingCall(std::string_view name) {
  for (const BlockingCall &call : blockingCalls)
    if (call.name == name)
      return call;
  return {};
}

/// Whether a call waits with these arguments.
template <CallName name, class... Arguments>
bool isBlocking([[maybe_unused]] const std::tuple<Arguments...> &arguments) {
  constexpr BlockingCall call = findBlockingCall(name.view());
  if constexpr (call.name.empty())
    return false;
  else if constexpr (call.flag >= 0)
    return std::get<call.flag>(arguments) == CL_TRUE;
  else if constexpr (call.notify >= 0)
    return std::get<call.notify>(arguments) == nullptr;
  else
    return true;
}

/// Which argument of its kernel a call sets; -1 if none.
template <CallName name, class... Arguments>
long kernelArgumentOf([[maybe_unused]] const std::tuple<Arguments...> &arguments) {
  if constexpr (name.view().starts_with("clSetKernelArg"))
    return static_cast<long>(std::get<cl_uint>(arguments));
  else
    return -1;
}

/// The result that tells of an error: the call's own, or the one to which its last argument points.
template <class Result, class... Arguments>
cl_int errorOf([[maybe_unused]] const Result &result, const std::tuple<Arguments...> &arguments) {
  using Last = std::tuple_element_t<sizeof...(Arguments) - 1, std::tuple<Arguments...>>;
  if constexpr (std::is_same_v<Result, cl_int>)
    return result;
  else if constexpr (std::is_same_v<Last, cl_int *>)
    return *std::get<sizeof...(Arguments) - 1>(arguments);
  else
    return CL_SUCCESS;
}

template <CallName name, auto member, class Function> struct Checked;

template <CallName name, auto member, class Result, class... Arguments>
struct Checked<name, member, Result(CL_API_CALL *)(Arguments...)> {
  /// Queries ask what is supported, and get errors for an answer.
  static constexpr bool isQuery = name.view().starts_with("clGet");

  static Result CL_API_CALL call(Arguments... given) {
    std::tuple<Arguments...> arguments(given...);
    cl_int error = CL_SUCCESS;
    if constexpr (std::is_same_v<
                      std::tuple_element_t<sizeof...(Arguments) - 1, std::tuple<Arguments...>>,
                      cl_int *>)
      if (cl_int *&target = std::get<sizeof...(Arguments) - 1>(arguments); !target)
        target = &error;
    const CallInfo info{name.text, contextIn(arguments)};
    const bool isMistaken = checkArguments(info, arguments);
    if (isInCallback() && isBlocking<name>(arguments))
      reportMistake(info, "blocks in an event's callback, where that is undefined");
    if constexpr (name.view().starts_with("clRelease"))
      noteRelease(name.text, std::get<0>(arguments),
                  objectTypeOf<std::tuple_element_t<0, std::tuple<Arguments...>>>);
    if constexpr (std::is_void_v<Result>) {
      std::apply(dispatchTable.known.*member, arguments);
    } else {
      const Result result = std::apply(dispatchTable.known.*member, arguments);
      error = errorOf(result, arguments);
      if (error == CL_SUCCESS) {
        noteResults<name>(result, arguments);
      } else if (!isQuery && !isMistaken) {
        checkError(info, error, firstOf<cl_kernel>(arguments), kernelArgumentOf<name>(arguments));
      }
      return result;
    }
  }
};

template <CallName name, auto member>
constexpr auto checked =
    &Checked<name, member,
             std::remove_reference_t<decltype(std::declval<cl_icd_dispatch &>().*member)>>::call;

template <CallName name, auto member> void check(cl_icd_dispatch &table) {
  table.*member = checked<name, member>;
}

/// Needs to know when the map is complete.
void *CL_API_CALL mapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool isBlocking,
                            cl_map_flags flags, size_t offset, size_t size, cl_uint waitCount,
                            const cl_event *waitList, cl_event *event, cl_int *errorReturn) {
  cl_event own = nullptr;
  cl_event *const done = event ? event : &own;
  void *const pointer = checked<"clEnqueueMapBuffer", &cl_icd_dispatch::clEnqueueMapBuffer>(
      queue, buffer, isBlocking, flags, offset, size, waitCount, waitList, done, errorReturn);
  if (pointer)
    noteMap({queue, buffer, isBlocking == CL_TRUE, flags, pointer, size, *done});
  if (own) {
    noteRelease("clEnqueueMapBuffer", own, ObjectType::Event);
    dispatchTable.known.clReleaseEvent(own);
  }
  return pointer;
}

/// Sets a function that calls the host's.
cl_int CL_API_CALL setCallback(cl_event event, cl_int type,
                               void(CL_CALLBACK *function)(cl_event, cl_int, void *), void *data) {
  const CallInfo info{"clSetEventCallback", contextOf(event, ObjectType::Event)};
  const bool isMistaken = checkUse(info, event);
  const cl_int error = setEventCallback(event, type, function, data);
  if (error != CL_SUCCESS && !isMistaken)
    checkError(info, error, nullptr, -1);
  return error;
}

cl_int CL_API_CALL unmap(cl_command_queue queue, cl_mem memory, void *pointer, cl_uint waitCount,
                         const cl_event *waitList, cl_event *event) {
  checkReadMap(memory, pointer);
  return checked<"clEnqueueUnmapMemObject", &cl_icd_dispatch::clEnqueueUnmapMemObject>(
      queue, memory, pointer, waitCount, waitList, event);
}

/// All calls that take or return objects which a host can create and release.
cl_icd_dispatch makeTable() {
  cl_icd_dispatch table = dispatchTable.known;
  check<"clCreateContext", &cl_icd_dispatch::clCreateContext>(table);
  check<"clCreateContextFromType", &cl_icd_dispatch::clCreateContextFromType>(table);
  check<"clRetainContext", &cl_icd_dispatch::clRetainContext>(table);
  check<"clReleaseContext", &cl_icd_dispatch::clReleaseContext>(table);
  check<"clGetContextInfo", &cl_icd_dispatch::clGetContextInfo>(table);
  check<"clCreateCommandQueue", &cl_icd_dispatch::clCreateCommandQueue>(table);
  check<"clRetainCommandQueue", &cl_icd_dispatch::clRetainCommandQueue>(table);
  check<"clReleaseCommandQueue", &cl_icd_dispatch::clReleaseCommandQueue>(table);
  check<"clGetCommandQueueInfo", &cl_icd_dispatch::clGetCommandQueueInfo>(table);
  check<"clSetCommandQueueProperty", &cl_icd_dispatch::clSetCommandQueueProperty>(table);
  check<"clCreateBuffer", &cl_icd_dispatch::clCreateBuffer>(table);
  check<"clCreateImage2D", &cl_icd_dispatch::clCreateImage2D>(table);
  check<"clCreateImage3D", &cl_icd_dispatch::clCreateImage3D>(table);
  check<"clRetainMemObject", &cl_icd_dispatch::clRetainMemObject>(table);
  check<"clReleaseMemObject", &cl_icd_dispatch::clReleaseMemObject>(table);
  check<"clGetSupportedImageFormats", &cl_icd_dispatch::clGetSupportedImageFormats>(table);
  check<"clGetMemObjectInfo", &cl_icd_dispatch::clGetMemObjectInfo>(table);
  check<"clGetImageInfo", &cl_icd_dispatch::clGetImageInfo>(table);
  check<"clCreateSampler", &cl_icd_dispatch::clCreateSampler>(table);
  check<"clRetainSampler", &cl_icd_dispatch::clRetainSampler>(table);
  check<"clReleaseSampler", &cl_icd_dispatch::clReleaseSampler>(table);
  check<"clGetSamplerInfo", &cl_icd_dispatch::clGetSamplerInfo>(table);
  check<"clCreateProgramWithSource", &cl_icd_dispatch::clCreateProgramWithSource>(table);
  check<"clCreateProgramWithBinary", &cl_icd_dispatch::clCreateProgramWithBinary>(table);
  check<"clRetainProgram", &cl_icd_dispatch::clRetainProgram>(table);
  check<"clReleaseProgram", &cl_icd_dispatch::clReleaseProgram>(table);
  check<"clBuildProgram", &cl_icd_dispatch::clBuildProgram>(table);
  check<"clGetProgramInfo", &cl_icd_dispatch::clGetProgramInfo>(table);
  check<"clGetProgramBuildInfo", &cl_icd_dispatch::clGetProgramBuildInfo>(table);
  check<"clCreateKernel", &cl_icd_dispatch::clCreateKernel>(table);
  check<"clCreateKernelsInProgram", &cl_icd_dispatch::clCreateKernelsInProgram>(table);
  check<"clRetainKernel", &cl_icd_dispatch::clRetainKernel>(table);
  check<"clReleaseKernel", &cl_icd_dispatch::clReleaseKernel>(table);
  check<"clSetKernelArg", &cl_icd_dispatch::clSetKernelArg>(table);
  check<"clGetKernelInfo", &cl_icd_dispatch::clGetKernelInfo>(table);
  check<"clGetKernelWorkGroupInfo", &cl_icd_dispatch::clGetKernelWorkGroupInfo>(table);
  check<"clWaitForEvents", &cl_icd_dispatch::clWaitForEvents>(table);
  check<"clGetEventInfo", &cl_icd_dispatch::clGetEventInfo>(table);
  check<"clRetainEvent", &cl_icd_dispatch::clRetainEvent>(table);
  check<"clReleaseEvent", &cl_icd_dispatch::clReleaseEvent>(table);
  check<"clGetEventProfilingInfo", &cl_icd_dispatch::clGetEventProfilingInfo>(table);
  check<"clFlush", &cl_icd_dispatch::clFlush>(table);
  check<"clFinish", &cl_icd_dispatch::clFinish>(table);
  check<"clEnqueueReadBuffer", &cl_icd_dispatch::clEnqueueReadBuffer>(table);
  check<"clEnqueueWriteBuffer", &cl_icd_dispatch::clEnqueueWriteBuffer>(table);
  check<"clEnqueueCopyBuffer", &cl_icd_dispatch::clEnqueueCopyBuffer>(table);
  check<"clEnqueueReadImage", &cl_icd_dispatch::clEnqueueReadImage>(table);
  check<"clEnqueueWriteImage", &cl_icd_dispatch::clEnqueueWriteImage>(table);
  check<"clEnqueueCopyImage", &cl_icd_dispatch::clEnqueueCopyImage>(table);
  check<"clEnqueueCopyImageToBuffer", &cl_icd_dispatch::clEnqueueCopyImageToBuffer>(table);
  check<"clEnqueueCopyBufferToImage", &cl_icd_dispatch::clEnqueueCopyBufferToImage>(table);
  check<"clEnqueueMapImage", &cl_icd_dispatch::clEnqueueMapImage>(table);
  check<"clEnqueueNDRangeKernel", &cl_icd_dispatch::clEnqueueNDRangeKernel>(table);
  check<"clEnqueueTask", &cl_icd_dispatch::clEnqueueTask>(table);
  check<"clEnqueueNativeKernel", &cl_icd_dispatch::clEnqueueNativeKernel>(table);
  check<"clEnqueueMarker", &cl_icd_dispatch::clEnqueueMarker>(table);
  check<"clEnqueueWaitForEvents", &cl_icd_dispatch::clEnqueueWaitForEvents>(table);
  check<"clEnqueueBarrier", &cl_icd_dispatch::clEnqueueBarrier>(table);
  check<"clCreateSubBuffer", &cl_icd_dispatch::clCreateSubBuffer>(table);
  check<"clSetMemObjectDestructorCallback", &cl_icd_dispatch::clSetMemObjectDestructorCallback>(
      table);
  check<"clCreateUserEvent", &cl_icd_dispatch::clCreateUserEvent>(table);
  check<"clSetUserEventStatus", &cl_icd_dispatch::clSetUserEventStatus>(table);
  check<"clEnqueueReadBufferRect", &cl_icd_dispatch::clEnqueueReadBufferRect>(table);
  check<"clEnqueueWriteBufferRect", &cl_icd_dispatch::clEnqueueWriteBufferRect>(table);
  check<"clEnqueueCopyBufferRect", &cl_icd_dispatch::clEnqueueCopyBufferRect>(table);
  check<"clCreateImage", &cl_icd_dispatch::clCreateImage>(table);
  check<"clCreateProgramWithBuiltInKernels", &cl_icd_dispatch::clCreateProgramWithBuiltInKernels>(
      table);
  check<"clCompileProgram", &cl_icd_dispatch::clCompileProgram>(table);
  check<"clLinkProgram", &cl_icd_dispatch::clLinkProgram>(table);
  check<"clGetKernelArgInfo", &cl_icd_dispatch::clGetKernelArgInfo>(table);
  check<"clEnqueueFillBuffer", &cl_icd_dispatch::clEnqueueFillBuffer>(table);
  check<"clEnqueueFillImage", &cl_icd_dispatch::clEnqueueFillImage>(table);
  check<"clEnqueueMigrateMemObjects", &cl_icd_dispatch::clEnqueueMigrateMemObjects>(table);
  check<"clEnqueueMarkerWithWaitList", &cl_icd_dispatch::clEnqueueMarkerWithWaitList>(table);
  check<"clEnqueueBarrierWithWaitList", &cl_icd_dispatch::clEnqueueBarrierWithWaitList>(table);
  check<"clCreateCommandQueueWithProperties", &cl_icd_dispatch::clCreateCommandQueueWithProperties>(
      table);
  check<"clCreatePipe", &cl_icd_dispatch::clCreatePipe>(table);
  check<"clGetPipeInfo", &cl_icd_dispatch::clGetPipeInfo>(table);
  check<"clSVMAlloc", &cl_icd_dispatch::clSVMAlloc>(table);
  check<"clSVMFree", &cl_icd_dispatch::clSVMFree>(table);
  check<"clEnqueueSVMFree", &cl_icd_dispatch::clEnqueueSVMFree>(table);
  check<"clEnqueueSVMMemcpy", &cl_icd_dispatch::clEnqueueSVMMemcpy>(table);
  check<"clEnqueueSVMMemFill", &cl_icd_dispatch::clEnqueueSVMMemFill>(table);
  check<"clEnqueueSVMMap", &cl_icd_dispatch::clEnqueueSVMMap>(table);
  check<"clEnqueueSVMUnmap", &cl_icd_dispatch::clEnqueueSVMUnmap>(table);
  check<"clCreateSamplerWithProperties", &cl_icd_dispatch::clCreateSamplerWithProperties>(table);
  check<"clSetKernelArgSVMPointer", &cl_icd_dispatch::clSetKernelArgSVMPointer>(table);
  check<"clSetKernelExecInfo", &cl_icd_dispatch::clSetKernelExecInfo>(table);
  check<"clCloneKernel", &cl_icd_dispatch::clCloneKernel>(table);
  check<"clCreateProgramWithIL", &cl_icd_dispatch::clCreateProgramWithIL>(table);
  check<"clEnqueueSVMMigrateMem", &cl_icd_dispatch::clEnqueueSVMMigrateMem>(table);
  check<"clGetKernelSubGroupInfo", &cl_icd_dispatch::clGetKernelSubGroupInfo>(table);
  check<"clSetDefaultDeviceCommandQueue", &cl_icd_dispatch::clSetDefaultDeviceCommandQueue>(table);
  check<"clSetProgramReleaseCallback", &cl_icd_dispatch::clSetProgramReleaseCallback>(table);
  check<"clSetProgramSpecializationConstant", &cl_icd_dispatch::clSetProgramSpecializationConstant>(
      table);
  check<"clGetKernelSubGroupInfoKHR", &cl_icd_dispatch::clGetKernelSubGroupInfoKHR>(table);
  check<"clCreateBufferWithProperties", &cl_icd_dispatch::clCreateBufferWithProperties>(table);
  check<"clCreateImageWithProperties", &cl_icd_dispatch::clCreateImageWithProperties>(table);
  check<"clSetContextDestructorCallback", &cl_icd_dispatch::clSetContextDestructorCallback>(table);
  table.clEnqueueMapBuffer = &mapBuffer;
  table.clEnqueueUnmapMemObject = &unmap;
  table.clSetEventCallback = &setCallback;
  return table;
}

/// Those of the library run after the host's.
__attribute__((destructor)) void endChecks() noexcept {
  if (handleDispatch != &dispatchTable.known)
    reportLeaks();
}

} // namespace

void checkCallsIfWanted() {
  const CheckSet checks = Settings::ofProcess().checks;
  if (!checks.has(Check::Api) && !checks.has(Check::Leaks))
    return;
  once([] {
    auto *table = new DispatchTable{makeTable(), dispatchTable.clGetKernelSuggestedLocalWorkSize};
    handleDispatch = &table->known;
    return table;
  });
}

} // namespace weft::icd
