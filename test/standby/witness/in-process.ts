import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { runWitness } from '../../../electron/standby/witness/run-witness';

/** A running witness in this process. */
export interface RunningWitness {
  /** Resolves with the community's name and its port once it is paired; rejects if it could not be. */
  ready: Promise<{ name: string; port: number }>;
  stop: () => Promise<void>;
}

/** Starts a witness in a folder; it is stopped after the test. */
export function witnessInProcess(
  folder: string,
  link: string,
  standbyPort: number | null = null,
): RunningWitness {
  const ready = Promise.withResolvers<{ name: string; port: number }>();
  const stopping = Promise.withResolvers<void>();
  const ended = runWitness({ data: folder, standbyPort, hosts: [] }, link, {
    logger: pino({ enabled: false }),
    stop: stopping.promise,
    onReady: (name, port) => ready.resolve({ name, port }),
  }).catch(ready.reject);
  const stop = async () => {
    stopping.resolve();
    await ended;
  };
  ready.promise.catch(() => undefined);
  onTestFinished(stop);
  return { ready: ready.promise, stop };
}
