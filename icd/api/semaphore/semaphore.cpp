// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creating, sharing and querying semaphores (cl_khr_semaphore, cl_khr_external_semaphore with sync
// files).
#include "icd/core/semaphore/semaphore.h"
#include "icd/core/semaphore/sync_file_watch.h"

#include "icd/api/api.h"
#include "icd/api/property_list.h"
#include "icd/api/semaphore/names.h"
#include "icd/core/platform/device.h"

#include <fcntl.h>

#include <optional>

using namespace weft;
using namespace weft::icd;

namespace {

/// The host's request for a new semaphore.
struct CreationProperties {
  bool hasType = false;
  std::vector<Ref<Device>> devices;
  std::size_t exportTypes = 0;
  std::optional<int> syncFile;
  std::vector<cl_semaphore_properties_khr> list; ///< with its terminating 0
};

using Values = PropertyValues<cl_semaphore_properties_khr>;

/// Sync files, and -1, which stands for a signalled one.
bool isImportable(int file) { return file == -1 || isSyncFile(file); }

/// Reads properties one by one. Lists end with their own 0.
class PropertyReader {
public:
  PropertyReader(const Context &context, CreationProperties &read) : context(context), read(read) {}

  cl_int operator()(cl_semaphore_properties_khr name, Values &values) {
    switch (name) {
    case CL_SEMAPHORE_TYPE_KHR:
      read.hasType = true;
      return values.next() == CL_SEMAPHORE_TYPE_BINARY_KHR ? CL_SUCCESS : CL_INVALID_PROPERTY;
    case semaphoreDeviceHandleList:
      return readDevices(values);
    case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
      return readExportTypes(values);
    case CL_SEMAPHORE_HANDLE_SYNC_FD_KHR:
      read.syncFile = static_cast<int>(values.next());
      return isImportable(*read.syncFile) ? CL_SUCCESS : CL_INVALID_PROPERTY;
    default:
      return CL_INVALID_PROPERTY;
    }
  }

private:
  /// Exactly one device of the context.
  cl_int readDevices(Values &values) {
    while (const cl_semaphore_properties_khr handle = values.next()) {
      Device *device = Device::fromHandle(reinterpret_cast<cl_device_id>(handle));
      if (!device || !context.contains(*device) || !read.devices.empty())
        return CL_INVALID_DEVICE;
      read.devices.emplace_back(device);
    }
    return read.devices.empty() ? CL_INVALID_DEVICE : CL_SUCCESS;
  }

  cl_int readExportTypes(Values &values) {
    while (const cl_semaphore_properties_khr type = values.next()) {
      if (type != CL_SEMAPHORE_HANDLE_SYNC_FD_KHR)
        return CL_INVALID_PROPERTY;
      if (++read.exportTypes > 1)
        return CL_INVALID_VALUE;
    }
    return CL_SUCCESS;
  }

  const Context &context;
  CreationProperties &read;
};

cl_int readProperties(const Context &context, const cl_semaphore_properties_khr *list,
                      CreationProperties &read) {
  if (!list)
    return CL_INVALID_VALUE;
  if (cl_int error =
          readPropertyList(list, CL_INVALID_PROPERTY, read.list, PropertyReader(context, read)))
    return error;
  if (!read.hasType)
    return CL_INVALID_VALUE;
  if (read.devices.empty() && context.deviceCount() > 1)
    return CL_INVALID_PROPERTY;
  if (read.devices.empty())
    read.devices.emplace_back(&context.device(0));
  return read.syncFile && read.exportTypes ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/// On success the semaphore owns the file, otherwise the host.
cl_int import(Semaphore &semaphore, int file) {
  if (file < 0)
    return semaphore.importSyncFile(Descriptor());
  // A copy, as the host keeps its own on failure.
  Descriptor copy = aboveStandardStreams(::fcntl(file, F_DUPFD_CLOEXEC, 0));
  if (!copy)
    return CL_OUT_OF_RESOURCES;
  const cl_int status = semaphore.importSyncFile(std::move(copy));
  if (status == CL_SUCCESS)
    Descriptor(file).reset();
  return status;
}

} // namespace

CL_API_ENTRY cl_semaphore_khr CL_API_CALL clCreateSemaphoreWithPropertiesKHR(
    cl_context handle, const cl_semaphore_properties_khr *sema_props, cl_int *errcode_ret) {
  return creating(errcode_ret, [&](cl_int &error) -> cl_semaphore_khr {
    Context *context = live(Context::fromHandle(handle));
    if (!context)
      return fail(error, CL_INVALID_CONTEXT);
    CreationProperties read;
    if ((error = readProperties(*context, sema_props, read)))
      return nullptr;
    auto semaphore = ApiRef<Semaphore>::adopt(
        new Semaphore(*context, std::move(read.devices), std::move(read.list), read.exportTypes > 0,
                      read.syncFile.has_value()));
    if (read.syncFile && (error = import(*semaphore, *read.syncFile)))
      return nullptr;
    return semaphore.leak()->handle();
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainSemaphoreKHR(cl_semaphore_khr handle) {
  Semaphore *semaphore = Semaphore::fromHandle(handle);
  if (!semaphore)
    return CL_INVALID_SEMAPHORE_KHR;
  semaphore->retainApi();
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseSemaphoreKHR(cl_semaphore_khr handle) {
  Semaphore *semaphore = Semaphore::fromHandle(handle);
  return semaphore && semaphore->releaseApi() ? CL_SUCCESS : CL_INVALID_SEMAPHORE_KHR;
}

CL_API_ENTRY cl_int CL_API_CALL clGetSemaphoreInfoKHR(cl_semaphore_khr handle,
                                                      cl_semaphore_info_khr name, size_t size,
                                                      void *value, size_t *sizeReturn) {
  const Semaphore *semaphore = Semaphore::fromHandle(handle);
  if (!semaphore)
    return CL_INVALID_SEMAPHORE_KHR;
  const InfoTarget target(size, value, sizeReturn);
  switch (name) {
  case CL_SEMAPHORE_CONTEXT_KHR:
    return target.scalar<cl_context>(semaphore->context().handle());
  case CL_SEMAPHORE_REFERENCE_COUNT_KHR:
    return target.scalar<cl_uint>(semaphore->referenceCount());
  case CL_SEMAPHORE_PROPERTIES_KHR:
    return target.array<cl_semaphore_properties_khr>(semaphore->properties());
  case CL_SEMAPHORE_TYPE_KHR:
    return target.scalar<cl_semaphore_type_khr>(CL_SEMAPHORE_TYPE_BINARY_KHR);
  case CL_SEMAPHORE_PAYLOAD_KHR:
    return target.scalar<cl_semaphore_payload_khr>(semaphore->payload());
  case semaphoreDeviceHandleList:
    return target.scalar<cl_device_id>(semaphore->devices().front()->handle());
  case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR: {
    const cl_external_semaphore_handle_type_khr type = CL_SEMAPHORE_HANDLE_SYNC_FD_KHR;
    return target.array(std::span(&type, semaphore->isExportable() ? 1 : 0));
  }
  case semaphoreExportable:
    return target.scalar<cl_bool>(semaphore->isExportable());
  default:
    return CL_INVALID_VALUE;
  }
}

/// Only the Linux kernel can create sync files, but a signalled one is simply -1. So the call
/// returns when the semaphore is signalled.
CL_API_ENTRY cl_int CL_API_CALL
clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr handle, cl_device_id deviceHandle,
                               cl_external_semaphore_handle_type_khr handle_type,
                               size_t handle_size, void *handle_ptr, size_t *handle_size_ret) {
  return guarded([&]() -> cl_int {
    Semaphore *semaphore = Semaphore::fromHandle(handle);
    if (!semaphore)
      return CL_INVALID_SEMAPHORE_KHR;
    const Device *device = Device::fromHandle(deviceHandle);
    if (!device || !semaphore->isUsableOn(*device))
      return CL_INVALID_DEVICE;
    if (!semaphore->isExportable() || handle_type != CL_SEMAPHORE_HANDLE_SYNC_FD_KHR ||
        (handle_ptr && handle_size < sizeof(int)))
      return CL_INVALID_VALUE;
    if (handle_ptr)
      if (cl_int error = semaphore->exportSignalled())
        return error;
    return InfoTarget(handle_size, handle_ptr, handle_size_ret).scalar<int>(-1);
  });
}

CL_API_ENTRY cl_int CL_API_CALL clReImportSemaphoreSyncFdKHR(
    cl_semaphore_khr handle, cl_semaphore_reimport_properties_khr *reimport_props, int fd) {
  return guarded([&]() -> cl_int {
    Semaphore *semaphore = Semaphore::fromHandle(handle);
    if (!semaphore || !semaphore->isImported())
      return CL_INVALID_SEMAPHORE_KHR;
    if ((reimport_props && *reimport_props != 0) || !isImportable(fd))
      return CL_INVALID_VALUE;
    return import(*semaphore, fd);
  });
}
