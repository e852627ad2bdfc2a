# For bench/run.sh and tests/run.sh: what this project needs from the system, and how it is installed and built.
# Everything here speaks on standard error, so that a program's standard output stays its own.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

has_program() { command -v "$1" >/dev/null; }
has_header() { [ "$(printf '__has_include(<%s>)' "$1" | c++ -E -P -x c++ - 2>/dev/null)" = 1 ]; }
has_file() { compgen -G "$1" >/dev/null; }

# Package of Debian 12 and Ubuntu 24.04, and how to see that it is there.
build_packages='
  cmake              has_program cmake
  g++                has_program c++
  ninja-build        has_program ninja
  libxsimd-dev       has_header xsimd/xsimd.hpp
  libtbb-dev         has_header tbb/tbb.h
  nlohmann-json3-dev has_header nlohmann/json.hpp
  libcli11-dev       has_header CLI/CLI.hpp
  libprotobuf-dev    has_header google/protobuf/message.h
  libonnx-dev        has_header onnx/onnx_pb.h'
test_packages='
  doctest-dev        has_header doctest/doctest.h
  libonnx-testdata   has_file /usr/share/libonnx-testdata/data/node
  clang              has_program clang++
  libclang-rt-dev    has_file /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.tsan*.a
  libomp-dev         has_file /usr/lib/llvm-*/lib/libomp.so
  clang-format-14    has_program clang-format-14'
page_packages='
  python3-matplotlib has_file /usr/lib/python3/dist-packages/matplotlib'
if [ "$(uname -m)" = x86_64 ]; then
  test_packages+='
  g++-aarch64-linux-gnu has_program aarch64-linux-gnu-g++
  qemu-user             has_program qemu-aarch64'
fi

missing_packages() {
  local package probe argument
  while read -r package probe argument; do
    [ -z "$package" ] || "$probe" "$argument" || printf '%s ' "$package"
  done <<<"$1"
}

# install_missing LIST: exit status 2 where a package is missing and there is no way to install it.
install_missing() {
  local missing as_root=
  missing=$(missing_packages "$1")
  [ -n "$missing" ] || return 0
  if ! has_program apt-get; then
    echo "missing packages (Debian's names; there is no apt-get to install them): $missing" >&2
    exit 2
  fi
  if [ "$(id -u)" != 0 ]; then
    has_program sudo || { echo "missing packages: $missing(neither root nor sudo to install them)" >&2; exit 2; }
    as_root=sudo
  fi
  echo "installing $missing" >&2
  $as_root apt-get -qq update </dev/null >&2
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 \
    install --no-install-recommends -y $missing </dev/null >&2
  rm -f "$root"/build/*/build.ninja # what was looked for in vain is looked for again
}

free_gigabytes() { awk '$1 == "MemAvailable:" { print int($2 / 1e6) }' /proc/meminfo; }

# build_preset PRESET [TARGET...]: silent once a first build has succeeded; two at once wait for each other. It does
# not lean on `set -e`, which a shell ignores in a function that is called as a condition.
build_preset() {
  local preset=$1
  shift
  mkdir -p "$root/build"
  (
    cd "$root" && flock 9 || exit
    if [ -e "build/$preset/complete" ] && [ -e "build/$preset/build.ninja" ]; then
      ninja -C "build/$preset" --quiet "$@" | sed '/^ninja: no work to do\.$/d'
    else
      # Many files compiled as one take a fraction of the time; by hand, a build stays one file after the other. 65
      # take a quarter less than 25, which leave work for more cores, and gcc 1.2 GB.
      local batch=25
      [ "$(nproc)" -gt 4 ] || [ "$(free_gigabytes)" -lt $((2 * $(nproc))) ] || batch=65
      cmake --preset "$preset" --log-level=NOTICE -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=$batch &&
        ninja -C "build/$preset" "$@" && touch "build/$preset/complete"
    fi
  ) 9>"$root/build/$preset.lock" </dev/null >&2
}
