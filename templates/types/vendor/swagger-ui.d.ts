/** The global that the vendored script of Swagger UI brings. */
declare function SwaggerUIBundle(options: object): void;
