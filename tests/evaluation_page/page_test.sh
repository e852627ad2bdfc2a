#!/usr/bin/env bash
# page_test.sh PROGRAM: evaluates a small model and draws the page of it. Status 77 where matplotlib is missing.
set -euo pipefail
/usr/bin/python3 -c 'import matplotlib' 2>/dev/null || { echo "no matplotlib"; exit 77; }
page=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../bench/evaluate" && pwd)/page.sh
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

"$1" evaluate --model squeezenet_v1.1 --G 1,2 --threads 1 --runs 2 --ablation --out "$folder" >/dev/null
"$page" "$folder"
expect() { [ "$1" "$2" "$3" ] || { echo "$4: found $1, expected $2 $3"; exit 1; }; }
expect "$(grep -c '<svg' "$folder/page.html")" = 8 "figures"
expect "$(grep -c '<text' "$folder/page.html")" -gt 100 "texts that stayed texts"
expect "$(grep -cE '(src|href)="https?:' "$folder/page.html")" = 1 "links, to the paper alone"
! "$page" "$folder/missing" 2>/dev/null
