import { LIFETIMES } from '../../../shared/limits';
import { sendCommand } from '../live.svelte';

/**
 * Announces to the host when nobody uses this computer, so that others see the person as away. Only the desktop program
 * knows that. Returns the function that stops.
 */
export function followIdleTime(): () => void {
  const { courtyard } = window;
  if (!courtyard) return () => undefined;
  let wasIdle = false;
  const timer = setInterval(() => {
    courtyard.idleTime().then(
      (seconds) => {
        const idle = seconds >= LIFETIMES.idle;
        // Repeated while idle: the host forgets it with the connection.
        if (idle || wasIdle) sendCommand({ command: 'idle', idle });
        wasIdle = idle;
      },
      () => undefined,
    );
  }, INTERVAL_MS);
  return () => clearInterval(timer);
}

const INTERVAL_MS = 15_000;
