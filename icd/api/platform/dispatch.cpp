// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of cl_khr_icd, in the order of CL/cl_icd.h. Entries of unsupported extensions stay
// null.
#include "icd/core/object.h"

#include <CL/cl_ext.h>

#include <cstddef>

namespace weft::icd {
namespace {

static_assert(offsetof(cl_icd_dispatch, clSetContextDestructorCallback) + sizeof(void *) ==
                  sizeof(cl_icd_dispatch),
              "the headers know what DispatchTable adds");

consteval cl_icd_dispatch makeTable() {
  cl_icd_dispatch table{};
  table.clGetPlatformIDs = &clGetPlatformIDs;
  table.clGetPlatformInfo = &clGetPlatformInfo;
  table.clGetDeviceIDs = &clGetDeviceIDs;
  table.clGetDeviceInfo = &clGetDeviceInfo;
  table.clCreateContext = &clCreateContext;
  table.clCreateContextFromType = &clCreateContextFromType;
  table.clRetainContext = &clRetainContext;
  table.clReleaseContext = &clReleaseContext;
  table.clGetContextInfo = &clGetContextInfo;
  table.clCreateCommandQueue = &clCreateCommandQueue;
  table.clRetainCommandQueue = &clRetainCommandQueue;
  table.clReleaseCommandQueue = &clReleaseCommandQueue;
  table.clGetCommandQueueInfo = &clGetCommandQueueInfo;
  table.clSetCommandQueueProperty = &clSetCommandQueueProperty;
  table.clCreateBuffer = &clCreateBuffer;
  table.clCreateImage2D = &clCreateImage2D;
  table.clCreateImage3D = &clCreateImage3D;
  table.clRetainMemObject = &clRetainMemObject;
  table.clReleaseMemObject = &clReleaseMemObject;
  table.clGetSupportedImageFormats = &clGetSupportedImageFormats;
  table.clGetMemObjectInfo = &clGetMemObjectInfo;
  table.clGetImageInfo = &clGetImageInfo;
  table.clCreateSampler = &clCreateSampler;
  table.clRetainSampler = &clRetainSampler;
  table.clReleaseSampler = &clReleaseSampler;
  table.clGetSamplerInfo = &clGetSamplerInfo;
  table.clCreateProgramWithSource = &clCreateProgramWithSource;
  table.clCreateProgramWithBinary = &clCreateProgramWithBinary;
  table.clRetainProgram = &clRetainProgram;
  table.clReleaseProgram = &clReleaseProgram;
  table.clBuildProgram = &clBuildProgram;
  table.clUnloadCompiler = &clUnloadCompiler;
  table.clGetProgramInfo = &clGetProgramInfo;
  table.clGetProgramBuildInfo = &clGetProgramBuildInfo;
  table.clCreateKernel = &clCreateKernel;
  table.clCreateKernelsInProgram = &clCreateKernelsInProgram;
  table.clRetainKernel = &clRetainKernel;
  table.clReleaseKernel = &clReleaseKernel;
  table.clSetKernelArg = &clSetKernelArg;
  table.clGetKernelInfo = &clGetKernelInfo;
  table.clGetKernelWorkGroupInfo = &clGetKernelWorkGroupInfo;
  table.clWaitForEvents = &clWaitForEvents;
  table.clGetEventInfo = &clGetEventInfo;
  table.clRetainEvent = &clRetainEvent;
  table.clReleaseEvent = &clReleaseEvent;
  table.clGetEventProfilingInfo = &clGetEventProfilingInfo;
  table.clFlush = &clFlush;
  table.clFinish = &clFinish;
  table.clEnqueueReadBuffer = &clEnqueueReadBuffer;
  table.clEnqueueWriteBuffer = &clEnqueueWriteBuffer;
  table.clEnqueueCopyBuffer = &clEnqueueCopyBuffer;
  table.clEnqueueReadImage = &clEnqueueReadImage;
  table.clEnqueueWriteImage = &clEnqueueWriteImage;
  table.clEnqueueCopyImage = &clEnqueueCopyImage;
  table.clEnqueueCopyImageToBuffer = &clEnqueueCopyImageToBuffer;
  table.clEnqueueCopyBufferToImage = &clEnqueueCopyBufferToImage;
  table.clEnqueueMapBuffer = &clEnqueueMapBuffer;
  table.clEnqueueMapImage = &clEnqueueMapImage;
  table.clEnqueueUnmapMemObject = &clEnqueueUnmapMemObject;
  table.clEnqueueNDRangeKernel = &clEnqueueNDRangeKernel;
  table.clEnqueueTask = &clEnqueueTask;
  table.clEnqueueNativeKernel = &clEnqueueNativeKernel;
  table.clEnqueueMarker = &clEnqueueMarker;
  table.clEnqueueWaitForEvents = &clEnqueueWaitForEvents;
  table.clEnqueueBarrier = &clEnqueueBarrier;
  table.clGetExtensionFunctionAddress = &clGetExtensionFunctionAddress;
  table.clSetEventCallback = &clSetEventCallback;
  table.clCreateSubBuffer = &clCreateSubBuffer;
  table.clSetMemObjectDestructorCallback = &clSetMemObjectDestructorCallback;
  table.clCreateUserEvent = &clCreateUserEvent;
  table.clSetUserEventStatus = &clSetUserEventStatus;
  table.clEnqueueReadBufferRect = &clEnqueueReadBufferRect;
  table.clEnqueueWriteBufferRect = &clEnqueueWriteBufferRect;
  table.clEnqueueCopyBufferRect = &clEnqueueCopyBufferRect;
  table.clCreateSubDevices = &clCreateSubDevices;
  table.clRetainDevice = &clRetainDevice;
  table.clReleaseDevice = &clReleaseDevice;
  table.clCreateImage = &clCreateImage;
  table.clCreateProgramWithBuiltInKernels = &clCreateProgramWithBuiltInKernels;
  table.clCompileProgram = &clCompileProgram;
  table.clLinkProgram = &clLinkProgram;
  table.clUnloadPlatformCompiler = &clUnloadPlatformCompiler;
  table.clGetKernelArgInfo = &clGetKernelArgInfo;
  table.clEnqueueFillBuffer = &clEnqueueFillBuffer;
  table.clEnqueueFillImage = &clEnqueueFillImage;
  table.clEnqueueMigrateMemObjects = &clEnqueueMigrateMemObjects;
  table.clEnqueueMarkerWithWaitList = &clEnqueueMarkerWithWaitList;
  table.clEnqueueBarrierWithWaitList = &clEnqueueBarrierWithWaitList;
  table.clGetExtensionFunctionAddressForPlatform = &clGetExtensionFunctionAddressForPlatform;
  table.clCreateCommandQueueWithProperties = &clCreateCommandQueueWithProperties;
  table.clCreatePipe = &clCreatePipe;
  table.clGetPipeInfo = &clGetPipeInfo;
  table.clSVMAlloc = &clSVMAlloc;
  table.clSVMFree = &clSVMFree;
  table.clEnqueueSVMFree = &clEnqueueSVMFree;
  table.clEnqueueSVMMemcpy = &clEnqueueSVMMemcpy;
  table.clEnqueueSVMMemFill = &clEnqueueSVMMemFill;
  table.clEnqueueSVMMap = &clEnqueueSVMMap;
  table.clEnqueueSVMUnmap = &clEnqueueSVMUnmap;
  table.clCreateSamplerWithProperties = &clCreateSamplerWithProperties;
  table.clSetKernelArgSVMPointer = &clSetKernelArgSVMPointer;
  table.clSetKernelExecInfo = &clSetKernelExecInfo;
  table.clCloneKernel = &clCloneKernel;
  table.clCreateProgramWithIL = &clCreateProgramWithIL;
  table.clEnqueueSVMMigrateMem = &clEnqueueSVMMigrateMem;
  table.clGetDeviceAndHostTimer = &clGetDeviceAndHostTimer;
  table.clGetHostTimer = &clGetHostTimer;
  table.clGetKernelSubGroupInfo = &clGetKernelSubGroupInfo;
  table.clSetDefaultDeviceCommandQueue = &clSetDefaultDeviceCommandQueue;
  table.clSetProgramReleaseCallback = &clSetProgramReleaseCallback;
  table.clSetProgramSpecializationConstant = &clSetProgramSpecializationConstant;
  table.clGetKernelSubGroupInfoKHR = &clGetKernelSubGroupInfoKHR;
  table.clCreateBufferWithProperties = &clCreateBufferWithProperties;
  table.clCreateImageWithProperties = &clCreateImageWithProperties;
  table.clSetContextDestructorCallback = &clSetContextDestructorCallback;
  return table;
}

} // namespace

const DispatchTable dispatchTable = {makeTable(), &clGetKernelSuggestedLocalWorkSizeKHR};
constinit const cl_icd_dispatch *handleDispatch = &dispatchTable.known;

} // namespace weft::icd
