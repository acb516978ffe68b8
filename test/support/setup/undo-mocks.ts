import { afterAll, vi } from 'vitest';

// The next file of a worker finds the same modules: it must not find another file's clock, mocks or limits.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetConfig();
});
