#!/usr/bin/env bash
# one_definition.sh ROOT: no two files define a class of the same name in the same namespace. Compilers and linkers let it
# pass and one definition silently takes the other's place: bricks::Recipe was both a recipe of weights and of a model.
# Classes in unnamed namespaces may share a name.
set -euo pipefail
cd "$1"

twice=$(find kernels engine decompose compose bench tests -name '*.[ch]pp' -print0 | xargs -0 awk '
  FNR == 1 { space = ""; hidden = 0 }
  /^namespace [a-zA-Z_:]+ *\{/ { space = $2 }
  /^namespace *\{/ { hidden = 1 }
  /^} *\/\/ namespace$/ { hidden = 0 }
  /^(struct|class|enum class) [A-Za-z0-9_]+.*\{/ && !hidden {
    name = space "::" ($1 == "enum" ? $3 : $2)
    files[name] = files[name] " " FILENAME
    count[name]++
  }
  END { for (name in count) if (count[name] > 1) print name " is defined in" files[name] }')
[ -z "$twice" ] || { echo "$twice" >&2; exit 1; }
