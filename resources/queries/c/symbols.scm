; Also part of C++, whose grammar knows all of these.

(function_definition declarator: (_) @declarator) @symbol.function
(declaration declarator: (_) @declarator) @symbol.variable
(struct_specifier name: (_) @name body: (_)) @symbol.struct
(union_specifier name: (_) @name body: (_)) @symbol.struct
(enum_specifier name: (_) @name body: (_)) @symbol.enum
(type_definition declarator: (_) @declarator) @symbol.type
(preproc_function_def name: (identifier) @name) @symbol.macro
; Without a value it is an include guard or a switch.
(preproc_def name: (identifier) @name value: (_)) @symbol.macro

(translation_unit (compound_statement) @orphan)
(preproc_ifdef (compound_statement) @orphan)
(preproc_if (compound_statement) @orphan)

(call_expression function: (identifier) @call)
(call_expression function: (field_expression argument: (_) @qualifier field: (field_identifier) @call))

(preproc_include path: (_) @import)

(comment) @comment
(string_literal) @string
