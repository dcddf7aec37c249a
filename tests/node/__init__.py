"""Node in tests: generators of clients, a TypeScript compiler and a browser, all from registries."""
