["and" "as" "assert" "async" "await" "break" "case" "class" "continue" "def" "del" "elif" "else" "except" "except*"
 "exec" "finally" "for" "from" "global" "if" "import" "in" "is" "is not" "lambda" "match" "nonlocal" "not" "not in"
 "or" "pass" "print" "raise" "return" "try" "type" "while" "with" "yield"] @keyword
["!=" "%" "%=" "&" "&=" "*" "**" "**=" "*=" "+" "+=" "-" "-=" "->" "/" "//" "//=" "/=" ":=" "<" "<<" "<<=" "<=" "="
 "==" ">" ">=" ">>" ">>=" "@" "@=" "^" "^=" "|" "|=" "~"] @operator

[(true) (false) (none) (ellipsis)] @constant
[(integer) (float)] @number
(comment) @comment
(string) @string
[(escape_sequence) (escape_interpolation)] @escape
(interpolation) @plain

(attribute attribute: (identifier) @property)
(function_definition name: (identifier) @function)
(call function: (identifier) @function)
; Classes are called by names like these.
(call function: (identifier) @type (#match? @type "^_?[A-Z]"))
(call function: (attribute attribute: (identifier) @function))

(class_definition name: (identifier) @type)
(class_definition superclasses: (argument_list (identifier) @type))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @type)))
(type (identifier) @type)
(type (generic_type . (identifier) @type))
(type (subscript value: (identifier) @type))
(type (attribute attribute: (identifier) @type))
(type (binary_operator left: (identifier) @type))
(type (binary_operator right: (identifier) @type))

(parameters (identifier) @parameter)
(parameters (list_splat_pattern (identifier) @parameter))
(parameters (dictionary_splat_pattern (identifier) @parameter))
(lambda_parameters (identifier) @parameter)
(default_parameter name: (identifier) @parameter)
(typed_parameter . (identifier) @parameter)
(typed_default_parameter name: (identifier) @parameter)
(keyword_argument name: (identifier) @parameter)

(decorator "@" @preprocessor)
(decorator (identifier) @preprocessor)
(decorator (attribute (identifier) @preprocessor))
(decorator (call function: (identifier) @preprocessor))
(decorator (call function: (attribute (identifier) @preprocessor)))
