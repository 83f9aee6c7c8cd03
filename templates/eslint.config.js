import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["node_modules/", "static/vendor/", "types/"] },
  js.configs.recommended,
  {
    files: ["**/*.js"],
    languageOptions: { globals: { ...globals.browser, SwaggerUIBundle: "readonly" } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "max-lines": ["error", 400],
      "no-implicit-globals": "error",
      "no-shadow-restricted-names": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_$" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      curly: ["error", "multi-line"],
    },
  },
  { files: ["static/*/worker.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["tests/*.js"], languageOptions: { globals: globals.node } },
];
