["abstract" "accessor" "asserts" "declare" "enum" "global" "implements" "infer" "interface" "is" "keyof" "module"
 "namespace" "override" "private" "protected" "public" "readonly" "satisfies" "type" "unique symbol"
 "using"] @keyword

[(type_identifier) (predefined_type)] @type
(predefined_type "void" @type)
(class_heritage (extends_clause value: (identifier) @type))
(enum_declaration name: (identifier) @type)
(enum_body name: (property_identifier) @constant)
(enum_assignment name: (property_identifier) @constant)

(function_signature name: (identifier) @function)
(method_signature name: (property_identifier) @function)
(abstract_method_signature name: (property_identifier) @function)
(public_field_definition name: (property_identifier) @function value: (arrow_function))

(required_parameter pattern: (identifier) @parameter)
(required_parameter pattern: (rest_pattern (identifier) @parameter))
(required_parameter pattern: (object_pattern (shorthand_property_identifier_pattern) @parameter))
(optional_parameter pattern: (identifier) @parameter)
