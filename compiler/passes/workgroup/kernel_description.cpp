// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/workgroup/kernel_description.h"

#include "compiler/passes/normalise/block_kernels.h"
#include "compiler/passes/normalise/memory/local_memory.h"
#include "compiler/passes/normalise/printf_lowering.h"
#include "compiler/passes/normalise/static_objects.h"
#include "compiler/passes/support/builtin_traits.h"
#include "compiler/passes/support/debug/debugged.h"
#include "compiler/passes/support/kernel_attributes.h"
#include "compiler/passes/support/lanes/lane_dimension.h"
#include "compiler/passes/support/user_code.h"
#include "compiler/passes/workgroup/kernel_interface.h"
#include "compiler/passes/workgroup/versions/any_order.h"
#include "device/base/address_spaces.h"
#include "device/kernel_abi.h"
#include "device/kernel_abi_checks.h"
#include "device/kernel_abi_debug.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

#include <type_traits>

#define DEBUG_TYPE "weft-describe"

namespace weft::compiler {

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(kernelsDescribed, "Kernels described");

namespace {

std::uint64_t readNumber(const Function &function, StringRef attribute) {
  std::uint64_t value = 0;
  function.getFnAttribute(attribute).getValueAsString().getAsInteger(10, value);
  return value;
}

// A constant of a structure of the kernel ABI. Fields lie where the header has them.
template <class Structure> class StructureBuilder {
public:
  explicit StructureBuilder(Module &module) : module(module) {}

  template <class Number>
    requires std::is_integral_v<Number>
  StructureBuilder &set(Number Structure::*member, std::uint64_t value) {
    return add(member, ConstantInt::get(module.getContext(), APInt(8 * sizeof(Number), value)));
  }
  template <class Pointee> StructureBuilder &set(Pointee *Structure::*member, Constant *value) {
    return add(member, value);
  }
  StructureBuilder &set(std::uint32_t (Structure::*member)[3],
                        const std::array<std::uint32_t, 3> &values) {
    for (const auto &[index, value] : enumerate(values))
      fields.push_back({offsetOf(member) + index * sizeof value,
                        ConstantInt::get(Type::getInt32Ty(module.getContext()), value)});
    return *this;
  }

  Constant *finish() {
    sort(fields, [](const Field &a, const Field &b) { return a.offset < b.offset; });
    SmallVector<Constant *> values;
    for (const Field &field : fields)
      values.push_back(field.value);
    Constant *structure = ConstantStruct::getAnon(module.getContext(), values);
    const StructLayout &layout =
        *module.getDataLayout().getStructLayout(cast<StructType>(structure->getType()));
    for (const auto &[index, field] : enumerate(fields))
      if (layout.getElementOffset(index) != field.offset)
        report_fatal_error("a structure of the kernel ABI lacks a field");
    if (layout.getSizeInBytes() != sizeof(Structure))
      report_fatal_error("a structure of the kernel ABI lacks its last field");
    return structure;
  }

private:
  struct Field {
    std::size_t offset;
    Constant *value;
  };

  template <class Member> static std::size_t offsetOf(Member Structure::*member) {
    static constexpr Structure place{};
    return reinterpret_cast<const char *>(&(place.*member)) -
           reinterpret_cast<const char *>(&place);
  }
  template <class Member> StructureBuilder &add(Member Structure::*member, Constant *value) {
    fields.push_back({offsetOf(member), value});
    return *this;
  }

  Module &module;
  SmallVector<Field> fields;
};

class TableBuilder {
public:
  explicit TableBuilder(Module &module)
      : module(module), context(module.getContext()), pointer(PointerType::get(context, 0)) {}

  void build() {
    SmallVector<Constant *> kernels;
    for (Function &function : module)
      if (isKernel(function))
        kernels.push_back(describe(function));
    describeVariables();
    using Program = weft_program_description;
    Constant *program = StructureBuilder<Program>(module)
                            .set(&Program::magic, WEFT_PROGRAM_MAGIC)
                            .set(&Program::abi_version, WEFT_KERNEL_ABI_VERSION)
                            .set(&Program::flags, flags)
                            .set(&Program::kernel_count, kernels.size())
                            .set(&Program::kernels, kernelArray(kernels))
                            .set(&Program::global_variable_bytes, variableBytes)
                            .finish();
    auto *table = new GlobalVariable(module, program->getType(), /*isConstant=*/true,
                                     GlobalValue::WeakAnyLinkage, program, WEFT_PROGRAM_SYMBOL);
    table->setAlignment(Align(8));
  }

private:
  Constant *internal(Constant *value, const Twine &name) {
    auto *variable = new GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                        GlobalValue::InternalLinkage, value, name);
    return variable;
  }
  Constant *string(StringRef text) {
    return internal(ConstantDataArray::getString(context, text), "weft.text");
  }
  Constant *array(ArrayRef<Constant *> elements, const Twine &name) {
    if (elements.empty())
      return ConstantPointerNull::get(pointer);
    return internal(
        ConstantArray::get(ArrayType::get(elements.front()->getType(), elements.size()), elements),
        name);
  }

  // In a section of its own: where objects are linked, their kernels become one array.
  Constant *kernelArray(ArrayRef<Constant *> kernels) {
    Constant *value = array(kernels, "weft.kernels");
    if (auto *variable = dyn_cast<GlobalVariable>(value)) {
      variable->setSection(WEFT_KERNEL_SECTION);
      variable->setAlignment(Align(alignof(weft_kernel_description)));
    }
    return value;
  }

  Constant *describeArguments(const std::vector<device::ArgumentInterface> &arguments) {
    using Description = weft_argument_description;
    SmallVector<Constant *> list;
    for (const device::ArgumentInterface &argument : arguments)
      list.push_back(StructureBuilder<Description>(module)
                         .set(&Description::name, string(argument.name))
                         .set(&Description::type_name, string(argument.typeName))
                         .set(&Description::kind, argument.kind)
                         .set(&Description::address_qualifier, argument.addressQualifier)
                         .set(&Description::access_qualifier, argument.accessQualifier)
                         .set(&Description::type_qualifiers, argument.typeQualifiers)
                         .set(&Description::offset, argument.offset)
                         .set(&Description::size, argument.size)
                         .set(&Description::image_type, argument.imageType)
                         .set(&Description::is_depth_image, argument.isDepthImage)
                         .finish());
    return array(list, "weft.arguments");
  }

  std::uint32_t flagsOf(const Function &function) {
    std::uint32_t kernelFlags = 0;
    if (function.hasFnAttribute(usesPrintfAttribute))
      kernelFlags |= WEFT_KERNEL_USES_PRINTF;
    if (isUserCode(function))
      kernelFlags |= WEFT_KERNEL_IS_CHECKED;
    if (function.hasFnAttribute(granuleAttribute))
      kernelFlags |= WEFT_KERNEL_TRACKS_ACCESSES | readNumber(function, granuleAttribute)
                                                       << WEFT_KERNEL_GRANULE_SHIFT;
    if (function.hasFnAttribute(tracksContentsAttribute))
      kernelFlags |= WEFT_KERNEL_TRACKS_CONTENTS;
    if (function.hasFnAttribute(tracksCopiesAttribute))
      kernelFlags |= WEFT_KERNEL_TRACKS_COPIES;
    if (function.hasFnAttribute(checksCopiesAttribute))
      kernelFlags |= WEFT_KERNEL_CHECKS_COPIES;
    if (function.hasFnAttribute(checksOrderAttribute))
      kernelFlags |= WEFT_KERNEL_CHECKS_ORDER;
    if (function.hasFnAttribute(workItemStacksAttribute))
      kernelFlags |= WEFT_KERNEL_HAS_WORK_ITEM_STACKS;
    if (function.hasFnAttribute(groupFreeAttribute))
      kernelFlags |= WEFT_KERNEL_GROUP_FREE;
    if (function.getFnAttribute(uniformGroupsAttribute).getValueAsBool())
      kernelFlags |= WEFT_KERNEL_UNIFORM_GROUPS;
    if (function.hasFnAttribute(anyGroupsAttribute))
      kernelFlags |= WEFT_KERNEL_ANY_GROUPS;
    if (function.hasFnAttribute(zeroesLocalAttribute))
      kernelFlags |= WEFT_KERNEL_ZEROES_LOCAL;
    if (function.hasFnAttribute(hasLanesAttribute))
      kernelFlags |= WEFT_KERNEL_HAS_LANES;
    if (function.hasFnAttribute(sharesRowsAttribute))
      kernelFlags |= WEFT_KERNEL_SHARES_ROWS;
    if (function.hasFnAttribute(straightBarriersAttribute))
      kernelFlags |= WEFT_KERNEL_HAS_STRAIGHT_BARRIERS;
    if (function.hasFnAttribute(anyOrderAttribute))
      kernelFlags |= WEFT_KERNEL_ANY_ORDER;
    if (function.hasFnAttribute(lanesMayLoseAttribute))
      kernelFlags |= WEFT_KERNEL_LANES_MAY_LOSE;
    if (function.hasFnAttribute(blockKernelAttribute))
      kernelFlags |= WEFT_KERNEL_OF_BLOCK;
    if (function.hasFnAttribute(constructsAttribute))
      kernelFlags |= WEFT_KERNEL_CONSTRUCTS;
    if (function.hasFnAttribute(destroysAttribute))
      kernelFlags |= WEFT_KERNEL_DESTROYS;
    if (const Function *ask = module.getFunction(enqueueFunctionName); ask && !ask->use_empty())
      kernelFlags |= WEFT_KERNEL_ENQUEUES;
    if (const Function *stop = module.getFunction(stopFunctionName); stop && !stop->use_empty())
      kernelFlags |= WEFT_KERNEL_MAY_STOP;
    return kernelFlags;
  }

  Constant *describe(Function &function) {
    assert(function.hasFnAttribute(contextFixedAttribute) &&
           function.hasFnAttribute(contextItemAttribute) &&
           function.hasFnAttribute(privateBytesAttribute) && "weft-work-group made the function");
    ++kernelsDescribed;
    using Description = weft_kernel_description;
    const device::KernelInterface interface = interfaceOf(function, attachedArguments(function));
    const auto number = [&](StringRef attribute) { return readNumber(function, attribute); };
    // stack_bytes is known when the code is generated (backend/stack_needs.h).
    return StructureBuilder<Description>(module)
        .set(&Description::name, string(interface.name))
        .set(&Description::function, &function)
        .set(&Description::arguments, describeArguments(interface.arguments))
        .set(&Description::argument_count, interface.arguments.size())
        .set(&Description::argument_block_bytes, interface.argumentBlockBytes)
        .set(&Description::local_memory_bytes, number(localBytesAttribute))
        .set(&Description::context_fixed_bytes, number(contextFixedAttribute))
        .set(&Description::context_item_bytes, number(contextItemAttribute))
        .set(&Description::private_memory_bytes, number(privateBytesAttribute))
        .set(&Description::stack_bytes, 0)
        .set(&Description::required_work_group_size, interface.requiredWorkGroupSize)
        .set(&Description::work_group_size_hint, interface.workGroupSizeHint)
        .set(&Description::flags, flagsOf(function))
        .set(&Description::lane_dimension, laneDimension(function))
        .set(&Description::sub_group_size, interface.subGroupSize)
        .set(&Description::required_sub_group_size, interface.requiredSubGroupSize)
        .set(&Description::required_sub_groups, interface.requiredSubGroups)
        .set(&Description::attributes, string(interface.attributes))
        .finish();
  }

  // Counts program-scope variables before the table adds its own: constants take no memory of the
  // device.
  void describeVariables() {
    const DataLayout &layout = module.getDataLayout();
    for (const GlobalVariable &variable : module.globals())
      if (variable.getAddressSpace() == globalSpace) {
        variableBytes += layout.getTypeAllocSize(variable.getValueType());
        if (!variable.isConstant())
          flags |= WEFT_PROGRAM_HAS_MUTABLE_GLOBALS;
      }
  }

  Module &module;
  LLVMContext &context;
  PointerType *pointer;
  std::uint32_t flags = 0;
  std::uint64_t variableBytes = 0;
};

} // namespace

PreservedAnalyses KernelDescriptionPass::run(Module &module, ModuleAnalysisManager &) {
  TableBuilder(module).build();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
