import { createServer } from 'node:net';

/**
 * A free port that stays this test's while nothing listens on it: the system gives none of these to programs that ask for
 * any, nor to connections, and each of the processes that run tests has its own.
 */
export async function keptPort(): Promise<number> {
  for (;;) {
    const port = FIRST + (given++ % EACH);
    if (await isFree(port)) return port;
  }
}

/** Ports of one process, of those below 32,768, from which on systems give them away. */
const EACH = 50;
/** Processes that run at one time have numbers near each other. */
const FIRST = 10_000 + (process.pid % 440) * EACH;
let given = 0;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    // On all addresses of both kinds.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
