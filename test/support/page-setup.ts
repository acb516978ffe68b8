import { installFakeHost } from './fake-host';

// Only test files that ask for a page (`// @vitest-environment happy-dom`) have a window.
if ('window' in globalThis) installFakeHost();
