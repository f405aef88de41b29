(class_specifier name: (_) @name body: (_)) @symbol.class
(field_declaration declarator: (_) @declarator) @symbol.field
(alias_declaration name: (type_identifier) @name) @symbol.type
(concept_definition name: (identifier) @name) @symbol.type
(namespace_definition name: (_) @name) @scope

(call_expression function: (qualified_identifier scope: (_) @qualifier name: (identifier) @call))
(call_expression
  function: (qualified_identifier scope: (_) @qualifier name: (template_function name: (identifier) @call)))
(call_expression function: (template_function name: (identifier) @call))
(call_expression
  function: (field_expression
    argument: (_) @qualifier
    field: (template_method name: (field_identifier) @call)))
(new_expression type: (type_identifier) @call)

(base_class_clause (type_identifier) @inherits)
(base_class_clause (template_type name: (type_identifier) @inherits))
(base_class_clause (qualified_identifier name: (type_identifier) @inherits))

(raw_string_literal) @string
