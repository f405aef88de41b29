(function_item name: (identifier) @name) @symbol.function
(function_signature_item name: (identifier) @name) @symbol.function.declaration
(struct_item name: (type_identifier) @name) @symbol.struct
(union_item name: (type_identifier) @name) @symbol.struct
(enum_item name: (type_identifier) @name) @symbol.enum
(trait_item name: (type_identifier) @name) @symbol.trait
(type_item name: (type_identifier) @name) @symbol.type
(mod_item name: (identifier) @name body: (_)) @symbol.module
(macro_definition name: (identifier) @name) @symbol.macro
(const_item name: (identifier) @name) @symbol.constant
(static_item name: (identifier) @name) @symbol.variable
(impl_item type: (_) @name) @scope

(call_expression function: (identifier) @call)
(call_expression function: (scoped_identifier path: (_) @qualifier name: (identifier) @call))
(call_expression function: (field_expression value: (_) @qualifier field: (field_identifier) @call))
(generic_function function: (identifier) @call)
(generic_function function: (scoped_identifier path: (_) @qualifier name: (identifier) @call))
(generic_function function: (field_expression value: (_) @qualifier field: (field_identifier) @call))
(struct_expression name: (type_identifier) @call)
(macro_invocation macro: (identifier) @call)
(macro_invocation macro: (scoped_identifier path: (_) @qualifier name: (identifier) @call))
; Inside a macro's arguments there are only tokens: a name before a round bracket is a call.
(token_tree (identifier) @call.macro . (token_tree) @arguments)

(impl_item trait: (type_identifier) @inherits)
(impl_item trait: (generic_type type: (type_identifier) @inherits))
(impl_item trait: (scoped_type_identifier name: (type_identifier) @inherits))
(trait_item bounds: (trait_bounds (type_identifier) @inherits))

(use_declaration argument: (_) @import)
(mod_item name: (identifier) @import !body)

(line_comment) @comment
(block_comment) @comment
(string_literal) @string
(raw_string_literal) @string
