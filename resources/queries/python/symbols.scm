(function_definition name: (identifier) @name) @symbol.function
(class_definition name: (identifier) @name) @symbol.class
(type_alias_statement . (type (identifier) @name)) @symbol.type

; Chains (`a = b = 1`) name their first target only.
(module (expression_statement (assignment left: (identifier) @name) @symbol.variable))
(module (if_statement (block (expression_statement (assignment left: (identifier) @name) @symbol.variable))))
(module (try_statement (block (expression_statement (assignment left: (identifier) @name) @symbol.variable))))
(class_definition
  body: (block (expression_statement (assignment left: (identifier) @name) @symbol.field)))

(call function: (identifier) @call)
(call function: (attribute object: (_) @qualifier attribute: (identifier) @call))
(decorator (identifier) @call)
(decorator (attribute object: (_) @qualifier attribute: (identifier) @call))

(class_definition superclasses: (argument_list (identifier) @inherits))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @inherits)))

(import_statement name: (dotted_name) @import)
(import_statement name: (aliased_import name: (dotted_name) @import alias: (identifier) @alias))
(import_from_statement module_name: (_) @import name: (dotted_name) @import.name)
(import_from_statement
  module_name: (_) @import
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @alias))
(import_from_statement module_name: (_) @import (wildcard_import))

(module . (comment)* . (expression_statement (string) @doc))
(function_definition body: (block . (expression_statement (string) @doc)))
(class_definition body: (block . (expression_statement (string) @doc)))
(comment) @comment
(string) @string
