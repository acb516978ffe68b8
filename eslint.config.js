import prettier from 'eslint-config-prettier';
import regexp from 'eslint-plugin-regexp';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  globalIgnores(['out/', 'dist/', 'coverage/']),
  typescript.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: {
      'no-undef': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // User input must not make a regular expression take quadratic time.
    files: ['shared/**', 'electron/**', 'renderer/**'],
    ignores: ['electron/demo/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': ['error', { ignorePartial: false }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { extraFileExtensions: ['.svelte'], parser: typescript.parser, svelteConfig },
    },
    rules: {
      // Routes are URL hashes of one page; no router provides a resolve() to use.
      'svelte/no-navigation-without-resolve': 'off',
      // Screens use plain collections for state that isn't rendered, and replace rendered ones as a whole ($state.raw).
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    // Permissions are decided in one place. Doors and windows reject foreign origins and pages themselves.
    files: ['electron/**/*.ts', 'shared/**/*.ts'],
    ignores: [
      'electron/service/access/**',
      'electron/doors/origin-guard.ts',
      'electron/doors/ipc.ts',
      'electron/doors/lan.ts',
      'electron/desktop/communities/community-requests.ts',
      'electron/desktop/communities/outbox-channel.ts',
      'electron/desktop/standby/standby-channel.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='AppError'][arguments.0.value='access_denied']",
          message:
            'Rights are decided in electron/service/access/: add a function named by the permission (requireX) there, and call it. ' +
            'A limit or a state is no right: use conflict, too_large or validation_error.',
        },
      ],
    },
  },
);
