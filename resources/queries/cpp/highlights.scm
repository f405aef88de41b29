["and" "and_eq" "bitand" "bitor" "catch" "class" "co_await" "co_return" "co_yield" "compl" "concept" "consteval"
 "constinit" "decltype" "delete" "explicit" "final" "friend" "mutable" "namespace" "new" "noexcept" "not" "not_eq"
 "operator" "or" "or_eq" "override" "private" "protected" "public" "requires" "static_assert" "template" "throw" "try"
 "typename" "using" "virtual" "xor" "xor_eq"] @keyword
[(this) (auto)] @keyword
["->*" ".*" "<=>"] @operator

(raw_string_literal) @string
(namespace_identifier) @type
(concept_definition name: (identifier) @type)
(attribute_declaration) @preprocessor
(optional_parameter_declaration declarator: (identifier) @parameter)
(optional_parameter_declaration declarator: (pointer_declarator declarator: (identifier) @parameter))
(parameter_declaration declarator: (reference_declarator (identifier) @parameter))
(optional_parameter_declaration declarator: (reference_declarator (identifier) @parameter))

(function_declarator declarator: (field_identifier) @function)
(function_declarator declarator: (qualified_identifier name: (identifier) @function))
(function_declarator
  declarator: (qualified_identifier name: (qualified_identifier name: (identifier) @function)))
[(destructor_name) (operator_name)] @function
(call_expression function: (qualified_identifier name: (identifier) @function))
(call_expression
  function: (qualified_identifier name: (qualified_identifier name: (identifier) @function)))
(call_expression function: (qualified_identifier name: (template_function name: (identifier) @function)))
(call_expression function: (template_function name: (identifier) @function))
(call_expression function: (field_expression field: (template_method name: (field_identifier) @function)))
