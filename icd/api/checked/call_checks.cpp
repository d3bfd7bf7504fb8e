// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/api/checked/call_checks.h"

#include "device/base/settings.h"
#include "device/checks/report.h"
#include "icd/api/checked/object_history.h"
#include "icd/core/context/context.h"
#include "icd/core/context/event.h"
#include "icd/core/program/kernel.h"

#include <new>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>

namespace weft::icd {
namespace {

struct NamedError {
  cl_int code;
  const char *name;
};

/// Errors that say nothing about what a platform supports, so that no program asks for them.
constexpr NamedError errorsOfMistakes[] = {
    {CL_INVALID_CONTEXT, "CL_INVALID_CONTEXT"},
    {CL_INVALID_COMMAND_QUEUE, "CL_INVALID_COMMAND_QUEUE"},
    {CL_INVALID_MEM_OBJECT, "CL_INVALID_MEM_OBJECT"},
    {CL_INVALID_SAMPLER, "CL_INVALID_SAMPLER"},
    {CL_INVALID_PROGRAM, "CL_INVALID_PROGRAM"},
    {CL_INVALID_PROGRAM_EXECUTABLE, "CL_INVALID_PROGRAM_EXECUTABLE"},
    {CL_INVALID_KERNEL, "CL_INVALID_KERNEL"},
    {CL_INVALID_ARG_INDEX, "CL_INVALID_ARG_INDEX"},
    {CL_INVALID_ARG_VALUE, "CL_INVALID_ARG_VALUE"},
    {CL_INVALID_ARG_SIZE, "CL_INVALID_ARG_SIZE"},
    {CL_INVALID_KERNEL_ARGS, "CL_INVALID_KERNEL_ARGS"},
    {CL_INVALID_WORK_DIMENSION, "CL_INVALID_WORK_DIMENSION"},
    {CL_INVALID_GLOBAL_OFFSET, "CL_INVALID_GLOBAL_OFFSET"},
    {CL_INVALID_EVENT_WAIT_LIST, "CL_INVALID_EVENT_WAIT_LIST"},
    {CL_INVALID_EVENT, "CL_INVALID_EVENT"},
    {CL_MISALIGNED_SUB_BUFFER_OFFSET, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
    {CL_MEM_COPY_OVERLAP, "CL_MEM_COPY_OVERLAP"},
};

const char *nameOfMistake(cl_int error) {
  for (const NamedError &named : errorsOfMistakes)
    if (named.code == error)
      return named.name;
  return nullptr;
}

/// "argument 2 'n' of kernel 'k'".
std::string describe(const Kernel &kernel, std::size_t index) {
  const weft_kernel_description &description = kernel.interface();
  return "argument " + std::to_string(index) + " '" + description.arguments[index].name +
         "' of kernel '" + description.name + "'";
}

/// What is wrong with an argument that was given to clSetKernelArg.
std::string explainArgument(const Kernel &kernel, std::size_t index, cl_int error) {
  const weft_kernel_description &description = kernel.interface();
  if (error == CL_INVALID_ARG_INDEX)
    return std::string("kernel '") + description.name + "' has " +
           std::to_string(description.argument_count) + " arguments";
  if (index >= description.argument_count)
    return "";
  const weft_argument_description &argument = description.arguments[index];
  std::string text = describe(kernel, index) + " is of type " + argument.type_name;
  if (argument.kind == WEFT_ARGUMENT_VALUE)
    text += ", which has " + std::to_string(argument.size) + " bytes";
  return text;
}

std::string explain(const Kernel &kernel, long argument, cl_int error) {
  if (argument >= 0)
    return explainArgument(kernel, static_cast<std::size_t>(argument), error);
  if (error != CL_INVALID_KERNEL_ARGS)
    return "";
  const std::optional<Kernel::UnusableArgument> unusable = kernel.firstUnusableArgument();
  if (!unusable)
    return "";
  return describe(kernel, unusable->index) +
         (unusable->wasReleased ? " is an object that was released" : " is not set");
}

template <class T> const Context *contextOfA(const ObjectHeader *handle) {
  using Handle = decltype(std::declval<T &>().handle());
  const auto *object = T::fromHandle(static_cast<Handle>(const_cast<ObjectHeader *>(handle)));
  return object ? &object->context() : nullptr;
}

} // namespace

void reportMistake(const CallInfo &call, const std::string &message,
                   const std::vector<std::string> &notes) noexcept try {
  if (!Settings::ofProcess().checks.has(Check::Api))
    return;
  const device::CallSite site = device::CallSite::ofCaller();
  device::CheckReport report;
  report.check = Check::Api;
  report.call = call.name;
  report.message = message;
  report.site = site.address();
  report.notes = site.lines();
  if (::gettid() != ::getpid())
    report.notes.push_back("in thread " + std::to_string(::gettid()));
  report.notes.insert(report.notes.end(), notes.begin(), notes.end());
  const std::optional<std::string> text = device::deliver(report);
  if (text && call.context)
    call.context->report(text->c_str());
} catch (const std::bad_alloc &) {
  return;
}

const Context *contextOf(const ObjectHeader *handle, ObjectType type) noexcept {
  switch (type) {
  case ObjectType::Context:
    return Context::fromHandle(static_cast<cl_context>(const_cast<ObjectHeader *>(handle)));
  case ObjectType::Queue:
    return contextOfA<Queue>(handle);
  case ObjectType::Memory:
    return contextOfA<Memory>(handle);
  case ObjectType::Program:
    return contextOfA<Program>(handle);
  case ObjectType::Kernel:
    return contextOfA<Kernel>(handle);
  case ObjectType::Event:
    return contextOfA<Event>(handle);
  default:
    return nullptr;
  }
}

bool checkUse(const CallInfo &call, const ObjectHeader *handle) noexcept try {
  if (!handle)
    return false;
  const ObjectRecord record = ObjectHistory::get().findReleased(handle);
  if (record.type == ObjectType::Dead)
    return false;
  reportMistake(call, std::string("the ") + wordOf(record.type) + " was released before",
                record.describe());
  return true;
} catch (const std::bad_alloc &) {
  return false;
}

void noteCreation(const char *call, const ObjectHeader *handle, ObjectType type) noexcept try {
  if (handle)
    ObjectHistory::get().addCreation(handle, type, call);
} catch (const std::bad_alloc &) {
  return;
}

void noteRelease(const char *call, const ObjectHeader *handle, ObjectType type) noexcept try {
  if (isHandle(handle, type) && handle->apiReferences.load(std::memory_order_relaxed) == 1)
    ObjectHistory::get().addRelease(handle, call);
} catch (const std::bad_alloc &) {
  return;
}

void checkError(const CallInfo &call, cl_int error, cl_kernel handle, long argument) noexcept try {
  const char *name = nameOfMistake(error);
  if (!name)
    return;
  const Kernel *kernel = Kernel::fromHandle(handle);
  const std::string reason = kernel ? explain(*kernel, argument, error) : "";
  reportMistake(call, std::string("returns ") + name + (reason.empty() ? "" : ": " + reason));
} catch (const std::bad_alloc &) {
  return;
}

} // namespace weft::icd
