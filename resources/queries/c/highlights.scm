; Also part of C++, whose grammar knows all of these.

["__attribute__" "__extension__" "__inline" "__inline__" "__volatile__" "_Alignas" "_Alignof" "_Atomic" "_Generic"
 "_Noreturn" "alignas" "alignof" "asm" "break" "case" "const" "constexpr" "continue" "default" "do" "else" "enum"
 "extern" "for" "goto" "if" "inline" "noreturn" "offsetof" "register" "restrict" "return" "sizeof" "static" "struct"
 "switch" "thread_local" "typedef" "union" "volatile" "while"] @keyword
["!" "!=" "%" "%=" "&" "&&" "&=" "*" "*=" "+" "++" "+=" "-" "--" "-=" "->" "..." "/" "/=" "<" "<<" "<<=" "<=" "=" "=="
 ">" ">=" ">>" ">>=" "?" "^" "^=" "|" "|=" "||" "~"] @operator

[(true) (false) (null)] @constant
(number_literal) @number
(comment) @comment
[(string_literal) (system_lib_string) (char_literal)] @string
(escape_sequence) @escape

[(type_identifier) (primitive_type) (sized_type_specifier)] @type
(field_identifier) @property
(enumerator name: (identifier) @constant)
(parameter_declaration declarator: (identifier) @parameter)
(parameter_declaration declarator: (array_declarator declarator: (identifier) @parameter))
(parameter_declaration declarator: (pointer_declarator declarator: (identifier) @parameter))
(parameter_declaration
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @parameter)))

(function_declarator declarator: (identifier) @function)
(call_expression function: (identifier) @function)
(call_expression function: (field_expression field: (field_identifier) @function))

["#define" "#elif" "#elifdef" "#elifndef" "#else" "#endif" "#if" "#ifdef" "#ifndef" "#include"] @preprocessor
(preproc_directive) @preprocessor
(preproc_defined "defined" @preprocessor)
(preproc_def name: (identifier) @constant)
(preproc_function_def name: (identifier) @function)
(preproc_params (identifier) @parameter)
