(class_declaration name: (type_identifier) @name) @symbol.class
(abstract_class_declaration name: (type_identifier) @name) @symbol.class
(interface_declaration name: (type_identifier) @name) @symbol.interface
(enum_declaration name: (identifier) @name) @symbol.enum
(type_alias_declaration name: (type_identifier) @name) @symbol.type
(internal_module name: (identifier) @name) @symbol.module
(module name: (_) @name) @symbol.module

(function_signature name: (identifier) @name) @symbol.function.declaration
(method_signature name: (_) @name) @symbol.method.declaration
(abstract_method_signature name: (_) @name) @symbol.method.declaration
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @symbol.method
(public_field_definition name: (_) @name) @symbol.field

(extends_clause value: (identifier) @inherits)
(extends_clause value: (member_expression property: (property_identifier) @inherits))
(implements_clause (type_identifier) @inherits)
(implements_clause (generic_type name: (type_identifier) @inherits))
(extends_type_clause type: (type_identifier) @inherits)
(extends_type_clause type: (generic_type name: (type_identifier) @inherits))
