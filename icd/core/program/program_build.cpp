// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a program is built: from the host's order to binaries and loaded modules.
#include "device/base/clock.h"
#include "device/base/reports/activity_board.h"
#include "device/base/reports/log.h"
#include "device/base/reports/trace.h"
#include "device/base/settings.h"
#include "icd/core/background.h"
#include "icd/core/context/context.h"
#include "icd/core/platform/device.h"
#include "icd/core/program/build_report.h"
#include "icd/core/program/kernel_builder.h"
#include "icd/core/program/program.h"

#include <algorithm>
#include <functional>
#include <new>
#include <string>

namespace weft::icd {
namespace {

using compiler::BuildKind;
using compiler::BuildStatus;

/// The codes of clBuildProgram, clCompileProgram and clLinkProgram.
cl_int errorCode(BuildKind kind, BuildStatus status) {
  const bool isLink = kind == BuildKind::Link;
  const bool isCompile = kind == BuildKind::Compile;
  switch (status) {
  case BuildStatus::Success:
    return CL_SUCCESS;
  case BuildStatus::Failure:
    return isLink      ? CL_LINK_PROGRAM_FAILURE
           : isCompile ? CL_COMPILE_PROGRAM_FAILURE
                       : CL_BUILD_PROGRAM_FAILURE;
  case BuildStatus::InvalidOptions:
    return isLink      ? CL_INVALID_LINKER_OPTIONS
           : isCompile ? CL_INVALID_COMPILER_OPTIONS
                       : CL_INVALID_BUILD_OPTIONS;
  case BuildStatus::CompilerUnavailable:
    return isLink ? CL_LINKER_NOT_AVAILABLE : CL_COMPILER_NOT_AVAILABLE;
  }
  return CL_OUT_OF_RESOURCES;
}

bool isSameBinary(const BinaryRef &one, const BinaryRef &other) {
  return one == other || std::ranges::equal(one->bytes(), other->bytes());
}

} // namespace

bool Program::begin(const Order &order) {
  std::vector<std::string> options(order.devices.size(), order.optionText);
  std::lock_guard lock(mutex);
  const auto isBusy = [this](std::size_t position) {
    return builds[position].status == CL_BUILD_IN_PROGRESS;
  };
  if (attachedKernels || std::ranges::any_of(order.devices, isBusy))
    return false;
  for (std::size_t index = 0; index < order.devices.size(); ++index) {
    Build &build = builds[order.devices[index]];
    build = {};
    build.status = CL_BUILD_IN_PROGRESS;
    build.options = std::move(options[index]);
  }
  return true;
}

void Program::refuse(const std::vector<std::size_t> &positions, const std::string &options,
                     const std::string &reason) {
  std::lock_guard lock(mutex);
  for (const std::size_t position : positions) {
    Build &build = builds[position];
    if (build.status == CL_BUILD_IN_PROGRESS)
      continue;
    build.options = options;
    build.log = "error: " + reason + "\n";
    build.status = CL_BUILD_ERROR;
  }
}

cl_int Program::start(Order order) {
  order.host = compiler::HostState::capture();
  {
    std::lock_guard lock(mutex);
    order.specialisations = specialisations;
  }
  // After begin() nothing may fail, so the thread's part is created before.
  const auto shared = std::make_shared<const Order>(std::move(order));
  const TracePoint ordered = traceHere();
  const std::function<void()> work = [self = Ref(this), shared, ordered] {
    traceArrow("build", ordered);
    self->carryOut(*shared);
    shared->notify(self->handle(), shared->userData);
  };
  if (!begin(*shared))
    return CL_INVALID_OPERATION;
  if (!shared->notify)
    return carryOut(*shared);
  traceSpan("enqueue", nameOf(shared->kind), ordered.time, "%s", "");
  if (!runInBackground(work))
    work();
  return CL_SUCCESS;
}

cl_int Program::carryOut(const Order &order) noexcept {
  cl_int status = CL_SUCCESS;
  std::vector<Build> results;
  const std::uint64_t begin = monotonicNanoseconds();
  try {
    results = runBuilds(order, status);
  } catch (const std::bad_alloc &) {
    status = CL_OUT_OF_HOST_MEMORY;
  }
  reportBuild(order.kind, status, begin, results);
  std::lock_guard lock(mutex);
  for (std::size_t index = 0; index < order.devices.size(); ++index) {
    Build &build = builds[order.devices[index]];
    if (status == CL_OUT_OF_HOST_MEMORY) {
      build.status = CL_BUILD_ERROR;
    } else {
      results[index].options = std::move(build.options);
      build = std::move(results[index]);
    }
  }
  return status;
}

/// Loads a program for a device, and constructs its static objects. Null as for Executable::load.
static ExecutableRef load(const BinaryRef &binary, Device &device, std::string &log) {
  ExecutableRef executable = Executable::load(binary, log);
  if (!executable || executable->construct(device.arena()))
    return executable;
  log += "error: out of memory for the program's static objects\n";
  return nullptr;
}

std::vector<Program::Build> Program::runBuilds(const Order &order, cl_int &status) const {
  std::vector<Build> results;
  for (std::size_t index = 0; index < order.devices.size(); ++index) {
    std::size_t same = 0;
    while (same < index && !hasSameInput(order, index, same))
      ++same;
    if (same < index) {
      results.push_back(results[same]);
      // Devices do not share program-scope variables.
      Build &copy = results.back();
      if (copy.executable && copy.executable->hasMutableGlobals()) {
        copy.executable = load(copy.binary, *deviceList[order.devices[index]], copy.log);
        if (!copy.executable)
          copy.status = CL_BUILD_ERROR;
      }
    } else {
      compiler::BuildResult result = produce(order, index);
      reportResult(order.kind, result);
      Build build;
      build.log = std::move(result.log);
      build.binary = std::move(result.binary);
      if (result.code) {
        build.executable = Executable::expect(std::move(result.code));
      } else if (build.binary && build.binary->kind() == compiler::BinaryKind::Executable) {
        build.executable = load(build.binary, *deviceList[order.devices[index]], build.log);
        if (!build.executable)
          result.status = BuildStatus::Failure;
      }
      if (build.executable && !build.executable->hasMutableGlobals() &&
          !givenExecutable(order, index))
        build.executable->setBuilder(
            std::make_shared<const KernelBuilder>(requestOf(order, index), order.host));
      const bool succeeded = result.status == BuildStatus::Success;
      build.status = succeeded ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
      if (!succeeded && status == CL_SUCCESS)
        status = errorCode(order.kind, result.status);
      results.push_back(std::move(build));
    }
  }
  return results;
}

bool Program::hasSameInput(const Order &order, std::size_t index, std::size_t other) const {
  if (!order.linkInputs.empty())
    return std::ranges::equal(order.linkInputs[index], order.linkInputs[other], isSameBinary);
  return madeFrom != Origin::Binary ||
         isSameBinary(given[order.devices[index]], given[order.devices[other]]);
}

compiler::BuildRequest Program::requestOf(const Order &order, std::size_t index) const {
  compiler::BuildRequest request;
  request.kind = order.kind;
  request.options = order.options;
  if (owner->initializes(Context::privateMemory))
    request.options.zeroPrivate = true;
  if (request.options.checks.isEmpty())
    request.options.checks = Settings::ofProcess().checks & CheckSet::ofKernels();
  if (!order.linkInputs.empty()) {
    request.inputs = order.linkInputs[index];
  } else if (madeFrom == Origin::Binary) {
    // A compiled object becomes an executable by linking; compiler options come too late.
    request.kind = BuildKind::Link;
    request.inputs = {given[order.devices[index]]};
  } else {
    request.source = content;
    request.specialisations = order.specialisations;
    request.headers = order.headers;
  }
  return request;
}

/// The host's binary if it is not rebuilt, or null.
BinaryRef Program::givenExecutable(const Order &order, std::size_t index) const {
  if (!order.linkInputs.empty() || madeFrom != Origin::Binary)
    return nullptr;
  const BinaryRef &binary = given[order.devices[index]];
  return binary->kind() == compiler::BinaryKind::Executable ? binary : nullptr;
}

compiler::BuildResult Program::produce(const Order &order, std::size_t index) const {
  if (BinaryRef binary = givenExecutable(order, index)) {
    compiler::BuildResult result;
    result.status = BuildStatus::Success;
    result.binary = std::move(binary);
    return result;
  }
  return compiler::build(requestOf(order, index), order.host);
}

} // namespace weft::icd
