#!/usr/bin/env bash
# layers.sh ROOT: a folder includes only itself and the folders below it; tests and benchmarks also tests/support.
set -euo pipefail
cd "$1"

order=(kernels engine decompose compose bench tests)
status=0
lower=
for folder in "${order[@]}"; do
  lower+="${lower:+|}$folder"
  while IFS=: read -r file line text; do
    [[ $text =~ \"([^\"]+)\" ]]
    included=${BASH_REMATCH[1]}
    [[ $included =~ ^($lower)/ ]] && continue
    [[ $file =~ (_(test|bench)\.cpp$|test_support) && $included == tests/support/* ]] && continue
    echo "$file:$line: $folder includes \"$included\"; it may include $lower, by path from the top" >&2
    status=1
  done < <(grep -rnE '^ *# *include *"' --include='*.[ch]pp' "$folder" || true)
done
exit $status
