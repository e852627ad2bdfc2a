# Toolchain: Debian's aarch64 cross compiler, programs run by qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)

# xsimd and doctest are headers alone and equal for every CPU. /usr/include as a whole must not reach the cross
# compiler (its C library differs), so the build folder gets links to just these two.
foreach(header IN ITEMS xsimd doctest)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/headers)
  if(NOT EXISTS ${CMAKE_BINARY_DIR}/headers/${header})
    file(CREATE_LINK /usr/include/${header} ${CMAKE_BINARY_DIR}/headers/${header} SYMBOLIC)
  endif()
endforeach()
