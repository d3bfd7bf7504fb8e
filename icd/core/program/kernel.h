// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel objects: a function of a program and the arguments of its next launch.
//
// Arguments are packed when they are set, in the block that the kernel's code reads
// (device/kernel_abi.h), so enqueuing copies one block. A kernel object does not own the memory
// objects among its arguments (section 5.9.2 forbids it); a launch does. It notes their serial
// numbers, so that one that is gone by then is found out.
#pragma once

#include "device/launch/launch.h"
#include "icd/core/context/queue.h"
#include "icd/core/memory/memory.h"
#include "icd/core/object.h"
#include "icd/core/program/program.h"

#include <CL/cl.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace weft::icd {

/// What a launch needs of its kernel object: nothing in it changes when the kernel object does.
/// Those of most kernels need no memory of their own.
class CapturedArguments {
public:
  CapturedArguments() = default;
  CapturedArguments(const CapturedArguments &) = delete;
  CapturedArguments &operator=(const CapturedArguments &) = delete;

  /// The packed arguments, aligned to WEFT_BLOCK_ALIGNMENT; null before reserve().
  unsigned char *block() const { return aligned; }
  /// Makes room for a block; at most once. Throws bad_alloc.
  void reserve(std::size_t bytes);
  /// Keeps a memory object alive. Throws bad_alloc.
  void hold(Memory &memory);
  /// The same for a queue on the device.
  void hold(Queue &queue) { heldQueues.emplace_back(&queue); }

  std::uint64_t localBytes = 0;   ///< static local variables and local arguments, padded
  std::uint32_t largeBuffers = 0; ///< device::Launch::largeBuffers

private:
  std::array<unsigned char, 320> space;
  unsigned char *aligned = nullptr;
  std::size_t heldCount = 0; ///< in `held`
  std::array<Ref<Memory>, 6> held;
  std::vector<Ref<Memory>> moreHeld;
  std::vector<Ref<Queue>> heldQueues;
  std::vector<unsigned char> moreSpace;
};

class Kernel final : public Object<Kernel, _cl_kernel, ObjectType::Kernel> {
public:
  /// What runs on one device.
  struct Code {
    Device *device;
    ExecutableRef executable;
    KernelCode *code; ///< the executable's

    bool hasArgumentInfo() const { return executable->hasArgumentInfo(); }
  };

  /// Makes a kernel object with one API reference. Otherwise null with CL_INVALID_KERNEL_NAME,
  /// CL_INVALID_KERNEL_DEFINITION or CL_INVALID_PROGRAM_EXECUTABLE in `error`. Throws bad_alloc.
  static Kernel *create(Program &program, std::string_view name, cl_int &error);
  /// clCloneKernel. Throws bad_alloc.
  Kernel *clone();

  Program &program() const { return *owner; }
  Context &context() const { return owner->context(); }
  std::span<const Code> codes() const { return codeList; }
  /// The code for a device: built for it or for the device that it is a part of. Null if there is
  /// none.
  const Code *codeFor(const Device &device) const;
  /// What the source says, for any device: names, kinds and sizes of arguments are the same for
  /// all.
  const weft_kernel_description &interface() const { return codeList.front().code->interface(); }

  /// clSetKernelArg, with all its errors. Not thread-safe for one kernel object, as specified.
  cl_int setArgument(cl_uint index, std::size_t size, const void *value);
  /// clSetKernelArgSVMPointer, with its errors. Any address may be given; as clSetKernelArg.
  cl_int setPointer(cl_uint index, const void *pointer);
  /// Bytes of local memory that a launch uses, without padding (CL_KERNEL_LOCAL_MEM_SIZE).
  std::uint64_t localMemoryUse(const weft_kernel_description &description) const {
    return description.local_memory_bytes + localArgumentBytes;
  }
  /// Whether every argument is set.
  bool areArgumentsSet() const;
  /// Captures the arguments: CL_SUCCESS, or CL_INVALID_KERNEL_ARGS when one is not set or names a
  /// memory object that has been released. Throws bad_alloc.
  cl_int capture(const weft_kernel_description &description, CapturedArguments &captured) const;

  /// The program may be built again once the host holds no kernel of it.
  void beforeApiRelease() noexcept { owner->detachKernel(); }

private:
  friend class Object<Kernel, _cl_kernel, ObjectType::Kernel>;

  struct Argument {
    bool isSet = false;
    cl_mem memory = nullptr; ///< for images and pointers to buffers; null for other pointers
    cl_command_queue queue = nullptr;
    std::uint64_t serial = 0;
    std::uint64_t pointedBytes = 0; ///< behind an address in an allocation of the host's
    std::uint64_t localBytes = 0;   ///< for local pointers
  };

  Kernel(Program &program, std::vector<Code> codes);
  Kernel(const Kernel &other, std::vector<Code> codes);
  ~Kernel();
  cl_int setBuffer(Argument &argument, unsigned char *slot, std::size_t size, const void *value);
  cl_int setImage(const weft_argument_description &expected, Argument &argument, std::size_t size,
                  const void *value);
  cl_int setPipe(Argument &argument, unsigned char *slot, std::size_t size, const void *value);
  cl_int setQueue(Argument &argument, unsigned char *slot, std::size_t size, const void *value);
  cl_int setSampler(Argument &argument, unsigned char *slot, std::size_t size, const void *value);
  cl_int setLocal(Argument &argument, std::size_t size, const void *value);

  Ref<Program> owner;
  std::vector<Code> codeList; ///< never empty
  std::vector<Argument> arguments;
  std::vector<unsigned char> block;
  std::uint64_t localArgumentBytes = 0;
};

/// The largest work-group that the kernel's spill block allows (CL_KERNEL_WORK_GROUP_SIZE).
std::size_t largestWorkGroup(const weft_kernel_description &kernel);
/// The most whole sub-groups of a work-group (CL_KERNEL_MAX_NUM_SUB_GROUPS).
std::uint64_t mostSubGroups(const weft_kernel_description &kernel);
/// The work-items of a work-group of one dimension in so many whole sub-groups; 0 if there is none
/// (CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT).
std::uint64_t workItemsIn(std::uint64_t subGroups, const weft_kernel_description &kernel);
/// Whether a group of this local size has a spill block of acceptable size.
bool fitsPrivateMemory(const weft_kernel_description &kernel,
                       const std::array<std::uint64_t, 3> &localSize);

} // namespace weft::icd
