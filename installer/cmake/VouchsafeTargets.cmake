# The warnings, sanitizers and include root that every target of ours shares, and two short forms:
#   vouchsafe_library(NAME LINKS ... [WITHOUT FOLDER ...])  a static library of the *.cpp in this folder and those below it
#   vouchsafe_test(NAME LINKS ... [LABELS ...]) a Qt Test program of NAME.cpp in this folder

add_library(vouchsafe_options INTERFACE)
target_include_directories(vouchsafe_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(vouchsafe_options INTERFACE
  # Fields that are left out have their default, by design of the plain structs of core/model.
  -Wall -Wextra -Wpedantic -Wno-missing-field-initializers -Wshadow=local -Wnon-virtual-dtor -Woverloaded-virtual
  # GCC 12 and 13 see overlapping copies in std::string's operator+ when they optimise (GCC bug 105651).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,14>>:-Wno-restrict>
  $<$<BOOL:${VOUCHSAFE_WERROR}>:-Werror>)
target_compile_definitions(vouchsafe_options INTERFACE
  QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_KEYWORDS VOUCHSAFE_VERSION="${PROJECT_VERSION}")
if(VOUCHSAFE_SANITIZE)
  target_compile_options(vouchsafe_options INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer
    -fno-sanitize-recover=undefined)
  target_link_options(vouchsafe_options INTERFACE -fsanitize=address,undefined)
endif()

function(vouchsafe_library name)
  cmake_parse_arguments(arg "" "" "LINKS;PRIVATE_LINKS;WITHOUT" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/*/*.cpp)
  foreach(folder IN LISTS arg_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/${folder}/")
  endforeach()
  if(NOT sources)
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE vouchsafe_options ${arg_LINKS})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC vouchsafe_options ${arg_LINKS} PRIVATE ${arg_PRIVATE_LINKS})
endfunction()

function(vouchsafe_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "LINKS;LABELS;ENVIRONMENT" ${ARGN})
  # The tests mirror the tree, so two folders may have a file of one name; the later gets its folder's before it.
  set(source ${name}.cpp)
  if(TARGET ${name})
    get_filename_component(folder ${CMAKE_CURRENT_SOURCE_DIR} NAME)
    set(name ${folder}_${name})
  endif()
  add_executable(${name} ${source})
  set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_link_libraries(${name} PRIVATE test_support Qt6::Test ${arg_LINKS})
  add_test(NAME ${name} COMMAND ${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}"
    ENVIRONMENT "QT_QPA_PLATFORM=offscreen;${arg_ENVIRONMENT}" SKIP_RETURN_CODE 77)
endfunction()

# The same for a test of the window: QTEST_MAIN, on the offscreen platform unless the test says otherwise.
function(vouchsafe_ui_test name)
  vouchsafe_test(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE Qt6::Widgets)
endfunction()
