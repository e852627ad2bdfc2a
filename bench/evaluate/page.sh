#!/usr/bin/env bash
# ./bench/evaluate/page.sh DIR: makes DIR/page.html of DIR/evaluation.json, which `bricks-bench evaluate --out DIR`
# wrote. Installs what drawing needs.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"

[ $# = 1 ] && [ -f "$1/evaluation.json" ] || { echo "usage: page.sh DIR, with DIR/evaluation.json" >&2; exit 2; }
install_missing "$page_packages"
/usr/bin/python3 -B "$root/bench/evaluate/page/page.py" "$1/evaluation.json" >"$1/page.html.new"
mv "$1/page.html.new" "$1/page.html"
echo "$1/page.html"
