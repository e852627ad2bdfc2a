# Toolchain: Debian's aarch64 cross compiler, programs run by qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)

# xsimd and doctest are headers alone and equal for every CPU. /usr/include as a whole must not reach the cross
# compiler (its C library differs), so the build folder gets links to just these two.
foreach(name IN ITEMS xsimd doctest)
  set(${name}_INCLUDE_DIR ${CMAKE_BINARY_DIR}/headers)
  if(NOT EXISTS ${CMAKE_BINARY_DIR}/headers/${name})
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/headers)
    file(CREATE_LINK /usr/include/${name} ${CMAKE_BINARY_DIR}/headers/${name} SYMBOLIC)
  endif()
endforeach()
