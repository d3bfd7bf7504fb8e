// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/memory/memory.h"

#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/MathExtras.h"

namespace weft::compiler::spirv {

using namespace llvm;

MemoryOperands memoryOperands(const Instruction &instruction, std::size_t first) {
  MemoryOperands result;
  const std::uint32_t mask = instruction[first];
  result.next = first + (instruction.size() > first ? 1 : 0);
  result.isVolatile = mask & spv::MemoryAccessVolatileMask;
  result.isNontemporal = mask & spv::MemoryAccessNontemporalMask;
  if (mask & spv::MemoryAccessAlignedMask) {
    const std::uint32_t bytes = instruction[result.next++];
    if (isPowerOf2_32(bytes))
      result.alignment = Align(bytes);
  }
  if (mask & spv::MemoryAccessMakePointerAvailableMask)
    ++result.next;
  if (mask & spv::MemoryAccessMakePointerVisibleMask)
    ++result.next;
  if (mask & spv::MemoryAccessAliasScopeINTELMaskMask)
    result.aliasScopes = instruction[result.next++];
  if (mask & spv::MemoryAccessNoAliasINTELMaskMask)
    result.noAlias = instruction[result.next++];
  return result;
}

namespace {

// Domains, scopes and lists are instructions; each becomes one node, identified by the id.
MDNode *domainNode(Translation &translation, Id id) {
  return MDNode::get(translation.context,
                     {MDString::get(translation.context, "spirv.domain." + std::to_string(id))});
}

MDNode *scopeNode(Translation &translation, Id id) {
  const Instruction *scope = translation.source.definition(id);
  if (!scope || scope->op != spv::OpAliasScopeDeclINTEL)
    return nullptr;
  return MDNode::get(translation.context,
                     {MDString::get(translation.context, "spirv.scope." + std::to_string(id)),
                      domainNode(translation, (*scope)[0])});
}

MDNode *scopeList(Translation &translation, Id id) {
  const Instruction *list = translation.source.definition(id);
  if (!list || list->op != spv::OpAliasScopeListDeclINTEL)
    return nullptr;
  SmallVector<Metadata *> scopes;
  for (const Id scope : list->operands)
    if (MDNode *node = scopeNode(translation, scope))
      scopes.push_back(node);
  return scopes.empty() ? nullptr : MDNode::get(translation.context, scopes);
}

} // namespace

void setAccessMetadata(Translation &translation, llvm::Instruction &access,
                       const MemoryOperands &operands) {
  if (operands.isNontemporal)
    access.setMetadata(LLVMContext::MD_nontemporal,
                       MDNode::get(translation.context,
                                   {ConstantAsMetadata::get(translation.builder.getInt32(1))}));
  if (MDNode *scopes = scopeList(translation, operands.aliasScopes))
    access.setMetadata(LLVMContext::MD_alias_scope, scopes);
  if (MDNode *scopes = scopeList(translation, operands.noAlias))
    access.setMetadata(LLVMContext::MD_noalias, scopes);
}

} // namespace weft::compiler::spirv
