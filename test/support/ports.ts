import { createServer } from 'node:net';

/**
 * Returns a free port that stays reserved for this test even while nothing listens on it. The system doesn't assign
 * these ports to listeners or connections, and each test process has its own range.
 */
export async function keptPort(): Promise<number> {
  for (;;) {
    const port = FIRST + (given++ % EACH);
    if (await isFree(port)) return port;
  }
}

/** Ports per process. All are below 32,768, where the range that systems assign from begins. */
const EACH = 50;
/**
 * Processes that run at the same time have nearby process IDs, so the modulo rarely gives two of them the same range.
 * Above 10,080, the last port that `fetch` refuses.
 */
const FIRST = 10_100 + (process.pid % 440) * EACH;
let given = 0;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    // Listens on all IPv4 and IPv6 addresses.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
