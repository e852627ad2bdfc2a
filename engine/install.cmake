# `cmake --install` of the program, the four libraries and their headers; find_package(bricks) finds them again.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bricks)

install(TARGETS bricks-bench RUNTIME)
install(TARGETS bricks_options bricks_kernels bricks_engine bricks_decompose bricks_compose EXPORT bricks)
install(EXPORT bricks NAMESPACE bricks:: FILE bricks-targets.cmake DESTINATION ${package_dir})
install(DIRECTORY kernels engine decompose compose DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/bricks
        FILES_MATCHING PATTERN *.hpp
        PATTERN *_algorithm.hpp EXCLUDE PATTERN *_reference.hpp EXCLUDE PATTERN test_support EXCLUDE)

configure_package_config_file(engine/bricks-config.cmake.in bricks-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(bricks-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bricks-config.cmake ${PROJECT_BINARY_DIR}/bricks-config-version.cmake
        DESTINATION ${package_dir})
