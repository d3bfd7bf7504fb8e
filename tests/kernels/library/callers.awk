# Turns preprocessed function declarations (of opencl-c.h) into functions that call them, one for each
# overload. Left out: images, which Weft does not have, and printf, which takes anything.
BEGIN { RS = ";" }

function withoutName(parameter,    words, count, i, types) {
  gsub(/\*/, " * ", parameter)
  count = split(parameter, words, " ")
  types = 0
  for (i = 1; i <= count; i++)
    if (words[i] !~ /^(const|volatile|restrict|__(global|local|constant|private|generic))$/) types++
  if (count > 1 && words[count] != "*" && types > 1) sub(/[A-Za-z_0-9]+ *$/, "", parameter)
  return parameter
}

{
  gsub(/(^|\n)#[^\n]*/, "")
  gsub(/__attribute__\(\([a-z_]+(\("[^"]*"\))?\)\)/, "")
  gsub(/[ \t\n]+/, " ")
  sub(/^ /, "")
  if (!/\) *$/ || /typedef|enum|struct|\{|\.\.\.|image|sampler/) next
  if (!match($0, /[A-Za-z_0-9]+ ?\(/)) next
  result = substr($0, 1, RSTART - 1)
  name = substr($0, RSTART, RLENGTH - 1)
  list = substr($0, RSTART + RLENGTH)
  sub(/\) *$/, "", list)
  parameters = arguments = ""
  count = list ~ /^ *(void)? *$/ ? 0 : split(list, each, ",")
  for (i = 1; i <= count; i++) {
    separator = i > 1 ? ", " : ""
    parameters = parameters separator withoutName(each[i]) " a" i
    arguments = arguments separator "a" i
  }
  printf "%s use%d(%s) { %s%s(%s); }\n", result, ++number, count ? parameters : "void",
         result ~ /^ *void *$/ ? "" : "return ", name, arguments
}
