["</" "/>"] @operator
(jsx_opening_element name: (identifier) @type)
(jsx_opening_element name: (member_expression property: (property_identifier) @type))
(jsx_closing_element name: (identifier) @type)
(jsx_closing_element name: (member_expression property: (property_identifier) @type))
(jsx_self_closing_element name: (identifier) @type)
(jsx_self_closing_element name: (member_expression property: (property_identifier) @type))
(html_character_reference) @escape
