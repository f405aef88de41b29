(class_declaration name: (identifier) @name) @symbol.class
(class_declaration (class_heritage (identifier) @inherits))
(class_declaration (class_heritage (member_expression property: (property_identifier) @inherits)))

(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @symbol.method
(field_definition property: (_) @name) @symbol.field

(jsx_opening_element name: (identifier) @call (#match? @call "^[A-Z]"))
(jsx_self_closing_element name: (identifier) @call (#match? @call "^[A-Z]"))
