// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creating and querying program objects (sections 5.8.1 to 5.8.3 and 5.8.8).
#include "icd/core/program/program.h"
#include "icd/api/program/program_arguments.h"
#include "icd/core/context/context.h"

#include <string>
#include <vector>

using namespace weft::icd;
using weft::compiler::Binary;
using weft::compiler::BinaryKind;

namespace {

std::string joinSources(cl_uint count, const char **strings, const size_t *lengths) {
  std::string source;
  for (cl_uint index = 0; index < count; ++index) {
    if (lengths && lengths[index])
      source.append(strings[index], lengths[index]);
    else
      source.append(strings[index]);
  }
  return source;
}

/// Reads one entry of clCreateProgramWithBinary; returns the code for binary_status.
cl_int readBinary(const unsigned char *bytes, size_t length, BinaryRef &binary) {
  if (!bytes || length == 0)
    return CL_INVALID_VALUE;
  const auto *first = reinterpret_cast<const std::byte *>(bytes);
  binary = Binary::parse(std::vector<std::byte>(first, first + length));
  return binary ? CL_SUCCESS : CL_INVALID_BINARY;
}

cl_program createFromBinaries(cl_context contextHandle, cl_uint deviceCount,
                              const cl_device_id *deviceList, const size_t *lengths,
                              const unsigned char **bytes, cl_int *binaryStatus, cl_int &error) {
  Context *context = live(Context::fromHandle(contextHandle));
  if (!context)
    return fail(error, CL_INVALID_CONTEXT);
  if (!deviceList || deviceCount == 0 || !lengths || !bytes)
    return fail(error, CL_INVALID_VALUE);
  std::vector<Ref<Device>> devices;
  if (cl_int status = contextDevices(*context, deviceCount, deviceList, devices))
    return fail(error, status);
  std::vector<BinaryRef> binaries(deviceCount);
  for (cl_uint index = 0; index < deviceCount; ++index) {
    const cl_int status = readBinary(bytes[index], lengths[index], binaries[index]);
    if (binaryStatus)
      binaryStatus[index] = status;
    // A missing entry is an invalid call, which is more specific than an invalid binary.
    if (status != CL_SUCCESS && error != CL_INVALID_VALUE)
      error = status;
  }
  if (error != CL_SUCCESS)
    return nullptr;
  return (new Program(*context, std::move(devices), std::move(binaries)))->handle();
}

cl_int answerKernelNames(const Program &program, const InfoTarget &target) {
  const std::vector<Program::DeviceExecutable> executables = program.executables();
  if (executables.empty())
    return CL_INVALID_PROGRAM_EXECUTABLE;
  std::string names;
  Executable &executable = *executables.front().executable;
  for (std::size_t position = 0; position < executable.kernelCount(); ++position) {
    if (!names.empty())
      names += ';';
    names += executable.kernel(position).interface().name;
  }
  return target.text(names);
}

cl_int answerDevices(const Program &program, const InfoTarget &target) {
  std::vector<cl_device_id> handles;
  for (const Ref<Device> &device : program.devices())
    handles.push_back(device->handle());
  return target.array(std::span<const cl_device_id>(handles));
}

cl_int answerBinarySizes(const Program &program, const InfoTarget &target) {
  std::vector<size_t> sizes;
  for (std::size_t index = 0; index < program.devices().size(); ++index) {
    const BinaryRef binary = program.binary(index);
    sizes.push_back(binary ? binary->bytes().size() : 0);
  }
  return target.array(std::span<const size_t>(sizes));
}

/// CL_PROGRAM_BINARIES: the host's memory holds pointers to the destination of each binary.
cl_int answerBinaries(const Program &program, size_t size, void *value, size_t *sizeReturn) {
  const std::size_t count = program.devices().size();
  if (value && size < count * sizeof(unsigned char *))
    return CL_INVALID_VALUE;
  for (std::size_t index = 0; value && index < count; ++index) {
    unsigned char *place = static_cast<unsigned char **>(value)[index];
    const BinaryRef binary = program.binary(index);
    if (place && binary)
      std::memcpy(place, binary->bytes().data(), binary->bytes().size());
  }
  if (sizeReturn)
    *sizeReturn = count * sizeof(unsigned char *);
  return CL_SUCCESS;
}

cl_program_binary_type binaryType(const Program::Build &build) {
  if (build.executable)
    return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  if (!build.binary)
    return CL_PROGRAM_BINARY_TYPE_NONE;
  switch (build.binary->kind()) {
  case BinaryKind::Executable:
  case BinaryKind::Intermediate:
    return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  case BinaryKind::Object:
    return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  case BinaryKind::Library:
    return CL_PROGRAM_BINARY_TYPE_LIBRARY;
  }
  return CL_PROGRAM_BINARY_TYPE_NONE;
}

} // namespace

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count,
                                                              const char **strings,
                                                              const size_t *lengths,
                                                              cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) -> cl_program {
    Context *owner = live(Context::fromHandle(context));
    if (!owner)
      return fail(error, CL_INVALID_CONTEXT);
    if (count == 0 || !strings)
      return fail(error, CL_INVALID_VALUE);
    for (cl_uint index = 0; index < count; ++index)
      if (!strings[index])
        return fail(error, CL_INVALID_VALUE);
    return (new Program(*owner, joinSources(count, strings, lengths)))->handle();
  });
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBinary(
    cl_context context, cl_uint num_devices, const cl_device_id *device_list, const size_t *lengths,
    const unsigned char **binaries, cl_int *binary_status, cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) {
    return createFromBinaries(context, num_devices, device_list, lengths, binaries, binary_status,
                              error);
  });
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(
    cl_context context, cl_uint num_devices, const cl_device_id *device_list,
    const char *kernel_names, cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) -> cl_program {
    Context *owner = live(Context::fromHandle(context));
    if (!owner)
      return fail(error, CL_INVALID_CONTEXT);
    if (!device_list || num_devices == 0 || !kernel_names)
      return fail(error, CL_INVALID_VALUE);
    std::vector<Ref<Device>> devices;
    if (cl_int status = contextDevices(*owner, num_devices, device_list, devices))
      return fail(error, status);
    return fail(error,
                CL_INVALID_VALUE); // No device has built-in kernels, so every name is unknown.
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainProgram(cl_program handle) {
  Program *program = Program::fromHandle(handle);
  if (!program)
    return CL_INVALID_PROGRAM;
  program->retainApi();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program handle) {
  Program *program = Program::fromHandle(handle);
  return program && program->releaseApi() ? CL_SUCCESS : CL_INVALID_PROGRAM;
}

CL_API_ENTRY cl_int CL_API_CALL clGetProgramInfo(cl_program handle, cl_program_info param_name,
                                                 size_t param_value_size, void *param_value,
                                                 size_t *param_value_size_ret) {
  return guarded([&]() -> cl_int {
    Program *program = Program::fromHandle(handle);
    if (!program)
      return CL_INVALID_PROGRAM;
    const InfoTarget target(param_value_size, param_value, param_value_size_ret);
    const bool isExecutable = !program->executables().empty();
    switch (param_name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return target.scalar<cl_uint>(program->referenceCount());
    case CL_PROGRAM_CONTEXT:
      return target.scalar<cl_context>(program->context().handle());
    case CL_PROGRAM_NUM_DEVICES:
      return target.scalar<cl_uint>(static_cast<cl_uint>(program->devices().size()));
    case CL_PROGRAM_DEVICES:
      return answerDevices(*program, target);
    case CL_PROGRAM_SOURCE:
      return target.text(program->origin() == Program::Origin::Source ? program->text() : "");
    case CL_PROGRAM_IL:
      return program->origin() == Program::Origin::Module
                 ? target.bytes(program->text().data(), program->text().size())
                 : target.bytes(nullptr, 0);
    case CL_PROGRAM_BINARY_SIZES:
      return answerBinarySizes(*program, target);
    case CL_PROGRAM_BINARIES:
      return answerBinaries(*program, param_value_size, param_value, param_value_size_ret);
    case CL_PROGRAM_NUM_KERNELS:
      return isExecutable
                 ? target.scalar<size_t>(program->executables().front().executable->kernelCount())
                 : CL_INVALID_PROGRAM_EXECUTABLE;
    case CL_PROGRAM_KERNEL_NAMES:
      return answerKernelNames(*program, target);
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
      return isExecutable ? target.scalar<cl_bool>(
                                program->executables().front().executable->hasConstructors())
                          : CL_INVALID_PROGRAM_EXECUTABLE;
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      return isExecutable ? target.scalar<cl_bool>(
                                program->executables().front().executable->hasDestructors())
                          : CL_INVALID_PROGRAM_EXECUTABLE;
    default:
      return CL_INVALID_VALUE;
    }
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetProgramBuildInfo(cl_program handle, cl_device_id device,
                                                      cl_program_build_info param_name,
                                                      size_t param_value_size, void *param_value,
                                                      size_t *param_value_size_ret) {
  return guarded([&]() -> cl_int {
    Program *program = Program::fromHandle(handle);
    if (!program)
      return CL_INVALID_PROGRAM;
    const Device *known = Device::fromHandle(device);
    const auto position = known ? program->position(*known) : std::nullopt;
    if (!position)
      return CL_INVALID_DEVICE;
    const InfoTarget target(param_value_size, param_value, param_value_size_ret);
    const Program::Build build = program->build(*position);
    switch (param_name) {
    case CL_PROGRAM_BUILD_STATUS:
      return target.scalar<cl_build_status>(build.status);
    case CL_PROGRAM_BUILD_OPTIONS:
      return target.text(build.options);
    case CL_PROGRAM_BUILD_LOG:
      return target.text(build.log);
    case CL_PROGRAM_BINARY_TYPE:
      return target.scalar<cl_program_binary_type>(binaryType(build));
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return target.scalar<size_t>(build.executable ? build.executable->globalVariableBytes() : 0);
    default:
      return CL_INVALID_VALUE;
    }
  });
}
