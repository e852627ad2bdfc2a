#!/usr/bin/env bash
# The checks fail where they should: each is given one thing that it must refuse.
set -euo pipefail
checks=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch"/{kernels,engine,decompose,compose,bench,tests}

refused() {
  if "$@" 2>/dev/null; then
    echo "not refused: $*" >&2
    exit 1
  fi
}

printf '#include "kernels/a.hpp"\n' >"$scratch/engine/a.cpp"
"$checks/layers.sh" "$scratch"
"$checks/format.sh" "$scratch"

printf '#include "engine/a.hpp"\n' >"$scratch/kernels/b.cpp"
refused "$checks/layers.sh" "$scratch"
printf '#include "b.hpp"\n' >"$scratch/kernels/b.cpp"
refused "$checks/layers.sh" "$scratch"

printf 'int   a;\n' >"$scratch/engine/a.cpp"
refused "$checks/format.sh" "$scratch"

for folder in engine decompose; do
  printf 'namespace bricks {\nnamespace {\nstruct Hidden {};\n}  // namespace\nstruct In_%s {};\n}\n' $folder >"$scratch/$folder/c.hpp"
done
"$checks/one_definition.sh" "$scratch"
printf 'namespace bricks {\nstruct Twice {};\n}\n' | tee "$scratch/engine/d.hpp" >"$scratch/decompose/d.hpp"
refused "$checks/one_definition.sh" "$scratch"
