# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Generates tables of names from SPIR-V's machine-readable grammar, for messages of the reader.
#
#   names.py <folder of spirv-headers' unified1> <output>
import json
import sys


def numbers_and_names(entries, number, name):
    table = {}
    for entry in entries:
        value = entry[number]
        value = int(value, 0) if isinstance(value, str) else value
        # If there are several names, the first is the specification's.
        table.setdefault(value, entry[name])
    return sorted(table.items())


def write_table(out, name, table):
    out.write(f"constexpr Name {name}[] = {{\n")
    for number, text in table:
        out.write(f'    {{{number}, "{text}"}},\n')
    out.write("};\n")


def main():
    folder, output = sys.argv[1:]
    with open(f"{folder}/spirv.core.grammar.json", encoding="utf-8") as file:
        core = json.load(file)
    kinds = {kind["kind"]: kind.get("enumerants", []) for kind in core["operand_kinds"]}
    with open(output, "w", encoding="utf-8") as out:
        out.write("// Generated from the grammar of SPIR-V.\n")
        write_table(out, "instructions",
                    numbers_and_names(core["instructions"], "opcode", "opname"))
        for kind in ("Capability", "ExecutionMode", "Decoration", "BuiltIn", "StorageClass",
                     "Scope", "GroupOperation"):
            write_table(out, f"of{kind}", numbers_and_names(kinds[kind], "value", "enumerant"))
        with open(f"{folder}/extinst.opencl.std.100.grammar.json", encoding="utf-8") as file:
            write_table(out, "ofOpenclStd",
                        numbers_and_names(json.load(file)["instructions"], "opcode", "opname"))


main()
