// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Program objects: source, SPIR-V or binaries, and their builds for each device.
//
// All devices of a context are the same CPU, so one request to the compiler serves every device of
// a build; its result is kept for each device, as the next build may be for one of them alone. A
// build runs on the calling thread, or on one of icd/core/background.h if the host wants to be
// notified. While it runs, its devices are CL_BUILD_IN_PROGRESS and nothing else may be built for
// them.
#pragma once

#include "compiler/client/compiler_client.h"
#include "compiler/interface/program/spirv_module.h"
#include "icd/core/object.h"
#include "icd/core/program/executable.h"

#include <CL/cl.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace weft::icd {

class Context;
class Device;

class Program final : public Object<Program, _cl_program, ObjectType::Program> {
public:
  enum class Origin { Source, Module, Binary, Link };
  using Notify = void(CL_CALLBACK *)(cl_program, void *);

  /// The last build, compilation or link for one device.
  struct Build {
    cl_build_status status = CL_BUILD_NONE;
    std::string options;
    std::string log;
    BinaryRef binary;         ///< an object or library, or the source of an executable
    ExecutableRef executable; ///< null if there is none
  };
  struct DeviceExecutable {
    Device *device;
    ExecutableRef executable;
  };
  /// What to build, and whom to notify when it is finished.
  struct Order {
    compiler::BuildKind kind = compiler::BuildKind::Build;
    std::string optionText; ///< as given by the host program
    compiler::CompileOptions options;
    std::vector<std::size_t> devices;               ///< positions in devices()
    std::vector<compiler::Header> headers;          ///< for compilations
    compiler::Specialisations specialisations;      ///< at the call of start()
    std::vector<std::vector<BinaryRef>> linkInputs; ///< for links, one list for each of `devices`
    Notify notify = nullptr;
    void *userData = nullptr;
    compiler::HostState host; ///< at the call of start(), which sets it
  };

  /// A program created from source (clCreateProgramWithSource). Throws bad_alloc.
  Program(Context &context, std::string source);
  /// A program created from a SPIR-V module with these constants (clCreateProgramWithIL). Throws
  /// bad_alloc.
  Program(Context &context, std::string module,
          std::vector<compiler::SpecialisationConstant> constants);
  /// A program created from one valid binary per device (clCreateProgramWithBinary), or, without
  /// binaries, one for clLinkProgram. Throws bad_alloc.
  Program(Context &context, std::vector<Ref<Device>> devices, std::vector<BinaryRef> binaries);

  Context &context() const { return *owner; }
  Origin origin() const { return madeFrom; }
  /// OpenCL C, the bytes of the SPIR-V module, or empty, depending on the origin.
  const std::string &text() const { return content; }
  const std::vector<Ref<Device>> &devices() const { return deviceList; }
  std::optional<std::size_t> position(const Device &device) const;

  /// CL_PROGRAM_BINARIES: waits for the code of an executable. Null if there is none. Thread-safe.
  BinaryRef binary(std::size_t position) const;
  /// A copy of the state of one device's build. Thread-safe.
  Build build(std::size_t position) const;
  /// The compiled object or library for a device, or else for the device that contains it. Null if
  /// there is none. Thread-safe.
  BinaryRef linkable(const Device &device) const;
  /// Whether a build for this device is in progress. Thread-safe.
  bool isBuilding(const Device &device) const;
  /// The executables of the devices with a successful build, in the order of devices().
  std::vector<DeviceExecutable> executables() const;

  /// Sets a specialisation constant for later builds: CL_INVALID_SPEC_ID or CL_INVALID_VALUE as
  /// specified for clSetProgramSpecializationConstant. Throws bad_alloc. Thread-safe.
  cl_int specialise(std::uint32_t id, std::size_t size, const void *value);

  /// Executes an order with valid options. With a callback it returns CL_SUCCESS immediately;
  /// otherwise on completion, with the error of clBuildProgram, clCompileProgram or clLinkProgram.
  /// CL_INVALID_OPERATION if a build is in progress or kernels are attached. Throws bad_alloc.
  /// Thread-safe.
  cl_int start(Order order);

  /// Records that a build was rejected for its options, so that the log says why. Earlier builds
  /// are unaffected. Throws bad_alloc. Thread-safe.
  void refuse(const std::vector<std::size_t> &positions, const std::string &options,
              const std::string &reason);

  /// Counts a kernel object, which forbids builds while the host holds it, and returns what it may
  /// run; empty, and not counted, if there is no executable. Throws bad_alloc.
  std::vector<DeviceExecutable> attachKernel();
  void detachKernel() noexcept;

private:
  friend class Object<Program, _cl_program, ObjectType::Program>;
  ~Program();

  std::vector<DeviceExecutable> collectExecutables() const;
  /// Marks the devices of the order as being built; false if that is not allowed now.
  bool begin(const Order &order);
  cl_int carryOut(const Order &order) noexcept;
  std::vector<Build> runBuilds(const Order &order, cl_int &status) const;
  compiler::BuildRequest requestOf(const Order &order, std::size_t index) const;
  BinaryRef givenExecutable(const Order &order, std::size_t index) const;
  compiler::BuildResult produce(const Order &order, std::size_t index) const;
  bool hasSameInput(const Order &order, std::size_t index, std::size_t other) const;

  Ref<Context> owner;
  Origin madeFrom;
  std::string content;
  std::vector<compiler::SpecialisationConstant> constants; ///< for Origin::Module
  std::vector<Ref<Device>> deviceList;
  std::vector<BinaryRef> given; ///< for Origin::Binary, one for each device

  mutable std::mutex mutex; ///< guards what follows
  std::vector<Build> builds;
  compiler::Specialisations specialisations; ///< set by the host
  std::size_t attachedKernels = 0;
};

} // namespace weft::icd
