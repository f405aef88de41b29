; What JavaScript, TypeScript and TSX write alike.

(function_declaration name: (identifier) @name) @symbol.function
(generator_function_declaration name: (identifier) @name) @symbol.function
(method_definition name: (_) @name) @symbol.method

(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @symbol.function
(variable_declarator name: (identifier) @name value: (class)) @symbol.class
(program (lexical_declaration (variable_declarator name: (identifier) @name) @symbol.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name) @symbol.variable))
(export_statement
  declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @symbol.variable))

(export_statement "default" @name value: [(arrow_function) (function_expression)] @symbol.function)
(export_statement "default" @name value: (class) @symbol.class)

; `Point.prototype.add = function …`, `exports.add = …`
(assignment_expression
  left: (member_expression object: (_) @owner property: (property_identifier) @name)
  right: [(arrow_function) (function_expression) (generator_function)]) @symbol.function
; Members of object literals that have a name or are exported.
(variable_declarator
  value: (object
    (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @symbol.method))
(assignment_expression
  right: (object
    (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @symbol.method))
(export_statement
  value: (object
    (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @symbol.method))

((call_expression
  function: (identifier) @_runner
  arguments: (arguments . (string (string_fragment) @name) . [(arrow_function) (function_expression)])) @symbol.test
  (#any-of? @_runner "it" "test"))
((call_expression
  function: (identifier) @_runner
  arguments: (arguments . (string (string_fragment) @name) . [(arrow_function) (function_expression)])) @scope
  (#eq? @_runner "describe"))

(call_expression function: (identifier) @call)
(call_expression
  function: (member_expression
    object: (_) @qualifier
    property: [(property_identifier) (private_property_identifier)] @call))
(new_expression constructor: (identifier) @call)
(new_expression
  constructor: (member_expression object: (_) @qualifier property: (property_identifier) @call))

(import_statement source: (string (string_fragment) @import))
(import_statement (import_clause (identifier) @import.name) source: (string (string_fragment) @import))
(import_statement
  (import_clause (namespace_import (identifier) @alias))
  source: (string (string_fragment) @import))
(import_statement
  (import_clause (named_imports (import_specifier name: (identifier) @import.name !alias)))
  source: (string (string_fragment) @import))
(import_statement
  (import_clause
    (named_imports (import_specifier name: (identifier) @import.name alias: (identifier) @alias)))
  source: (string (string_fragment) @import))
(export_statement source: (string (string_fragment) @import))
((variable_declarator
  name: (identifier) @alias
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @import))))
  (#eq? @_require "require"))
((variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string (string_fragment) @import))))
  (#eq? @_require "require"))

(comment) @comment
(string) @string
(template_string) @string
