import { afterAll, vi } from 'vitest';
import { installFakeHost } from '../hosts/fake-host';

// Only test files with a DOM (`// @vitest-environment happy-dom`) have a window.
const hasPage = 'window' in globalThis;
if (hasPage) installFakeHost();

// The files of a worker share one window. Each loads the modules of the pages anew, so that it begins as a page does.
afterAll(() => {
  vi.resetModules();
  if (!hasPage) return;
  localStorage.clear();
  document.body.replaceChildren();
  location.hash = '';
});
