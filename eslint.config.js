import prettier from 'eslint-config-prettier';
import regexp from 'eslint-plugin-regexp';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** For Svelte files alone; all others are checked by oxlint (.oxlintrc.json), which takes a tenth of the time. */
export default defineConfig(
  typescript.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    plugins: { regexp },
    languageOptions: {
      globals: globals.browser,
      parserOptions: { extraFileExtensions: ['.svelte'], parser: typescript.parser, svelteConfig },
    },
    rules: {
      'no-undef': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // The type check finds them.
      '@typescript-eslint/no-unused-vars': 'off',
      // User input must not make a regular expression take quadratic time.
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': ['error', { ignorePartial: false }],
      'no-restricted-globals': [
        'error',
        { name: 'requestIdleCallback', message: 'Safari has none: use idle().' },
      ],
      // Routes are URL hashes of one page; no router provides a resolve() to use.
      'svelte/no-navigation-without-resolve': 'off',
      // Screens use plain collections for state that isn't rendered, and replace rendered ones as a whole ($state.raw).
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
);
