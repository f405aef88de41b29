(function_declaration name: (identifier) @name) @symbol.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (field_identifier) @name) @symbol.method

(type_spec name: (type_identifier) @name type: (struct_type)) @symbol.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @symbol.interface
(type_spec name: (type_identifier) @name) @symbol.type
(type_alias name: (type_identifier) @name) @symbol.type
(interface_type (method_elem name: (field_identifier) @name) @symbol.method.declaration)

(source_file (const_declaration (const_spec name: (identifier) @name) @symbol.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @symbol.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @symbol.variable)))

(call_expression function: (identifier) @call)
(call_expression function: (selector_expression operand: (_) @qualifier field: (field_identifier) @call))
(call_expression function: (index_expression operand: (identifier) @call))
; `f[int](0)` is read as a conversion.
(type_conversion_expression type: (generic_type type: (type_identifier) @call))
(composite_literal type: (type_identifier) @call)
(composite_literal type: (qualified_type package: (_) @qualifier name: (type_identifier) @call))

(field_declaration !name type: (type_identifier) @inherits)
(field_declaration !name type: (generic_type type: (type_identifier) @inherits))

(import_spec !name path: (interpreted_string_literal) @import)
(import_spec name: (_) @alias path: (interpreted_string_literal) @import)

(comment) @comment
(interpreted_string_literal) @string
(raw_string_literal) @string
