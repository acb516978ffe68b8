import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Returns memory to the system whenever this process has had little to do. V8 keeps what a start or a busy time took,
 * some 30 MB of a host, until its next full collection, for which an idle process gives no reason.
 */
export function releaseIdleMemory(): void {
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    if (user + system < IDLE_MICROSECONDS && youngBytes() > WORTHWHILE_BYTES) void collectGarbage();
  }, CHECK_MS).unref();
}

const CHECK_MS = 10_000;
/** Processor time since the last check below which this process is idle: one per cent. */
const IDLE_MICROSECONDS = CHECK_MS * 10;
/** Less is not worth a collection, which takes some 30 ms. */
const WORTHWHILE_BYTES = 8 * 1024 * 1024;

/** The size of the space for young objects, which grows with the rate of calls to 128 MB and is 1 MB without any. */
function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  // Absent where V8 takes no more flags.
  const collect = runInNewContext('globalThis.gc') as NodeJS.GCFunction | undefined;
  await collect?.({ type: 'major', execution: 'async' });
}
