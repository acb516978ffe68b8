import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage whenever this process was idle, to return memory to the system. After a start or a busy time V8
 * keeps some 30 MB of a host until its next full collection, which an idle process never triggers.
 */
export function releaseIdleMemory(): void {
  let lastUsage = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(lastUsage);
    lastUsage = process.cpuUsage();
    if (user + system < IDLE_MICROSECONDS && youngSpaceBytes() > MIN_COLLECTED_BYTES) void collectGarbage();
  }, CHECK_MS).unref();
}

const CHECK_MS = 10_000;
/** Processor time since the last check below which this process is idle: one per cent. */
const IDLE_MICROSECONDS = CHECK_MS * 10;
/** The smallest young space that is worth a collection, which takes some 30 ms. */
const MIN_COLLECTED_BYTES = 8 * 1024 * 1024;

/** Returns the size of the space for young objects: 1 MB at rest, up to 128 MB under load. */
function youngSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  // Undefined if V8 no longer accepts flags.
  const collect = runInNewContext('globalThis.gc') as NodeJS.GCFunction | undefined;
  await collect?.({ type: 'major', execution: 'async' });
}
