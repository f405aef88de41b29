; What JavaScript, TypeScript and TSX write alike.

["as" "async" "await" "break" "case" "catch" "class" "const" "continue" "debugger" "default" "delete" "do" "else"
 "export" "extends" "finally" "for" "from" "function" "get" "if" "import" "in" "instanceof" "let" "new" "of" "return"
 "set" "static" "switch" "throw" "try" "typeof" "var" "void" "while" "with" "yield"] @keyword
[(this) (super) (import)] @keyword
["!" "!=" "!==" "%" "%=" "&" "&&" "&&=" "&=" "*" "**" "**=" "*=" "+" "++" "+=" "-" "--" "-=" "..." "/" "/=" "<" "<<"
 "<<=" "<=" "=" "==" "===" "=>" ">" ">=" ">>" ">>=" ">>>" ">>>=" "?" "??" "??=" "^" "^=" "|" "|=" "||" "||="
 "~"] @operator
(optional_chain) @operator

[(true) (false) (null) (undefined)] @constant
(number) @number
[(comment) (html_comment) (hash_bang_line)] @comment
[(string) (template_string) (regex)] @string
(regex "/" @string)
(escape_sequence) @escape
(template_substitution) @plain

[(property_identifier) (private_property_identifier) (shorthand_property_identifier)] @property
(function_declaration name: (identifier) @function)
(generator_function_declaration name: (identifier) @function)
(function_expression name: (identifier) @function)
(method_definition name: [(property_identifier) (private_property_identifier)] @function)
(call_expression function: (identifier) @function)
(call_expression
  function: (member_expression property: [(property_identifier) (private_property_identifier)] @function))
(variable_declarator name: (identifier) @function value: [(arrow_function) (function_expression)])
(pair key: (property_identifier) @function value: [(arrow_function) (function_expression)])
(new_expression constructor: (identifier) @type)
(arrow_function parameter: (identifier) @parameter)

(decorator "@" @preprocessor)
(decorator (identifier) @preprocessor)
(decorator (call_expression function: (identifier) @preprocessor))
