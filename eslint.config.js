/** What types and Prettier do not see. A rule that is off says why. */
import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['out/', 'coverage/', 'fixtures/source/', 'dist/', 'test-results/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...ts.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Numbers in templates are what templates are for.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => stop()` reads well where a listener returns nothing.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Interfaces of ours are async where one of several implementations is.
      '@typescript-eslint/require-await': 'off',
      // Optional chains guard values of other processes and of logs that types cannot vouch for.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Map and index reads are checked by noUncheckedIndexedAccess.
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      // Reading a signal for its dependency alone is written `void signal`.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Ascii tables are made of strings, character by character.
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig },
    },
    rules: {
      // Text of a log reaches the DOM as text, without exception.
      'svelte/no-at-html-tags': 'error',
      // Links of ours are buttons: nothing navigates.
      'svelte/no-navigation-without-resolve': 'off',
      // Maps and sets that are replaced as a whole, or never drawn, need no proxy.
      'svelte/prefer-svelte-reactivity': 'off',
      // White space that must survive the formatter is written as a mustache.
      'svelte/no-useless-mustaches': 'off',
      // svelte-check knows what is declared and used.
      'no-undef': 'off',
      'no-unused-vars': 'off',
    },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: ['it', 'test'] },
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: globals.node },
  },
)
