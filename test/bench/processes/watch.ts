import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Preloaded into each process that is measured (`node --import`), so that the program itself holds nothing of the
 * bench: tells over the process channel how long the event loop was held and how much memory is in use.
 */

/** What can be asked of a measured process. */
export type Question = 'begin' | 'report';

export interface Report {
  /** The 99th percentile of how late the event loop was since `begin`, in milliseconds. */
  delayP99: number;
  /** Resident bytes of the process. */
  memory: number;
}

const RESOLUTION_MS = 1;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

process.on('message', (question: Question) => {
  if (question === 'begin') {
    delays.enable();
    delays.reset();
    return;
  }
  // What is recorded is the time between two ticks of a timer, of which the timer's own period is no delay.
  const delayP99 = Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS);
  process.send?.({ delayP99, memory: process.memoryUsage.rss() } satisfies Report);
});
process.channel?.unref();
