["as" "async" "await" "break" "const" "continue" "default" "dyn" "else" "enum" "extern" "fn" "for" "gen" "if" "impl"
 "in" "let" "loop" "macro_rules!" "match" "mod" "move" "pub" "raw" "ref" "return" "static" "struct" "trait" "try"
 "type" "union" "unsafe" "use" "where" "while" "yield"] @keyword
[(self) (super) (crate) (mutable_specifier)] @keyword
["!=" "%" "%=" "&" "&&" "&=" "*" "*=" "+" "+=" "-" "-=" "->" ".." "..." "..=" "/" "/=" "<" "<<" "<<=" "<=" "=" "=="
 "=>" ">" ">=" ">>" ">>=" "?" "^" "^=" "|" "|=" "||"] @operator
(unary_expression "!" @operator)

(boolean_literal) @constant
[(integer_literal) (float_literal)] @number
[(line_comment) (block_comment) (shebang)] @comment
(outer_doc_comment_marker "/" @comment)
[(string_literal) (raw_string_literal) (char_literal)] @string
(escape_sequence) @escape

[(type_identifier) (primitive_type) (lifetime)] @type
[(field_identifier) (shorthand_field_identifier)] @property
(const_item name: (identifier) @constant)
(static_item name: (identifier) @constant)
(enum_variant name: (identifier) @constant)
(parameter pattern: (identifier) @parameter)
(parameter pattern: (mut_pattern (identifier) @parameter))
(closure_parameters (identifier) @parameter)
; Types stand in paths as plain names.
(scoped_identifier path: (identifier) @type (#match? @type "^[A-Z]"))

(function_item name: (identifier) @function)
(function_signature_item name: (identifier) @function)
(call_expression function: (identifier) @function)
(call_expression function: (scoped_identifier name: (identifier) @function))
(call_expression function: (field_expression field: (field_identifier) @function))
(generic_function function: (identifier) @function)
(generic_function function: (scoped_identifier name: (identifier) @function))
(generic_function function: (field_expression field: (field_identifier) @function))

[(attribute_item) (inner_attribute_item)] @preprocessor
(macro_definition name: (identifier) @preprocessor)
(macro_invocation macro: (identifier) @preprocessor)
(macro_invocation macro: (scoped_identifier name: (identifier) @preprocessor))
(macro_invocation "!" @preprocessor)
(metavariable) @parameter
