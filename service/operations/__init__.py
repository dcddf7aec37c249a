"""Operations: one declaration for each, from which REST, GraphQL, the command line and the contract are derived."""
