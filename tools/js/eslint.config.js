import js from "@eslint/js";
import globals from "globals";

const SCRIPTS = "src/perudo/web/static/*.js";
const WORKER = "src/perudo/web/static/sw.js";

// The type checker knows what is defined; here it is about habits that types do not see.
export default [
  { files: [SCRIPTS], ...js.configs.recommended },
  {
    files: [SCRIPTS],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      curly: ["error", "multi-line"],
      "default-case-last": "error",
      eqeqeq: "error",
      "no-console": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-param-reassign": "error",
      "no-shadow": "error",
      "no-throw-literal": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      radix: "error",
      "require-await": "error",
    },
  },
  { files: [WORKER], languageOptions: { globals: globals.serviceworker } },
];
