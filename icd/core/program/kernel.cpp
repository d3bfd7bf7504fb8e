// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "icd/core/program/kernel.h"

#include "device/base/numbers.h"
#include "device/base/settings.h"
#include "device/copy/streaming.h"
#include "icd/core/context/context.h"
#include "icd/core/memory/sampler.h"
#include "icd/core/platform/device.h"
#include "icd/core/platform/limits.h"

#include <algorithm>
#include <cstring>

namespace weft::icd {
namespace {

/// For the private memory of one thread's group: context array and stack.
constexpr std::uint64_t maxPrivateBytes = std::uint64_t{256} << 20;

/// Whether two devices' builds of one kernel take the same arguments.
bool isSameDefinition(const weft_kernel_description &one, const weft_kernel_description &other) {
  const auto sameArgument = [](const weft_argument_description &a,
                               const weft_argument_description &b) {
    return a.kind == b.kind && a.offset == b.offset && a.size == b.size &&
           a.image_type == b.image_type && a.access_qualifier == b.access_qualifier;
  };
  return one.argument_block_bytes == other.argument_block_bytes &&
         std::equal(one.arguments, one.arguments + one.argument_count, other.arguments,
                    other.arguments + other.argument_count, sameArgument);
}

std::vector<Kernel::Code> findCode(std::vector<Program::DeviceExecutable> executables,
                                   std::string_view name) {
  std::vector<Kernel::Code> codeByDevice;
  for (Program::DeviceExecutable &built : executables)
    if (KernelCode *code = built.executable->find(name);
        code && !(code->interface().flags & WEFT_KERNEL_HIDDEN))
      codeByDevice.push_back({built.device, std::move(built.executable), code});
  return codeByDevice;
}

/// Reverts the program's count of a kernel object whose creation failed.
class Attachment {
public:
  explicit Attachment(Program &program) : program(&program) {}
  Attachment(const Attachment &) = delete;
  Attachment &operator=(const Attachment &) = delete;
  ~Attachment() {
    if (program)
      program->detachKernel();
  }
  void keep() { program = nullptr; }

private:
  Program *program;
};

/// The handle in an argument's value, or null.
template <class Handle> Handle handleIn(const void *value) {
  Handle handle = nullptr;
  if (value)
    std::memcpy(&handle, value, sizeof handle);
  return handle;
}

/// Whether a kernel may access an image as its argument's qualifier says.
bool allowsAccess(const Memory &memory, cl_kernel_arg_access_qualifier qualifier) {
  const cl_mem_flags flags = memory.flags();
  switch (qualifier) {
  case CL_KERNEL_ARG_ACCESS_WRITE_ONLY:
    return !(flags & CL_MEM_READ_ONLY);
  case CL_KERNEL_ARG_ACCESS_READ_WRITE:
    return flags & CL_MEM_READ_WRITE && memory.image()->format().isReadWrite();
  default:
    return !(flags & CL_MEM_WRITE_ONLY);
  }
}

} // namespace

Kernel::Kernel(Program &program, std::vector<Code> codeByDevice)
    : owner(&program), codeList(std::move(codeByDevice)), arguments(interface().argument_count),
      block(interface().argument_block_bytes) {}

Kernel::Kernel(const Kernel &other, std::vector<Code> codeByDevice)
    : owner(other.owner), codeList(std::move(codeByDevice)), arguments(other.arguments),
      block(other.block), localArgumentBytes(other.localArgumentBytes) {}

Kernel::~Kernel() = default;

Kernel *Kernel::create(Program &program, std::string_view name, cl_int &error) {
  std::vector<Program::DeviceExecutable> executables = program.attachKernel();
  if (executables.empty()) {
    error = CL_INVALID_PROGRAM_EXECUTABLE;
    return nullptr;
  }
  Attachment attachment(program);
  std::vector<Code> codeByDevice = findCode(std::move(executables), name);
  if (codeByDevice.empty()) {
    error = CL_INVALID_KERNEL_NAME;
    return nullptr;
  }
  for (const Code &code : codeByDevice)
    if (!isSameDefinition(codeByDevice.front().code->interface(), code.code->interface())) {
      error = CL_INVALID_KERNEL_DEFINITION;
      return nullptr;
    }
  Kernel *kernel = new Kernel(program, std::move(codeByDevice));
  attachment.keep();
  return kernel;
}

Kernel *Kernel::clone() {
  owner->attachKernel();
  Attachment attachment(*owner);
  Kernel *kernel = new Kernel(*this, codeList);
  attachment.keep();
  return kernel;
}

const Kernel::Code *Kernel::codeFor(const Device &device) const {
  for (const Device *candidate = &device; candidate; candidate = candidate->parent())
    for (const Code &code : codeList)
      if (code.device == candidate)
        return &code;
  return nullptr;
}

cl_int Kernel::setArgument(cl_uint index, std::size_t size, const void *value) {
  if (index >= arguments.size())
    return CL_INVALID_ARG_INDEX;
  const weft_argument_description &expected = interface().arguments[index];
  Argument &argument = arguments[index];
  unsigned char *slot = block.data() + expected.offset;
  switch (expected.kind) {
  case WEFT_ARGUMENT_GLOBAL_POINTER:
  case WEFT_ARGUMENT_CONSTANT_POINTER:
    return setBuffer(argument, slot, size, value);
  case WEFT_ARGUMENT_LOCAL_POINTER:
    return setLocal(argument, size, value);
  case WEFT_ARGUMENT_VALUE:
    if (!value)
      return CL_INVALID_ARG_VALUE;
    if (size != expected.size)
      return CL_INVALID_ARG_SIZE;
    std::memcpy(slot, value, size);
    argument.isSet = true;
    return CL_SUCCESS;
  case WEFT_ARGUMENT_IMAGE:
    return setImage(expected, argument, size, value);
  case WEFT_ARGUMENT_SAMPLER:
    return setSampler(argument, slot, size, value);
  case WEFT_ARGUMENT_QUEUE:
    return setQueue(argument, slot, size, value);
  default:
    return setPipe(argument, slot, size, value);
  }
}

cl_int Kernel::setBuffer(Argument &argument, unsigned char *slot, std::size_t size,
                         const void *value) {
  if (value && size != sizeof(cl_mem))
    return CL_INVALID_ARG_SIZE;
  const cl_mem handle = handleIn<cl_mem>(value);
  const Memory *memory = handle ? Memory::fromHandle(handle) : nullptr;
  if (handle && !(memory && memory->isBuffer()))
    return CL_INVALID_MEM_OBJECT;
  if (memory && &memory->context() != &context())
    return CL_INVALID_CONTEXT;
  const unsigned char *address = memory ? memory->data() : nullptr;
  std::memcpy(slot, &address, sizeof(address));
  argument = {.isSet = true, .memory = handle, .serial = memory ? memory->serial() : 0};
  return CL_SUCCESS;
}

cl_int Kernel::setImage(const weft_argument_description &expected, Argument &argument,
                        std::size_t size, const void *value) {
  if (size != sizeof(cl_mem))
    return CL_INVALID_ARG_SIZE;
  const cl_mem handle = handleIn<cl_mem>(value);
  const Memory *memory = Memory::fromHandle(handle);
  const Image *image = memory ? memory->image() : nullptr;
  if (!image || image->type() != expected.image_type ||
      (expected.is_depth_image && !image->format().isDepth()))
    return CL_INVALID_MEM_OBJECT;
  if (&memory->context() != &context())
    return CL_INVALID_CONTEXT;
  if (!allowsAccess(*memory, expected.access_qualifier))
    return CL_INVALID_ARG_VALUE;
  const weft_image *descriptor = &image->descriptor();
  std::memcpy(block.data() + expected.offset, &descriptor, sizeof descriptor);
  argument = {.isSet = true, .memory = handle, .serial = memory->serial()};
  return CL_SUCCESS;
}

cl_int Kernel::setPipe(Argument &argument, unsigned char *slot, std::size_t size,
                       const void *value) {
  if (size != sizeof(cl_mem))
    return CL_INVALID_ARG_SIZE;
  const cl_mem handle = handleIn<cl_mem>(value);
  const Memory *memory = Memory::fromHandle(handle);
  if (!memory || !memory->pipe())
    return CL_INVALID_MEM_OBJECT;
  if (&memory->context() != &context())
    return CL_INVALID_CONTEXT;
  const unsigned char *address = memory->data();
  std::memcpy(slot, &address, sizeof address);
  argument = {.isSet = true, .memory = handle, .serial = memory->serial()};
  return CL_SUCCESS;
}

cl_int Kernel::setQueue(Argument &argument, unsigned char *slot, std::size_t size,
                        const void *value) {
  if (size != sizeof(cl_command_queue))
    return CL_INVALID_ARG_SIZE;
  const cl_command_queue handle = handleIn<cl_command_queue>(value);
  const Queue *queue = Queue::fromHandle(handle);
  if (!queue || !queue->isOnDevice())
    return CL_INVALID_DEVICE_QUEUE;
  if (&queue->context() != &context())
    return CL_INVALID_CONTEXT;
  std::memcpy(slot, &handle, sizeof handle);
  argument = {.isSet = true, .queue = handle};
  return CL_SUCCESS;
}

cl_int Kernel::setSampler(Argument &argument, unsigned char *slot, std::size_t size,
                          const void *value) {
  if (size != sizeof(cl_sampler))
    return CL_INVALID_ARG_SIZE;
  const Sampler *sampler = Sampler::fromHandle(handleIn<cl_sampler>(value));
  if (!sampler)
    return CL_INVALID_SAMPLER;
  if (&sampler->context() != &context())
    return CL_INVALID_CONTEXT;
  const std::uint64_t bits = sampler->mode().bits();
  std::memcpy(slot, &bits, sizeof bits);
  argument = {.isSet = true};
  return CL_SUCCESS;
}

cl_int Kernel::setPointer(cl_uint index, const void *pointer) {
  if (index >= arguments.size())
    return CL_INVALID_ARG_INDEX;
  const weft_argument_description &expected = interface().arguments[index];
  if (expected.kind != WEFT_ARGUMENT_GLOBAL_POINTER &&
      expected.kind != WEFT_ARGUMENT_CONSTANT_POINTER)
    return CL_INVALID_ARG_VALUE;
  std::memcpy(block.data() + expected.offset, &pointer, sizeof(pointer));
  const auto allocation = context().allocations().find(pointer);
  arguments[index] = {.isSet = true,
                      .pointedBytes = allocation ? allocation->bytesFrom(pointer) : 0};
  return CL_SUCCESS;
}

cl_int Kernel::setLocal(Argument &argument, std::size_t size, const void *value) {
  if (value)
    return CL_INVALID_ARG_VALUE;
  // Beyond the device's local memory the launch fails; the sum must not overflow before.
  const std::uint64_t bytes = std::min<std::uint64_t>(size, std::uint64_t{1} << 40);
  localArgumentBytes += bytes - argument.localBytes;
  argument = {.isSet = true, .localBytes = bytes};
  return CL_SUCCESS;
}

bool Kernel::areArgumentsSet() const { return std::ranges::all_of(arguments, &Argument::isSet); }

std::optional<Kernel::UnusableArgument> Kernel::firstUnusableArgument() const {
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    const Argument &argument = arguments[index];
    if (!argument.isSet)
      return UnusableArgument{index, /*wasReleased=*/false};
    const Memory *memory = argument.memory ? Memory::fromHandle(argument.memory) : nullptr;
    if (argument.memory && (!memory || memory->serial() != argument.serial))
      return UnusableArgument{index, /*wasReleased=*/true};
    if (argument.queue && !Queue::fromHandle(argument.queue))
      return UnusableArgument{index, /*wasReleased=*/true};
  }
  return std::nullopt;
}

void CapturedArguments::setExtent(std::size_t argument, std::uint64_t offset, std::uint64_t size,
                                  const Memory *object) {
  extentList.resize(std::max(extentList.size(), argument + 1));
  objects.resize(extentList.size());
  // CL_MEM_WRITE_ONLY and CL_MEM_READ_ONLY tell what kernels do (OpenCL API 5.2.1).
  const cl_mem_flags flags = object ? object->flags() : CL_MEM_READ_WRITE;
  extentList[argument] = {.offset = offset,
                          .size = size,
                          .cells = 0,
                          .contents = 0,
                          .readable = flags & CL_MEM_WRITE_ONLY ? 0 : size,
                          .writable = flags & CL_MEM_READ_ONLY ? 0 : size};
  objects[argument] = object;
}

void CapturedArguments::reserve(std::size_t bytes) {
  const std::size_t needed = bytes + WEFT_BLOCK_ALIGNMENT - 1;
  unsigned char *begin = space.data();
  if (needed > space.size()) {
    extraSpace.resize(needed);
    begin = extraSpace.data();
  }
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  aligned = begin + (roundUp(address, WEFT_BLOCK_ALIGNMENT) - address);
}

void CapturedArguments::hold(Memory &memory) {
  if (heldCount < held.size())
    held[heldCount++] = Ref<Memory>(&memory);
  else
    moreHeld.emplace_back(&memory);
}

cl_int Kernel::capture(const weft_kernel_description &description,
                       CapturedArguments &captured) const {
  captured.reserve(block.size());
  if (!block.empty())
    std::memcpy(captured.block(), block.data(), block.size());
  captured.localBytes = description.local_memory_bytes;
  const std::uint64_t streamed = device::streamFromBytes();
  // What a kernel leaves that does not tell may be initialised.
  const bool tellsWrites = description.flags & WEFT_KERNEL_TRACKS_CONTENTS ||
                           !Settings::ofProcess().checks.has(Check::Uninitialised);

  for (std::size_t index = 0; index < arguments.size(); ++index) {
    const Argument &argument = arguments[index];
    if (!argument.isSet)
      return CL_INVALID_KERNEL_ARGS;
    std::uint64_t pointedBytes = argument.pointedBytes;
    if (argument.memory) {
      Memory *memory = Memory::fromHandle(argument.memory);
      if (!memory || memory->serial() != argument.serial)
        return CL_INVALID_KERNEL_ARGS;
      captured.hold(*memory);
      if (!tellsWrites)
        memory->noteWrites();
      pointedBytes = memory->isBuffer() ? memory->size() : 0;
    } else if (argument.queue) {
      Queue *queue = Queue::fromHandle(argument.queue);
      if (!queue || !queue->isOnDevice())
        return CL_INVALID_KERNEL_ARGS;
      captured.hold(*queue);
    } else if (argument.localBytes) {
      const std::uint64_t offset = roundUp(captured.localBytes, WEFT_BLOCK_ALIGNMENT);
      std::memcpy(captured.block() + description.arguments[index].offset, &offset, sizeof(offset));
      captured.localBytes = offset + argument.localBytes;
    }
    if (index < 32 && pointedBytes && pointedBytes >= streamed)
      captured.largeBuffers |= 1u << index;
  }
  if (description.flags & WEFT_KERNEL_IS_CHECKED)
    captureExtents(description, captured);
  return CL_SUCCESS;
}

// Of an address that belongs to no object of the context nothing is known.
void Kernel::captureExtents(const weft_kernel_description &description,
                            CapturedArguments &captured) const {
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    const Argument &argument = arguments[index];
    const weft_argument_description &expected = description.arguments[index];
    const std::uint32_t kind = expected.kind;
    std::uint64_t offset = 0;
    std::uint64_t size = kind == WEFT_ARGUMENT_VALUE ? expected.size : argument.localBytes;
    Memory *memory = argument.memory ? Memory::fromHandle(argument.memory) : nullptr;
    if (memory && memory->isBuffer()) {
      size = memory->size();
    } else if (kind == WEFT_ARGUMENT_GLOBAL_POINTER || kind == WEFT_ARGUMENT_CONSTANT_POINTER) {
      std::uint64_t address;
      std::memcpy(&address, block.data() + expected.offset, sizeof address);
      const auto allocation = context().allocations().find(reinterpret_cast<void *>(address));
      if (allocation) {
        offset = address - reinterpret_cast<std::uintptr_t>(allocation->base);
        size = allocation->bytes;
      } else if (address) {
        offset = address;
        size = WEFT_ALL_MEMORY;
      }
    }
    captured.setExtent(index, offset, size, memory);
  }
}

bool fitsPrivateMemory(const weft_kernel_description &kernel,
                       const std::array<std::uint64_t, 3> &localSize) {
  const std::uint64_t stack = device::stackBytes(kernel);
  return stack <= maxPrivateBytes &&
         device::contextBytes(kernel, localSize) <= maxPrivateBytes - stack;
}

std::size_t largestWorkGroup(const weft_kernel_description &kernel) {
  std::array<std::uint64_t, 3> localSize{1, 1, 1};
  std::uint64_t &size = localSize[kernel.lane_dimension];
  size = maxWorkGroupSize;
  while (size > 1 && !fitsPrivateMemory(kernel, localSize))
    size /= 2;
  return size;
}

std::uint64_t maxSubGroups(const weft_kernel_description &kernel) {
  // If the kernel requires a size, that is the maximum work-group.
  const auto &required = kernel.required_work_group_size;
  const std::uint64_t items = required[0] ? std::uint64_t{required[0]} * required[1] * required[2]
                                          : largestWorkGroup(kernel);
  return std::max<std::uint64_t>(items / kernel.sub_group_size, 1);
}

std::uint64_t workItemsIn(std::uint64_t subGroups, const weft_kernel_description &kernel) {
  std::uint64_t items;
  if (__builtin_mul_overflow(subGroups, std::uint64_t{kernel.sub_group_size}, &items))
    return 0;
  const auto &required = kernel.required_work_group_size;
  const bool suits = required[0] ? items == required[0] && required[1] == 1 && required[2] == 1
                                 : items <= largestWorkGroup(kernel);
  return suits ? items : 0;
}

} // namespace weft::icd
