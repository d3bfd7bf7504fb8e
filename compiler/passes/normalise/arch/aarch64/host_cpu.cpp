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

constexpr auto hwcap = &Capabilities::hwcap, hwcap2 = &Capabilities::hwcap2;

constexpr Feature features[] = {
    {"fp-armv8", hwcap, 0},   {"neon", hwcap, 1},         {"aes", hwcap, 3},
    {"sha2", hwcap, 6},       {"crc", hwcap, 7},          {"lse", hwcap, 8},
    {"fullfp16", hwcap, 10},  {"rdm", hwcap, 12},         {"jsconv", hwcap, 13},
    {"complxnum", hwcap, 14}, {"rcpc", hwcap, 15},        {"ccpp", hwcap, 16},
    {"sha3", hwcap, 17},      {"sm4", hwcap, 19},         {"dotprod", hwcap, 20},
    {"sve", hwcap, 22},       {"fp16fml", hwcap, 23},     {"lse2", hwcap, 25},
    {"rcpc-immo", hwcap, 26}, {"flagm", hwcap, 27},       {"ccdp", hwcap2, 0},
    {"sve2", hwcap2, 1},      {"sve-bitperm", hwcap2, 4}, {"altnzcv", hwcap2, 7},
    {"fptoint", hwcap2, 8},   {"f32mm", hwcap2, 10},      {"f64mm", hwcap2, 11},
    {"i8mm", hwcap2, 13},     {"bf16", hwcap2, 14},       {"rand", hwcap2, 16},
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

// The compiler itself may run outside of the emulator that runs its kernels: then LLVM knows
// neither triple nor CPU.
std::string hostTriple() {
  Triple triple(sys::getDefaultTargetTriple());
  triple.setArch(Triple::aarch64);
  return triple.str();
}

std::string hostCpuName() {
  if (const std::uint64_t midr = capabilities().midr)
    return sys::detail::getHostCPUNameForARM(midr, {midr}).str();
  return Triple(sys::getDefaultTargetTriple()).isAArch64() ? sys::getHostCPUName().str()
                                                           : "generic";
}

std::vector<std::pair<std::string, bool>> hostCpuFeatures() {
  std::vector<std::pair<std::string, bool>> result;
  for (const Feature &feature : features)
    result.emplace_back(feature.name, has(feature));
  return result;
}

std::vector<std::string> hostAversions() { return {}; }

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
