# QScintilla for Qt 6. Debian's package has neither a CMake configuration nor a pkg-config file.
# Defines QScintilla::Qt6.
find_path(QSCINTILLA_INCLUDE_DIR Qsci/qsciscintilla.h
  PATHS /usr/include/${CMAKE_LIBRARY_ARCHITECTURE}/qt6 /usr/include/qt6)
find_library(QSCINTILLA_LIBRARY NAMES qscintilla2_qt6)
if(QSCINTILLA_INCLUDE_DIR)
  file(STRINGS ${QSCINTILLA_INCLUDE_DIR}/Qsci/qsciglobal.h version_line REGEX "define QSCINTILLA_VERSION_STR")
  string(REGEX REPLACE ".*\"([0-9.]+)\".*" "\\1" QScintilla_VERSION "${version_line}")
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(QScintilla REQUIRED_VARS QSCINTILLA_LIBRARY QSCINTILLA_INCLUDE_DIR
  VERSION_VAR QScintilla_VERSION)
if(QScintilla_FOUND AND NOT TARGET QScintilla::Qt6)
  add_library(QScintilla::Qt6 UNKNOWN IMPORTED)
  set_target_properties(QScintilla::Qt6 PROPERTIES IMPORTED_LOCATION ${QSCINTILLA_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${QSCINTILLA_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
endif()
