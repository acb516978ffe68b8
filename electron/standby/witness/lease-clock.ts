/**
 * Returns a clock in milliseconds that never goes back and also counts the time in which the machine sleeps, which the
 * monotonic clock of some systems leaves out.
 */
export function leaseClock(): () => number {
  let total = 0;
  let last = readClocks();
  return () => {
    const now = readClocks();
    total += Math.max(now.monotonic - last.monotonic, now.wall - last.wall, 0);
    last = now;
    return total;
  };
}

function readClocks(): { monotonic: number; wall: number } {
  return { monotonic: performance.now(), wall: Date.now() };
}
