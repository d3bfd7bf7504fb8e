// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel objects: a function of a program and the arguments of its next launch.
//
// Arguments are packed when they are set, in the block that the kernel's code reads
// (device/kernel_abi.h), so enqueuing copies one block. A kernel object does not own the memory
// objects among its arguments (section 5.9.2 forbids it); a launch does. It records their serial
// numbers, so that released ones are detected.
#pragma once

#include "device/kernel_abi_checks.h"
#include "device/launch/launch.h"
#include "icd/core/context/queue.h"
#include "icd/core/memory/memory.h"
#include "icd/core/object.h"
#include "icd/core/program/program.h"

#include <CL/cl.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace weft::icd {

/// A launch's snapshot of its kernel object, unaffected by later changes. For most kernels it needs
/// no allocation.
class CapturedArguments {
public:
  CapturedArguments() = default;
  CapturedArguments(const CapturedArguments &) = delete;
  CapturedArguments &operator=(const CapturedArguments &) = delete;

  /// The packed arguments, aligned to WEFT_BLOCK_ALIGNMENT; null before reserve().
  unsigned char *block() const { return aligned; }
  /// Reserves space for a block; at most once. Throws bad_alloc.
  void reserve(std::size_t bytes);
  /// Keeps a memory object alive. Throws bad_alloc.
  void hold(Memory &memory);
  /// The same for an on-device queue.
  void hold(Queue &queue) { heldQueues.emplace_back(&queue); }

  /// For checked kernels: how many bytes of its object come before what an argument points to, the
  /// object's size, and the memory object, or null. Throws bad_alloc.
  void setExtent(std::size_t argument, std::uint64_t offset, std::uint64_t size,
                 const Memory *object = nullptr);
  /// One for each argument up to the last one that was set.
  const weft_extent *extents() const { return extentList.data(); }
  const Memory *objectAt(std::size_t argument) const { return objects[argument]; }

  std::uint64_t localBytes = 0;   ///< static local variables and local arguments, padded
  std::uint32_t largeBuffers = 0; ///< device::Launch::largeBuffers

private:
  std::array<unsigned char, 320> space;
  unsigned char *aligned = nullptr;
  std::size_t heldCount = 0; ///< in `held`
  std::array<Ref<Memory>, 6> held;
  std::vector<Ref<Memory>> moreHeld;
  std::vector<Ref<Queue>> heldQueues;
  std::vector<unsigned char> extraSpace;
  std::vector<weft_extent> extentList;
  std::vector<const Memory *> objects;
};

class Kernel final : public Object<Kernel, _cl_kernel, ObjectType::Kernel> {
public:
  /// The parts that run on one device.
  struct Code {
    Device *device;
    ExecutableRef executable;
    KernelCode *code; ///< the executable's

    bool hasArgumentInfo() const { return executable->hasArgumentInfo(); }
  };

  /// Creates a kernel object with one API reference. Otherwise null with CL_INVALID_KERNEL_NAME,
  /// CL_INVALID_KERNEL_DEFINITION or CL_INVALID_PROGRAM_EXECUTABLE in `error`. Throws bad_alloc.
  static Kernel *create(Program &program, std::string_view name, cl_int &error);
  /// clCloneKernel. Throws bad_alloc.
  Kernel *clone();

  Program &program() const { return *owner; }
  Context &context() const { return owner->context(); }
  std::span<const Code> codeByDevice() const { return codeList; }
  /// The code for a device: built for it or for the device that contains it. Null if there is none.
  const Code *codeFor(const Device &device) const;
  /// The source's description, for any device: names, kinds and sizes of arguments are the same for
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
  /// The first argument because of which capture() fails.
  struct UnusableArgument {
    std::size_t index;
    bool wasReleased; ///< a memory object that no longer exists; otherwise it is not set
  };
  std::optional<UnusableArgument> firstUnusableArgument() const;
  /// Captures the arguments: CL_SUCCESS, or CL_INVALID_KERNEL_ARGS if one is not set or is a memory
  /// object that has been released. Throws bad_alloc.
  cl_int capture(const weft_kernel_description &description, CapturedArguments &captured) const;

  /// The program may be rebuilt once the host holds no kernel of it.
  void beforeApiRelease() noexcept { owner->detachKernel(); }

private:
  friend class Object<Kernel, _cl_kernel, ObjectType::Kernel>;

  struct Argument {
    bool isSet = false;
    cl_mem memory = nullptr; ///< for images and buffer pointers; null for other pointers
    cl_command_queue queue = nullptr;
    std::uint64_t serial = 0;
    std::uint64_t pointedBytes = 0; ///< at an address in one of the host's allocations
    std::uint64_t localBytes = 0;   ///< for local pointers
  };

  Kernel(Program &program, std::vector<Code> codeByDevice);
  Kernel(const Kernel &other, std::vector<Code> codeByDevice);
  ~Kernel();
  void captureExtents(const weft_kernel_description &description,
                      CapturedArguments &captured) const;
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

/// The maximum work-group size given the kernel's spill block (CL_KERNEL_WORK_GROUP_SIZE).
std::size_t largestWorkGroup(const weft_kernel_description &kernel);
/// The maximum number of whole sub-groups of a work-group (CL_KERNEL_MAX_NUM_SUB_GROUPS).
std::uint64_t maxSubGroups(const weft_kernel_description &kernel);
/// The size of a one-dimensional work-group with this many whole sub-groups; 0 if impossible
/// (CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT).
std::uint64_t workItemsIn(std::uint64_t subGroups, const weft_kernel_description &kernel);
/// Whether a group of this local size has a spill block of acceptable size.
bool fitsPrivateMemory(const weft_kernel_description &kernel,
                       const std::array<std::uint64_t, 3> &localSize);

} // namespace weft::icd
