import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Preloaded into each measured process (`node --import`), so that the program itself contains no benchmark code. It
 * reports the event loop delay and the memory use over the process channel.
 */

/** The requests that a measured process answers. */
export type Question = 'begin' | 'report';

export interface Report {
  /** The 99th percentile of the event loop delay since `begin`, in milliseconds. */
  delayP99: number;
  /** The resident set size of the process, in bytes. */
  memory: number;
  /** The processor time of the process since its start, in milliseconds. */
  cpu: number;
}

const RESOLUTION_MS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

process.on('message', (question: Question) => {
  if (question === 'begin') {
    delays.enable();
    delays.reset();
    return;
  }
  // The histogram records the time between two timer ticks, which includes the timer's own period.
  const delayP99 = Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS);
  const { user, system } = process.cpuUsage();
  const cpu = (user + system) / 1000;
  process.send?.({ delayP99, memory: process.memoryUsage.rss(), cpu } satisfies Report);
});
process.channel?.unref();
