// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU traps, and a handler steps over the instruction.
#include "tests/oracle/divisions.h"

#include <cstdint>
#include <cstring>
#include <ucontext.h>
#include <utility>

namespace weft::test {
namespace {

/// A division of registers (`div` or `idiv`, opcode F7): its operand and its length, which is 0 of
/// anything else.
struct TrappedDivision {
  std::uint64_t divisor = 0;
  unsigned bits = 0;
  std::size_t length = 0;
};

/// The context's register with the number that instructions have for it.
greg_t &registerOf(gregset_t &registers, unsigned number) {
  static constexpr int order[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                  REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                  REG_R12, REG_R13, REG_R14, REG_R15};
  return registers[order[number]];
}

template <class T> T loaded(const unsigned char *from) {
  T value{};
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// The address in memory that begins with the byte behind ModRM; moves `at` behind it.
std::uint64_t addressIn(gregset_t &registers, unsigned mode, unsigned base, unsigned prefix,
                        const unsigned char *&at) {
  std::uint64_t address = 0;
  bool hasBase = true;
  if (base == 4) {
    const unsigned index = (*at >> 3 & 7) | (prefix & 2) << 2;
    if (index != 4)
      address += static_cast<std::uint64_t>(registerOf(registers, index)) << (*at >> 6);
    base = *at++ & 7;
    hasBase = mode != 0 || base != 5;
  } else if (mode == 0 && base == 5) {
    at += 4;
    return reinterpret_cast<std::uint64_t>(at) +
           static_cast<std::uint64_t>(std::int64_t{loaded<std::int32_t>(at - 4)});
  }
  if (hasBase)
    address += static_cast<std::uint64_t>(registerOf(registers, base | (prefix & 1) << 3));
  std::int64_t offset = 0;
  if (mode == 1)
    offset = std::int64_t{loaded<std::int8_t>(at++)};
  else if (mode == 2 || !hasBase)
    offset = loaded<std::int32_t>(std::exchange(at, at + 4));
  return address + static_cast<std::uint64_t>(offset);
}

TrappedDivision divisionAt(gregset_t &registers) {
  const auto *code = reinterpret_cast<const unsigned char *>(registers[REG_RIP]);
  const unsigned char *at = code;
  unsigned prefix = 0, bits = 32;
  for (; *at == 0x66 || (*at & 0xf0) == 0x40; ++at) // operand size, REX
    if (*at == 0x66)
      bits = 16;
    else
      prefix = *at;
  if (prefix & 8)
    bits = 64;
  const unsigned operation = at[1] >> 3 & 7, mode = at[1] >> 6, base = at[1] & 7;
  if (*at != 0xf7 || operation < 6)
    return {};
  at += 2;
  const std::uint64_t whole =
      mode == 3 ? static_cast<std::uint64_t>(registerOf(registers, base | (prefix & 1) << 3))
                : [&] {
                    const std::uint64_t address = addressIn(registers, mode, base, prefix, at);
                    const auto *memory = reinterpret_cast<const unsigned char *>(address);
                    return bits == 64   ? loaded<std::uint64_t>(memory)
                           : bits == 32 ? loaded<std::uint32_t>(memory)
                                        : loaded<std::uint16_t>(memory);
                  }();
  return {whole & (~std::uint64_t{0} >> (64 - bits)), bits, static_cast<std::size_t>(at - code)};
}

// Dividend and quotient are in one register, the remainder is in another. 64 bits of the registers
// may be set: only the operand's are read.
void stepOverDivision(int signal, siginfo_t *, void *context) {
  auto &registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  const TrappedDivision division = divisionAt(registers);
  if (division.length == 0) {
    std::signal(signal, SIG_DFL);
    return;
  }
  const bool isByZero = division.divisor == 0;
  registers[REG_RDX] = isByZero ? registers[REG_RAX] : 0;
  if (isByZero)
    registers[REG_RAX] = static_cast<greg_t>(~std::uint64_t{0} >> (64 - division.bits));
  registers[REG_RIP] += static_cast<greg_t>(division.length);
}

} // namespace

DivisionsThatReturn::DivisionsThatReturn() {
  struct sigaction action{};
  action.sa_sigaction = stepOverDivision;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGFPE, &action, &before);
}

DivisionsThatReturn::~DivisionsThatReturn() { sigaction(SIGFPE, &before, nullptr); }

const char *const assemblyEdits = "";

} // namespace weft::test
