import { installFakeHost } from '../hosts/fake-host';

// Only test files with a DOM (`// @vitest-environment happy-dom`) have a window.
if ('window' in globalThis) installFakeHost();
