// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/normalise/target_description.h"

#include "compiler/passes/analysis/costs/cost_model.h"
#include "compiler/passes/normalise/arch/host_cpu.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

using namespace llvm;

namespace {

// Of a register with a vscale of 1, and the architecture's greatest vscale.
constexpr unsigned bitsOfScale = 128, greatestScale = 16;

unsigned scalableBits(StringRef cpu) {
  return cpu == hostCpuName() ? hostScalableBits() : scalableBitsOf(cpu);
}

void append(std::string &list, StringRef item) {
  if (!list.empty())
    list += ',';
  list += item;
}

// Code uses none of these, on any CPU. SSE4A instructions have no AVX form: while the upper halves
// of registers are in use, each takes more than a hundred nanoseconds.
constexpr StringRef avoidedFeatures[] = {"sse4a"};

// Without the leading '+' or '-'.
bool isAvoided(StringRef feature) { return is_contained(avoidedFeatures, feature); }

// All features that the host is asked for, and whether code may use them: +name or -name.
const std::string &hostFeatures() {
  static const std::string features = [] {
    std::string result;
    for (const auto &[feature, isThere] : hostCpuFeatures())
      append(result, (isThere && !isAvoided(feature) ? "+" : "-") + feature);
    for (const std::string &feature : hostAversions())
      append(result, "+" + feature);
    return result;
  }();
  return features;
}

// The features as differences from those of the CPU's name. LLVM searches its table for each item
// of a list whenever it creates something for a target, several times per build.
std::string withoutImplied(const Target &target, const Triple &triple, StringRef cpu,
                           const std::string &features) {
  const auto bits = [&](StringRef list) {
    return std::unique_ptr<MCSubtargetInfo>(target.createMCSubtargetInfo(triple, cpu, list));
  };
  const auto wanted = bits(features), implied = bits("");
  std::string result;
  for (const SubtargetFeatureKV &feature : wanted->getAllProcessorFeatures()) {
    const bool isWanted = wanted->getFeatureBits().test(feature.Value);
    if (isWanted != implied->getFeatureBits().test(feature.Value))
      append(result, (Twine(isWanted ? "+" : "-") + feature.Key).str());
  }
  // Each item also changes the features that it implies, so their order may matter.
  return bits(result)->getFeatureBits() == wanted->getFeatureBits() ? result : features;
}

} // namespace

const TargetDescription &hostTargetDescription() {
  static const TargetDescription description = [] {
    initializeTarget();
    TargetDescription result;
    result.triple = hostTriple();
    result.cpu = hostCpuName();
    result.features = hostFeatures();
    std::string error;
    const Triple triple(result.triple);
    if (const Target *target = TargetRegistry::lookupTarget(triple, error)) {
      result.features = withoutImplied(*target, triple, result.cpu, result.features);
      const std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
          triple, result.cpu, result.features, TargetOptions(), Reloc::PIC_));
      result.dataLayout = machine->createDataLayout().getStringRepresentation();
    }
    return result;
  }();
  return description;
}

std::optional<TargetDescription> describeTarget(const std::vector<std::string> &cpus, CodeUse use,
                                                std::string &error) {
  TargetDescription result = hostTargetDescription();
  const Triple triple(result.triple);
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return std::nullopt;
  // Features of a later CPU count only if no CPU before it lacks them. Being slow is a lack.
  std::string lacking;
  if (use == CodeUse::Run)
    for (const std::string &feature : hostAversions())
      append(lacking, "+" + feature);
  for (const StringRef feature : split(hostFeatures(), ','))
    if (feature.starts_with("-") && (use == CodeUse::Run || isAvoided(feature.drop_front())))
      append(lacking, feature);
  for (const std::string &cpu : cpus) {
    if (cpu.empty())
      continue;
    // Code for long registers does not run on short ones.
    if (use == CodeUse::Run && scalableBits(cpu) > hostScalableBits())
      append(lacking, "-sve");
    const std::unique_ptr<MCSubtargetInfo> known(target->createMCSubtargetInfo(triple, "", ""));
    if (!known->isCPUStringValid(cpu)) {
      error = "LLVM does not know the CPU '" + cpu + "'";
      return std::nullopt;
    }
    const std::unique_ptr<MCSubtargetInfo> common(
        target->createMCSubtargetInfo(triple, cpu, lacking));
    result.cpu = cpu;
    result.features = withoutImplied(*target, triple, cpu, lacking);
    for (const SubtargetFeatureKV &feature : common->getAllProcessorFeatures())
      if (!common->getFeatureBits().test(feature.Value))
        append(lacking, (Twine("-") + feature.Key).str());
  }
  return result;
}

void addTargetAttributes(Function &function, const TargetDescription &target) {
  function.addFnAttr("target-cpu", target.cpu);
  function.addFnAttr("target-features", target.features);
  // An estimated quotient is inexact even for a divisor of 1, and differs between vectors and
  // scalars.
  function.addFnAttr("reciprocal-estimates", "!divf,!vec-divf");
  if (const unsigned bits = scalableBits(target.cpu))
    function.addFnAttr(Attribute::getWithVScaleRangeArgs(function.getContext(), bits / bitsOfScale,
                                                         greatestScale));
  if (const unsigned vectorBits = preferredVectorBits(target.cpu))
    function.addFnAttr("prefer-vector-width", std::to_string(vectorBits));
}

} // namespace weft::compiler
