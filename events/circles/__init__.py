"""Friends and circles: asking and accepting, members, the link of a circle, tables opened to it.

Who may see a table of a circle is in `seats`, their JSON for viewers in `selectors`. May import
`matches` and the packages below it.
"""
