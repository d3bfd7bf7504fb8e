// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reports calls of printf whose arguments do not fit their format (OpenCL C 3.0, 6.15.14.2): too
// few, too many, or of another kind or size than a conversion demands.
//
// Formats are constants, so that all is known when the kernel is built; what the call prints stays
// as it is. Runs before functions are inlined.
#include "compiler/passes/checked/check_reports.h"
#include "compiler/passes/checked/operations/operation_tests.h"
#include "compiler/passes/support/library_calls.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace weft::compiler {

using namespace llvm;

namespace {

/// A part of a format from its % on, with what it demands.
struct Conversion {
  StringRef text;
  char kind = 0;      ///< its last character
  unsigned lanes = 1; ///< of a vector
  StringRef length;   ///< "", hh, h, hl or l
};

// The next one of a format, which loses it.
std::optional<Conversion> takeConversion(StringRef &format) {
  for (;;) {
    const std::size_t begin = format.find('%');
    if (begin == StringRef::npos)
      return std::nullopt;
    format = format.substr(begin);
    StringRef rest = format.drop_front();
    if (!rest.consume_front("%")) {
      Conversion result;
      rest = rest.ltrim("-+ #0").drop_while(isDigit);
      if (rest.consume_front("."))
        rest = rest.drop_while(isDigit);
      if (rest.consume_front("v"))
        rest.consumeInteger(10, result.lanes);
      result.length = rest.take_while([](char c) { return c == 'h' || c == 'l'; });
      rest = rest.drop_front(result.length.size());
      if (rest.empty())
        return std::nullopt;
      result.kind = rest.front();
      result.text = format.take_front(rest.data() + 1 - format.data());
      format = rest.drop_front();
      return result;
    }
    format = rest;
  }
}

// Of elements, for vectors and 64-bit numbers; 0 if it does not matter.
unsigned bitsOf(const Conversion &conversion) {
  if (conversion.length == "l")
    return 64;
  if (conversion.lanes == 1)
    return conversion.kind == 'c' || StringRef("diouxX").contains(conversion.kind) ? 32 : 0;
  return conversion.length == "hh"   ? 8
         : conversion.length == "h"  ? 16
         : conversion.length == "hl" ? 32
                                     : 0;
}

bool fits(const Type &type, const Conversion &conversion) {
  const auto *vector = dyn_cast<FixedVectorType>(&type);
  if ((vector ? vector->getNumElements() : 1) != conversion.lanes)
    return false;
  const Type &element = *type.getScalarType();
  if (StringRef("sp").contains(conversion.kind))
    return element.isPointerTy();
  const bool isReal = StringRef("fFeEgGaA").contains(conversion.kind);
  if (isReal ? !element.isFloatingPointTy() : !element.isIntegerTy())
    return false;
  // C promotes a scalar that is real.
  const unsigned bits = isReal && conversion.lanes == 1 ? 0 : bitsOf(conversion);
  return bits == 0 || bits == element.getScalarSizeInBits();
}

void report(CallInst &call, weft_printf_mistake mistake, unsigned argument, StringRef conversion) {
  IRBuilder<> builder(&call);
  callMistake(builder, WEFT_MISTAKE_PRINTF, conversion, builder.getInt64(mistake),
              builder.getInt64(argument));
}

} // namespace

// The first mistake of a call.
bool checkPrintf(Instruction &instruction) {
  const Function *callee = calleeOf(instruction);
  if (!callee || !callee->isDeclaration() || callee->getName() != "printf")
    return false;
  auto &call = cast<CallInst>(instruction);
  StringRef format;
  if (!getConstantStringInfo(call.getArgOperand(0), format))
    return false;
  unsigned argument = 1;
  while (const auto conversion = takeConversion(format)) {
    if (argument == call.arg_size())
      return report(call, WEFT_PRINTF_MISSING, argument, conversion->text), true;
    if (!fits(*call.getArgOperand(argument)->getType(), *conversion))
      return report(call, WEFT_PRINTF_MISFIT, argument, conversion->text), true;
    ++argument;
  }
  if (argument != call.arg_size())
    return report(call, WEFT_PRINTF_SUPERFLUOUS, argument, ""), true;
  return false;
}

} // namespace weft::compiler
