// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/program/program_interface.h"

#include "compiler/interface/encoding/bytes.h"

namespace weft::compiler {
namespace {

using device::ArgumentInterface;
using device::KernelInterface;

constexpr std::uint32_t ArgumentInterface::*argumentNumbers[] = {
    &ArgumentInterface::kind,
    &ArgumentInterface::addressQualifier,
    &ArgumentInterface::accessQualifier,
    &ArgumentInterface::typeQualifiers,
    &ArgumentInterface::offset,
    &ArgumentInterface::size,
    &ArgumentInterface::imageType,
    &ArgumentInterface::isDepthImage};

void write(ByteWriter &writer, const KernelInterface &kernel) {
  writer.string(kernel.name);
  writer.number(kernel.arguments.size());
  for (const ArgumentInterface &argument : kernel.arguments) {
    writer.string(argument.name);
    writer.string(argument.typeName);
    for (const auto member : argumentNumbers)
      writer.number(argument.*member);
  }
  writer.number(kernel.argumentBlockBytes);
  for (const std::uint32_t size : kernel.requiredWorkGroupSize)
    writer.number(size);
  for (const std::uint32_t size : kernel.workGroupSizeHint)
    writer.number(size);
  writer.number(kernel.subGroupSize);
  writer.number(kernel.requiredSubGroupSize);
  writer.number(kernel.requiredSubGroups);
  writer.number(kernel.isOfBlock);
  writer.string(kernel.attributes);
  writer.number(kernel.instructions);
}

std::uint32_t readNumber(ByteReader &reader) { return static_cast<std::uint32_t>(reader.number()); }

KernelInterface readKernel(ByteReader &reader) {
  KernelInterface kernel;
  kernel.name = reader.string();
  for (std::uint64_t left = reader.count(); left > 0; --left) {
    ArgumentInterface argument;
    argument.name = reader.string();
    argument.typeName = reader.string();
    for (const auto member : argumentNumbers)
      argument.*member = readNumber(reader);
    kernel.arguments.push_back(std::move(argument));
  }
  kernel.argumentBlockBytes = readNumber(reader);
  for (std::uint32_t &size : kernel.requiredWorkGroupSize)
    size = readNumber(reader);
  for (std::uint32_t &size : kernel.workGroupSizeHint)
    size = readNumber(reader);
  kernel.subGroupSize = readNumber(reader);
  kernel.requiredSubGroupSize = readNumber(reader);
  kernel.requiredSubGroups = readNumber(reader);
  kernel.isOfBlock = readNumber(reader);
  kernel.attributes = reader.string();
  kernel.instructions = reader.number();
  return kernel;
}

} // namespace

std::string encode(const ProgramInterface &program) {
  ByteWriter writer;
  writer.number(program.globalVariableBytes);
  writer.number(program.kernels.size());
  for (const KernelInterface &kernel : program.kernels)
    write(writer, kernel);
  return writer.take();
}

std::optional<ProgramInterface> decodeInterface(std::string_view bytes) {
  ByteReader reader(bytes);
  ProgramInterface program;
  program.globalVariableBytes = reader.number();
  for (std::uint64_t left = reader.count(); left > 0; --left)
    program.kernels.push_back(readKernel(reader));
  if (!reader.atEnd())
    return std::nullopt;
  return program;
}

} // namespace weft::compiler
