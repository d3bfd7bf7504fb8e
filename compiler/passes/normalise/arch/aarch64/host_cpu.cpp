// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM reads /proc/cpuinfo, which containers and emulators may lack, and tells of the features that
// are there alone. The kernel hands the capabilities of all cores to each process.
#include "compiler/passes/normalise/arch/host_cpu.h"

#include "compiler/interface/target/arch/aarch64/capabilities.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <cstdint>

extern "C" {
void LLVMInitializeAArch64TargetInfo();
void LLVMInitializeAArch64Target();
void LLVMInitializeAArch64TargetMC();
void LLVMInitializeAArch64AsmPrinter();
void LLVMInitializeAArch64AsmParser();
}

namespace weft::compiler {

using namespace llvm;

namespace {

struct Feature {
  const char *name; ///< LLVM's name
  std::uint64_t Capabilities::*word;
  unsigned bit;
};

constexpr auto first = &Capabilities::first, second = &Capabilities::second;

constexpr Feature features[] = {
    {"fp-armv8", first, 0},   {"neon", first, 1},         {"aes", first, 3},
    {"sha2", first, 6},       {"crc", first, 7},          {"lse", first, 8},
    {"fullfp16", first, 10},  {"rdm", first, 12},         {"jsconv", first, 13},
    {"complxnum", first, 14}, {"rcpc", first, 15},        {"ccpp", first, 16},
    {"sha3", first, 17},      {"sm4", first, 19},         {"dotprod", first, 20},
    {"sve", first, 22},       {"fp16fml", first, 23},     {"lse2", first, 25},
    {"rcpc-immo", first, 26}, {"flagm", first, 27},       {"ccdp", second, 0},
    {"sve2", second, 1},      {"sve-bitperm", second, 4}, {"altnzcv", second, 7},
    {"fptoint", second, 8},   {"f32mm", second, 10},      {"f64mm", second, 11},
    {"i8mm", second, 13},     {"bf16", second, 14},       {"rand", second, 16},
};

bool has(const Feature &feature) { return capabilities().*feature.word >> feature.bit & 1; }

} // namespace

void initializeTarget() {
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
  LLVMInitializeAArch64AsmParser();
}

// The compiler itself may run outside of the emulator that runs its kernels.
std::string hostTriple() {
  Triple triple(sys::getDefaultTargetTriple());
  triple.setArch(Triple::aarch64);
  return triple.str();
}

std::string hostCpuName() {
  const std::uint64_t midr = capabilities().midr;
  if (!midr)
    return sys::getHostCPUName().str();
  const std::uint64_t all[] = {midr};
  return sys::detail::getHostCPUNameForARM(midr, all).str();
}

std::vector<std::pair<std::string, bool>> hostCpuFeatures() {
  std::vector<std::pair<std::string, bool>> result;
  for (const Feature &feature : features)
    result.emplace_back(feature.name, has(feature));
  return result;
}

// LLVM uses NEON for fixed vectors where scalable ones are no longer.
unsigned hostScalableBits() {
  constexpr unsigned neonBits = 128;
  const auto bits = static_cast<unsigned>(capabilities().scalableBits);
  return bits > neonBits ? bits : 0;
}

unsigned scalableBitsOf(StringRef cpu) {
  return StringSwitch<unsigned>(cpu)
      .Case("a64fx", 512)
      .Case("neoverse-v1", 256)
      .Case("neoverse-512tvb", 256)
      .Default(0);
}

} // namespace weft::compiler
