["break" "case" "chan" "const" "continue" "default" "defer" "else" "fallthrough" "for" "func" "go" "goto" "if" "import"
 "interface" "map" "package" "range" "return" "select" "struct" "switch" "type" "var"] @keyword
["!" "!=" "%" "%=" "&" "&&" "&=" "&^" "&^=" "*" "*=" "+" "++" "+=" "-" "--" "-=" "..." "/" "/=" ":=" "<" "<-" "<<"
 "<<=" "<=" "=" "==" ">" ">=" ">>" ">>=" "^" "^=" "|" "|=" "||" "~"] @operator

[(true) (false) (nil) (iota)] @constant
(const_spec name: (identifier) @constant)
[(int_literal) (float_literal) (imaginary_literal)] @number
(comment) @comment
[(interpreted_string_literal) (raw_string_literal) (rune_literal)] @string
(escape_sequence) @escape

(type_identifier) @type
(type_parameter_declaration name: (identifier) @type)
(field_identifier) @property
(keyed_element . (literal_element (identifier) @property))
(parameter_declaration name: (identifier) @parameter)
(variadic_parameter_declaration name: (identifier) @parameter)

(function_declaration name: (identifier) @function)
(method_declaration name: (field_identifier) @function)
(method_elem name: (field_identifier) @function)
(call_expression function: (identifier) @function)
(call_expression function: (selector_expression field: (field_identifier) @function))
