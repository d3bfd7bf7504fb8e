// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Building, compiling and linking programs, unloading the compiler (sections 5.8.4 to 5.8.7).
#include "compiler/options/compile_options.h"
#include "icd/api/program/program_arguments.h"
#include "icd/core/platform/platform.h"

#include <string>
#include <vector>

using namespace weft::icd;
using weft::compiler::BuildKind;

namespace {

std::string optionText(const char *options) { return options ? options : ""; }

/// Sets the options of a build or compile order; if they are invalid, the program's log says why.
bool takeOptions(Program &program, const char *text, Program::Order &order) {
  std::string error;
  order.optionText = optionText(text);
  if (parseOptions(order.optionText, order.kind, order.options, error))
    return true;
  program.refuse(order.devices, order.optionText, error);
  return false;
}

cl_int readHeaders(const Program &program, cl_uint count, const cl_program *programs,
                   const char **names, std::vector<weft::compiler::Header> &headers) {
  if ((count == 0) != (programs == nullptr) || (count == 0) != (names == nullptr))
    return CL_INVALID_VALUE;
  for (cl_uint index = 0; index < count; ++index) {
    const Program *header = Program::fromHandle(programs[index]);
    if (!header)
      return CL_INVALID_PROGRAM;
    if (&header->context() != &program.context())
      return CL_INVALID_CONTEXT;
    if (!names[index])
      return CL_INVALID_VALUE;
    if (header->origin() != Program::Origin::Source)
      return CL_INVALID_OPERATION;
    headers.push_back({names[index], header->text()});
  }
  return CL_SUCCESS;
}

cl_int findInputs(const Context &context, cl_uint count, const cl_program *handles,
                  std::vector<const Program *> &programs) {
  if (count == 0 || !handles)
    return CL_INVALID_VALUE;
  for (cl_uint index = 0; index < count; ++index) {
    const Program *program = Program::fromHandle(handles[index]);
    if (!program)
      return CL_INVALID_PROGRAM;
    if (&program->context() != &context)
      return CL_INVALID_CONTEXT;
    programs.push_back(program);
  }
  return CL_SUCCESS;
}

/// Collects the link inputs of each device: all programs must have a compiled binary or library for
/// it, or none of them, in which case nothing is linked for it.
cl_int collectLinkInputs(const std::vector<const Program *> &programs,
                         const std::vector<Ref<Device>> &devices, Program::Order &order) {
  for (std::size_t index = 0; index < devices.size(); ++index) {
    std::vector<BinaryRef> inputs;
    for (const Program *program : programs) {
      if (program->isBuilding(*devices[index]))
        return CL_INVALID_OPERATION;
      if (BinaryRef binary = program->linkable(*devices[index]))
        inputs.push_back(std::move(binary));
    }
    if (inputs.empty())
      continue;
    if (inputs.size() != programs.size())
      return CL_INVALID_OPERATION;
    order.devices.push_back(index);
    order.linkInputs.push_back(std::move(inputs));
  }
  return order.devices.empty() ? CL_INVALID_OPERATION : CL_SUCCESS;
}

cl_int listedDevices(const Context &context, cl_uint count, const cl_device_id *list,
                     std::vector<Ref<Device>> &devices) {
  if (list)
    return contextDevices(context, count, list, devices);
  for (std::size_t index = 0; index < context.deviceCount(); ++index)
    devices.emplace_back(&context.device(index));
  return CL_SUCCESS;
}

/// The arguments of clLinkProgram after the context.
struct LinkArguments {
  cl_uint deviceCount;
  const cl_device_id *deviceList;
  const char *options;
  cl_uint programCount;
  const cl_program *programs;
  Program::Notify notify;
  void *userData;
};

cl_int link(cl_context contextHandle, const LinkArguments &arguments, cl_program &result) {
  Context *context = live(Context::fromHandle(contextHandle));
  if (!context)
    return CL_INVALID_CONTEXT;
  if (!areListAndCallbackValid(arguments.deviceCount, arguments.deviceList, arguments.notify,
                               arguments.userData))
    return CL_INVALID_VALUE;
  std::vector<const Program *> programs;
  if (cl_int status = findInputs(*context, arguments.programCount, arguments.programs, programs))
    return status;
  std::vector<Ref<Device>> devices;
  if (cl_int status = listedDevices(*context, arguments.deviceCount, arguments.deviceList, devices))
    return status;
  std::string error;
  Program::Order order;
  order.kind = BuildKind::Link;
  order.optionText = optionText(arguments.options);
  if (!parseOptions(order.optionText, order.kind, order.options, error))
    return CL_INVALID_LINKER_OPTIONS;
  order.notify = arguments.notify;
  order.userData = arguments.userData;
  if (cl_int status = collectLinkInputs(programs, devices, order))
    return status;

  Program *program = new Program(*context, std::move(devices), std::vector<BinaryRef>{});
  const cl_int status = program->start(std::move(order));
  // A link that has begun returns a program, whose log reports the result.
  if (status != CL_SUCCESS && status != CL_LINK_PROGRAM_FAILURE)
    program->releaseApi();
  else
    result = program->handle();
  return status;
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clBuildProgram(cl_program handle, cl_uint num_devices,
                                               const cl_device_id *device_list, const char *options,
                                               void(CL_CALLBACK *pfn_notify)(cl_program, void *),
                                               void *user_data) {
  return guarded([&]() -> cl_int {
    Program *program = Program::fromHandle(handle);
    if (!program)
      return CL_INVALID_PROGRAM;
    if (!areListAndCallbackValid(num_devices, device_list, pfn_notify, user_data))
      return CL_INVALID_VALUE;
    Program::Order order;
    if (cl_int status = programPositions(*program, num_devices, device_list, order.devices))
      return status;
    if (program->origin() == Program::Origin::Link)
      return CL_INVALID_OPERATION;
    if (!takeOptions(*program, options, order))
      return CL_INVALID_BUILD_OPTIONS;
    order.notify = pfn_notify;
    order.userData = user_data;
    return program->start(std::move(order));
  });
}

CL_API_ENTRY cl_int CL_API_CALL clCompileProgram(
    cl_program handle, cl_uint num_devices, const cl_device_id *device_list, const char *options,
    cl_uint num_input_headers, const cl_program *input_headers, const char **header_include_names,
    void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data) {
  return guarded([&]() -> cl_int {
    Program *program = Program::fromHandle(handle);
    if (!program)
      return CL_INVALID_PROGRAM;
    if (!areListAndCallbackValid(num_devices, device_list, pfn_notify, user_data))
      return CL_INVALID_VALUE;
    Program::Order order;
    order.kind = BuildKind::Compile;
    if (cl_int status = readHeaders(*program, num_input_headers, input_headers,
                                    header_include_names, order.headers))
      return status;
    if (cl_int status = programPositions(*program, num_devices, device_list, order.devices))
      return status;
    if (program->origin() != Program::Origin::Source &&
        program->origin() != Program::Origin::Module)
      return CL_INVALID_OPERATION;
    if (!takeOptions(*program, options, order))
      return CL_INVALID_COMPILER_OPTIONS;
    order.notify = pfn_notify;
    order.userData = user_data;
    return program->start(std::move(order));
  });
}

CL_API_ENTRY cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices,
                                                  const cl_device_id *device_list,
                                                  const char *options, cl_uint num_input_programs,
                                                  const cl_program *input_programs,
                                                  void(CL_CALLBACK *pfn_notify)(cl_program, void *),
                                                  void *user_data, cl_int *errcode_ret) {
  cl_program program = nullptr;
  const cl_int status = guarded([&] {
    return link(context,
                {num_devices, device_list, options, num_input_programs, input_programs, pfn_notify,
                 user_data},
                program);
  });
  if (errcode_ret)
    *errcode_ret = status;
  return program;
}

// The compiler is a separate process; there is nothing to unload in this one.
CL_API_ENTRY cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
  return Platform::fromHandle(platform) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

CL_API_ENTRY cl_int CL_API_CALL clUnloadCompiler(void) { return CL_SUCCESS; }
