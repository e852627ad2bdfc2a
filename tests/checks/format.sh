#!/usr/bin/env bash
# format.sh ROOT: every source file is as clang-format 14 leaves it (versions differ in what they make of a file).
set -euo pipefail
cd "$1"
find kernels engine decompose compose bench tests -name '*.[ch]pp' -print0 |
  xargs -0 "${CLANG_FORMAT:-clang-format-14}" --dry-run -Werror
