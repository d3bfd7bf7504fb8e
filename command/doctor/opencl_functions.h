// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenCL functions of a loader found at run time.
#pragma once

#include <CL/cl.h>

#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace weft::command {

class OpenClFunctions {
public:
  /// Throws runtime_error if the library lacks one.
  explicit OpenClFunctions(void *library) : library(library) {}

private:
  template <class Function> Function *find(const char *name) const {
    void *address = ::dlsym(library, name);
    if (!address)
      throw std::runtime_error(std::string("the loader has no ") + name);
    return reinterpret_cast<Function *>(address);
  }
  void *library;

public:
  decltype(clGetPlatformIDs) *getPlatformIDs = find<decltype(clGetPlatformIDs)>("clGetPlatformIDs");
  decltype(clGetPlatformInfo) *getPlatformInfo =
      find<decltype(clGetPlatformInfo)>("clGetPlatformInfo");
  decltype(clGetDeviceIDs) *getDeviceIDs = find<decltype(clGetDeviceIDs)>("clGetDeviceIDs");
  decltype(clCreateContext) *createContext = find<decltype(clCreateContext)>("clCreateContext");
  decltype(clCreateCommandQueue) *createCommandQueue =
      find<decltype(clCreateCommandQueue)>("clCreateCommandQueue");
  decltype(clCreateProgramWithSource) *createProgramWithSource =
      find<decltype(clCreateProgramWithSource)>("clCreateProgramWithSource");
  decltype(clBuildProgram) *buildProgram = find<decltype(clBuildProgram)>("clBuildProgram");
  decltype(clGetProgramBuildInfo) *getProgramBuildInfo =
      find<decltype(clGetProgramBuildInfo)>("clGetProgramBuildInfo");
  decltype(clCreateKernel) *createKernel = find<decltype(clCreateKernel)>("clCreateKernel");
  decltype(clCreateBuffer) *createBuffer = find<decltype(clCreateBuffer)>("clCreateBuffer");
  decltype(clSetKernelArg) *setKernelArg = find<decltype(clSetKernelArg)>("clSetKernelArg");
  decltype(clEnqueueNDRangeKernel) *enqueueNDRangeKernel =
      find<decltype(clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel");
  decltype(clFinish) *finish = find<decltype(clFinish)>("clFinish");
};

} // namespace weft::command
