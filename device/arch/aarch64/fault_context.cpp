// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/arch/fault_context.h"

#include <asm/sigcontext.h>
#include <cstring>

namespace weft::device {
namespace {

/// The exception syndrome of a fault, from the records behind the registers; 0 if the system has
/// stored none.
std::uint64_t syndromeOf(const ucontext_t &context) noexcept {
  const unsigned char *record = context.uc_mcontext.__reserved;
  const unsigned char *const end = record + sizeof context.uc_mcontext.__reserved;
  while (record + sizeof(_aarch64_ctx) <= end) {
    _aarch64_ctx head;
    std::memcpy(&head, record, sizeof head);
    if (head.magic == 0 || head.size < sizeof head)
      return 0;
    if (head.magic == ESR_MAGIC && record + sizeof(esr_context) <= end) {
      esr_context found;
      std::memcpy(&found, record, sizeof found);
      return found.esr;
    }
    record += head.size;
  }
  return 0;
}

} // namespace

std::uint64_t instructionOf(const ucontext_t &context) noexcept { return context.uc_mcontext.pc; }

std::uint64_t stackPointerOf(const ucontext_t &context) noexcept { return context.uc_mcontext.sp; }

bool isWrite(const ucontext_t &context) noexcept {
  constexpr unsigned classShift = 26;
  constexpr std::uint64_t dataAbort = 0x24, dataAbortSameLevel = 0x25, writeBit = 1u << 6;
  const std::uint64_t syndrome = syndromeOf(context), kind = syndrome >> classShift;
  return (kind == dataAbort || kind == dataAbortSameLevel) && (syndrome & writeBit) != 0;
}

} // namespace weft::device
