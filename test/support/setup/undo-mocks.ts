import { afterAll, vi } from 'vitest';

// The files of a worker share their modules: the clock, mocks and limits of one file must not leak into the next.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetConfig();
});
