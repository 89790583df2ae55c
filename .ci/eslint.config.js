// Faults of scripts that their types do not show. That a line is too long, lessons/house_test.go
// says.
import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off", // tsc knows what there is
      "no-unused-vars": ["error", { argsIgnorePattern: "^_$", varsIgnorePattern: "^_$" }],
      "array-callback-return": "error",
      "default-case-last": "error",
      "eqeqeq": "error",
      "max-lines-per-function": ["error", { max: 60 }],
      "no-caller": "error",
      "no-eval": "error",
      "no-implicit-globals": "error",
      "no-new-wrappers": "error",
      "no-return-assign": "error",
      "no-self-compare": "error",
      "no-sequences": "error",
      "no-shadow": "error",
      "no-throw-literal": "error",
      "no-unreachable-loop": "error",
      "no-unused-expressions": "error",
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-useless-return": "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  // A page waits for the first: see static.go. Every browser registers the second.
  { files: ["**/theme.js", "**/worker.js"], languageOptions: { sourceType: "script" } },
];
